"""Questions about the own hand."""

from dataclasses import replace
from typing import Any

from mahjong_club.rules.actions import StartDeal
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import parse_tiles
from mahjong_club.rules.variants.registry import newest
from tests.play.support import Client, World, setup_of

READY = "111m222p333s55z11s"


def wall_for(state: MatchState, hands: list[str], draws: str) -> tuple[str, ...]:
    assert state.rules is not None
    rest = list(state.rules.tiles)
    chosen = [tile for hand in hands for tile in parse_tiles(hand)] + list(parse_tiles(draws))
    for tile in chosen:
        rest.remove(tile)
    dealt = chosen[: 13 * len(hands)]
    plain = [tile for tile in rest if tile[1] != "f"]
    filler, plain = plain[: 13 * (4 - len(hands))], plain[13 * (4 - len(hands)) :]
    flowers = [tile for tile in rest if tile[1] == "f"]
    return (*dealt, *filler, *chosen[13 * len(hands) :], *plain, *flowers)


async def seated(hand: str, draws: str, **options: Any) -> tuple[World, Client]:
    world = World(
        setup_of(window_ms=1_000, options=options),
        deal=lambda _, state: StartDeal(wall_for(state, [hand], draws), "00" * 32, "c" * 64),
    )
    return world, await world.join(0)


async def ask(client: Client, **frame: Any) -> dict[str, Any]:
    await client.send({"type": "ask", "id": "q", **frame})
    return client.connection.frames[-1]


async def test_waits_of_the_hand_without_the_drawn_tile() -> None:
    _, client = await seated(READY, "9p")
    answer = await ask(client, what="waits")
    assert [wait["tile"] for wait in answer["waits"]] == ["1s", "5z"]
    one, dragon = answer["waits"]
    assert one["wins"]
    assert dragon["wins"]
    assert dragon["total"] > one["total"]
    assert one["left"] <= 2
    assert dragon["left"] == 2


async def test_left_counts_what_this_seat_sees_only() -> None:
    world, client = await seated(READY, "9p")
    before = (await ask(client, what="waits"))["waits"]
    table = await world.table()
    # The other hands hold the other tiles of the wall's start, which the seat cannot know.
    held = sum(seat.hand.counts[18] for seat in table.state.seats[1:])
    in_wall = (table.state.wall or ()).count("1s") - 2
    assert before[0]["left"] == in_wall == 2
    assert held <= 2


async def test_each_discard_and_the_waits_after_it() -> None:
    _, client = await seated(READY, "9p")
    (only,) = (await ask(client, what="discards"))["discards"]
    assert (only["tile"], only["drawn"], [w["tile"] for w in only["waits"]]) == ("9p", True, ["1s", "5z"])
    _, client = await seated(READY, "1s")
    answer = await ask(client, what="discards")
    waits = {(d["tile"], d["drawn"]): [w["tile"] for w in d["waits"]] for d in answer["discards"]}
    assert waits[("1s", True)] == ["1s", "5z"]
    assert waits[("5z", False)] == ["5z"]
    assert waits[("1m", False)] == ["1m", "5z"]
    # A tile that was just thrown is seen, too.
    assert next(w["left"] for d in answer["discards"] if d["tile"] == "1s" for w in d["waits"] if w["tile"] == "1s") == 1


async def test_a_hand_below_the_minimum_says_so() -> None:
    _, client = await seated("111m456p789s234m5p", "1z", minimum=4)
    (wait,) = (await ask(client, what="waits"))["waits"]
    assert (wait["tile"], wait["wins"], wait["reason"]) == ("5p", False, "below_min")
    answer = await ask(client, what="why_not", action={"type": "win"})
    assert answer["code"] == "not_a_hand"
    assert answer["rule"] == "wins.shape"


async def test_a_refused_win_shows_what_the_hand_counts() -> None:
    _, client = await seated("111m456p789s234m5p", "5p", minimum=4, track_first_turn=False)
    refused = await client.act({"type": "win"})
    assert refused["code"] == "below_min"
    assert refused["rule"] == "wins.minimum"
    answer = await ask(client, what="why_not", action={"type": "win"})
    assert answer["total"] == refused["verdict"]["total"]
    assert answer["patterns"] == refused["verdict"]["patterns"]
    assert answer["total"] == sum(pattern["worth"] for pattern in answer["patterns"]) == 3


async def test_a_legal_action_needs_no_reason() -> None:
    _, client = await seated(READY, "9p")
    answer = await ask(client, what="why_not", action={"type": "discard", "tile": "9p", "drawn": True})
    assert "code" not in answer


async def test_spectators_have_no_hand() -> None:
    world, _ = await seated(READY, "9p")
    watcher = await world.join(None)
    assert (await ask(watcher, what="waits"))["code"] == "not_seated"
    client = await world.join(1)
    assert (await ask(client, what="why_not"))["code"] == "bad_frame"
    assert (await ask(client, what="discards"))["discards"] == []


async def riichi_seated(hand: str, draws: str) -> Client:
    setup = replace(setup_of(window_ms=1_000), ruleset_key=newest("riichi").key)
    return await World(setup, deal=lambda _, state: StartDeal(wall_for(state, [hand], draws), "00" * 32, "c" * 64)).join(0)


async def test_what_a_declaration_would_make_of_the_waits() -> None:
    client = await riichi_seated("123m456p789s11z45s", "9p")
    found = {d["tile"]: d for d in (await ask(client, what="discards"))["discards"]}
    after = found["9p"]
    assert after["ready"] == "double"
    assert [wait["tile"] for wait in after["waits"]] == [wait["tile"] for wait in after["declared"]] == ["3s", "6s"]
    for plain, declared in zip(after["waits"], after["declared"], strict=True):
        assert declared["wins"]
        # Double riichi is two han.
        assert declared["total"] == plain["total"] + 2
    # Without a yaku the hand wins by declaring or by self-draw only.
    client = await riichi_seated("123m456p789s22m46s", "9p")
    (after,) = [d for d in (await ask(client, what="discards"))["discards"] if d["tile"] == "9p"]
    assert (after["waits"][0]["wins"], after["waits"][0]["reason"]) == (False, "no_yaku")
    assert after["waits"][0]["self_draw"]["wins"]
    assert after["declared"][0]["wins"]


async def test_a_discard_that_is_one_of_its_own_waits_is_furiten() -> None:
    client = await riichi_seated("123m456p789s11z45s", "6s")
    found = {(d["tile"], d["drawn"]): d for d in (await ask(client, what="discards"))["discards"]}
    after = found[("6s", True)]
    assert {wait["reason"] for wait in after["waits"]} == {"furiten_discard"}
    assert not any(wait["wins"] for wait in after["waits"])
    assert all(wait["self_draw"]["wins"] for wait in after["waits"])
    assert {wait["reason"] for wait in after["declared"]} == {"furiten_ready"}


async def test_what_a_claim_would_make_of_the_hand() -> None:
    # Seat 0 discards 2m; seat 1 can take it as a chow and then waits with the dragons and the pair.
    hands = ["222m444p666p777p7z", "13m456p789s11s55z2z"]
    setup = replace(setup_of(window_ms=1_000), ruleset_key=newest("riichi").key)
    world = World(setup, deal=lambda _, state: StartDeal(wall_for(state, hands, "8m"), "00" * 32, "c" * 64))
    clients = [await world.join(seat) for seat in range(4)]
    await clients[0].act({"type": "discard", "tile": "2m"})
    chow = {"type": "chow", "tiles": ["1m", "3m"]}
    found = {d["tile"]: d for d in (await ask(clients[1], what="discards", action=chow))["discards"]}
    assert [wait["tile"] for wait in found["2z"]["waits"]] == ["1s", "5z"]
    assert [(wait["wins"], wait["reason"]) for wait in found["2z"]["waits"]] == [(False, "no_yaku"), (True, None)]
    # Nobody else may ask about it, and nothing has happened.
    assert (await ask(clients[2], what="discards", action=chow))["discards"] == []
    assert (await world.table()).state.window is not None
    assert (await world.table()).state.seats[1].melds == []
