"""One table: everything that happens to a match goes through its inbox, one job after the other.

A step is decided, applied, committed and only then told to anybody. Sockets put jobs in and never wait, so that a socket
that dies in the middle of a commit disturbs nothing. A worker task exists only while there is a job, a timer only while
something is due: an idle table costs nothing.
"""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from mahjong_club.play.acts import Acts
from mahjong_club.play.agenda import Agenda
from mahjong_club.play.alarm import Alarm
from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.clock import Ticker
from mahjong_club.play.deals import Dealer
from mahjong_club.play.doors import Doors
from mahjong_club.play.driver import Choose, Driver
from mahjong_club.play.herald import Herald
from mahjong_club.play.inbox import Inbox, Job
from mahjong_club.play.keeper import Keeper
from mahjong_club.play.lull import Lull
from mahjong_club.play.operations import Operation, OperationRefused, Preview
from mahjong_club.play.operator import Operator
from mahjong_club.play.ports import EventLog, MatchSetup, SequenceTaken, Snapshots
from mahjong_club.play.presence import Presence
from mahjong_club.play.requests import Requests
from mahjong_club.play.rewinding import Earlier
from mahjong_club.play.steps import Steps
from mahjong_club.play.writer import Writer
from mahjong_club.protocol.frames import PONG, ClientFrame, Notice, Ping, encode_frame
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.state import MatchState

T = TypeVar("T")
log = logging.getLogger(__name__)

#: Frames of one client that may wait for the table.
PENDING: Final = 16


class Table:
    """A match being played. Made by :class:`tables.Tables` only."""

    def __init__(
        self,
        setup: MatchSetup,
        writer: Writer,
        agenda: Agenda,
        *,
        events: EventLog,
        snapshots: Snapshots,
        ticker: Ticker,
        choose: Choose,
        deal: Dealer,
        rng: random.Random,
        lull: Lull,
        on_rest: Callable[["Table"], None],
        on_refused: Callable[[str], None],
        kept: int = 0,
    ) -> None:
        self.setup = setup
        self._writer = writer
        self._on_rest = on_rest
        self._audience = audience = Audience(agenda.pacing.spectator_delay_ms)
        presence = Presence(setup, ticker.now())
        driver = Driver(setup, writer, agenda, choose=choose, deal=deal, rng=rng)
        herald = Herald(setup, writer, agenda, driver, audience=audience, presence=presence, on_refused=on_refused)
        self._keeper = Keeper(setup.id, snapshots, writer, ticker, kept)
        self._inbox = Inbox(self._run, self._done, lull)
        steps = Steps(
            setup.id,
            writer,
            driver,
            herald,
            audience=audience,
            presence=presence,
            keeper=self._keeper,
            ticker=ticker,
            inbox=self._inbox,
            lull=lull,
        )
        acts = Acts(setup.id, events)
        earlier = Earlier(setup.id, events, writer.state.rules_for)
        self._requests = Requests(
            writer,
            driver,
            steps,
            herald,
            audience=audience,
            acts=acts,
            earlier=earlier,
            ticker=ticker,
            practice=setup.practice,
        )
        self._doors = Doors(writer, steps, herald, audience=audience, presence=presence, ticker=ticker)
        self._operator = Operator(setup, writer, driver, steps, earlier=earlier, ticker=ticker, reseat=self._reseat)
        self._agenda = agenda
        self._driver = driver
        self._herald = herald
        self._steps = steps
        self._alarm = Alarm(ticker, self.wake)
        self._lost = False

    # --- from outside; nothing here waits for the table
    @property
    def state(self) -> MatchState:
        """The live state; only to be read, and only while no step is open (:meth:`idle`)."""
        return self._writer.state

    @property
    def banks(self) -> tuple[int, ...]:
        """Clock banks of seats 0-3 in milliseconds."""
        return tuple(self._writer.banks)

    @property
    def resting(self) -> bool:
        """Whether nobody watches and nothing is to come, so that the table can leave memory."""
        return not self._audience and not self._alarm and not self._inbox.busy

    @property
    def viewers(self) -> int:
        """How many connections are let in."""
        return len(self._audience.members())

    @property
    def bots(self) -> int:
        """How many seats a bot of the server plays, those of people who left it to one among them."""
        kinds = zip(self.setup.seats, self.state.seats, strict=True)
        return sum(chosen.kind == "bot" or seat.left == "bot" for chosen, seat in kinds)

    def announce(self, code: str, **params: str | int) -> None:
        """Tell everybody at the table something that is no event."""
        self._audience.broadcast(encode_frame(Notice(code, params)))

    def connect(self, member: Member, since: int | None = None) -> None:
        """Let a member in; it is sent a snapshot or the events after ``since``, then everything that follows."""
        if self._lost:
            member.connection.bye("server_restarting")
        else:
            self._inbox.post(self._doors.join, member, since)

    def disconnect(self, member: Member) -> None:
        """The member's connection is gone."""
        self._inbox.post(self._doors.leave, member)

    def receive(self, member: Member, frame: ClientFrame) -> None:
        """A frame of a member."""
        if isinstance(frame, Ping):
            member.connection.send_nowait(PONG)
        elif member.pending >= PENDING:
            self._herald.refuse(member, getattr(frame, "id", None), "too_fast")
        else:
            member.pending += 1
            self._inbox.post(self._requests.handle, member, frame)

    def abandon(self, seat: int) -> None:
        """The seat's person gave it up for good: its sockets are closed and a bot plays on, whatever the table's policy."""
        self._inbox.post(self._doors.abandon, seat)

    def stand_up(self, seat: int) -> None:
        """The seat's person goes on another day: his sockets are closed, and what the table does about people who are away is
        done without a delay."""
        self._inbox.post(self._doors.stand_up, seat)

    def kick(self, person_id: str, code: str = "kicked") -> None:
        """Close a person's connections with a ``bye``; his seat stays his, and he may come back."""
        self._inbox.post(self._doors.kick, person_id, code)

    def dismiss(self, code: str = "table_closed") -> None:
        """Send everybody away with a ``bye``; the match rests until one of its people is back."""
        self._inbox.post(self._doors.dismiss, code)

    async def preview(self, operation: Operation) -> Preview:
        """What an order would change now. Raises :class:`OperationRefused`."""
        return await self._ordered(self._operator.preview, operation)

    async def operate(self, operation: Operation) -> int:
        """Carry an order out; the number of its first event, which is committed. Raises :class:`OperationRefused`."""
        return await self._ordered(self._operator.operate, operation)

    def wake(self) -> None:
        """Look whether something is due."""
        self._inbox.post(self._steps.tick)

    async def idle(self) -> None:
        """Wait until every job is done."""
        await self._inbox.idle()
        await self._keeper.idle()

    async def close(self, code: str) -> None:
        """Say goodbye to everybody and stop; the state is kept as a snapshot."""
        # As a job like any other: bots who play among themselves let it through, but would not come to rest for it.
        self._inbox.post(self._stop, code)
        await self.idle()

    async def _stop(self, code: str) -> None:
        self._lost = True
        for member in self._audience.members():
            member.connection.bye(code)
        self._keeper.start()

    def _reseat(self, setup: MatchSetup, seats: tuple[Seat, ...]) -> None:
        self.setup = self._operator.setup = setup
        self._agenda.reseat(setup)
        self._driver.reseat(setup)
        self._doors.reseat(setup, seats)

    # --- the worker
    async def _ordered(self, work: Callable[[Operation], Awaitable[T]], operation: Operation) -> T:
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._inbox.post(self._order, work, operation, answer)
        return await answer

    async def _order(self, work: Callable[[Operation], Awaitable[T]], operation: Operation, answer: asyncio.Future[T]) -> None:
        try:
            result = await work(operation)
        except Exception as failure:
            if not answer.done():
                answer.set_exception(failure)
            if not isinstance(failure, OperationRefused):
                raise
        else:
            if not answer.done():
                answer.set_result(result)
            await self._steps.go_on()

    async def _run(self, job: Job, args: tuple[Any, ...]) -> None:
        if self._lost:
            for arg in args:
                if isinstance(arg, asyncio.Future) and not arg.done():
                    arg.set_exception(OperationRefused("storage_unavailable"))
            return
        try:
            await job(*args)
        except SequenceTaken:
            self._give_up()
        except Exception:
            log.exception("match %s: a job failed", self.setup.id)
            self._writer.roll_back()
            self._steps.back_off()

    def _done(self) -> None:
        self._alarm.set(None if self._lost else self._steps.next_at())
        if not self.resting:
            return
        if not self._lost and self._keeper.behind:
            # A match that rests may rest for long: whoever wakes it is not to wait for its whole deal.
            self._inbox.post(self._keeper.keep)
        else:
            # From here on another object may hold the match; this one never writes again.
            self._lost = True
            self._on_rest(self)

    def _give_up(self) -> None:
        """Somebody else writes this match: what is in memory is stale."""
        log.error("match %s: another writer appended to its log", self.setup.id)
        self._lost = True
        for member in self._audience.members():
            member.connection.bye("server_restarting")
            self._audience.leave(member)
