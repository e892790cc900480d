"""Answers to a discard or an added kong: who may do what, whether the window can close, and who gets the tile."""

from functools import cache
from typing import Final

from mahjong_club.rules.actions import PASS, WIN, Action, Chow, Kong, Pass, Pung, Win
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.seats import Seat, next_seat, seats_after
from mahjong_club.rules.state import MatchState, SeatState, Window
from mahjong_club.rules.tiles import KIND, KINDS, Tile
from mahjong_club.rules.variant import Rules
from mahjong_club.rules.wins import win_verdict, win_waits

Options = tuple[tuple[Action, ...], ...]

_RANK: Final[dict[type, int]] = {Win: 3, Kong: 2, Pung: 2, Chow: 1, Pass: 0}
# The same few claims come up again and again: one object for each, so that its text is made once.
_chow: Final = cache(Chow)
_pung: Final = cache(Pung)
_kong: Final = cache(Kong)
#: What :func:`window_options` answers when nobody has a choice.
NOBODY: Final[Options] = ((), (), (), ())
#: For every kind of a suit the pairs of kinds that make a sequence with it, the highest position of the kind first.
_PARTNERS: Final = tuple(
    tuple((kind + a, kind + b) for low, a, b in ((2, -2, -1), (1, -1, 1), (0, 1, 2)) if 0 <= kind % 9 - low <= 6)
    for kind in range(27)
)


def window_options(state: MatchState) -> Options:
    """Legal answers of seats 0-3 in the open window, the one a timeout takes first; empty where nothing can be chosen.

    :data:`NOBODY` itself where no seat has a choice.
    """
    window = state.window
    assert window is not None
    if window.options is None:
        window.options = _offer(window) if window.kind == "offer" else _options(state, window)
    return window.options


def _offer(window: Window) -> Options:
    return tuple((WIN, PASS) if seat == window.seat else () for seat in range(4))


def _options(state: MatchState, window: Window) -> Options:
    from_seat, tile = window.from_seat, window.tile
    if tile is None or from_seat is None:
        return NOBODY
    kind = KIND[tile]
    rules = state.rules
    assert rules is not None
    claimable = window.kind == "discard" and (state.live_left > 0 or rules.last_discard_claims)
    window.completes = ()
    out: list[tuple[Action, ...]] | None = None
    follows = kind < 27
    for seat in seats_after(from_seat):
        me = state.seats[seat]
        waits = me.waits if me.waits is not None else win_waits(state, seat)
        wins = False
        if waits >> kind & 1:
            window.completes = (*window.completes, seat)
            wins = may_win_tile(state, seat)
        # Most tiles are of no use to most seats: look closer only where two copies are held, or at the next seat's chows.
        claims = _claims_of(state, window, seat) if claimable and (follows or me.hand.counts[kind] >= 2) else ()
        follows = False
        if wins or claims:
            out = out or [(), (), (), ()]
            if wins:
                out[seat] = (WIN,) if rules.must_win(state, seat) else (WIN, PASS, *claims)
            else:
                out[seat] = (PASS, *claims)
    return tuple(out) if out else NOBODY


def may_win_tile(state: MatchState, seat: Seat) -> bool:
    """Whether the seat may win the tile of the open window."""
    window = state.window
    assert window is not None and window.tile is not None
    if not win_waits(state, seat) >> KIND[window.tile] & 1:
        return False
    lock = state.seats[seat].lock
    if lock is not None and lock.blocks(window.tile):
        return False
    return win_verdict(state, seat).wins


def claims_of(state: MatchState, seat: Seat) -> list[Action]:
    """The chows, pungs and kongs that the seat may make of the open window's discard, without regard to the other seats."""
    window, rules = state.window, state.rules
    assert window is not None and rules is not None
    if window.kind != "discard" or seat == window.from_seat or (state.live_left <= 0 and not rules.last_discard_claims):
        return []
    return _claims_of(state, window, seat)


def _claims_of(state: MatchState, window: Window, seat: Seat) -> list[Action]:
    assert window.tile is not None and window.from_seat is not None and state.rules is not None
    tile, me, rules = window.tile, state.seats[seat], state.rules
    kind = KIND[tile]
    out: list[Action] = []
    held = me.hand.counts[kind]
    if held >= 2:
        if held == 3 and state.live_left > 0 and rules.may_claim(state, seat, "kong", me.hand.own_copies(kind, 3)[0]) is None:
            out.append(_kong("exposed", KINDS[kind]))
        out.extend(
            _pung((own[0], own[1])) for own in me.hand.own_copies(kind, 2) if rules.may_claim(state, seat, "pung", own) is None
        )
    if kind < 27 and seat == next_seat(window.from_seat):
        out.extend(_chows(state, rules, me, seat, kind))
    return out


def _chows(state: MatchState, rules: Rules, me: SeatState, seat: Seat, kind: int) -> list[Action]:
    hand = me.hand
    counts = hand.counts
    out: list[Action] = []
    for a, b in _PARTNERS[kind]:
        if not counts[a] or not counts[b]:
            continue
        for first in hand.own_copies(a, 1):
            for second in hand.own_copies(b, 1):
                own = (first[0], second[0])
                if rules.may_claim(state, seat, "chow", own) is None:
                    out.append(_chow(own))
    return out


def window_ready(state: MatchState) -> bool:
    """Whether the window can close: no open answer could still outrank the best answer given."""
    window = state.window
    assert window is not None
    options = window_options(state)
    if options is NOBODY:
        return True
    waiting = [seat for seat in range(4) if options[seat] and window.answers[seat] is None]
    if not waiting:
        return True
    if window.kind == "offer":
        return False
    best = _best_key(state, window)
    return best is not None and all(_open_key(state, window, seat, options[seat]) < best for seat in waiting)


def _best_key(state: MatchState, window: Window) -> tuple[int, int] | None:
    keys = [
        _key(state, window, seat, answer.action)
        for seat, answer in enumerate(window.answers)
        if answer is not None and not isinstance(answer.action, Pass)
    ]
    if not keys:
        return None
    best = max(keys)
    assert state.rules is not None
    # With several winners allowed every seat that may win has to be heard.
    return (best[0], -1) if best[0] == 3 and state.rules.max_winners > 1 else best


def _key(state: MatchState, window: Window, seat: Seat, action: Action) -> tuple[int, int]:
    assert window.from_seat is not None
    return _RANK[type(action)], 4 - ((seat - window.from_seat) & 3)


def _open_key(state: MatchState, window: Window, seat: Seat, options: tuple[Action, ...]) -> tuple[int, int]:
    return max(_key(state, window, seat, action) for action in options)


def callers(state: MatchState) -> tuple[Seat, ...]:
    """Seats that answered with a win, nearest to the discarder first."""
    window = state.window
    assert window is not None and window.from_seat is not None
    found = [
        seat
        for seat in seats_after(window.from_seat)
        if (answer := window.answers[seat]) is not None and isinstance(answer.action, Win)
    ]
    return tuple(found)


def best_claim(state: MatchState) -> tuple[Seat, Meld] | None:
    """The claim that gets the discard when nobody wins it: pung or kong before chow."""
    window = state.window
    assert window is not None and window.from_seat is not None
    best: tuple[tuple[int, int], Seat, Action] | None = None
    for seat, answer in enumerate(window.answers):
        if answer is None or isinstance(answer.action, Pass | Win):
            continue
        key = _key(state, window, seat, answer.action)
        if best is None or key > best[0]:
            best = (key, seat, answer.action)
    if best is None:
        return None
    return best[1], _meld(state.seats[best[1]], best[2], window)


def _meld(me: SeatState, action: Action, window: Window) -> Meld:
    assert window.tile is not None
    tile: Tile = window.tile
    match action:
        case Chow(tiles):
            return Meld("chow", (*tiles, tile), window.from_seat)
        case Pung(tiles):
            return Meld("pung", (*tiles, tile), window.from_seat)
        case _:
            return Meld("kong", (*me.hand.own_copies(KIND[tile], 3)[0], tile), window.from_seat, "exposed")
