"""Orders at tables over real databases: the event and the row of who sits where go together, also when the process is killed."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from mahjong_club.commands.saves import check
from mahjong_club.play.operations import FreeSeat, MoveSeat, ResetDeal
from mahjong_club.play.ports import MatchSetup, SeatSetup
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import Seated
from mahjong_club.storage import migrate
from mahjong_club.storage import saves as store
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.matches import Setups, add_match
from mahjong_club.storage.people import PersonRecord, add_person, find_person
from tests.play.support import setup_of
from tests.storage.ordering import PEOPLE, tables_at

BOT = SeatSetup("bot", None, "Bot", "random")


async def begun(database: Database, match_id: str) -> MatchSetup:
    """A match of two people and two bots; nobody is there, so that it waits for them."""
    setup = replace(setup_of(()), id=match_id, table_id=f"table{match_id}", seats=(PEOPLE[0], BOT, PEOPLE[2], BOT), code="ABCDEF")

    def work(session) -> None:  # type: ignore[no-untyped-def]
        for who in PEOPLE:
            assert who.person_id is not None
            if find_person(session, who.person_id) is None:
                add_person(session, PersonRecord(who.person_id, "guest", who.name))
        add_match(session, setup, {}, 1)

    await database.transact(work)
    return setup


def killed(url: str, match_id: str, seed: int, orders: int) -> list[tuple[int, str]]:
    """Kill -9 the process after so many orders it said were carried out; gives them."""
    done: list[tuple[int, str]] = []
    command = [sys.executable, "-m", "tests.storage.ordering", url, match_id, str(seed)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(orders):
            line = process.stdout.readline().split()
            if not line:
                break
            done.append((int(line[0]), line[1]))
        process.send_signal(signal.SIGKILL)
    return done


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Database]:
    """The database, while no other process has it."""
    database = open_database(url)
    await database.open()
    yield database
    await database.close()


async def test_orders_that_were_carried_out_survive_kills(database_url: str) -> None:
    await asyncio.to_thread(migrate.upgrade, database_url)
    match_id = "0rde7"
    async with opened(database_url) as database:
        setup = await begun(database, match_id)
    done: list[tuple[int, str]] = []
    kinds: dict[int, str] = {}
    for round_ in range(2):
        done += await asyncio.to_thread(killed, database_url, match_id, round_, 8 + 4 * round_)
        async with opened(database_url) as database:
            entries = await database.query(lambda session: store.read_everything(session, match_id))
            stored = await Setups(database).get(match_id)
        events = [decode_stored(entry.kind, entry.payload) for entry in entries]
        assert check(events) is None, "the rules lead to every event, and every rewind to where it says"
        kinds = {entry.seq: entry.kind for entry in entries if not entry.sealed}
        assert {number: kinds.get(number) for number, _ in done} == dict(done)
        seats = list(setup.seats)
        for event in events:
            if isinstance(event, Seated):
                seats[event.seat] = SeatSetup(event.kind, event.person, event.name, event.bot)
        assert stored is not None and list(stored.seats) == seats
    assert len(done) == 20 or "match_ended" in kinds.values()


async def test_the_seat_is_the_other_persons_from_the_commit_on(database: Database) -> None:
    await begun(database, "5ea7")
    tables = tables_at(database)
    ben = PEOPLE[1]
    await tables.operate("5ea7", MoveSeat(seat=0, to=ben, by="Ada", reason="x"))
    stored = await Setups(database).get("5ea7")
    assert stored is not None and stored.seats[0] == ben
    await tables.operate("5ea7", FreeSeat(seat=0, by="Ada", reason="x"))
    stored = await Setups(database).get("5ea7")
    assert stored is not None and stored.seats[0] == SeatSetup("bot", None, "club-1", "club")
    await tables.close()


@pytest.mark.parametrize("times", [1, 3])
async def test_a_match_is_read_back_over_its_rewinds(database: Database, times: int) -> None:
    match_id = f"bac{times}"
    await begun(database, match_id)
    tables = tables_at(database)
    for _ in range(times):
        await tables.operate(match_id, ResetDeal(by="Ada", reason="x"))
    await tables.close()
    again = tables_at(database)
    table = await again.get(match_id)
    await table.idle()
    entries = await database.query(lambda session: store.read_everything(session, match_id))
    assert sum(entry.kind == "match_rewound" for entry in entries) == times
    assert check([decode_stored(entry.kind, entry.payload) for entry in entries]) is None
    assert table.state.seq == entries[-1].seq
    await again.close()
