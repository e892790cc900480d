"""Results: the facts of wins, and the books that are closed behind them."""

from dataclasses import replace

from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import DealDrawn, DealEnded, DealWon, DepositPaid, Event, MatchEnded
from mahjong_club.rules.scoring import Verdict, WinBy, WinFacts
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import Tile
from mahjong_club.rules.variant import Outcome, Rules
from mahjong_club.rules.walls import pack_wall
from mahjong_club.rules.wins import facts_of, win_taken

Events = tuple[Event, ...]


def rules_of(state: MatchState) -> Rules:
    """The rules of the deal. Raises :class:`IllegalAction` before a match has started."""
    if state.rules is None:
        raise IllegalAction("no_deal_running")
    return state.rules


def wins_of(state: MatchState, won: tuple[Seat, ...]) -> Events:
    """One fact for each winner; repeat bonus and deposits go to the nearest."""
    out: list[Event] = []
    for i, seat in enumerate(won):
        facts, verdict = win_taken(state, seat)
        if i:
            facts = replace(facts, deposits=0, repeat=0)
            verdict = rules_of(state).judge(facts)
        out.append(won_event(facts, verdict))
    return tuple(out)


def win_event(state: MatchState, seat: Seat, by: WinBy, tile: Tile | None, from_seat: Seat | None) -> DealWon:
    """The fact of a win that the rules themselves bring about (an automatic flower win)."""
    facts = facts_of(state, seat, by, tile, from_seat)
    return won_event(facts, rules_of(state).judge(facts))


def won_event(facts: WinFacts, verdict: Verdict) -> DealWon:
    return DealWon(
        seat=facts.winner,
        by=facts.by,
        tile=facts.tile,
        from_seat=facts.from_seat,
        hand=facts.hand,
        patterns=verdict.patterns,
        total=verdict.total,
        deltas=verdict.deltas,
        limits=verdict.limits,
        blocks=verdict.blocks,
        fu=verdict.fu,
        fu_parts=verdict.fu_parts,
        yakuman=verdict.yakuman,
        liable=verdict.liable,
        deposits_taken=facts.deposits,
        indicators=facts.ura,
        extra=verdict.extra,
    )


def close_books(state: MatchState, events: Events) -> Events:
    """Close the books behind a result; an offer of a win is no result and goes through as it is."""
    results = tuple(e for e in events if isinstance(e, DealWon | DealDrawn))
    if not results:
        return events
    scores, deposits = list(state.scores), state.deposits
    for event in events:
        if isinstance(event, DepositPaid):
            scores[event.seat] -= event.points
            deposits += 1
        elif isinstance(event, DealWon | DealDrawn):
            scores = [a + b for a, b in zip(scores, event.deltas, strict=True)]
            deposits -= event.deposits_taken if isinstance(event, DealWon) else 0
    rules = rules_of(state)
    final = (scores[0], scores[1], scores[2], scores[3])
    upcoming = rules.next_deal(state, Outcome(results, final, deposits))
    ended = DealEnded(
        scores=final,
        dealer=upcoming.dealer,
        round_wind=upcoming.round_wind,
        repeat=upcoming.repeat,
        deposits=upcoming.deposits,
        wall=pack_wall(state.wall or ()),
        secret=state.secret,
    )
    if not upcoming.over:
        return (*events, ended)
    standings = rules.standings(final, state.first_dealer, upcoming.deposits)
    return (*events, ended, MatchEnded(standings, upcoming.deposits))
