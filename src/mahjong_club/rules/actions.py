"""Requests, in the imperative. A seat asks, the engine decides."""

from dataclasses import dataclass
from typing import Any, Literal

from mahjong_club.rules.melds import KongForm
from mahjong_club.rules.tiles import Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a tile into the river; ``drawn`` says that it is the tile just taken from the wall."""

    tile: Tile
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class DeclareReady:
    """Discard a tile and announce readiness with it."""

    tile: Tile
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class Chow:
    """Claim the discard with two own tiles for a sequence; ``tiles`` in ascending order."""

    tiles: tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class Pung:
    """Claim the discard with two own copies (a red five first)."""

    tiles: tuple[Tile, Tile]


@dataclass(frozen=True, slots=True)
class Kong:
    """Declare a kong. ``tile`` is the kind; for an added kong the very tile that is added."""

    form: KongForm
    tile: Tile


@dataclass(frozen=True, slots=True)
class Win:
    """Win by self-draw, on the discard, on the robbed kong, or accept an offered flower win."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the discard, the added kong or the offer go."""


@dataclass(frozen=True, slots=True)
class AbortDeal:
    """Call an abortive draw (nine terminals)."""


@dataclass(frozen=True, slots=True)
class ContinueMatch:
    """Leave the result sheet; the next deal starts when every seat has."""


Action = Discard | DeclareReady | Chow | Pung | Kong | Win | Pass | AbortDeal | ContinueMatch


@dataclass(frozen=True, slots=True)
class StartDeal:
    """The table's request for a new deal. ``wall`` is in drawing order; ``secret`` opens ``commitment`` afterwards.

    ``ruleset`` and ``options`` (all of them) are the rules from this deal on; ``None`` goes on under the deal before's.
    """

    wall: tuple[Tile, ...]
    secret: str = ""
    commitment: str = ""
    ruleset: str | None = None
    options: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Proceed:
    """The table's request to carry out what is due without anybody's choice: draws, replacements, closing a window."""


TableAction = StartDeal | Proceed

PASS = Pass()
WIN = Win()
ABORT = AbortDeal()
CONTINUE = ContinueMatch()
PROCEED = Proceed()

ActionName = Literal["discard", "declare_ready", "chow", "pung", "kong", "win", "pass", "abort_deal", "continue_match"]
