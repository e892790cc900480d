"""Our actions as the reference engine's replies, in its order, and replies as actions."""

import re
from typing import Final

from mahjong_club.rules.actions import (
    ABORT,
    PASS,
    WIN,
    Action,
    Chow,
    DeclareReady,
    Discard,
    Kong,
    Pung,
    Win,
)
from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import KongDeclared
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import KIND, KINDS, ORDER, Tile
from tests.oracles.majiang_notation import meld_from, meld_to, tile_from, tile_to

Reply = dict[str, str]
Listed = list[tuple[Reply, Action]]

NOTHING: Final[Reply] = {}
_ABORT: Final[Reply] = {"daopai": "-"}
_WIN: Final[Reply] = {"hule": "-"}
_DISCARDS: Final[dict[tuple[Tile, bool], Reply]] = {
    (tile, drawn): {"dapai": tile_to(tile) + ("_" if drawn else "")} for tile in ORDER for drawn in (False, True)
}
_DECLARATIONS: Final = {choice: {"dapai": reply["dapai"] + "*"} for choice, reply in _DISCARDS.items()}


def turn_replies(state: MatchState, seat: int) -> Listed:
    """The legal replies of the seat on turn: draw, win, kongs by kind, discards with the drawn tile last, declarations."""
    legal = legal_actions(state, seat)
    out: Listed = []
    discards: Listed = []
    declarations: Listed = []
    kongs: list[Kong] = []
    for action in legal:
        match action:
            case Discard(tile, drawn):
                discards.append((_DISCARDS[tile, drawn], action))
            case DeclareReady(tile, drawn):
                declarations.append((_DECLARATIONS[tile, drawn], action))
            case Kong():
                kongs.append(action)
            case Win():
                out.append((_WIN, action))
            case _:
                out.insert(0, (_ABORT, action))
    for kong in sorted(kongs, key=lambda kong: KIND[kong.tile]):
        declared = decide(state, seat, kong)[0]
        assert isinstance(declared, KongDeclared)
        out.append(({"gang": meld_to(declared.meld, seat)}, kong))
    # We list first what a timeout does: the engine's last.
    return out + discards[1:] + discards[:1] + declarations


def claim_replies(state: MatchState, seat: int) -> Listed:
    """The legal replies of a seat to a discard or an added kong: win, claims, pass; empty where it has no choice."""
    legal, window = legal_actions(state, seat), state.window
    assert window is not None and window.tile is not None
    out: Listed = []
    passes = False
    for action in legal:
        match action:
            case Win():
                out.append((_WIN, action))
                continue
            case Kong():
                own = state.seats[seat].hand.own_copies(KIND[window.tile], 3)[0]
                meld = Meld("kong", (*own, window.tile), window.from_seat, "exposed")
            case Pung(own):
                meld = Meld("pung", (*own, window.tile), window.from_seat)
            case Chow(own):
                meld = Meld("chow", (*own, window.tile), window.from_seat)
            case _:
                passes = True
                continue
        out.append(({"fulou": meld_to(meld, seat)}, action))
    if passes:
        out.append((NOTHING, PASS))
    return out


def action_of(name: str, value: str, seat: int) -> Action | None:
    """The action that a reply of any kind means, legal or not; ``None`` for nonsense. ``seat`` as the engine counts."""
    if name in ("hule", "daopai"):
        return WIN if name == "hule" else ABORT
    if name == "dapai":
        if not re.fullmatch(r"([mps][0-9]|z[1-7])_?\*?", value):
            return None
        kind = DeclareReady if value.endswith("*") else Discard
        return kind(tile_from(value), drawn="_" in value)
    if not re.fullmatch(r"([mps][0-9+=-]+|z[1-7+=-]+)", value) or not 3 <= sum(char.isdigit() for char in value) <= 4:
        return None
    meld = meld_from(value, seat)
    own = meld.tiles[:-1]
    if name == "gang":
        added = meld.form == "added"
        return Kong("added" if added else "concealed", meld.tiles[-1] if added else KINDS[KIND[meld.tiles[0]]])
    if meld.form is not None:
        return Kong("exposed", KINDS[KIND[meld.tiles[0]]])
    return Chow((own[0], own[1])) if meld.kind == "chow" else Pung((own[0], own[1]))
