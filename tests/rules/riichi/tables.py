"""Riichi tables for the flow tests of this folder."""

from typing import Any, TypeVar

from mahjong_club.rules.events import DealDrawn, Event
from tests.support.rig import Rig

Kind = TypeVar("Kind", bound=Event)
E, S, W, N = range(4)

#: Ready for 3s and 6s: all simples, all sequences.
READY = "234m345678p45s55m"
#: Ready for 3p, each with a dragon: they can stand at one table.
ON_3P = ("777z123s789s12p99s", "555z123m456m12p33m", "666z789m456s12p44s")


def table(hands: dict[int, str] | None = None, draws: str = "", dead: str = "", *, dealer: int = E, **options: Any) -> Rig:
    """A deal under the club's rules with some options changed; ``dead``: replacements, indicators, and those below."""
    return Rig("riichi/2", hands, draws, dead, dealer=dealer, options=options)


def last_deal(rig: Rig) -> None:
    """Make the deal South 4."""
    rig.state.round_wind = 1
    rig.state.first_dealer = (rig.state.dealer + 1) & 3


def found(rig: Rig, kind: type[Kind]) -> list[Kind]:
    """The events of a kind so far."""
    return [event for event in rig.events if isinstance(event, kind)]


def drawn(rig: Rig) -> DealDrawn:
    """The draw that ended the deal."""
    assert isinstance(rig.result, DealDrawn), rig.result
    return rig.result
