"""Answers to a seat's questions about its own hand: waits, discards, why not. Worked out from its view alone."""

from typing import Final, Literal

from mahjong_club.bots.hints import explain
from mahjong_club.protocol.codec import build_action
from mahjong_club.protocol.frames import Acceptance, AnswerFrame, Ask, DiscardWaits, HandVerdict, HintWire, SelfDraw, Wait
from mahjong_club.protocol.wiretypes import mirror_of, to_wire
from mahjong_club.rules.actions import Action, Chow, DeclareReady, Discard, Pung, Win
from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.legal import held_discards, legal_actions, refusal_of
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.missed import missed_claim
from mahjong_club.rules.scoring import PatternWorth, ReadyRank, Verdict
from mahjong_club.rules.seats import Seat, next_seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS_SET, KIND, KINDS, Tile
from mahjong_club.rules.views import view_for
from mahjong_club.rules.wins import facts_of, win_verdict, win_waits

_PATTERN: Final = mirror_of(PatternWorth)
#: Refusals of a win behind which there is a hand worth showing.
_SHOWN: Final = frozenset(("below_min", "no_yaku", "passed_win", "furiten", "furiten_discard", "furiten_passed", "furiten_ready"))


def answer_to(state: MatchState, seat: Seat, frame: Ask) -> AnswerFrame | None:
    """The answer to an ask; ``None`` where it lacks its action."""
    if frame.what == "waits":
        return AnswerFrame(frame.id, "waits", waits=hand_waits(state, seat))
    if frame.what == "discards":
        claim = None if frame.action is None else build_action(frame.action)
        found = discard_waits(state, seat) if claim is None else claim_waits(state, seat, claim)
        return AnswerFrame(frame.id, "discards", discards=found)
    if frame.action is None:
        return None
    code, verdict = why_not(state, seat, build_action(frame.action))
    return AnswerFrame(
        frame.id,
        "why_not",
        code=code,
        rule=rule_of(code),
        patterns=None if verdict is None else verdict.patterns,
        total=None if verdict is None else verdict.total,
    )


def hint_of(state: MatchState, seat: Seat, ask_id: str, action: Action) -> AnswerFrame:
    """The answer that advises a seat at a practice table, with the reasons its own view gives."""
    why = explain(view_for(state, seat), seat, action)
    accepts = [Acceptance(tile, left) for tile, left in why.accepts]
    return AnswerFrame(ask_id, "hint", hint=HintWire(to_wire(action), why.reason, why.shanten, accepts))


def hand_waits(state: MatchState, seat: Seat) -> list[Wait]:
    """The waits of the hand as it stands, without a tile just drawn."""
    if not _playing(state):
        return []
    view = _without_window(view_for(state, seat))
    drawn = view.seats[seat].drawn
    if drawn is not None and drawn not in BONUS_SET:
        view.seats[seat].hand.remove(drawn)
        view.seats[seat].drawn = None
    return _waits(view, seat)


def discard_waits(state: MatchState, seat: Seat) -> list[DiscardWaits]:
    """For each discard the seat may make now, the waits after it, and those after declaring readiness with it where it may.

    Discards that leave no wait are left out. Locks are those that the discard brings or ends.
    """
    legal = legal_actions(state, seat)
    allowed = {(a.tile, a.drawn) for a in legal if isinstance(a, Discard)}
    if not allowed:
        return []
    declared = {(a.tile, a.drawn) for a in legal if isinstance(a, DeclareReady)}
    view = _without_window(view_for(state, seat))
    out: list[DiscardWaits] = []
    for way in held_discards(view.seats[seat]):
        if way not in allowed:
            continue
        waits = _waits_after(view, seat, way[0], None)
        if waits:
            assert view.rules is not None
            rank = view.rules.ready_rank(view, seat) if way in declared else None
            out.append(DiscardWaits(*way, waits, rank, _waits_after(view, seat, way[0], rank) if rank else None))
    return out


def claim_waits(state: MatchState, seat: Seat, claim: Action) -> list[DiscardWaits]:
    """The waits after a chow or pung that the seat may make now, for each discard that it could be followed by."""
    window = state.window
    if not isinstance(claim, Chow | Pung) or window is None or window.tile is None or claim not in legal_actions(state, seat):
        return []
    view = _without_window(view_for(state, seat))
    me = view.seats[seat]
    for tile in claim.tiles:
        me.hand.remove(tile)
    kind: Literal["chow", "pung"] = "chow" if isinstance(claim, Chow) else "pung"
    me.melds.append(Meld(kind, (*claim.tiles, window.tile), window.from_seat))
    assert window.from_seat is not None and view.rules is not None
    view.seats[window.from_seat].river[-1].claimed_by = seat
    me.drawn = me.waits = None
    view.phase, view.turn, view.claimed = "turn", seat, True
    view.cache.clear()
    allowed = view.rules.discards(view, seat)
    ways = held_discards(me) if allowed is None else allowed
    found = [DiscardWaits(*way, _waits_after(view, seat, way[0], None)) for way in ways]
    return [each for each in found if each.waits]


def _waits_after(view: MatchState, seat: Seat, tile: Tile, ready: ReadyRank | None) -> list[Wait]:
    assert view.rules is not None
    after = view.copy()
    me = after.seats[seat]
    me.lock = view.rules.lock_after_discard(view.copy(), seat, tile, ready)
    me.hand.remove(tile)
    me.drawn = None
    me.waits = None
    me.ready = me.ready or ready
    return _waits(after, seat, seen=tile)


def why_not(state: MatchState, seat: Seat, action: Action) -> tuple[str | None, HandVerdict | None]:
    """Why an action is refused now (``None``: it is not), and for a refused win what the hand counts.

    About the last discard also once its window has closed, so that whoever reads slowly still learns it.
    """
    if state.paused:
        return "match_paused", None
    if action in legal_actions(state, seat):
        return None, verdict_of(win_verdict(state, seat)) if isinstance(action, Win) else None
    code, then = missed_claim(view_for(state, seat), seat, action) or (refusal_of(state, seat, action), state)
    shown = isinstance(action, Win) and code in _SHOWN
    return code, verdict_of(win_verdict(then, seat)) if shown else None


def rule_of(code: str | None) -> str | None:
    """The anchor of a refusal on the rules page; codes of the table itself have none."""
    return None if code is None else REFUSALS.get(code)


def verdict_of(verdict: Verdict) -> HandVerdict:
    """A judge's answer as the wire shows it."""
    return HandVerdict(verdict.total, [_PATTERN(id=p.id, worth=p.worth, count=p.count) for p in verdict.patterns], verdict.reason)


def _playing(state: MatchState) -> bool:
    return state.rules is not None and state.phase in ("turn", "claim", "draw")


def _without_window(view: MatchState) -> MatchState:
    view.window = None
    return view


def _waits(view: MatchState, seat: Seat, seen: str | None = None) -> list[Wait]:
    """Waits of a 3n+1 hand in a view; ``seen`` is a discard that the view does not show in the river yet."""
    mask = win_waits(view, seat)
    if not mask:
        return []
    unseen = _unseen(view, seat)
    if seen is not None:
        unseen[KIND[seen]] -= 1
    return [_wait(view, seat, kind, unseen[kind]) for kind in range(34) if mask >> kind & 1]


def _wait(view: MatchState, seat: Seat, kind: int, left: int) -> Wait:
    rules, tile, lock = view.rules, KINDS[kind], view.seats[seat].lock
    assert rules is not None
    claimed = rules.judge(facts_of(view, seat, "discard", tile, next_seat(seat)))
    holder = view.copy()
    holder.seats[seat].hand.add(tile)
    drawn = rules.judge(facts_of(holder, seat, "self_draw", tile, None))
    locked = lock is not None and lock.blocks(tile)
    wins = claimed.wins and not locked
    reason = lock.reason if lock is not None and locked else None if claimed.wins else claimed.reason or "not_a_hand"
    other = None
    if drawn.wins != wins or drawn.total != claimed.total:
        other = SelfDraw(drawn.wins, drawn.total, None if drawn.wins else drawn.reason or "not_a_hand")
    return Wait(tile, max(0, left), wins, reason, claimed.total, other)


def _unseen(view: MatchState, seat: Seat) -> list[int]:
    """Copies of each kind that the seat cannot see."""
    assert view.rules is not None
    left = [0] * 34
    for tile in view.rules.tiles:
        if tile in KIND:
            left[KIND[tile]] += 1
    for kind, count in enumerate(view.seats[seat].hand.counts):
        left[kind] -= count
    for each in view.seats:
        for meld in each.melds:
            for tile in meld.tiles:
                left[KIND[tile]] -= 1
        for river in each.river:
            if river.claimed_by is None:
                left[KIND[river.tile]] -= 1
    for tile in view.indicators:
        if tile in KIND:
            left[KIND[tile]] -= 1
    return left
