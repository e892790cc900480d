"""The dealer's seat, the rounds and the end of the match, deal after deal."""

import pytest

from mahjong_club.rules.actions import CONTINUE, WIN
from mahjong_club.rules.engine import awaits_deal
from mahjong_club.rules.events import DealEnded, MatchEnded
from mahjong_club.rules.state import MatchState
from tests.support.rig import Rig

KEY = "hong_kong/2"
E, S, W, N = range(4)


def table(first_dealer: int = 0, **options: object) -> Rig:
    """Every deal: the dealer is complete with 1p, and the next seat waits for that tile."""
    hands = {first_dealer: "123456789m11s23p", (first_dealer + 1) & 3: "23p123456789s22z"}
    return Rig(KEY, hands, "1p", dealer=first_dealer, options=options)


def dealer_wins(rig: Rig) -> None:
    rig.act(rig.state.dealer, WIN)


def dealer_loses(rig: Rig) -> None:
    rig.discard("1p")
    rig.claim((rig.state.dealer + 1) & 3, WIN)


def nobody_wins(rig: Rig) -> None:
    while rig.state.phase == "turn":
        rig.tsumogiri()


def place(state: MatchState) -> tuple[int, int, int]:
    return state.dealer, state.round_wind, state.repeat


@pytest.mark.proves("hong_kong", "match.dealer")
def test_the_dealer_stays_after_winning_and_after_a_drawn_deal() -> None:
    rig = table()
    dealer_wins(rig)
    rig.next_deal()
    assert place(rig.state) == (E, 0, 1)
    nobody_wins(rig)
    rig.next_deal()
    assert place(rig.state) == (E, 0, 2)
    dealer_loses(rig)
    rig.next_deal()
    assert place(rig.state) == (S, 0, 0)


@pytest.mark.proves("hong_kong", "match.dealer")
def test_repeating_brings_the_dealer_no_bonus() -> None:
    rig = table()
    paid = []
    for _ in range(3):
        dealer_wins(rig)
        paid.append(rig.won.deltas)
        rig.next_deal()
    assert paid == [(38400, -12800, -12800, -12800)] * 3


@pytest.mark.proves("hong_kong", "match.round")
@pytest.mark.proves("hong_kong", "match.dealer")
@pytest.mark.proves("hong_kong", "flow.match_end")
@pytest.mark.parametrize("first", range(4))
def test_sixteen_lost_deals_are_four_rounds(first: int) -> None:
    rig = table(first)
    seen = []
    while True:
        seen.append(place(rig.state))
        dealer_loses(rig)
        if rig.state.phase == "over":
            break
        rig.next_deal()
    assert seen == [((first + deal) & 3, deal // 4, 0) for deal in range(16)]
    assert not awaits_deal(rig.state)
    assert [type(event) for event in rig.events[-2:]] == [DealEnded, MatchEnded]


@pytest.mark.proves("hong_kong", "match.rounds")
@pytest.mark.parametrize("rounds", [1, 2])
def test_a_match_may_be_shorter(rounds: int) -> None:
    rig = table(W, rounds=rounds)
    deals = 1
    dealer_loses(rig)
    while rig.state.phase != "over":
        rig.next_deal()
        dealer_loses(rig)
        deals += 1
    assert deals == 4 * rounds


@pytest.mark.proves("hong_kong", "flow.match_end")
def test_the_last_dealer_goes_on_as_long_as_he_does_not_lose() -> None:
    rig = table(rounds=1)
    for _ in range(3):
        dealer_loses(rig)
        rig.next_deal()
    assert place(rig.state) == (N, 0, 0)
    for repeat, end in enumerate((dealer_wins, nobody_wins, dealer_wins), 1):
        end(rig)
        assert rig.state.phase == "settled"
        rig.next_deal()
        assert place(rig.state) == (N, 0, repeat)
    dealer_loses(rig)
    assert rig.state.phase == "over"


@pytest.mark.proves("hong_kong", "match.starting_points")
@pytest.mark.parametrize("points", [0, 25_000])
def test_a_score_below_zero_ends_nothing(points: int) -> None:
    rig = table(starting_points=points)
    for _ in range(4):
        dealer_wins(rig)
        rig.next_deal()
    assert rig.state.scores == [points + 4 * 38_400, *[points - 4 * 12_800] * 3]
    assert rig.state.phase == "turn" and min(rig.state.scores) < 0


@pytest.mark.proves("hong_kong", "flow.match_end")
def test_the_final_table() -> None:
    rig = table(rounds=1)
    for _ in range(3):
        dealer_loses(rig)
        rig.next_deal()
    dealer_loses(rig)
    ended = rig.events[-1]
    assert isinstance(ended, MatchEnded)
    # Each seat lost once as the dealer, won once and paid one share twice: all are equal, and the first dealer comes first.
    assert [(line.seat, line.place, line.score) for line in ended.standings] == [(s, s + 1, 0) for s in range(4)]


@pytest.mark.proves("hong_kong", "match.dealer")
def test_seat_winds_and_flowers_go_by_the_dealer_of_the_deal() -> None:
    """Seat South deals: it is East, so the bonus tiles 1 and 5 are its own and 2 and 6 are West's."""
    rig = Rig(KEY, {S: "15f111z23p456p789p"}, "9s" + "9m9m9m" + "1p", "44z", dealer=S)
    assert rig.state.seats[S].bonus == ["1f", "5f"]
    for _ in range(4):
        rig.tsumogiri()
    rig.act(S, WIN)
    assert rig.worths["seat_flower"] == 2 and rig.worths["seat_wind"] == 1


@pytest.mark.proves("hong_kong", "match.dealer")
def test_the_round_wind_is_worth_a_faan_beside_the_seat_wind() -> None:
    rig = Rig(KEY, {E: "23p456p789p11s111z"}, "9s" + "9m9m9m" + "1p")
    for _ in range(4):
        rig.tsumogiri()
    rig.act(E, WIN)
    assert rig.worths["round_wind"] == rig.worths["seat_wind"] == 1


@pytest.mark.proves("hong_kong", "flow.deal")
def test_the_next_deal_waits_until_every_seat_has_left_the_result() -> None:
    rig = table()
    dealer_wins(rig)
    for seat in (N, E, W):
        assert rig.legal(seat) == (CONTINUE,)
        rig.act(seat, CONTINUE)
        assert rig.legal(seat) == () and not awaits_deal(rig.state)
    rig.act(S, CONTINUE)
    assert awaits_deal(rig.state)


@pytest.mark.proves("hong_kong", "flow.deal")
def test_nothing_is_kept_from_one_deal_to_the_next() -> None:
    rig = table()
    nobody_wins(rig)
    rig.next_deal()
    state = rig.state
    assert (state.discards, state.calls, state.bonus_out, state.bonus_settled) == (0, 0, 0, False)
    assert all(not s.river and not s.melds and not s.bonus and s.lock is None and not s.liable for s in state.seats)
