"""Players only ever do what is legal, from their view alone, and the club player plays for hands that may be won."""

import random
from collections import Counter

import pytest

from mahjong_club.benchmarks.driver import play_match
from mahjong_club.bots import STRENGTHS, choose
from mahjong_club.rules.actions import PASS, PROCEED, WIN, Action, Chow, Discard, Pung
from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import DealWon, Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import RULESETS, newest
from mahjong_club.rules.views import dump, view_for
from tests.support.rig import Rig

KEYS = sorted({newest(found.id).key for found in RULESETS})
HONG_KONG = newest("hong_kong").key


def club(rig: Rig, seat: Seat) -> Action:
    """What the club player answers at a seat of a rigged deal."""
    return choose("club", view_for(rig.state, seat), rig.legal(seat), seat, random.Random(0))


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("key", KEYS)
def test_whole_matches_are_legal_and_pure(key: str, strength: str) -> None:
    asked = 0

    def player(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        nonlocal asked
        asked += 1
        view = view_for(state, seat)
        before = dump(view)
        action = choose(strength, view, legal, seat, random.Random(asked))
        assert action in legal
        assert dump(view) == before
        assert choose(strength, view_for(state, seat), legal, seat, random.Random(asked)) == action
        return action

    played = play_match(key, {}, player, 5, most_deals=3)
    assert played.deals == 3 or played.state.phase == "over"
    assert asked == played.decisions > 100


def test_what_others_hold_does_not_matter() -> None:
    """The whole state in place of the view: a player who looked at more than its own side would answer differently."""
    differing: Counter[bool] = Counter()

    def player(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        honest = choose("club", view_for(state, seat), legal, seat, random.Random(0))
        other = state.copy()
        for index, each in enumerate(other.seats):
            if index != seat:
                each.hand = Hand(["1z"] * each.hand.size)
        other.wall = None
        differing[choose("club", other, legal, seat, random.Random(0)) != honest] += 1
        return honest

    play_match(HONG_KONG, {"rounds": 1}, player, 11, most_deals=2)
    assert differing[True] == 0 < differing[False]


def test_a_win_is_taken() -> None:
    rig = Rig(HONG_KONG, {0: "123456789m1m55z7z", 1: "19m19p19s1234z567z"}, draws="7z")
    rig.discard("7z")
    rig = Rig(HONG_KONG, {0: "234m", 1: "1112345678999m"}, draws="5m")
    rig.lay("5m")
    assert WIN in rig.legal(1)
    assert club(rig, 1) == WIN


def test_no_claim_into_a_hand_that_cannot_reach_the_minimum() -> None:
    """Sequences in three suits and a flower that is another seat's: open, that is two faan at most, with self-draw."""
    rig = Rig(HONG_KONG, {0: "5s", 1: "234m678m56p34s99s1f"}, draws="1z", replacements="9p")
    rig.lay("5s")
    chows = [action for action in rig.legal(1) if isinstance(action, Chow)]
    assert chows
    assert club(rig, 1) == PASS


def test_the_same_claim_where_the_minimum_is_in_hand() -> None:
    """All of one suit: the claim brings the hand nearer and keeps its faan."""
    rig = Rig(HONG_KONG, {0: "5s", 1: "234s678s34s99s77z1z"}, draws="1z")
    rig.lay("5s")
    assert isinstance(club(rig, 1), Chow)


def test_dragons_are_claimed_for_a_flush() -> None:
    rig = Rig(HONG_KONG, {0: "7z", 2: "77z55z123m46m99m1p2s"}, draws="1z")
    rig.lay("7z")
    assert club(rig, 2) == Pung(("7z", "7z"))


def test_a_flush_lets_the_other_suits_go() -> None:
    rig = Rig(HONG_KONG, {0: "123456789m55z1p4s"}, draws="9m")
    action = club(rig, 0)
    assert isinstance(action, Discard)
    assert action.tile in ("1p", "4s")


def test_ready_below_the_minimum_is_not_ready() -> None:
    """Letting 9m go makes the hand ready for 3p and 6p at one faan; it stays a flush instead."""
    rig = Rig(HONG_KONG, {0: "12345678m55z45p2f"}, draws="9m", replacements="9m")
    action = club(rig, 0)
    assert isinstance(action, Discard)
    assert action.tile in ("4p", "5p")


def test_club_beats_random() -> None:
    wins: Counter[bool] = Counter()
    points = 0

    def watch(state: MatchState, event: Event) -> None:
        if isinstance(event, DealWon):
            wins[event.seat == strong] += 1

    def player(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        strength = "club" if seat == strong else "random"
        return choose(strength, view_for(state, seat), legal, seat, rng)

    for number in range(8):
        strong, rng = number % 4, random.Random(number)
        played = play_match(HONG_KONG, {"rounds": 1}, player, number, watch=watch, most_deals=6)
        points += played.state.scores[strong]
    assert wins[True] > 10 * max(1, wins[False])
    assert points > 0


def test_unknown_strength_and_empty_list() -> None:
    rig = Rig(HONG_KONG)
    with pytest.raises(ValueError, match="unknown strength"):
        choose("grandmaster", view_for(rig.state, 0), rig.legal(0), 0, random.Random(0))
    with pytest.raises(ValueError, match="nothing"):
        choose("club", view_for(rig.state, 0), (), 0, random.Random(0))


def test_a_view_kept_by_events_gives_the_same_choice() -> None:
    """The client of a bot has no state, only a view brought up to date by what it was told."""
    rig = Rig(HONG_KONG)
    view = view_for(rig.state, 1)
    state = rig.state
    for _ in range(60):
        if state.phase != "turn" and state.window is None:
            break
        for seat in range(4):
            legal = rig.legal(seat)
            if not legal:
                continue
            action = choose("club", view_for(state, seat), legal, seat, random.Random(0))
            if seat == 1:
                assert choose("club", view, legal, seat, random.Random(0)) == action
            for event in decide(state, seat, action):
                evolve(state, event)
                evolve(view, event.seen_by(1))
            break
        else:
            for event in decide(state, None, PROCEED):
                evolve(state, event)
                evolve(view, event.seen_by(1))
