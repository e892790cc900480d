"""The club player: weighs every answer by what the hand is worth after it, and takes wins."""

from dataclasses import replace
from functools import lru_cache

from mahjong_club.bots.hong_kong import HongKongTemperament
from mahjong_club.bots.plans import Temperament
from mahjong_club.bots.riichi import RiichiTemperament
from mahjong_club.bots.sight import Sight, look
from mahjong_club.bots.taiwanese import TaiwaneseTemperament
from mahjong_club.bots.worth import Appraisal
from mahjong_club.rules.actions import ABORT, PASS, WIN, Action, Chow, DeclareReady, Discard, Kong, Pung
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import ReadyRank
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.shapes import shanten_orphans
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import EAST, KIND, Tile
from mahjong_club.rules.variant import Rules

_TEMPERAMENTS: dict[str, type[Temperament]] = {
    "hong_kong": HongKongTemperament,
    "taiwanese": TaiwaneseTemperament,
    "riichi": RiichiTemperament,
}
#: A claim shows tiles to the others; it has to be worth more than waiting.
_CLAIM_MARGIN = 1.05
#: A kong draws one more tile.
_KONG_BONUS = 1.05
#: An abortive draw is called unless the thirteen orphans are as near as this.
_ORPHANS_NEAR = 3


@lru_cache(maxsize=64)
def temperament_of(rules: Rules) -> Temperament:
    """The temperament for a variant; a variant without one of its own is played for speed."""
    return _TEMPERAMENTS.get(rules.variant, TaiwaneseTemperament)()


def choose_club(view: MatchState, legal: tuple[Action, ...], seat: Seat, temperament: Temperament | None = None) -> Action:
    """The best of ``legal`` for ``seat``; the first of equals. Another ``temperament`` than the variant's is for measuring."""
    if WIN in legal:
        return WIN
    sight = look(view, seat)
    temperament = temperament or temperament_of(sight.rules)
    if PASS in legal:
        return _answer(temperament, sight, legal)
    if ABORT in legal and shanten_orphans(view.seats[seat].hand.keys) > _ORPHANS_NEAR:
        return ABORT
    return _turn(temperament, sight, legal)


# --- the own turn ------------------------------------------------------------------------------------------------------
def _turn(temperament: Temperament, sight: Sight, legal: tuple[Action, ...]) -> Action:
    view = sight.view
    hand = view.seats[sight.seat].hand.tiles()
    appraisal = Appraisal(temperament, sight, hand)
    best, best_worth = legal[0], float("-inf")
    for action in legal:
        if isinstance(action, Kong):
            worth = _kong_worth(temperament, sight, hand, action)
        elif isinstance(action, Discard | DeclareReady):
            declared = sight.rules.ready_rank(view, sight.seat) if isinstance(action, DeclareReady) else None
            worth = _discard_worth(temperament, appraisal, sight, action.tile, declared)
            worth += 1e-6 if action.drawn else 0.0
        else:
            continue
        if worth > best_worth:
            best, best_worth = action, worth
    return best


def _discard_worth(
    temperament: Temperament, appraisal: Appraisal, sight: Sight, tile: Tile, declared: ReadyRank | None = None
) -> float:
    """Worth after a discard. Between tiles the hand needs equally little, the one that least can become of goes first."""
    kind = KIND[tile]
    promise = sight.left[kind] + (0 if kind >= EAST else 4 + min(kind % 9, 8 - kind % 9)) + (1 if tile[0] == "0" else 0)
    return appraisal.without(tile, declared) - temperament.danger(sight, kind) - 1e-4 * promise


def _kong_worth(temperament: Temperament, sight: Sight, hand: tuple[Tile, ...], action: Kong) -> float:
    kind = KIND[action.tile]
    if action.form == "concealed":
        own = tuple(tile for tile in hand if KIND[tile] == kind)
        after = _with(sight, own, Meld("kong", own, None, "concealed"))
    else:
        own = (action.tile,)
        pung = next(m for m in sight.melds if m.kind == "pung" and KIND[m.tiles[0]] == kind)
        others = replace(sight, melds=tuple(m for m in sight.melds if m is not pung))
        after = _with(others, own, Meld("kong", (*pung.tiles, action.tile), pung.from_seat, "added"))
    return _KONG_BONUS * Appraisal(temperament, after, _less(hand, own)).whole()


# --- a window ----------------------------------------------------------------------------------------------------------
def _answer(temperament: Temperament, sight: Sight, legal: tuple[Action, ...]) -> Action:
    window = sight.view.window
    if window is None or window.tile is None or window.from_seat is None:
        return PASS
    hand = sight.view.seats[sight.seat].hand.tiles()
    best: Action = PASS
    best_worth = Appraisal(temperament, sight, hand).whole() * _CLAIM_MARGIN
    for action in legal:
        if isinstance(action, Chow | Pung | Kong):
            worth = _claim_worth(temperament, sight, hand, action, window.tile, window.from_seat)
            if worth > best_worth:
                best, best_worth = action, worth
    return best


def _claim_worth(
    temperament: Temperament, sight: Sight, hand: tuple[Tile, ...], action: Chow | Pung | Kong, tile: Tile, feeder: Seat
) -> float:
    """Worth of the hand after the claim and its best discard; a hand that can no longer reach the minimum is worth nothing."""
    if isinstance(action, Kong):
        own = tuple(each for each in hand if KIND[each] == KIND[tile])
        after = _with(sight, own, Meld("kong", (*own, tile), feeder, "exposed"))
        return _KONG_BONUS * Appraisal(temperament, after, _less(hand, own)).whole()
    meld = Meld("chow" if isinstance(action, Chow) else "pung", (*action.tiles, tile), feeder)
    after, rest = _with(sight, action.tiles, meld), _less(hand, action.tiles)
    appraisal = Appraisal(temperament, after, rest)
    return max(_discard_worth(temperament, appraisal, after, each) for each in dict.fromkeys(rest))


def _with(sight: Sight, own: tuple[Tile, ...], meld: Meld) -> Sight:
    """The sight with own tiles laid down in ``meld``."""
    counts = list(sight.counts)
    for tile in own:
        counts[KIND[tile]] -= 1
    return replace(sight, melds=(*sight.melds, meld), counts=counts)


def _less(hand: tuple[Tile, ...], own: tuple[Tile, ...]) -> tuple[Tile, ...]:
    rest = list(hand)
    for tile in own:
        rest.remove(tile)
    return tuple(rest)
