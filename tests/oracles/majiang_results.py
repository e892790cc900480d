"""Wins and draws of our events as the reference engine's messages."""

from typing import Any, Final

from mahjong_club.rules.events import DealDrawn, DealWon
from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.state import MatchState
from tests.oracles.majiang_notation import EngineHand, hand_to, tile_to, verdict_to

_DRAWS: Final = {
    "nine_terminals": "九種九牌",
    "four_winds": "四風連打",
    "four_riichi": "四家立直",
    "four_kongs": "四開槓",
    "three_winners": "三家和",
    "wall_exhausted": "荒牌平局",
    "all_thrown_mangan": "流し満貫",
}


def won_message(event: DealWon, state: MatchState, counters: int) -> dict[str, Any]:
    """``counters``: those that this winner is paid."""
    me, dealer = state.seats[event.seat], state.dealer
    hand = EngineHand(event.hand, event.tile, tuple(me.melds), me.ready is not None)
    verdict = Verdict(
        wins=True,
        reason=None,
        patterns=event.patterns,
        total=event.total,
        deltas=event.deltas,
        fu=event.fu,
        yakuman=event.yakuman,
        liable=event.liable,
    )
    facts = WinFacts(
        winner=event.seat,
        dealer=dealer,
        round_wind=state.round_wind,
        repeat=counters,
        hand=event.hand,
        melds=tuple(me.melds),
        bonus=(),
        by=event.by,
        tile=event.tile,
        from_seat=event.from_seat,
        deposits=event.deposits_taken,
    )
    result = verdict_to(verdict, facts)
    assert result is not None
    return {
        **result,
        "l": (event.seat - dealer) & 3,
        "shoupai": hand_to(hand, event.seat),
        "baojia": None if event.from_seat is None else (event.from_seat - dealer) & 3,
        "fubaopai": [tile_to(tile) for tile in event.indicators] if me.ready and event.indicators else None,
        "fenpei": [*event.deltas[dealer:], *event.deltas[:dealer]],
    }


def drawn_message(event: DealDrawn, dealer: int, hands: list[str]) -> dict[str, Any]:
    """``hands``: the texts of all hands, the dealer's first."""
    shown = [*event.shown[dealer:], *event.shown[:dealer]]
    return {
        "name": _DRAWS[event.reason],
        "shoupai": [text if tiles is not None else "" for tiles, text in zip(shown, hands, strict=True)],
        "fenpei": [*event.deltas[dealer:], *event.deltas[:dealer]],
    }
