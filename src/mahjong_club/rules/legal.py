"""``legal_actions``: what a seat may do now, the action a timeout takes first; and why an action is refused."""

from itertools import compress
from typing import Final

from mahjong_club.rules.actions import (
    ABORT,
    CONTINUE,
    WIN,
    AbortDeal,
    Action,
    Chow,
    ContinueMatch,
    DeclareReady,
    Discard,
    Kong,
    Pass,
    Pung,
    Win,
)
from mahjong_club.rules.claims import window_options
from mahjong_club.rules.seats import Seat, next_seat
from mahjong_club.rules.state import MatchState, SeatState
from mahjong_club.rules.tiles import BONUS_SET, KIND, KINDS, ORDER, Tile
from mahjong_club.rules.wins import may_self_draw, win_verdict, win_waits

_DISCARD: Final = {(tile, drawn): Discard(tile, drawn) for tile in ORDER for drawn in (False, True)}
#: Discards of the plain tile of each kind, out of the hand and as drawn.
_FROM_HAND: Final = tuple(Discard(tile) for tile in KINDS)
_AS_DRAWN: Final = tuple(Discard(tile, drawn=True) for tile in KINDS)
_NONE: Final[tuple[Action, ...]] = ()
_CONTINUE: Final[tuple[Action, ...]] = (CONTINUE,)


def legal_actions(state: MatchState, seat: Seat) -> tuple[Action, ...]:
    """Legal actions of a seat in a stable order; empty when nothing is asked of it.

    The first is what a timeout does: a win where there is one, the drawn tile's discard on the own turn, ``Pass`` in a window.
    """
    window = state.window
    if window is not None:
        return window_options(state)[seat] if window.answers[seat] is None else _NONE
    if state.phase == "settled":
        return _NONE if state.seats[seat].continued else _CONTINUE
    if state.phase != "turn" or state.turn != seat or state.seats[seat].drawn in BONUS_SET:
        return _NONE
    if state.bonus_out >= 8 and not state.bonus_settled and state.rules and state.rules.resolve_bonus(state):
        return _NONE
    key = ("legal", seat)
    found = state.cache.get(key)
    if found is None:
        found = state.cache[key] = _turn_actions(state, seat)
    return found


def _turn_actions(state: MatchState, seat: Seat) -> tuple[Action, ...]:
    me, rules = state.seats[seat], state.rules
    assert rules is not None
    out: list[Action] = []
    if may_self_draw(state, seat):
        if rules.must_win(state, seat):
            return (WIN,)
        out.append(WIN)
    allowed = rules.discards(state, seat)
    if allowed is None and not any(me.hand.reds):
        _add_plain_discards(out, me)
    else:
        pairs = held_discards(me) if allowed is None else allowed
        # The drawn tile first, or the last tile in hand order after a claim: what a timeout discards.
        out.append(_DISCARD[pairs[-1]])
        out.extend([_DISCARD[pair] for pair in pairs[:-1]])
    ready = rules.ready_discards(state, seat)
    if ready:
        out.extend([DeclareReady(tile, drawn) for tile, drawn in ready])
    if me.drawn is not None or rules.kong_after_claim:
        if me.melds or 4 in me.hand.counts:
            out.extend(_kongs(state, seat, me))
        if rules.may_abort(state, seat):
            out.append(ABORT)
    return tuple(out)


def _add_plain_discards(out: list[Action], me: SeatState) -> None:
    """What :func:`held_discards` gives for a hand without red fives, in the order of the legal actions."""
    counts, drawn = me.hand.counts, me.drawn
    if drawn is None:
        found = tuple(compress(_FROM_HAND, counts))
        out.append(found[-1])
        out.extend(found[:-1])
        return
    kind = KIND[drawn]
    counts = counts[:]
    counts[kind] -= 1
    out.append(_AS_DRAWN[kind])
    out.extend(compress(_FROM_HAND, counts))


def held_discards(me: SeatState) -> tuple[tuple[Tile, bool], ...]:
    """Every tile of the hand once in hand order, then the drawn tile as drawn."""
    hand, drawn = me.hand, me.drawn
    out: list[tuple[Tile, bool]] = []
    for kind, count in enumerate(hand.counts):
        if not count:
            continue
        ways = hand.own_copies(kind, 1)
        out.extend([(own[0], False) for own in ways if own[0] != drawn or hand.copies(drawn) > 1])
    if drawn is not None:
        out.append((drawn, True))
    return tuple(out)


def _kongs(state: MatchState, seat: Seat, me: SeatState) -> list[Action]:
    if state.live_left <= 0:
        return []
    rules = state.rules
    assert rules is not None
    out: list[Action] = []
    if 4 in me.hand.counts:
        for kind, count in enumerate(me.hand.counts):
            if count == 4 and rules.may_kong(state, seat, "concealed", KINDS[kind]) is None:
                out.append(Kong("concealed", KINDS[kind]))
    for meld in me.melds:
        if meld.kind == "pung":
            kind = KIND[meld.tiles[0]]
            if me.hand.counts[kind]:
                tile = me.hand.own_copies(kind, 1)[0][0]
                if rules.may_kong(state, seat, "added", tile) is None:
                    out.append(Kong("added", tile))
    return out


def refusal_of(state: MatchState, seat: Seat, action: Action) -> str:
    """The id (a key of ``errors.REFUSALS``) that says why an action outside the legal ones is refused."""
    if state.phase == "over":
        return "match_over"
    if state.phase == "idle":
        return "no_deal_running"
    if state.phase == "settled":
        return "already_answered" if isinstance(action, ContinueMatch) else "deal_over"
    window = state.window
    if window is not None:
        if window.answers[seat] is not None:
            return "already_answered"
        return _refused_claim(state, seat, action)
    if state.phase != "turn" or state.turn != seat:
        return "not_your_turn"
    return _refused_turn(state, seat, action)


def _refused_claim(state: MatchState, seat: Seat, action: Action) -> str:
    window, rules, me = state.window, state.rules, state.seats[seat]
    assert window is not None and rules is not None
    if isinstance(action, Win):
        return "no_offer" if window.kind == "offer" else refused_win(state, seat) or "not_your_turn"
    if me.ready and isinstance(action, Pass) and window_options(state)[seat]:
        return "declared_ready"
    if not isinstance(action, Chow | Pung | Kong) or window.kind != "discard" or seat == window.from_seat:
        return "not_your_turn"
    if state.live_left <= 0 and not rules.last_discard_claims:
        return "last_discard"
    if isinstance(action, Kong):
        own = me.hand.own_copies(KIND[window.tile or "1m"], 3)
        if not own or action.form != "exposed" or KIND.get(action.tile) != KIND[window.tile or "1m"]:
            return "tiles_do_not_fit"
        if state.live_left <= 0:
            return "wall_exhausted"
        return rules.may_claim(state, seat, "kong", own[0]) or "tiles_do_not_fit"
    if isinstance(action, Chow) and window.from_seat is not None and seat != next_seat(window.from_seat):
        return "not_next_seat"
    kind = "chow" if isinstance(action, Chow) else "pung"
    if all(tile in KIND and me.hand.holds(tile) for tile in action.tiles):
        return rules.may_claim(state, seat, kind, action.tiles) or "tiles_do_not_fit"
    return "tile_not_held"


def _refused_turn(state: MatchState, seat: Seat, action: Action) -> str:
    rules, me = state.rules, state.seats[seat]
    assert rules is not None
    match action:
        case Win():
            return refused_win(state, seat) or "not_a_hand"
        case Discard(tile, drawn):
            if tile not in KIND or not me.hand.holds(tile):
                return "tile_not_held"
            if me.ready:
                return "declared_ready"
            return "not_the_drawn_tile" if drawn and tile != me.drawn else "swap_forbidden" if state.claimed else "tile_not_held"
        case DeclareReady():
            return rules.refused_ready(state, seat)
        case Kong(form, tile):
            return _refused_kong(state, seat, form, tile)
        case AbortDeal():
            return "no_abortive_draw"
        case Pass() | Chow() | Pung() | ContinueMatch():
            return "not_your_turn"


def _refused_kong(state: MatchState, seat: Seat, form: str, tile: Tile) -> str:
    me, rules = state.seats[seat], state.rules
    assert rules is not None
    if state.claimed and not rules.kong_after_claim:
        return "claimed_this_turn"
    if tile not in KIND or form == "exposed":
        return "tiles_do_not_fit"
    if state.live_left <= 0:
        return "wall_exhausted"
    if form == "concealed" and me.hand.counts[KIND[tile]] < 4:
        return "not_four"
    if form == "added" and not any(m.kind == "pung" and KIND[m.tiles[0]] == KIND[tile] for m in me.melds):
        return "no_pung_to_add"
    if form == "added" and not me.hand.holds(tile):
        return "tile_not_held"
    return rules.may_kong(state, seat, form, tile) or "tile_not_held"


def refused_win(state: MatchState, seat: Seat) -> str | None:
    """Why the seat may not win now, or ``None`` when it may (or nothing is there to win)."""
    me, window = state.seats[seat], state.window
    tile = window.tile if window is not None else me.drawn
    if tile is None or tile in BONUS_SET or (window is not None and seat == window.from_seat):
        return "not_your_turn" if window is not None else "not_a_hand"
    if not win_waits(state, seat) >> KIND[tile] & 1:
        return "not_a_hand"
    if window is not None and me.lock is not None and me.lock.blocks(tile):
        return me.lock.reason
    verdict = win_verdict(state, seat)
    return None if verdict.wins else verdict.reason or "not_a_hand"
