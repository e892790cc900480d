"""One table: everything that happens to a match goes through its inbox, one job after the other.

A step is decided, applied, committed and only then told to anybody. Sockets put jobs in and never wait, so that a socket
that dies in the middle of a commit disturbs nothing. A worker task exists only while there is a job, a timer only while
something is due: an idle table costs nothing.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from typing import Any, Final

from mahjong_club.play.acts import Acts
from mahjong_club.play.agenda import Agenda
from mahjong_club.play.asks import answer_to, rule_of, why_not
from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.clock import Ticker, Timer
from mahjong_club.play.deals import Dealer
from mahjong_club.play.driver import Choose, Driver
from mahjong_club.play.inbox import Inbox, Job
from mahjong_club.play.lines import people_of, presence_of, table_facts
from mahjong_club.play.ports import EventLog, MatchSetup, SequenceTaken, Snapshots, StorageUnavailable
from mahjong_club.play.presence import Presence
from mahjong_club.play.writer import Published, Writer
from mahjong_club.protocol.codec import build_action, encode_view, texts_of
from mahjong_club.protocol.frames import (
    PONG,
    Act,
    Ask,
    ClientFrame,
    Notice,
    Ping,
    Refused,
    Said,
    Say,
    accepted_frame,
    encode_frame,
    events_frame,
    snapshot_frame,
)
from mahjong_club.protocol.statedump import dump_state
from mahjong_club.rules.actions import Action
from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState

log = logging.getLogger(__name__)

#: Frames of one client that may wait for the table.
PENDING: Final = 16
#: Between two words of one member, in milliseconds.
SAY_EVERY_MS: Final = 700
#: First and longest wait before an automatic step that the log refused is tried again.
BACKOFF_MS: Final = (250, 8000)


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
        on_rest: Callable[["Table"], None],
        on_refused: Callable[[str], None],
        kept: int = 0,
    ) -> None:
        self.setup = setup
        self._writer = writer
        self._agenda = agenda
        self._snapshots = snapshots
        self._ticker = ticker
        self._on_rest = on_rest
        self._on_refused = on_refused
        self._audience = Audience(agenda.pacing.spectator_delay_ms)
        self._presence = Presence(setup, ticker.now())
        self._driver = Driver(setup, writer, agenda, choose=choose, deal=deal, rng=rng)
        self._acts = Acts(setup.id, events)
        self._inbox = Inbox(self._run, self._done)
        self._saving: set[asyncio.Task[None]] = set()
        #: The number of the state that the newest snapshot holds.
        self._kept = kept
        self._timer: Timer | None = None
        self._timer_at = 0.0
        self._backoff = 0
        self._retry_at = 0.0
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
        return self._timer is None and not self._inbox.busy and not self._audience

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
            self._inbox.post(self._join, member, since)

    def disconnect(self, member: Member) -> None:
        """The member's connection is gone."""
        self._inbox.post(self._leave, member)

    def receive(self, member: Member, frame: ClientFrame) -> None:
        """A frame of a member."""
        if isinstance(frame, Ping):
            member.connection.send_nowait(PONG)
        elif member.pending >= PENDING:
            self._refuse(member, getattr(frame, "id", None), "too_fast")
        else:
            member.pending += 1
            self._inbox.post(self._handle, member, frame)

    def abandon(self, seat: int) -> None:
        """The seat's person gave it up for good: its sockets are closed and a bot plays on, whatever the table's policy."""
        self._inbox.post(self._abandon, seat)

    def wake(self) -> None:
        """Look whether something is due."""
        self._inbox.post(self._tick)

    async def idle(self) -> None:
        """Wait until every job is done."""
        await self._inbox.idle()
        while self._saving:
            await asyncio.gather(*self._saving)

    async def close(self, code: str) -> None:
        """Say goodbye to everybody and stop; the state is kept as a snapshot."""
        await self.idle()
        self._lost = True
        for member in self._audience.members():
            member.connection.bye(code)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._save()
        await self.idle()

    # --- the worker
    async def _run(self, job: Job, args: tuple[Any, ...]) -> None:
        if self._lost:
            return
        try:
            await job(*args)
        except SequenceTaken:
            self._give_up()
        except Exception:
            log.exception("match %s: a job failed", self.setup.id)
            self._writer.roll_back()
            self._back_off()

    def _done(self) -> None:
        self._reschedule()
        if self.resting and not self._lost and self._kept != self._writer.state.seq:
            # A match that rests may rest for long: whoever wakes it is not to wait for its whole deal.
            self._inbox.post(self._keep)
        elif self.resting:
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

    def _reschedule(self) -> None:
        when = self._next_at()
        timer = self._timer
        if when is None:
            if timer is not None:
                timer.cancel()
                self._timer = None
            return
        # A timer that rings too early looks again; replacing it at every act would cost more.
        if timer is not None and self._timer_at <= when:
            return
        if timer is not None:
            timer.cancel()
        self._timer_at = when
        self._timer = self._ticker.call_at(when, self._ring)

    def _next_at(self) -> float | None:
        if self._lost:
            return None
        state = self._writer.state
        upcoming = self._driver.upcoming()
        away = self._presence.next_at(state)
        if away is None and not self._retry_at and self._audience.release_at is None:
            return None if upcoming is None else upcoming.when
        times = [] if away is None else [away]
        if upcoming is not None:
            times.append(upcoming.when)
        if self._retry_at and self._presence.changes(state, self._ticker.now()):
            times.append(0.0)
        times = [max(t, self._retry_at) for t in times]
        release = self._audience.release_at
        if release is not None:
            times.append(release)
        return min(times, default=None)

    def _ring(self) -> None:
        self._timer = None
        self.wake()

    # --- jobs
    async def _tick(self) -> None:
        now = self._ticker.now()
        self._audience.release(now)
        if now >= self._retry_at:
            await self._go_on()

    async def _handle(self, member: Member, frame: ClientFrame) -> None:
        member.pending -= 1
        try:
            if isinstance(frame, Act):
                await self._act(member, frame)
            else:
                self._do(member, frame)
        except SequenceTaken:
            raise
        except Exception:
            self._writer.roll_back()
            self._refuse(member, getattr(frame, "id", None), "internal_error")
            raise

    def _do(self, member: Member, frame: ClientFrame) -> None:
        match frame:
            case Ask():
                self._answer(member, frame)
            case Say():
                self._say(member, frame)
            case _:
                self._refuse(member, None, "bad_frame")

    async def _act(self, member: Member, frame: Act) -> None:
        seat, writer = member.seat, self._writer
        if seat is None:
            return self._refuse(member, frame.id, "not_seated")
        done = self._acts.recent(seat, frame.id)
        if done is None and not (frame.prompt == writer.asked and legal_actions(writer.state, seat)):
            # The log is asked only where the prompt is an old one.
            done = await self._acts.ever(seat, frame.id)
        if done is not None:
            return member.connection.send_nowait(accepted_frame(frame.id, done))
        if self._audience.control(seat) is not member:
            return self._refuse(member, frame.id, "not_in_control")
        if frame.prompt != writer.asked or not writer.asked <= frame.seq <= writer.state.seq:
            return self._refuse(member, frame.id, "stale_prompt")
        now, action = self._ticker.now(), build_action(frame.action)
        try:
            number = self._driver.act(seat, action, frame.id, now)
            published = await self._commit()
        except IllegalAction as error:
            writer.roll_back()
            return self._refuse(member, frame.id, error.code, action)
        except StorageUnavailable:
            return self._refuse(member, frame.id, "storage_unavailable")
        self._acts.remember(seat, frame.id, number)
        member.connection.send_nowait(accepted_frame(frame.id, number))
        self._publish(published)
        await self._go_on(chained=self._driver.exhausted)

    async def _join(self, member: Member, since: int | None) -> None:
        seat, audience = member.seat, self._audience
        if seat is None:
            return self._join_spectator(member, since)
        self._presence.came(seat)
        await self._go_on()
        older = audience.control(seat)
        self._show(member, since)
        audience.seated[seat].append(member)
        if older is not None:
            older.connection.send_nowait(encode_frame(Notice("taken_over", {})))
        else:
            self._tell_presence()
        self._prompt(seat)

    def _join_spectator(self, member: Member, since: int | None) -> None:
        audience, now = self._audience, self._ticker.now()
        if audience.delay_ms:
            audience.release(now)
            state = self._writer.past.at(now - audience.delay_ms)
            member.connection.send_nowait(self._snapshot(state, None))
        else:
            self._show(member, since)
        audience.admit(member, self._writer.past, now)

    async def _leave(self, member: Member) -> None:
        controlled, seat = self._audience.leave(member), member.seat
        if seat is None or not controlled:
            return
        heir = self._audience.control(seat)
        if heir is not None:
            heir.connection.send_nowait(encode_frame(Notice("in_control", {})))
            self._prompt(seat)
            return
        self._presence.went(seat, self._ticker.now())
        self._tell_presence()
        await self._go_on()

    async def _abandon(self, seat: int) -> None:
        for member in list(self._audience.seated[seat]):
            member.connection.bye("left_table")
            self._audience.leave(member)
        self._presence.gave_up(seat, self._ticker.now())
        self._tell_presence()
        await self._go_on()

    def _answer(self, member: Member, frame: Ask) -> None:
        seat, state = member.seat, self._writer.state
        if seat is None:
            return self._refuse(member, frame.id, "not_seated")
        answer = answer_to(state, seat, frame)
        if answer is None:
            return self._refuse(member, frame.id, "bad_frame")
        member.connection.send_nowait(encode_frame(answer))

    def _say(self, member: Member, frame: Say) -> None:
        now = self._ticker.now()
        if now - member.said_at < SAY_EVERY_MS:
            return self._refuse(member, None, "too_fast")
        member.said_at = now
        self._audience.broadcast(encode_frame(Said(member.name, member.seat, frame.text, frame.phrase)))

    # --- steps
    async def _go_on(self, *, chained: bool = False) -> None:
        """Bring the match up to date: who is there, everything that is due, and the questions to people. ``chained``: nothing
        was due a moment ago."""
        now = self._ticker.now()
        try:
            changes = self._presence.changes(self._writer.state, now)
            if changes:
                self._driver.stop_clocks(changes, now)
                self._writer.apply(changes, now)
            if changes or not chained:
                self._driver.chain(now)
            while self._writer.pending:
                self._publish(await self._commit())
                await asyncio.sleep(0)
                self._driver.chain(self._ticker.now())
        except StorageUnavailable:
            pass  # logged where it happened; the timer tries again
        now = self._ticker.now()
        for seat in self._driver.open_questions(now):
            self._prompt(seat, now)

    def _prompt(self, seat: int, now: float | None = None) -> None:
        """Send the seat's open question to who controls it."""
        member = self._audience.control(seat)
        frame = None if member is None else self._driver.prompt(seat, self._ticker.now() if now is None else now)
        if member is not None and frame is not None:
            member.connection.send_nowait(frame)

    async def _commit(self) -> Published | None:
        try:
            published = await self._writer.commit()
        except StorageUnavailable as error:
            self._back_off()
            log.warning("match %s: the log refused a step, next try in %d ms: %s", self.setup.id, self._backoff, error)
            raise
        if self._backoff:
            log.warning("match %s: the log takes steps again", self.setup.id)
        self._backoff, self._retry_at = 0, 0.0
        if self._writer.deal_began:
            self._save()
        return published

    def _back_off(self) -> None:
        self._backoff = min(max(self._backoff * 2, BACKOFF_MS[0]), BACKOFF_MS[1])
        self._retry_at = self._ticker.now() + self._backoff
        # Nobody's time runs out because the store is away.
        self._driver.hold_clocks(self._retry_at)

    def _save(self) -> None:
        """Keep a snapshot, beside the table's work; a failure costs nothing but time at the next load."""
        if not self._writer.state.seq:
            return
        task = asyncio.get_running_loop().create_task(self._put(*self._dumped()))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _keep(self) -> None:
        await self._put(*self._dumped())

    def _dumped(self) -> tuple[int, bytes]:
        w = self._writer
        # Also where the store refuses it: it is not tried again before something has happened.
        self._kept = w.state.seq
        return w.state.seq, dump_state(w.state, {"asked": w.asked, "banks": w.banks, "at_ms": self._ticker.wall_ms()})

    async def _put(self, seq: int, payload: bytes) -> None:
        try:
            await self._snapshots.put(self.setup.id, seq, payload)
        except StorageUnavailable as error:
            log.warning("match %s: no snapshot: %s", self.setup.id, error)

    # --- answers
    def _publish(self, published: Published | None) -> None:
        if published is not None:
            self._audience.publish(published)

    def _show(self, member: Member, since: int | None) -> None:
        """Bring a member that joins to the present: the events it misses where they are few enough, else a snapshot."""
        writer = self._writer
        missed = None if since is None else writer.past.since(since)
        if since is None or missed is None:
            member.connection.send_nowait(self._snapshot(writer.state, member.seat))
        else:
            texts = [texts_of(event).seen_by(member.seat) for event in missed]
            member.connection.send_nowait(events_frame(since + 1, texts))
            member.connection.send_nowait(presence_of(self.setup, self._presence.connected, writer.state))

    def _snapshot(self, state: MatchState, viewer: int | None) -> bytes:
        return snapshot_frame(
            self.setup.id,
            state.seq,
            viewer,
            encode_view(state, viewer),
            people_of(self.setup, self._presence.connected),
            table_facts(self.setup, state, self._agenda.window_ms),
        )

    def _tell_presence(self) -> None:
        self._audience.broadcast(presence_of(self.setup, self._presence.connected, self._writer.state))

    def _refuse(self, member: Member, act_id: str | None, code: str, action: Action | None = None) -> None:
        self._on_refused(code)
        verdict = None
        if action is not None and member.seat is not None:
            _, verdict = why_not(self._writer.state, member.seat, action)
        frame = Refused(code, self._writer.state.seq, act_id, rule_of(code), verdict)
        member.connection.send_nowait(encode_frame(frame))
