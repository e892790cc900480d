"""The club player at the riichi table: it declares, stays silent with a big hand, folds, and keeps a yaku in open hands."""

import random
from collections import Counter

import pytest

from mahjong_club.benchmarks.driver import play_match
from mahjong_club.bots import choose
from mahjong_club.bots.club import choose_club
from mahjong_club.bots.riichi import RiichiTemperament
from mahjong_club.bots.riichi_danger import feared, safe_kinds, waited_for
from mahjong_club.bots.sight import look
from mahjong_club.rules.actions import PASS, Action, Chow, DeclareReady, Discard, Pung
from mahjong_club.rules.events import DealStarted, Discarded, Event, MeldClaimed
from mahjong_club.rules.seats import Seat, wind_of
from mahjong_club.rules.shapes import ORPHANS
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import KIND
from mahjong_club.rules.views import view_for
from tests.support.rig import Rig

KEY = "riichi/2"
E, S, W, N = range(4)
FAR = "147m259p369s234z"


def club(rig: Rig, seat: Seat) -> Action:
    """What the club player answers at a seat of a rigged deal."""
    return choose("club", view_for(rig.state, seat), rig.legal(seat), seat, random.Random(0))


def player(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
    return choose("club", view_for(state, seat), legal, seat, random.Random(0))


def declared(south: str, draws: str) -> Rig:
    """East has declared with 9p, nobody claimed it, and South has drawn."""
    rig = Rig(KEY, {E: "123456m345p67s11z", S: south}, draws="9p" + draws)
    rig.act(E, DeclareReady("9p", drawn=True))
    rig.pass_all()
    assert rig.state.turn == S and rig.state.phase == "turn"
    return rig


# --- the declaration
def test_a_concealed_hand_is_declared() -> None:
    rig = Rig(KEY, {E: "123456m345p67s11z"}, draws="9p")
    assert club(rig, E) == DeclareReady("9p", drawn=True)


def test_a_big_hand_with_a_yaku_stays_silent() -> None:
    """Half a flush and a triplet of dragons are four han at least; a declaration would add next to nothing."""
    rig = Rig(KEY, {S: "1234567899m555z"}, draws="3z4z1p9p3z2s")
    for _ in range(5):
        rig.tsumogiri()
    assert DeclareReady("2s", drawn=True) in rig.legal(S)
    assert club(rig, S) == Discard("2s", drawn=True)


def test_a_small_hand_with_a_yaku_is_declared() -> None:
    rig = Rig(KEY, {S: "234m567m345p67s22p"}, draws="3z4z1p9p3z9m")
    for _ in range(5):
        rig.tsumogiri()
    assert club(rig, S) == DeclareReady("9m", drawn=True)


def test_no_declaration_without_a_tile_to_wait_for() -> None:
    """All the red dragons but its own are in the rivers: the pair can no longer be made."""
    rig = Rig(KEY, {S: "123456m567p123s7z", E: "7z", W: "7z", N: "7z"}, draws="3z4z1p9p3z9p")
    rig.turn("7z")
    rig.turn("4z")
    rig.turn("7z")
    rig.turn("7z")
    rig.turn("3z")
    hopeless = (DeclareReady("9p", drawn=True), Discard("9p", drawn=True))
    assert set(hopeless) <= set(rig.legal(S))
    assert choose("club", view_for(rig.state, S), hopeless, S, random.Random(0)) == hopeless[1]


# --- folding
def test_a_far_hand_lets_the_safe_tile_go() -> None:
    rig = declared(FAR, "5p")
    assert club(rig, S) == Discard("9p")
    never = choose_club(view_for(rig.state, S), rig.legal(S), S, RiichiTemperament(defends=False))
    assert never != Discard("9p")


def test_a_tile_that_was_let_pass_is_safe_for_the_next_seat() -> None:
    """South lets the centre of a suit pass by East; West, who holds it too, has nothing else that is safe."""
    rig = Rig(KEY, {E: "123456m345p67s11z", S: FAR, W: "147p258s5m39m2356z"}, draws="9p5m")
    rig.act(E, DeclareReady("9p", drawn=True))
    rig.pass_all()
    assert not safe_kinds(view_for(rig.state, S), E) >> KIND["5m"] & 1
    rig.turn("5m")
    assert rig.state.turn == W and safe_kinds(view_for(rig.state, W), E) >> KIND["5m"] & 1
    assert club(rig, W) == Discard("5m")


def test_a_good_ready_hand_goes_on() -> None:
    """The drawn tile may be what East waits for; the hand is worth the risk."""
    rig = declared("234m234p34s678s55m", "8p")
    assert club(rig, S) == DeclareReady("8p", drawn=True)


def test_nothing_is_feared_before_a_declaration() -> None:
    rig = Rig(KEY, {E: FAR})
    assert not any(feared(look(view_for(rig.state, E), E)))


def test_safe_kinds_are_safe() -> None:
    """Against the order of discards, which rivers do not tell: what is called safe was discarded or passed since."""
    passed: list[dict[Seat, int]] = [{}]
    found: Counter[str] = Counter()

    def watch(state: MatchState, event: Event) -> None:
        if isinstance(event, DealStarted):
            passed[0] = {}
        elif isinstance(event, Discarded):
            for seat in passed[0]:
                passed[0][seat] |= 1 << KIND[event.tile]
            if event.ready is not None:
                passed[0][event.seat] = 0

    def checked(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        for other, since in passed[0].items():
            if other != seat and state.window is None and state.phase == "turn":
                own = sum({1 << KIND[entry.tile] for entry in state.seats[other].river})
                safe = safe_kinds(view_for(state, seat), other)
                assert not safe & ~(own | since)
                found["known"] += (safe & ~own).bit_count()
                found["passed"] += (since & ~own).bit_count()
        return player(state, seat, legal)

    for number in range(4):
        play_match(KEY, {"rounds": 1}, checked, number, watch=watch)
    assert found["passed"] >= found["known"] > 0.7 * found["passed"]


def test_what_is_waited_for() -> None:
    left = [4] * 34
    nothing_safe = waited_for(left, 0)
    four, five, six = KIND["4m"], KIND["5m"], KIND["6m"]
    one = KIND["1m"]
    assert nothing_safe[five] > nothing_safe[KIND["2m"]] > nothing_safe[one] > nothing_safe[KIND["1z"]] > 0
    beyond = waited_for(left, 1 << four)
    assert beyond[four] == 0
    assert beyond[one] < nothing_safe[one] / 3
    assert beyond[KIND["7m"]] < nothing_safe[KIND["7m"]]
    wall = left[:]
    wall[KIND["2m"]] = 0
    assert waited_for(wall, 0)[one] < nothing_safe[one] / 3
    seen = left[:]
    seen[KIND["1z"]] = 1
    assert waited_for(seen, 0)[KIND["1z"]] < nothing_safe[KIND["1z"]] / 3
    assert waited_for(left, 1 << five | 1 << six)[KIND["2m"]] < nothing_safe[KIND["2m"]]


# --- claims
def test_dragons_are_claimed() -> None:
    rig = Rig(KEY, {E: "7z", S: "77z340m067p34s88s1z"}, draws="1p")
    rig.lay("7z")
    assert club(rig, S) == Pung(("7z", "7z"))


def test_no_claim_without_a_yaku() -> None:
    """The chow makes the hand ready, and it could never win."""
    rig = Rig(KEY, {E: "5s", S: "123m789p34s99s12p3z"}, draws="4z")
    rig.lay("5s")
    assert any(isinstance(action, Chow) for action in rig.legal(S))
    assert club(rig, S) == PASS


@pytest.mark.parametrize("seed", range(6))
def test_an_open_hand_keeps_a_yaku_in_reach(seed: int) -> None:
    claims = 0

    def watch(state: MatchState, event: Event) -> None:
        nonlocal claims
        if isinstance(event, MeldClaimed):
            claims += 1
            assert _yaku_in_reach(state, event.seat), (state.seats[event.seat].melds, state.seats[event.seat].hand.tiles())

    play_match(KEY, {}, player, 100 + seed, watch=watch)
    assert claims > 3


def _yaku_in_reach(state: MatchState, seat: Seat) -> bool:
    """Honours laid down or at least twice at hand, simples, one suit with honours, or triplets."""
    me = state.seats[seat]
    melds = [[KIND[tile] for tile in meld.tiles] for meld in me.melds]
    values = {31, 32, 33, 27 + wind_of(seat, state.dealer), 27 + state.round_wind}
    if any(meld[0] in values for meld in melds) or any(me.hand.counts[kind] >= 2 for kind in values):
        return True
    kinds = [kind for meld in melds for kind in meld]
    simples = not any(ORPHANS >> kind & 1 for kind in kinds)
    suits = {kind // 9 for kind in kinds if kind < 27}
    return simples or len(suits) <= 1 or all(meld.kind != "chow" for meld in me.melds)


@pytest.mark.parametrize("allowed", [True, False])
def test_simples_are_claimed_for_only_where_they_may_be_open(allowed: bool) -> None:
    rig = Rig(KEY, {E: "5s", S: "234m067m067p34s8s1z"}, draws="4z", options={"open_all_simples": allowed})
    rig.lay("5s")
    assert isinstance(club(rig, S), Chow) is allowed


@pytest.mark.parametrize("strong", range(4))
def test_three_random_players_are_beaten(strong: Seat) -> None:
    rng = random.Random(strong)

    def seated(state: MatchState, seat: Seat, legal: tuple[Action, ...]) -> Action:
        return player(state, seat, legal) if seat == strong else choose("random", state, legal, seat, rng)

    played = play_match(KEY, {}, seated, 60 + strong)
    standing = next(line for line in played.state.standings if line.seat == strong)
    assert standing.place == 1
