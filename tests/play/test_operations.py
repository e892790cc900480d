"""Orders at a table: what they change, what people see of them, and that they survive a restart."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from mahjong_club.play.clock import Pacing
from mahjong_club.play.memory import MemorySnapshots
from mahjong_club.play.operations import (
    EndMatch,
    FreeSeat,
    MoveSeat,
    Operation,
    OperationRefused,
    Pause,
    ResetDeal,
    Resume,
    Rewind,
    SwapSeats,
)
from mahjong_club.play.ports import AwaySetup, ClockSetup, SeatSetup
from mahjong_club.protocol.codec import build_event
from mahjong_club.protocol.statedump import dump_state
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.variants.registry import newest
from mahjong_club.rules.views import dump, view_for
from mahjong_club.rules.walls import commitment_of
from tests.play.support import Client, World, play_on, setup_of
from tests.system.client import state_of

WHO, WHY = "Ada", "a tile fell on the floor"
RESET = ResetDeal(by=WHO, reason=WHY)
BEN = SeatSetup("person", "ben", "Ben")


def rewind(to: int) -> Rewind:
    return Rewind(by=WHO, reason=WHY, to=to)


async def operate(world: World, operation: Operation) -> int:
    number = await world.tables.operate(world.setup.id, operation)
    await world.settle()
    return number


async def refused(world: World, operation: Operation) -> str:
    before = len(world.log.rows[world.setup.id])
    with pytest.raises(OperationRefused) as caught:
        await world.tables.operate(world.setup.id, operation)
    with pytest.raises(OperationRefused) as previewed:
        await world.tables.preview(world.setup.id, operation)
    assert len(world.log.rows[world.setup.id]) == before
    assert previewed.value.code == caught.value.code
    return caught.value.code


async def played(world: World, until: Callable[[Any], bool], people: tuple[int, ...] = (0,)) -> list[Client]:
    """People who have come and played at random until the state is as wanted."""
    clients = [await world.join(seat) for seat in people]
    table = await world.table()
    await play_on(world, clients, lambda: until(table.state), random.Random(5))
    return clients


def follows(client: Client, state: Any) -> None:
    """What the client heard, event by event, comes to its view of the state."""
    view = None
    for frame in client.connection.frames:
        if frame["type"] == "snapshot":
            view = state_of(frame["view"])
        elif frame["type"] == "events":
            assert view is not None and frame["from"] == view.seq + 1
            for item in frame["items"]:
                evolve(view, build_event(item))
    assert view is not None
    assert json.loads(json.dumps(dump(view))) == json.loads(json.dumps(dump(view_for(state, client.seat))))


# --- going back
async def test_a_deal_is_reset_to_its_start_with_the_same_wall() -> None:
    world = World(setup_of((0,)))
    (client,) = await played(world, lambda state: state.seq >= 60)
    table = await world.table()
    wall, commitment = table.state.wall, table.state.deal_commitment
    preview = await table.preview(RESET)
    assert (preview.undone, preview.deals, preview.wall_known, preview.before.number) == (table.state.seq - 2, (), False, 1)
    number = await operate(world, RESET)
    rewound = next(e for e in client.connection.events() if e["type"] == "match_rewound")
    assert (rewound["to"], rewound["kind"], rewound["by"], rewound["reason"]) == (2, "reset", WHO, WHY)
    assert table.state.seq > number and table.state.discards <= 4
    assert (table.state.wall, table.state.deal_commitment, table.state.number) == (wall, commitment, 1)
    follows(client, table.state)
    await play_on(world, [client], lambda: table.state.phase == "settled")
    assert sum(table.state.scores) == 0
    follows(client, table.state)


async def test_everybody_goes_on_from_a_rewind_as_he_sees_it() -> None:
    world = World(setup_of((0, 1, 2), clock=ClockSetup(5_000, 20_000)))
    clients = await played(world, lambda state: state.seq >= 90, (0, 1, 2))
    spectator = await world.join(None)
    table = await world.table()
    entry = next(row for row in world.log.rows["m1"] if row.seq == 50 and not row.sealed)
    number = await operate(world, rewind(50))
    assert table.state.seq >= number > 90
    row = next(row for row in world.log.rows["m1"] if row.seq == number)
    assert row.kind == "match_rewound" and row.banks == entry.banks
    for client in (*clients, spectator):
        follows(client, table.state)
    asked = [client.prompt for client in clients if client.prompt and client.prompt["id"] >= number]
    assert asked, "the question is asked anew"
    again = await world.join(0, since=number - 5)
    assert [e["type"] for e in again.connection.events()].count("match_rewound") == 1
    await play_on(world, clients, lambda: table.state.phase == "settled", random.Random(1))


async def test_a_rewind_goes_back_over_the_end_of_a_deal_and_says_that_its_wall_is_known() -> None:
    world = World(setup_of((0,)))
    (client,) = await played(world, lambda state: state.number == 2 and state.phase == "turn")
    table = await world.table()
    preview = await table.preview(rewind(40))
    assert (preview.wall_known, preview.deals, preview.before.number, preview.after.number) == (True, (1, 2), 2, 1)
    await operate(world, rewind(40))
    assert table.state.number == 1 and table.state.results == []
    await play_on(world, [client], lambda: table.state.number == 2 and table.state.phase == "turn", random.Random(9))
    walls = [row.payload for row in world.log.rows["m1"] if row.kind == "deal_started"]
    assert len(walls) == 3 and walls[1][:40] == walls[2][:40]
    follows(client, table.state)


async def test_a_mistaken_rewind_is_undone_by_another() -> None:
    world = World(setup_of((0,)))
    (client,) = await played(world, lambda state: state.seq >= 80)
    table = await world.table()
    await operate(world, Pause(by=WHO, reason=WHY))
    last, before = table.state.seq, dump(table.state)
    number = await operate(world, rewind(30))
    assert number == last + 1 and table.state.taken < before["taken"]
    preview = await table.preview(rewind(last))
    assert (preview.undone, preview.deals) == (0, ())
    await operate(world, rewind(last))
    assert {**dump(table.state), "seq": last} == before
    follows(client, table.state)


@pytest.mark.parametrize("settle", [False, True])
async def test_a_restart_after_a_rewind_finds_the_same_match(settle: bool) -> None:
    """Also where the snapshot is older than the rewind, and where an answer was sealed in a window that was taken back."""
    world = World(setup_of((0, 1, 2, 3)))
    clients = await played(world, lambda state: state.seq >= 60, (0, 1, 2, 3))
    table = await world.table()
    await play_on(world, clients, lambda: any(row.sealed for row in world.log.rows["m1"][-1:]), random.Random(3))
    await operate(world, Pause(by=WHO, reason=WHY))
    await operate(world, rewind(45))
    if settle:
        await table.close("server_restarting")
    before = dump_state(table.state)
    world.server()
    again = await world.table()
    assert again is not table
    assert dump_state(again.state) == before
    await operate(world, Resume(by=WHO, reason=WHY))
    for client in clients:
        await client.join()
    fresh = await world.table()
    await play_on(world, clients, lambda: fresh.state.phase == "settled", random.Random(2))
    assert sum(fresh.state.scores) == 0


async def test_spectators_hear_of_a_rewind_late_and_in_order() -> None:
    world = World(setup_of((0,)), pacing=Pacing(spectator_delay_ms=60_000))
    (client,) = await played(world, lambda state: state.seq >= 70)
    spectator = await world.join(None)
    await operate(world, RESET)
    table = await world.table()
    await operate(world, Pause(by=WHO, reason=WHY))
    early = [e["type"] for e in spectator.connection.events()]
    assert "match_rewound" not in early
    await world.pass_time(61_000)
    follows(spectator, table.state)
    follows(client, table.state)


async def test_there_is_nowhere_to_go_back_to() -> None:
    world = World(setup_of((0, 1, 2, 3), away=AwaySetup("pause", 0)))
    table = await world.table()
    await world.settle()
    assert await refused(world, rewind(0)) == "bad_seq"
    assert await refused(world, rewind(table.state.seq)) == "bad_seq"


async def test_the_store_that_is_away_changes_nothing() -> None:
    world = World(setup_of((0,)))
    (client,) = await played(world, lambda state: state.seq >= 60)
    table = await world.table()
    before = dump_state(table.state)
    heard = len(client.connection.frames)
    world.log.failing = True
    for operation in (RESET, EndMatch(by=WHO, reason=WHY), FreeSeat(seat=0, by=WHO, reason=WHY)):
        with pytest.raises(OperationRefused) as caught:
            await table.operate(operation)
        assert caught.value.code == "storage_unavailable"
    assert dump_state(table.state) == before and len(client.connection.frames) == heard
    world.log.failing = False
    assert await operate(world, RESET)


# --- the end
@pytest.mark.parametrize("ruleset", ["hong_kong", "taiwanese", "riichi"])
async def test_a_match_ends_with_what_everybody_has(ruleset: str) -> None:
    world = World(replace(setup_of((0,)), ruleset_key=newest(ruleset).key))
    (client,) = await played(world, lambda state: state.number == 2 and state.phase == "turn")
    table = await world.table()
    scores, deposits = list(table.state.scores), table.state.deposits
    preview = await table.preview(EndMatch(by=WHO, reason=WHY))
    await operate(world, EndMatch(by=WHO, reason=WHY))
    last = client.connection.events()[-3:]
    assert [event["type"] for event in last] == ["match_stopped", "deal_ended", "match_ended"]
    assert (last[0]["by"], last[0]["reason"]) == (WHO, WHY)
    assert table.state.phase == "over" and table.state.standings == preview.standings
    assert commitment_of(last[2]["secret"]) == table.state.match_commitment
    assert commitment_of(last[1]["secret"]) == table.state.deal_commitment
    ends = {line.seat: line.score for line in table.state.standings}
    first = table.state.standings[0]
    assert sum(ends.values()) == sum(scores) + 1000 * deposits
    assert ends == {seat: score + (1000 * deposits if seat == first.seat else 0) for seat, score in enumerate(scores)}
    assert await refused(world, RESET) == "match_over"
    assert await refused(world, Pause(by=WHO, reason=WHY)) == "match_over"


async def test_sticks_on_the_table_go_to_the_first_place() -> None:
    bots = [SeatSetup("bot", None, f"club-{seat + 1}", "club") for seat in range(4)]
    setup = setup_of((0,))
    world = World(replace(setup, ruleset_key=newest("riichi").key, seats=(setup.seats[0], bots[1], bots[2], bots[3])))
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.deposits > 0 and table.state.phase == "turn")
    total, deposits = sum(table.state.scores), table.state.deposits
    assert total == 100_000 - 1000 * deposits
    await operate(world, EndMatch(by=WHO, reason=WHY))
    end = client.connection.events()[-1]
    assert end["deposits_taken"] == deposits and table.state.deposits == 0
    assert sum(line["score"] for line in end["standings"]) == 100_000
    assert sum(line["points"] for line in end["standings"]) == 0


# --- pauses
async def test_nothing_moves_in_an_ordered_pause_whoever_comes_or_goes() -> None:
    world = World(setup_of((0, 1), clock=ClockSetup(5_000, 20_000), window_ms=800))
    clients = await played(world, lambda state: state.seq >= 40, (0, 1))
    table = await world.table()
    await operate(world, Pause(by=WHO, reason=WHY))
    paused = clients[0].connection.events()[-1]
    assert (paused["type"], paused["reason"], paused["by"], paused["note"]) == ("match_paused", "by_order", WHO, WHY)
    assert await refused(world, Pause(by=WHO, reason=WHY)) == "already_paused"
    seq, banks = table.state.seq, table.banks
    await world.pass_time(600_000)
    assert (table.state.seq, table.banks) == (seq, banks)
    for client in clients:
        await client.leave()
    await world.pass_time(600_000)
    world.server()
    again = [await world.join(seat) for seat in (0, 1)]
    table = await world.table()
    told = {"by": WHO, "note": WHY}
    assert [client.connection.last("snapshot")["pause"] for client in again] == [told, told]
    assert table.state.paused == "by_order" and not any(client.of("prompt") for client in [c.connection for c in again])
    answer = again[0].connection
    await again[0].send({"type": "act", "id": "x", "prompt": 1, "seq": 1, "action": {"type": "pass"}})
    assert answer.last("refused")["code"] in ("stale_prompt", "match_paused")
    await operate(world, Resume(by=WHO, reason=WHY))
    resumed = next(e for e in reversed(answer.events()) if e["type"] == "match_resumed")
    assert (resumed["reason"], resumed["by"], resumed["note"]) == ("by_order", WHO, WHY)
    assert await refused(world, Resume(by=WHO, reason=WHY)) == "not_paused"
    assert (await world.join(None)).connection.last("snapshot")["pause"] is None
    await play_on(world, again, lambda: table.state.phase == "settled")


async def test_why_a_table_rests_is_known_from_the_log_and_from_a_kept_state_alike() -> None:
    world = World(setup_of((0, 1)))
    await played(world, lambda state: state.seq >= 40, (0, 1))
    await operate(world, Pause(by=WHO, reason=WHY))
    table = await world.table()
    await table.close("server_restarting")
    assert await world.snapshots.latest("m1") is not None
    for snapshots in (world.snapshots, MemorySnapshots()):
        world.snapshots = snapshots
        world.server()
        late = await world.join(None)
        assert late.connection.last("snapshot")["pause"] == {"by": WHO, "note": WHY}


async def test_a_pause_that_somebody_left_is_not_ended_by_order() -> None:
    world = World(setup_of((0, 1), away=AwaySetup("pause", 1_000)))
    clients = await played(world, lambda state: state.seq >= 20, (0, 1))
    await clients[1].leave()
    await world.pass_time(2_000)
    assert (await world.table()).state.paused == "seat_left"
    assert await refused(world, Resume(by=WHO, reason=WHY)) == "not_paused"
    await operate(world, Pause(by=WHO, reason=WHY))
    back = await world.join(1)
    assert (await world.table()).state.paused == "by_order"
    await operate(world, Resume(by=WHO, reason=WHY))
    assert (await world.table()).state.paused == ""
    follows(back, (await world.table()).state)


# --- seats
async def test_a_seat_goes_to_somebody_else() -> None:
    world = World(setup_of((0, 1)))
    first, second = await played(world, lambda state: state.seq >= 40, (0, 1))
    table = await world.table()
    preview = await table.preview(MoveSeat(seat=1, to=BEN, by=WHO, reason=WHY))
    assert [(change.seat, change.before.name, change.after.name) for change in preview.seats] == [(1, "Person 1", "Ben")]
    await operate(world, MoveSeat(seat=1, to=BEN, by=WHO, reason=WHY))
    seated = next(e for e in reversed(first.connection.events()) if e["type"] == "seated")
    assert (seated["seat"], seated["kind"], seated["name"], seated["by"], seated["reason"]) == (1, "person", "Ben", WHO, WHY)
    assert "person" not in seated and b"ben" not in b"".join(data for _, data in first.connection.raw)
    assert second.connection.closed == "seat_changed"
    heard = len(second.connection.frames)
    ben = await world.join(1)
    people = ben.connection.last("snapshot")["people"]
    assert people[1]["name"] == "Ben" and people[1]["present"]
    await play_on(world, [first, ben], lambda: table.state.phase == "settled")
    assert len(second.connection.frames) == heard
    assert table.setup.seats[1] == BEN


async def test_a_freed_seat_is_played_by_a_bot_and_can_be_given_away_again() -> None:
    world = World(setup_of((0, 1)))
    first, second = await played(world, lambda state: state.seq >= 40, (0, 1))
    table = await world.table()
    await operate(world, FreeSeat(seat=1, by=WHO, reason=WHY))
    assert second.connection.closed == "seat_changed" and table.setup.seats[1] == SeatSetup("bot", None, "club-2", "club")
    assert await refused(world, FreeSeat(seat=1, by=WHO, reason=WHY)) == "seat_empty"
    await play_on(world, [first], lambda: table.state.phase == "settled")
    await operate(world, MoveSeat(seat=1, to=BEN, by=WHO, reason=WHY))
    ben = await world.join(1)
    await play_on(world, [first, ben], lambda: table.state.number == 2 and table.state.phase == "settled")
    follows(ben, table.state)


async def test_two_change_places() -> None:
    world = World(setup_of((0, 1)))
    first, second = await played(world, lambda state: state.seq >= 40, (0, 1))
    table = await world.table()
    hands = [seat.hand.tiles() for seat in table.state.seats]
    await operate(world, Pause(by=WHO, reason=WHY))
    await operate(world, SwapSeats(seat=0, other=3, by=WHO, reason=WHY))
    assert [seat.kind for seat in table.setup.seats] == ["bot", "person", "bot", "person"]
    assert (first.connection.closed, second.connection.closed) == ("seat_changed", None)
    assert [seat.hand.tiles() for seat in table.state.seats] == hands
    moved = await world.join(3)
    await operate(world, Resume(by=WHO, reason=WHY))
    await play_on(world, [moved, second], lambda: table.state.phase == "settled")
    follows(moved, table.state)


async def test_seats_that_cannot_be_given() -> None:
    world = World(setup_of((0, 1)))
    await played(world, lambda state: state.seq >= 20, (0, 1))
    mine = world.setup.seats[0]
    assert await refused(world, MoveSeat(seat=1, to=mine, by=WHO, reason=WHY)) == "seat_taken"
    assert await refused(world, MoveSeat(seat=0, to=mine, by=WHO, reason=WHY)) == "same_player"
    assert await refused(world, SwapSeats(seat=2, other=3, by=WHO, reason=WHY)) == "same_player"
    assert await refused(world, SwapSeats(seat=2, other=9, by=WHO, reason=WHY)) == "bad_seat"
    assert await refused(world, Pause(by=" ", reason="x")) == "bad_name"
    assert await refused(world, Pause(by=WHO, reason="")) == "bad_reason"
    assert await refused(world, Pause(by=WHO, reason="x" * 201)) == "bad_reason"


# --- sending people away
async def test_a_closed_table_rests_until_somebody_is_back() -> None:
    world = World(setup_of((0, 1), clock=ClockSetup(5_000, 0), window_ms=800))
    clients = await played(world, lambda state: state.seq >= 40, (0, 1))
    spectator = await world.join(None)
    table = await world.table()
    table.dismiss()
    await table.idle()
    assert [client.connection.closed for client in (*clients, spectator)] == ["table_closed"] * 3
    seq = table.state.seq
    await world.pass_time(3_600_000)
    assert table.state.seq == seq and len(world.tables) == 0
    again = [await world.join(seat) for seat in (0, 1)]
    fresh = await world.table()
    await play_on(world, again, lambda: fresh.state.phase == "settled")


async def test_a_kicked_person_may_come_back_to_his_seat() -> None:
    world = World(setup_of((0, 1)))
    first, second = await played(world, lambda state: state.seq >= 40, (0, 1))
    second.member.person_id = "p1"
    table = await world.table()
    table.kick("p1")
    await table.idle()
    assert (first.connection.closed, second.connection.closed) == (None, "kicked")
    assert first.connection.last("presence")["seats"][1]["present"] is False
    back = await world.join(1)
    await play_on(world, [first, back], lambda: table.state.phase == "settled")


async def test_orders_are_heard_while_bots_play_among_themselves() -> None:
    world = World(setup_of((0,)))
    await played(world, lambda state: state.seq >= 20)
    await world.tables.operate("m1", FreeSeat(seat=0, by=WHO, reason=WHY))
    number = await world.tables.operate("m1", Pause(by=WHO, reason=WHY))
    table = world.tables.loaded("m1")
    assert table is not None and table.state.paused == "by_order" and table.state.seq == number
    assert await world.tables.operate("m1", EndMatch(by=WHO, reason=WHY)) == number + 1
