"""``decide``: what an action leads to, as events; the state is not changed.

With ``legal_actions`` and ``evolve`` it is the engine.

A seat's action gives its immediate facts. What follows without anybody's choice (draws, replacements, the closing of a
window) is :func:`is_due` and comes from ``decide(state, None, PROCEED)``, so that the table can put time between them.
"""

from typing import Final

from mahjong_club.rules.actions import (
    AbortDeal,
    Action,
    ContinueMatch,
    DeclareReady,
    Discard,
    Kong,
    Proceed,
    StartDeal,
    TableAction,
    Win,
)
from mahjong_club.rules.claims import NOBODY, best_claim, callers, window_options, window_ready
from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import (
    Answer,
    BonusExposed,
    ClaimAnswered,
    DealDrawn,
    DealStarted,
    Discarded,
    Drawn,
    DrawSource,
    Event,
    KongDeclared,
    MatchContinued,
    MatchStarted,
    MeldClaimed,
    PlayBegan,
    TimedOut,
    WindowClosed,
    WinLock,
)
from mahjong_club.rules.legal import legal_actions, refusal_of
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.results import Events, close_books, rules_of, wins_of, won_event
from mahjong_club.rules.rulesets import options_json
from mahjong_club.rules.seats import Seat, seats_after
from mahjong_club.rules.state import MatchState, SeatState, Window
from mahjong_club.rules.tiles import ALL_TILES, BONUS_SET, KIND, Tile, sort_tiles
from mahjong_club.rules.variant import Rules
from mahjong_club.rules.walls import pack_wall
from mahjong_club.rules.wins import win_taken

_NO_LOCKS: Final[tuple[WinLock | None, ...]] = (None, None, None, None)
#: How most windows close: nobody could answer, nobody's lock changed.
_QUIET: Final = WindowClosed((None, None, None, None), _NO_LOCKS)


def start_match(
    ruleset: str, rules: Rules, *, first_dealer: Seat = 0, commitment: str = "", entropy: tuple[str, ...] = ()
) -> MatchStarted:
    """The first event of a match."""
    return MatchStarted(
        ruleset=ruleset,
        options=options_json(rules.options),
        first_dealer=first_dealer,
        scores=rules.starting_scores(),
        commitment=commitment,
        entropy=entropy,
    )


def decide(state: MatchState, seat: Seat | None, action: Action | TableAction, *, timed_out: bool = False) -> Events:
    """The facts that ``action`` of ``seat`` (``None``: the table itself) leads to.

    Raises :class:`IllegalAction` with a key of ``errors.REFUSALS``.
    """
    if isinstance(action, Proceed):
        return _proceed(state)
    if isinstance(action, StartDeal):
        return (_start_deal(state, action),)
    assert seat is not None
    if state.paused:
        raise IllegalAction("match_paused")
    if not _among(action, legal_actions(state, seat)):
        raise IllegalAction(refusal_of(state, seat, action))
    if state.window is not None:
        return (ClaimAnswered(seat, Answer(action, timed_out)),)
    events = _act(state, seat, action)
    return (TimedOut(seat), *events) if timed_out and state.phase == "turn" else events


def _among(action: Action, legal: tuple[Action, ...]) -> bool:
    """Membership that tries identity first: comparing dataclasses is slow, and callers mostly hand back what they were given."""
    for each in legal:
        if each is action:
            return True
    return action in legal


def is_due(state: MatchState) -> bool:
    """Whether something happens without anybody's choice: then ``decide(state, None, PROCEED)`` says what."""
    if state.paused or state.rules is None:
        return False
    if state.window is not None:
        return window_ready(state)
    if state.phase in ("opening", "draw"):
        return True
    if state.phase == "turn":
        return state.seats[state.turn].drawn in BONUS_SET or bool(_bonus_result(state))
    return False


def awaits_deal(state: MatchState) -> bool:
    """Whether the table is to start a deal (``StartDeal``)."""
    return state.phase == "idle" and state.rules is not None and not state.paused


# --- a seat's action ---------------------------------------------------------------------------------------------------
def _act(state: MatchState, seat: Seat, action: Action) -> Events:
    rules = rules_of(state)
    match action:
        case Discard(tile, drawn):
            lock = rules.lock_after_discard(state, seat, tile, None)
            return _with_consequences(state, Discarded(seat, tile, drawn, None, lock))
        case DeclareReady(tile, drawn):
            rank = rules.ready_rank(state, seat)
            lock = rules.lock_after_discard(state, seat, tile, rank)
            return _with_consequences(state, Discarded(seat, tile, drawn, rank, lock))
        case Kong(form, tile):
            return _with_consequences(state, KongDeclared(seat, _own_kong(state.seats[seat], form, tile)))
        case Win():
            return close_books(state, (won_event(*win_taken(state, seat)),))
        case AbortDeal():
            return close_books(state, (rules.abortive_draw(state, seat),))
        case ContinueMatch():
            return (MatchContinued(seat),)
        case _:
            raise IllegalAction("not_your_turn")


def _with_consequences(state: MatchState, event: Discarded | KongDeclared) -> Events:
    return (event, *rules_of(state).at_once(state, event))


def _own_kong(me: SeatState, form: str, tile: Tile) -> Meld:
    kind = KIND[tile]
    if form == "concealed":
        return Meld("kong", me.hand.own_copies(kind, 4)[0], None, "concealed")
    pung = next(m for m in me.melds if m.kind == "pung" and KIND[m.tiles[0]] == kind)
    return Meld("kong", (*pung.tiles, tile), pung.from_seat, "added")


# --- what is due -------------------------------------------------------------------------------------------------------
def _proceed(state: MatchState) -> Events:
    if state.paused:
        raise IllegalAction("match_paused")
    if state.window is not None:
        if not window_ready(state):
            raise IllegalAction("not_your_turn")
        return _close_window(state)
    bonus = _bonus_result(state)
    if bonus:
        return close_books(state, bonus)
    if state.phase == "opening":
        return (_opening_step(state),)
    if state.phase == "draw":
        return _draw(state)
    drawn = state.seats[state.turn].drawn
    if state.phase == "turn" and drawn is not None and drawn in BONUS_SET:
        return (BonusExposed(state.turn, drawn),)
    raise IllegalAction("not_your_turn")


def _bonus_result(state: MatchState) -> Events:
    if state.bonus_out < 8 or state.bonus_settled:
        return ()
    return rules_of(state).resolve_bonus(state)


def _draw(state: MatchState) -> Events:
    rules, seat = rules_of(state), state.turn
    if state.live_left <= 0:
        return close_books(state, (rules.exhaustive_draw(state),))
    drawn = take_tile(state, seat, state.due)
    return (*rules.before_replacement(state), drawn) if state.due == "kong" else (drawn,)


def take_tile(state: MatchState, seat: Seat, source: DrawSource) -> Drawn:
    """The fact that a seat takes the tile that is next for this purpose."""
    rules, wall = rules_of(state), state.wall
    assert wall is not None
    if source == "wall":
        tile = wall[state.taken]
    elif rules.replacement_from == "live_end":
        tile = wall[rules.wall_size - rules.reserve - 1 - state.replacements]
    else:
        tile = wall[rules.wall_size - rules.reserve + state.replacements]
    return Drawn(seat, tile, source, rules.lock_after_draw(state, seat, source))


def _opening_step(state: MatchState) -> Event:
    """The deal's own order: the dealer's extra tile, then bonus tiles in turn until nobody holds one."""
    dealer = state.dealer
    if state.seats[dealer].drawn is None:
        return take_tile(state, dealer, "wall")
    at = state.seats[state.opening_at]
    until_clean = rules_of(state).opening_until_clean
    if at.owed and (state.opening_replacing or not at.hand.bonus):
        return take_tile(state, state.opening_at, "bonus")
    first = state.opening_at if at.owed or until_clean or not state.bonus_out else state.opening_at + 1
    for step in range(4):
        seat = (first + step) & 3
        if state.seats[seat].hand.bonus:
            return BonusExposed(seat, sort_tiles(state.seats[seat].hand.bonus)[0])
    return PlayBegan(dealer, _opening_drawn(state))


def _opening_drawn(state: MatchState) -> Tile:
    """The tile that counts as the dealer's draw: the extra tile, or the last replacement where it was a bonus tile."""
    me = state.seats[state.dealer]
    drawn = me.drawn
    if drawn is not None and drawn not in BONUS_SET and me.hand.holds(drawn):
        return drawn
    return me.hand.tiles()[-1]


def _close_window(state: MatchState) -> Events:
    window = state.window
    assert window is not None
    answers = tuple(window.answers)
    if window.kind == "offer":
        return _close_offer(state, answers)
    quiet = window_options(state) is NOBODY
    calling = () if quiet else callers(state)
    won = calling[: rules_of(state).max_winners]
    locks = _locks_after(state, window, calling)
    closed = _QUIET if quiet and locks == _NO_LOCKS else WindowClosed(answers, locks)
    if won:
        instead = rules_of(state).draw_instead(state, calling)
        return close_books(state, (closed, instead) if instead is not None else (closed, *wins_of(state, won)))
    if window.kind == "robbed_kong":
        return (closed,)
    after = rules_of(state).after_discard_stands(state)
    if after and any(isinstance(event, DealDrawn) for event in after):
        return close_books(state, (closed, *after))
    claim = None if quiet else best_claim(state)
    if claim is None:
        return (closed, *after)
    seat, meld = claim
    return (closed, *after, MeldClaimed(seat, meld, rules_of(state).liable_after_claim(state, seat, meld)))


def _close_offer(state: MatchState, answers: tuple[Answer | None, ...]) -> Events:
    window = state.window
    assert window is not None and window.seat is not None
    closed = WindowClosed(answers, tuple(seat.lock for seat in state.seats))
    answer = answers[window.seat]
    if answer is None or not isinstance(answer.action, Win):
        return (closed,)
    seat = window.seat
    taken = rules_of(state).accepted_offer(state, seat, window.by or "seven_robs_one", window.from_seat)
    return close_books(state, (closed, *(taken or (won_event(*win_taken(state, seat)),))))


def _locks_after(state: MatchState, window: Window, calling: tuple[Seat, ...]) -> tuple[WinLock | None, ...]:
    """The seats' locks when the window closes: those may change whose hands the tile completes and who let it go."""
    a, b, c, d = state.seats
    if not window.completes:
        return (a.lock, b.lock, c.lock, d.lock)
    locks = [a.lock, b.lock, c.lock, d.lock]
    for seat in window.completes:
        if seat not in calling:
            offered = any(isinstance(action, Win) for action in window_options(state)[seat])
            locks[seat] = rules_of(state).lock_after_window(state, seat, offered=offered)
    return tuple(locks)


def _start_deal(state: MatchState, action: StartDeal) -> DealStarted:
    if not awaits_deal(state):
        raise IllegalAction("match_over" if state.phase == "over" else "deal_over")
    rules = rules_of(state)
    if action.ruleset is not None:
        rules = state.rules_for(action.ruleset, state.options if action.options is None else action.options)
    size = rules.hand_size
    if not ALL_TILES.issuperset(action.wall) or sort_tiles(action.wall) != sort_tiles(rules.tiles):
        raise IllegalAction("invalid_tiles")
    dealer, round_wind, repeat = state.upcoming
    hands: list[tuple[Tile, ...]] = [()] * 4
    for i, seat in enumerate((dealer, *seats_after(dealer))):
        hands[seat] = sort_tiles(action.wall[i * size : (i + 1) * size])
    return DealStarted(
        number=state.number + 1,
        ruleset=action.ruleset or state.ruleset,
        options=state.options if action.ruleset is None else options_json(rules.options),
        dealer=dealer,
        round_wind=round_wind,
        repeat=repeat,
        deposits=state.deposits,
        scores=(state.scores[0], state.scores[1], state.scores[2], state.scores[3]),
        commitment=action.commitment,
        hands=tuple(hands),
        indicators=rules.opening_indicators(action.wall),
        wall=pack_wall(action.wall),
        secret=action.secret,
    )
