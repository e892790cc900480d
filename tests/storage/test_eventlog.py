"""What play relies on, on every database."""

import asyncio
import json
import secrets

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from mahjong_club.protocol.entries import Entry, SequenceTaken
from mahjong_club.storage.database import Database
from mahjong_club.storage.models import Match, Meta, Result


def match_id() -> str:
    return secrets.token_hex(8)


def fact(seq: int, kind: str = "discarded", act_id: str | None = None, seat: int | None = None) -> Entry:
    return Entry(seq, kind, json.dumps({"type": kind, "n": seq}).encode(), seat=seat, act_id=act_id)


def answer(seq: int, seat: int, act_id: str | None = None) -> Entry:
    return Entry(seq, "claim_answered", b'{"type":"claim_answered"}', True, seat, act_id, (1, 2, 3, 4), 5)


async def test_what_was_appended_is_read_back_unchanged(database: Database) -> None:
    match = match_id()
    entries = [
        Entry(1, "match_started", b'{"type":"match_started"}', at_ms=1_800_000_000_000),
        Entry(2, "discarded", '{"tile":"東"}'.encode(), False, 3, "act-1", (60_000, 0, 1, 2), 1_800_000_000_001),
    ]
    await database.append(match, entries)
    assert await database.read(match) == entries
    assert await database.read(match, 1) == entries[1:]
    assert await database.read(match_id()) == []


async def test_texts_come_back_as_they_are_whatever_is_in_them(database: Database) -> None:
    match = match_id()
    odd = ['"', "\\", "\\u0041", "'; --", "{}", "[1", "\n\t\x01\x7f", "\u2028", "🀄麻雀", "e\u0301", "12", "true", "null", " "]
    entries = [
        Entry(n, "discarded", json.dumps({"text": text, "n": 2**53}, ensure_ascii=n % 2 == 0).encode(), seat=0, act_id=text)
        for n, text in enumerate(odd, 1)
    ]
    await database.append(match, entries)
    assert await database.read(match) == entries
    assert await database.acts(match) == {(0, text): n for n, text in enumerate(odd, 1)}


async def test_answers_of_the_open_window_come_behind_the_event_they_followed(database: Database) -> None:
    match = match_id()
    await database.append(match, [fact(1), fact(2)])
    await database.append(match, [answer(2, 3, "a")])
    await database.append(match, [fact(3, "seat_left")])
    await database.append(match, [answer(3, 0, "b")])
    assert [(e.seq, e.sealed, e.seat) for e in await database.read(match)] == [
        (1, False, None),
        (2, False, None),
        (2, True, 3),
        (3, False, None),
        (3, True, 0),
    ]
    # A snapshot may be as new as the last event: the answers are still needed.
    assert [(e.seq, e.seat) for e in await database.read(match, 3)] == [(2, 3), (3, 0)]


async def test_answers_of_a_closed_window_are_not_read_but_their_acts_are_known(database: Database) -> None:
    match = match_id()
    await database.append(match, [fact(1, act_id="x", seat=0), fact(2)])
    await database.append(match, [answer(2, 1, "y")])
    await database.append(match, [fact(3, "window_closed"), fact(4, "drawn")])
    assert [e.seq for e in await database.read(match)] == [1, 2, 3, 4]
    assert await database.acts(match) == {(0, "x"): 1, (1, "y"): 2}


async def test_a_taken_number_is_refused_whole_and_does_not_harm_its_neighbours(database: Database) -> None:
    mine, other = match_id(), match_id()
    await database.append(mine, [fact(1), fact(2)])
    results = await asyncio.gather(
        database.append(other, [fact(1)]),
        database.append(mine, [fact(3), fact(2)]),
        database.append(other, [fact(2)]),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), SequenceTaken, type(None)]
    assert [e.seq for e in await database.read(mine)] == [1, 2]
    assert [e.seq for e in await database.read(other)] == [1, 2]


async def test_one_seat_answers_once_behind_one_event(database: Database) -> None:
    match = match_id()
    await database.append(match, [fact(1), answer(1, 2)])
    with pytest.raises(SequenceTaken):
        await database.append(match, [answer(1, 2)])


async def test_fifty_tables_append_at_once(database: Database) -> None:
    matches = [match_id() for _ in range(50)]

    async def play(match: str) -> None:
        for seq in range(1, 21):
            await database.append(match, [fact(seq)])

    await asyncio.gather(*map(play, matches))
    for match in matches:
        assert [e.seq for e in await database.read(match)] == list(range(1, 21))


async def test_two_writers_of_one_match_never_share_a_number(database: Database) -> None:
    match = match_id()

    async def write() -> int:
        won = 0
        for seq in range(1, 31):
            try:
                await database.append(match, [fact(seq)])
                won += 1
            except SequenceTaken:
                pass
        return won

    won = await asyncio.gather(write(), write(), write())
    assert sum(won) == 30
    assert [e.seq for e in await database.read(match)] == list(range(1, 31))


async def test_snapshots_keep_the_newest(database: Database) -> None:
    match = match_id()
    assert await database.snapshots.latest(match) is None
    await database.snapshots.put(match, 10, b"ten")
    await database.snapshots.put(match, 7, b"seven")
    assert await database.snapshots.latest(match) == (10, b"ten")
    await database.snapshots.put(match, 11, b"eleven")
    assert await database.snapshots.latest(match) == (11, b"eleven")


async def test_work_that_raises_leaves_nothing_behind(database: Database) -> None:
    key = secrets.token_hex(8)

    def spoil(session: Session) -> None:
        session.add(Meta(key=key, value="x"))
        session.flush()
        raise LookupError(key)

    match = match_id()
    spoiled, appended = await asyncio.gather(database.transact(spoil), database.append(match, [fact(1)]), return_exceptions=True)
    assert isinstance(spoiled, LookupError)
    assert appended is None
    assert await database.query(lambda session: session.get(Meta, key)) is None
    assert len(await database.read(match)) == 1


async def test_the_end_of_a_match_is_in_the_read_models_with_it(database: Database) -> None:
    match = match_id()

    def set_up(session: Session) -> None:
        session.add(
            Match(id=match, table_id="t", code="ABCDEF", state="running", ruleset_key="hong_kong/2", options="{}", clock=None,
                  away="{}", window_ms=0, first_dealer=0, secret="00" * 32, lot="{}", created_ms=1)
        )  # fmt: skip

    finished: list[str] = []
    database.finished = finished.append
    await database.transact(set_up)
    standings = [
        {"seat": seat, "place": place, "score": 8 - 4 * place, "points": -place} for place, seat in enumerate((2, 0, 1, 3), 1)
    ]
    payload = json.dumps({"type": "match_ended", "standings": standings}).encode()
    await database.append(match, [fact(1), Entry(2, "match_ended", payload, at_ms=77)])

    def look(session: Session) -> tuple[str, int | None, list[tuple[int, int, int, int]]]:
        row = session.get_one(Match, match)
        lines = session.scalars(select(Result).where(Result.match_id == match).order_by(Result.place)).all()
        return row.state, row.finished_ms, [(line.seat, line.place, line.score, line.points) for line in lines]

    assert await database.query(look) == ("over", 77, [(2, 1, 4, -1), (0, 2, 0, -2), (1, 3, -4, -3), (3, 4, -8, -4)])
    assert finished == [match]
