"""Carries out orders at a table: what each comes to, as events, and what of the table's own has to follow them."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from mahjong_club.play.clock import Ticker
from mahjong_club.play.driver import Driver
from mahjong_club.play.operations import (
    EndMatch,
    Figures,
    FreeSeat,
    MoveSeat,
    Operation,
    OperationRefused,
    Pause,
    Preview,
    ResetDeal,
    Resume,
    Rewind,
    SeatChange,
    SwapSeats,
    check,
)
from mahjong_club.play.ports import Banks, MatchSetup, SeatSetup, StorageUnavailable
from mahjong_club.play.rewinding import Earlier
from mahjong_club.play.steps import Steps
from mahjong_club.play.writer import Writer
from mahjong_club.rules.events import Event, MatchEnded, MatchPaused, MatchResumed, MatchRewound, Seated
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.stopping import stop_match
from mahjong_club.rules.views import KeptState

#: Why a match rests that was paused by order: nobody's coming back ends that.
BY_ORDER = "by_order"
Reseat = Callable[[MatchSetup, tuple[Seat, ...]], None]


@dataclass(frozen=True, slots=True)
class _Plan:
    """What an order comes to."""

    events: tuple[Event, ...]
    banks: Banks | None = None
    undone: int = 0
    deals: tuple[int, ...] = ()
    wall_known: bool = False
    seats: tuple[SeatChange, ...] = ()


class Operator:
    """Orders at one table. Its methods are jobs of the table's inbox."""

    __slots__ = ("_driver", "_earlier", "_reseat", "_steps", "_ticker", "_writer", "setup")

    def __init__(
        self,
        setup: MatchSetup,
        writer: Writer,
        driver: Driver,
        steps: Steps,
        *,
        earlier: Earlier,
        ticker: Ticker,
        reseat: Reseat,
    ) -> None:
        self.setup = setup
        self._writer = writer
        self._driver = driver
        self._steps = steps
        self._earlier = earlier
        self._ticker = ticker
        self._reseat = reseat

    async def preview(self, operation: Operation) -> Preview:
        """What the order would change now. Raises :class:`OperationRefused`."""
        plan = await self._plan(operation)
        state = self._writer.state
        after = state.copy()
        for event in plan.events:
            evolve(after, event)
        return Preview(
            state.seq,
            figures_of(state),
            figures_of(after),
            plan.undone,
            plan.deals,
            plan.wall_known,
            plan.seats,
            after.standings,
        )

    async def operate(self, operation: Operation) -> int:
        """Carry the order out; the number of its first event. What is due after it is left to do. Raises
        :class:`OperationRefused`."""
        plan, writer = await self._plan(operation), self._writer
        now = self._ticker.now()
        self._driver.stop_clocks(plan.events, now)
        if plan.banks is not None:
            writer.banks[:] = plan.banks
        number = writer.apply(plan.events, now)
        try:
            published = await self._steps.commit()
        except StorageUnavailable:
            raise OperationRefused("storage_unavailable") from None
        self._steps.publish(published)
        if plan.seats:
            a, b, c, d = (
                next((change.after for change in plan.seats if change.seat == seat), self.setup.seats[seat]) for seat in range(4)
            )
            self._reseat(replace(self.setup, seats=(a, b, c, d)), tuple(change.seat for change in plan.seats))
        return number

    async def _plan(self, operation: Operation) -> _Plan:
        check(operation)
        state = self._writer.state
        if state.phase == "over":
            raise OperationRefused("match_over")
        try:
            match operation:
                case ResetDeal():
                    return await self._reset(operation)
                case Rewind():
                    return await self._rewind(operation)
        except StorageUnavailable:
            raise OperationRefused("storage_unavailable") from None
        match operation:
            case EndMatch(by=by, reason=reason):
                *before, end = stop_match(state, by, reason)
                assert isinstance(end, MatchEnded)
                return _Plan((*before, replace(end, secret=self.setup.secret)))
            case Pause(by=by, reason=reason):
                if state.paused == BY_ORDER:
                    raise OperationRefused("already_paused")
                return _Plan((MatchPaused(BY_ORDER, by, reason),))
            case Resume(by=by, reason=reason):
                if state.paused != BY_ORDER:
                    raise OperationRefused("not_paused")
                return _Plan((MatchResumed(BY_ORDER, 0, by, reason),))
            case _:
                return self._seating(operation)

    # --- going back
    async def _reset(self, operation: ResetDeal) -> _Plan:
        start = await self._earlier.deal_start()
        if start is None or start == self._writer.state.seq:
            raise OperationRefused("nothing_to_reset")
        return await self._back(start, operation)

    async def _rewind(self, operation: Rewind) -> _Plan:
        if not 1 <= operation.to < self._writer.state.seq:
            raise OperationRefused("bad_seq")
        return await self._back(operation.to, operation)

    async def _back(self, number: int, operation: Operation) -> _Plan:
        moment = await self._earlier.moment(number)
        kind = "reset" if isinstance(operation, ResetDeal) else "rewind"
        position = KeptState(moment.state)
        event = MatchRewound(number, kind, None, operation.by, operation.reason, position)  # type: ignore[arg-type]
        return _Plan((event,), moment.banks, moment.undone, moment.deals, moment.opened)

    # --- seats
    def _seating(self, operation: Operation) -> _Plan:
        seats = self.setup.seats
        match operation:
            case MoveSeat(seat=seat, to=to):
                if to.kind == "person" and any(s.person_id == to.person_id for i, s in enumerate(seats) if i != seat):
                    raise OperationRefused("seat_taken")
                wanted = {seat: to if to.kind == "person" else bot_seat(seat, to)}
            case FreeSeat(seat=seat, bot=bot):
                if seats[seat].kind == "bot":
                    raise OperationRefused("seat_empty")
                wanted = {seat: bot_seat(seat, SeatSetup("bot", None, "", bot))}
            case SwapSeats(seat=seat, other=other):
                wanted = {seat: seats[other], other: seats[seat]}
            case _:
                raise OperationRefused("unknown_operation")
        changes = tuple(SeatChange(seat, seats[seat], to) for seat, to in sorted(wanted.items()))
        if all(_same(change.before, change.after) for change in changes):
            raise OperationRefused("same_player")
        people = [wanted.get(seat, who) for seat, who in enumerate(seats)]
        if self.setup.practice and sum(who.kind == "person" for who in people) > 1:
            raise OperationRefused("practice_table")
        return _Plan(tuple(_seated(change, operation) for change in changes), seats=changes)


def bot_seat(seat: Seat, to: SeatSetup) -> SeatSetup:
    """A club bot at a seat, named like those that the lobby puts there."""
    strength = to.bot or "club"
    return SeatSetup("bot", None, to.name or f"{strength}-{seat + 1}", strength)


def _same(one: SeatSetup, other: SeatSetup) -> bool:
    return (one.kind, one.person_id, one.bot) == (other.kind, other.person_id, other.bot)


def _seated(change: SeatChange, operation: Operation) -> Seated:
    who = change.after
    return Seated(change.seat, who.kind, who.name, who.bot, operation.by, operation.reason, who.person_id)


def figures_of(state: MatchState) -> Figures:
    """What anybody may know of a state."""
    return Figures(
        state.number,
        state.phase,
        state.dealer,
        state.round_wind,
        state.repeat,
        tuple(state.scores),
        state.deposits,
        state.paused,
    )
