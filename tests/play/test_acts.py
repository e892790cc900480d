"""Acts: done once, whatever is sent again, too late, by the wrong tab or out of turn; and never in silence."""

import asyncio
import json

from mahjong_club.protocol.frames import decode_client
from tests.play.support import Client, World, play_on, setup_of


async def on_turn(world: World, seats: tuple[int, ...] = (0, 1, 2, 3)) -> list[Client]:
    return [await world.join(seat) for seat in seats]


async def test_the_second_delivery_of_an_act_gets_the_first_answer() -> None:
    world = World(setup_of())
    dealer, *_ = await on_turn(world)
    frame = dealer.act_frame()
    await dealer.send(frame)
    first = dealer.answer_to(frame["id"])
    assert first["type"] == "accepted"
    kept = len(world.log.rows["m1"])
    await dealer.send(frame)
    await dealer.send(frame | {"action": {"type": "win"}})
    assert dealer.connection.of("accepted", "refused") == [first] * 3
    assert len(world.log.rows["m1"]) == kept


async def test_two_deliveries_in_one_moment_are_done_once() -> None:
    world = World(setup_of())
    dealer, *_ = await on_turn(world)
    frame = decode_client(json.dumps(dealer.act_frame()))
    table = await world.table()
    for _ in range(3):
        table.receive(dealer.member, frame)
    await table.idle()
    assert [f["type"] for f in dealer.connection.of("accepted", "refused")] == ["accepted"] * 3
    assert [row.kind for row in world.log.rows["m1"]].count("discarded") == 1


async def test_an_act_sent_again_after_a_restart_gets_the_first_answer() -> None:
    world = World(setup_of())
    clients = await on_turn(world)
    frame = clients[0].act_frame()
    await clients[0].send(frame)
    first = clients[0].answer_to(frame["id"])
    await play_on(world, clients, lambda: len(world.log.rows["m1"]) > 150)
    kept = list(world.log.rows["m1"])
    world.server()
    again = await world.join(0)
    await again.send(frame)
    assert again.answer_to(frame["id"]) == first
    assert [row for row in world.log.rows["m1"][len(kept) :] if row.act_id] == []


async def test_a_sealed_answer_sent_again_after_a_restart_is_not_done_twice() -> None:
    world = World(setup_of(secret="07" * 32))
    clients = await on_turn(world)
    table = await world.table()
    sealed: dict[str, str] = {}

    def waiting() -> bool:
        return table.state.window is not None and any(a is not None for a in table.state.window.answers)

    await play_on(world, clients, waiting)
    row = world.log.rows["m1"][-1]
    assert row.sealed
    assert row.seat is not None
    sealed["id"] = str(row.act_id)
    frame = next(
        {"type": "act", "id": sealed["id"], "prompt": f["id"], "seq": f["seq"], "action": f["legal"][0]}
        for f in reversed(clients[row.seat].connection.of("prompt"))
    )
    world.server()
    again = await world.join(row.seat)
    assert again.prompt is None
    await again.send(frame)
    assert again.answer_to(sealed["id"]) == {"type": "accepted", "id": sealed["id"], "seq": row.seq}
    assert [r.act_id for r in world.log.rows["m1"]].count(sealed["id"]) == 1


async def test_stale_prompts_are_refused_with_the_present_number() -> None:
    world = World(setup_of())
    clients = await on_turn(world)
    late = clients[0].act_frame()
    await clients[0].act()
    answer = await clients[0].act(prompt=late["prompt"], seq=late["seq"])
    table = await world.table()
    assert answer == {"type": "refused", "code": "stale_prompt", "seq": table.state.seq, "id": answer["id"]}
    dealer = next(c for c in clients if c.prompt is not None and c is not clients[0])
    assert (await dealer.act(seq=10_000))["code"] == "stale_prompt"
    assert (await dealer.act(seq=0))["code"] == "stale_prompt"
    assert (await dealer.act(prompt=1))["code"] == "stale_prompt"


async def test_acts_outside_the_list_say_why_and_where_it_is_written() -> None:
    world = World(setup_of())
    clients = await on_turn(world)
    assert (await clients[0].act({"type": "discard", "tile": "9q"}))["code"] == "tile_not_held"
    refused = await clients[0].act({"type": "win"})
    assert (refused["code"], refused["rule"]) == ("not_a_hand", "wins.shape")
    other = clients[1]
    frame = clients[0].act_frame({"type": "discard", "tile": "1m"})
    await other.send(frame)
    assert other.answer_to(frame["id"])["code"] == "not_your_turn"


async def test_spectators_and_older_tabs_cannot_act() -> None:
    world = World(setup_of())
    older, *_ = await on_turn(world)
    newer = await world.join(0)
    assert older.connection.of("notice") == [{"type": "notice", "code": "taken_over", "params": {}}]
    assert newer.prompt == older.prompt
    assert (await older.act())["code"] == "not_in_control"
    watcher = await world.join(None)
    frame = older.act_frame()
    await watcher.send(frame)
    assert watcher.answer_to(frame["id"])["code"] == "not_seated"
    heard = len(older.connection.events())
    assert (await newer.act())["type"] == "accepted"
    assert len(older.connection.events()) > heard
    # The older tab takes over again when the newer one goes.
    await newer.leave()
    assert older.connection.last("notice")["code"] == "in_control"
    table = await world.table()
    await play_on(world, [older, *[await world.join(s) for s in (1, 2, 3)]], lambda: table.state.discards > 8)


async def test_a_flood_is_refused_and_the_table_goes_on() -> None:
    world = World(setup_of())
    clients = await on_turn(world)
    table = await world.table()
    frame = decode_client('{"type":"ask","id":"q","what":"waits"}')
    for _ in range(100):
        table.receive(clients[1].member, frame)
    await table.idle()
    codes = [f["code"] for f in clients[1].connection.of("refused")]
    assert set(codes) == {"too_fast"}
    assert len(clients[1].connection.of("answer")) + len(codes) == 100
    assert (await clients[0].act())["type"] == "accepted"


async def test_words_reach_everybody_but_not_too_often() -> None:
    world = World(setup_of())
    clients = await on_turn(world)
    watcher = await world.join(None)
    await clients[2].send({"type": "say", "text": "<b>hi</b>"})
    await clients[2].send({"type": "say", "phrase": "hurry"})
    for client in (*clients, watcher):
        assert client.connection.of("said") == [{"type": "said", "name": "seat 2", "seat": 2, "text": "<b>hi</b>"}]
    assert clients[2].connection.last("refused")["code"] == "too_fast"


async def test_ping_is_answered_at_once() -> None:
    world = World(setup_of())
    client = await world.join(1)
    await client.send({"type": "ping"})
    assert client.connection.frames[-1] == {"type": "pong"}


async def test_a_table_can_be_asked_for_by_many_at_once() -> None:
    world = World(setup_of())
    tables = await asyncio.gather(*[world.tables.get("m1") for _ in range(8)])
    assert len({id(table) for table in tables}) == 1
    await tables[0].idle()
    assert [row.kind for row in world.log.rows["m1"]].count("match_started") == 1
