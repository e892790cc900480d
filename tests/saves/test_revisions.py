"""A running deal ends under the rules it began with; the next takes the newest revision unless the table pinned it."""

from dataclasses import replace
from typing import Any

import pytest

from mahjong_club.play.deals import fair_deal
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.actions import Pung, StartDeal, Win
from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import DealEnded, DealStarted
from mahjong_club.rules.rulesets import options_json
from mahjong_club.rules.variants.registry import newest, rules_for, ruleset, upgraded
from tests.play.support import World, play_on, setup_of
from tests.saves.support import Played, setup_for
from tests.support.rig import Rig


def deals_of(match: Played) -> list[DealStarted]:
    events = [decode_stored(entry.kind, entry.payload) for entry in match.entries]
    return [event for event in events if isinstance(event, DealStarted)]


@pytest.mark.parametrize(("old", "new"), [("hong_kong/1", "hong_kong/2"), ("riichi/1", "riichi/2")])
def test_a_match_switches_at_its_next_deal_with_its_scores(old: str, new: str) -> None:
    setup = setup_for(old)
    rules = rules_for(old, {})
    match = Played(setup, seed=4)
    while match.state.rules is None:
        match.step()
    # The first deal began before the newer revision was there.
    start = fair_deal(replace(setup, pinned=True), match.state)
    match.add(decide(match.state, None, start))
    match.until(lambda state: state.phase == "settled")
    assert match.state.rules is rules and match.state.ruleset == old
    scores = list(match.state.scores)
    match.until(lambda state: state.number == 2)
    first, second = deals_of(match)
    assert (first.ruleset, first.options) == (old, options_json(ruleset(old).options))
    assert (second.ruleset, second.options) == (new, options_json(newest(old.split("/")[0]).options))
    assert list(second.scores) == scores and match.state.ruleset == new
    match.until(lambda state: state.number == 3)
    assert deals_of(match)[2].ruleset == new


@pytest.mark.parametrize("key", ["hong_kong/1", "riichi/1"])
def test_a_pinned_match_stays(key: str) -> None:
    match = Played(setup_for(key, pinned=True)).until(lambda state: state.number == 3)
    assert {deal.ruleset for deal in deals_of(match)} == {key}


def test_what_the_match_had_changed_stays_changed() -> None:
    key, options = upgraded("hong_kong/1", {"minimum": 4, "track_liability": True}) or ("", {})
    assert key == "hong_kong/2"
    assert options == options_json(ruleset("hong_kong/2").options) | {"minimum": 4}
    assert upgraded("riichi/1", {"red_fives": [0, 0, 0], "extension": "none"}) == (
        "riichi/2",
        options_json(ruleset("riichi/2").options) | {"extension": "none"},
    )


def test_the_newest_revision_and_unknown_changes_are_left_alone() -> None:
    assert upgraded("hong_kong/2", {"minimum": 4}) is None
    assert upgraded("riichi_wrc/1", {}) is None
    assert upgraded("hong_kong/1", {"no_such_option": True}) is None


@pytest.mark.parametrize(("key", "tracks"), [("hong_kong/1", False), ("hong_kong/2", True)])
def test_the_old_revision_tracks_no_first_turn_passed_win_or_liability(key: str, tracks: bool) -> None:
    dragons = Rig(key, {0: "567z123456m1234p", 1: "5566z12345789m7s", 2: "111222p333s88s77z"}, draws="8s")
    rules = dragons.state.rules
    assert rules is not None
    assert (rules.opening_of(dragons.state, 0, "self_draw", None) == "heavenly") is tracks
    # West could win East's first discard and lets it go.
    dragons.lay("8s")
    assert any(isinstance(action, Win) for action in dragons.legal(2))
    dragons.pass_all()
    assert (dragons.state.seats[2].lock is not None) is tracks


@pytest.mark.parametrize(("key", "tracks"), [("hong_kong/1", False), ("hong_kong/2", True)])
def test_the_old_revision_makes_nobody_liable(key: str, tracks: bool) -> None:
    rig = Rig(key, {0: "567z123456m1234p", 1: "556677z12345m79s"}, draws="9p")
    for tile in ("5z", "6z", "7z"):
        while not (rig.state.turn == 0 and rig.state.seats[0].hand.holds(tile)):
            rig.tsumogiri()
        rig.lay(tile)
        rig.claim(1, next(action for action in rig.legal(1) if isinstance(action, Pung)))
        rig.turn(rig.state.seats[1].hand.tiles()[0])
    assert bool(rig.state.seats[1].liable) is tracks


def test_records_of_a_match_that_switched_are_replayed() -> None:
    from mahjong_club.commands.record import Record, replay

    match = Played(setup_for("hong_kong/1"), seed=2)
    while match.state.rules is None:
        match.step()
    match.add(decide(match.state, None, fair_deal(replace(match.setup, pinned=True), match.state)))
    match.until(lambda state: state.number == 3)
    events = tuple(decode_stored(e.kind, e.payload) for e in match.entries if not e.sealed)
    *_, (count, _, state) = replay(Record({}, events))
    assert count == len(events) and state.ruleset == "hong_kong/2"


async def test_a_match_at_a_table_switches_between_its_deals() -> None:
    old = replace(setup_of(), ruleset_key="hong_kong/1")
    pinned = [True]

    def deal(setup: Any, state: Any) -> StartDeal:
        return fair_deal(replace(setup, pinned=pinned[0]), state)

    world = World(old, deal=deal)
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    assert table.state.ruleset == "hong_kong/1" and table.state.number == 1
    pinned[0] = False  # the program is brought up to date while the deal runs
    world.server()
    clients = [await world.join(seat) for seat in range(4)]
    table = await world.table()
    assert table.state.ruleset == "hong_kong/1"
    await play_on(world, clients, lambda: world_state(world).number == 2)
    events = [decode_stored(e.kind, e.payload) for e in world.log.rows["m1"]]
    ended = next(event for event in events if isinstance(event, DealEnded))
    started = [event for event in events if isinstance(event, DealStarted)]
    assert [event.ruleset for event in started] == ["hong_kong/1", "hong_kong/2"]
    assert started[1].scores == ended.scores and started[1].dealer == ended.dealer


def world_state(world: World) -> Any:
    table = world.tables.loaded("m1")
    assert table is not None
    return table.state
