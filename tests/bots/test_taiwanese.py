"""The club player at the Taiwanese table: it declares where that pays, keeps thin waits open, and beats random players."""

import random

import pytest

from mahjong_club.benchmarks.driver import play_match
from mahjong_club.bots import choose
from mahjong_club.rules.actions import PASS, WIN, Action, DeclareReady
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import view_for
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
FLOWERS = "1f2f3f4f5f6f7f8f"


def club(rig: Rig, seat: Seat) -> Action:
    """What the club player answers at a seat of a rigged deal."""
    return choose("club", view_for(rig.state, seat), rig.legal(seat), seat, random.Random(0))


def test_a_wide_wait_is_declared() -> None:
    rig = Rig(KEY, {E: "123456789m12345p11s"}, draws="9s", reserve=FLOWERS)
    assert club(rig, E) == DeclareReady("9s", drawn=True)


def thin(others: str) -> Rig:
    """East waits for 8p alone, of which ``others`` hold some in a river; everybody has discarded once."""
    rig = Rig(KEY, {E: "123456789m79p555s11z", S: "8p", W: "8p", N: others}, draws="3z", reserve=FLOWERS)
    rig.turn("3z")
    for _ in range(3):
        rig.turn("8p") if "8p" in rig.state.seats[rig.state.turn].hand.tiles() else rig.tsumogiri()
    assert rig.state.turn == E
    return rig


def test_a_thin_wait_is_kept_open_early_and_declared_late() -> None:
    early = thin("9s")
    drawn = early.state.seats[E].drawn
    assert drawn is not None and not isinstance(club(early, E), DeclareReady)
    late = thin("9s")
    while late.state.live_left > 16 or late.state.turn != E:
        late.tsumogiri()
    assert isinstance(club(late, E), DeclareReady)


def test_even_a_thin_wait_is_declared_with_the_first_discard() -> None:
    """Sixteen tai are worth more than a better wait."""
    rig = Rig(KEY, {E: "123456789m79p555s11z"}, draws="3z", reserve=FLOWERS)
    assert isinstance(club(rig, E), DeclareReady)


def test_wins_are_taken_and_a_declared_seat_plays_on() -> None:
    rig = Rig(KEY, {E: "123456789m12345p11s", S: "6p"}, draws="9s", reserve=FLOWERS)
    rig.act(E, DeclareReady("9s", drawn=True))
    while rig.state.window is not None:
        rig.act(next(seat for seat in range(4) if rig.legal(seat)), PASS)
    rig.lay("6p")
    assert rig.legal(E) == (WIN,) and club(rig, E) == WIN


@pytest.mark.parametrize("strong", range(4))
def test_three_random_players_are_beaten(strong: Seat) -> None:
    for number in range(3):
        rng = random.Random(number)

        def player(state: MatchState, seat: Seat, legal: tuple[Action, ...], rng: random.Random = rng) -> Action:
            strength = "club" if seat == strong else "random"
            return choose(strength, view_for(state, seat) if seat == strong else state, legal, seat, rng)

        played = play_match(KEY, {"rounds": 1}, player, 40 + number, most_deals=12)
        scores = played.state.scores
        assert scores[strong] > max(scores[seat] for seat in range(4) if seat != strong)
