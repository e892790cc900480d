"""How the deal moves round the table, the same in every variant."""

from mahjong_club.rules.seats import Seat, next_seat
from mahjong_club.rules.state import MatchState


def dealer_after(state: MatchState, *, stays: bool) -> tuple[Seat, int]:
    """Dealer and round wind of the next deal; the round wind moves on when the deal returns to the first dealer."""
    if stays:
        return state.dealer, state.round_wind
    dealer = next_seat(state.dealer)
    return dealer, state.round_wind + (dealer == state.first_dealer)
