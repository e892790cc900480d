"""Practice tables: decisions taken back, and what the club's bot would do; at other tables neither."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from mahjong_club.bots import choose
from mahjong_club.play.operations import EndMatch, MoveSeat, OperationRefused
from mahjong_club.play.ports import ClockSetup, SeatSetup
from mahjong_club.protocol.codec import build_action, build_event
from mahjong_club.protocol.frames import Act, decode_client
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants import registry
from mahjong_club.rules.variants.registry import newest
from mahjong_club.rules.views import dump, view_for
from tests.play.support import Client, World, play_on, setup_of
from tests.system.client import state_of


def practice_world(ruleset: str = "hong_kong", **changes: Any) -> World:
    return World(replace(setup_of((0,)), ruleset_key=newest(ruleset).key, practice=True, **changes))


def view_of(client: Client) -> MatchState:
    """The view that the client comes to by what it heard."""
    view = None
    for frame in client.connection.frames:
        if frame["type"] == "snapshot":
            view = state_of(frame["view"])
        elif frame["type"] == "events":
            for item in frame["items"]:
                assert view is not None
                evolve(view, build_event(item))
    assert view is not None
    return view


async def asked_after(client: Client, answered: int) -> dict[str, Any]:
    """The question after the one that was answered."""

    def newer() -> bool:
        return client.prompt is not None and client.prompt["id"] > answered

    await play_on(client.world, [], newer)
    assert client.prompt is not None
    return client.prompt


async def undo(client: Client, frame_id: str) -> dict[str, Any]:
    """Take back a decision, some time after the last was."""
    await client.world.pass_time(1_000)
    await client.send({"type": "undo", "id": frame_id})
    return client.answer_to(frame_id)


async def ask_hint(client: Client) -> dict[str, Any]:
    await client.send({"type": "ask", "id": "h", "what": "hint"})
    return next(f for f in reversed(client.connection.frames) if f.get("id") == "h")


def moment(state: MatchState) -> dict[str, Any]:
    return {name: value for name, value in json.loads(json.dumps(dump(state))).items() if name not in ("seq", "paused")}


async def test_each_undo_goes_one_own_decision_further_back() -> None:
    world = practice_world()
    client = await world.join(0)
    table = await world.table()
    rng = random.Random(3)
    asked: list[tuple[dict[str, Any], dict[str, Any]]] = []
    answered = 0
    while len(asked) < 12:
        prompt = await asked_after(client, answered)
        answered = prompt["id"]
        if table.state.phase != "settled" and len(prompt["legal"]) > 1:
            asked.append((moment(view_for(table.state, 0)), prompt))
        await client.act(rng.choice(prompt["legal"]))
    for n, (before, prompt) in enumerate(reversed(asked)):
        assert (await undo(client, f"u{n}"))["type"] == "accepted"
        assert moment(view_for(table.state, 0)) == before
        assert moment(view_of(client)) == before
        fresh = client.prompt
        assert fresh is not None and fresh["legal"] == prompt["legal"] and fresh["id"] > answered
    assert (await undo(client, "over"))["code"] == "nothing_to_undo"
    await play_on(world, [client], lambda: table.state.phase == "settled")
    assert sum(table.state.scores) == 0


async def test_an_undo_gives_the_time_of_the_decision_back() -> None:
    world = practice_world(clock=ClockSetup(5_000, 60_000), window_ms=100)
    client = await world.join(0)
    table = await world.table()

    async def next_choice(answered: int) -> dict[str, Any]:
        question = await asked_after(client, answered)
        while len(question["legal"]) == 1:
            await client.act(question["legal"][0])
            question = await asked_after(client, question["id"])
        return question

    # The first decision takes time, too: what is given back is that of the second alone.
    first = await next_choice(0)
    await world.pass_time(8_000)
    await client.act(first["legal"][0])
    decided = await next_choice(first["id"])
    before = table.banks
    assert before[0] < 60_000
    await world.pass_time(20_000)
    await client.act(decided["legal"][0])
    assert table.banks[0] < before[0]
    answer = await undo(client, "u1")
    assert answer["type"] == "accepted"
    assert table.banks == before
    assert client.prompt is not None and client.prompt["clock"]["bank_ms"] == before[0]
    assert client.prompt["legal"] == decided["legal"]
    # A restart knows it, too.
    world.server()
    await world.join(0)
    assert (await world.table()).banks == before


async def test_an_undo_that_is_sent_again_is_done_once() -> None:
    world = practice_world()
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.discards >= 12)
    first = await undo(client, "u1")
    seq = table.state.seq
    assert await undo(client, "u1") == first and table.state.seq == seq
    world.server()
    await client.join()
    assert await undo(client, "u1") == first
    assert (await undo(client, "u2"))["type"] == "accepted"
    await client.send({"type": "undo", "id": "u3"})
    assert client.answer_to("u3")["code"] == "too_fast"


async def test_the_result_of_a_deal_can_be_taken_back_but_not_the_end_of_the_match() -> None:
    world = practice_world()
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.phase == "settled")
    assert (await undo(client, "u1"))["type"] == "accepted"
    assert table.state.results == [] and table.state.number == 1 and sum(table.state.scores) == 0
    await world.tables.operate("m1", EndMatch(by="Ada", reason="x"))
    assert (await undo(client, "u2"))["code"] == "match_over"


async def test_a_hint_is_what_the_bot_would_do_from_what_the_seat_sees() -> None:
    for found in registry.listed():
        world = practice_world(found.id)
        client = await world.join(0)
        table = await world.table()
        reasons = set()
        answered = 0
        while table.state.number < 3:
            prompt = await asked_after(client, answered)
            answered = prompt["id"]
            answer = await ask_hint(client)
            if table.state.phase == "settled":
                assert answer["code"] == "nothing_to_decide"
                await client.act()
                continue
            hint = answer["hint"]
            assert hint["action"] in prompt["legal"]
            reasons.add(hint["reason"])
            if len(prompt["legal"]) > 1:
                frame = decode_client(json.dumps(client.act_frame(hint["action"])))
                assert isinstance(frame, Act)
                own = choose("club", view_for(table.state, 0), legal_actions(table.state, 0), 0, random.Random(0))
                assert build_action(frame.action) == own
            if hint["reason"] == "ready":
                assert hint["shanten"] == 0
            assert all(1 <= each["left"] <= 4 for each in hint["accepts"])
            await client.act(hint["action"])
        assert reasons >= {"shape", "ready"}, (found.id, reasons)


async def test_a_hint_needs_a_question() -> None:
    world = practice_world(window_ms=800)
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.phase == "turn" and table.state.turn != 0)
    assert (await ask_hint(client))["code"] == "nothing_to_decide"


@pytest.mark.parametrize("people", [(0,), (0, 1)])
async def test_at_any_other_table_neither_is_to_be_had(people: tuple[int, ...]) -> None:
    world = World(setup_of(people))
    clients = [await world.join(seat) for seat in people]
    table = await world.table()
    await play_on(world, clients, lambda: table.state.discards >= 8)
    seq = table.state.seq
    for client in clients:
        assert (await undo(client, "u"))["code"] == "not_a_practice_table"
        assert (await ask_hint(client))["code"] == "not_a_practice_table"
    spectator = await world.join(None)
    assert (await undo(spectator, "u"))["code"] == "not_seated"
    assert (await ask_hint(spectator))["code"] == "not_seated"
    assert table.state.seq == seq


async def test_a_spectator_of_practice_may_do_neither() -> None:
    world = practice_world()
    client = await world.join(0)
    table = await world.table()
    await play_on(world, [client], lambda: table.state.discards >= 8)
    spectator = await world.join(None)
    assert spectator.connection.last("snapshot")["table"]["practice"] is True
    assert (await undo(spectator, "u"))["code"] == "not_seated"
    newer = await world.join(0)
    assert (await undo(client, "u"))["code"] == "not_in_control"
    assert (await undo(newer, "v"))["type"] == "accepted"


async def test_no_second_person_is_seated_at_practice() -> None:
    world = practice_world()
    await world.join(0)
    with pytest.raises(OperationRefused) as caught:
        await world.tables.operate("m1", MoveSeat(seat=1, to=SeatSetup("person", "ben", "Ben"), by="Ada", reason="x"))
    assert caught.value.code == "practice_table"
    assert await world.tables.operate("m1", MoveSeat(seat=0, to=SeatSetup("person", "ben", "Ben"), by="Ada", reason="x"))
