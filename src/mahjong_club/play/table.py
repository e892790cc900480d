"""One table: everything that happens to a match goes through its inbox, one job after the other.

A step is decided, applied, committed and only then told to anybody. Sockets put jobs in and never wait, so that a socket
that dies in the middle of a commit disturbs nothing. A worker task exists only while there is a job, a timer only while
something is due: an idle table costs nothing.
"""

import asyncio
import logging
import random
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final, Protocol

from mahjong_club.play.agenda import Agenda, Upcoming
from mahjong_club.play.asks import discard_waits, hand_waits, rule_of, why_not
from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.clock import Decision, Ticker, Timer
from mahjong_club.play.deals import Dealer
from mahjong_club.play.lines import people_of, presence_of, prompt_of, table_facts
from mahjong_club.play.ports import EventLog, MatchSetup, SequenceTaken, Snapshots, StorageUnavailable
from mahjong_club.play.presence import Presence
from mahjong_club.play.writer import Published, Writer
from mahjong_club.protocol.codec import build_action, encode_view, texts_of
from mahjong_club.protocol.frames import (
    PONG,
    Act,
    AnswerFrame,
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
from mahjong_club.rules.actions import PROCEED, Action, TableAction
from mahjong_club.rules.engine import decide
from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import Event, MatchEnded, MatchPaused, SeatLeft
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.views import view_for

log = logging.getLogger(__name__)

#: Events of one commit; a longer chain of automatic moves is committed in several.
STEP: Final = 48
#: Accepted acts whose answers are remembered without asking the log.
ACTS: Final = 256
#: Frames of one client that may wait for the table.
PENDING: Final = 16
#: Between two words of one member, in milliseconds.
SAY_EVERY_MS: Final = 700
#: First and longest wait before an automatic step that the log refused is tried again.
BACKOFF_MS: Final = (250, 8000)


class Choose(Protocol):
    """A bot: from its view and its legal actions to one of them."""

    def __call__(
        self, strength: str, view: MatchState, legal: tuple[Action, ...], seat: int, rng: random.Random, /
    ) -> Action:
        """One of ``legal``."""
        ...


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
    ) -> None:
        self.setup = setup
        self._writer = writer
        self._agenda = agenda
        self._events = events
        self._snapshots = snapshots
        self._ticker = ticker
        self._choose = choose
        self._deal = deal
        self._rng = rng
        self._on_rest = on_rest
        self._audience = Audience(agenda.pacing.spectator_delay_ms)
        self._presence = Presence(setup, ticker.now())
        self._decisions: list[Decision | None] = [None] * 4
        self._acts: OrderedDict[tuple[int, str], int] = OrderedDict()
        self._inbox: deque[tuple[Callable[..., Awaitable[None]], tuple[Any, ...]]] = deque()
        self._worker: asyncio.Task[None] | None = None
        self._saving: set[asyncio.Task[None]] = set()
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
        return not self._audience and self._worker is None and self._timer is None

    @property
    def viewers(self) -> int:
        """How many connections are let in."""
        return len(self._audience.members())

    def announce(self, code: str, **params: str | int) -> None:
        """Tell everybody at the table something that is no event."""
        self._audience.broadcast(encode_frame(Notice(code, params)))

    def connect(self, member: Member, since: int | None = None) -> None:
        """Let a member in; it is sent a snapshot or the events after ``since``, then everything that follows."""
        if self._lost:
            member.connection.bye("server_restarting")
        else:
            self._post(self._join, member, since)

    def disconnect(self, member: Member) -> None:
        """The member's connection is gone."""
        self._post(self._leave, member)

    def receive(self, member: Member, frame: ClientFrame) -> None:
        """A frame of a member."""
        if isinstance(frame, Ping):
            member.connection.send_nowait(PONG)
        elif member.pending >= PENDING:
            self._refuse(member, getattr(frame, "id", None), "too_fast")
        else:
            member.pending += 1
            self._post(self._handle, member, frame)

    def abandon(self, seat: int) -> None:
        """The seat's person gave it up for good: its sockets are closed and a bot plays on, whatever the table's policy."""
        self._post(self._abandon, seat)

    def wake(self) -> None:
        """Look whether something is due."""
        self._post(self._tick)

    async def idle(self) -> None:
        """Wait until every job is done."""
        while self._worker is not None:
            await asyncio.shield(self._worker)
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
    def _post(self, job: Callable[..., Awaitable[None]], *args: Any) -> None:
        self._inbox.append((job, args))
        if self._worker is None:
            self._worker = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        try:
            while self._inbox:
                job, args = self._inbox.popleft()
                if self._lost:
                    continue
                try:
                    await job(*args)
                except SequenceTaken:
                    self._give_up()
                except Exception:
                    log.exception("match %s: a job failed", self.setup.id)
                    self._writer.roll_back()
                    self._back_off()
            self._reschedule()
        finally:
            self._worker = None
        if self.resting:
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
        upcoming = self._upcoming()
        away = self._presence.next_at(state)
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
            await self._do(member, frame)
        except SequenceTaken:
            raise
        except Exception:
            self._refuse(member, getattr(frame, "id", None), "internal_error")
            raise

    async def _do(self, member: Member, frame: ClientFrame) -> None:
        match frame:
            case Act():
                await self._act(member, frame)
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
        done = await self._accepted_before(seat, frame)
        if done is not None:
            return member.connection.send_nowait(accepted_frame(frame.id, done))
        if self._audience.control(seat) is not member:
            return self._refuse(member, frame.id, "not_in_control")
        if frame.prompt != writer.asked or not writer.asked <= frame.seq <= writer.state.seq:
            return self._refuse(member, frame.id, "stale_prompt")
        now, action = self._ticker.now(), build_action(frame.action)
        try:
            events = self._decide(seat, action)
        except IllegalAction as error:
            return self._refuse(member, frame.id, error.code, action)
        self._charge(seat, now)
        number = writer.apply(events, now, seat=seat, act_id=frame.id)
        try:
            self._chain(now)
            published = await self._commit()
        except StorageUnavailable:
            return self._refuse(member, frame.id, "storage_unavailable")
        self._remember(seat, frame.id, number)
        member.connection.send_nowait(accepted_frame(frame.id, number))
        self._publish(published)
        await self._go_on()

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
        if frame.what == "waits":
            answer = AnswerFrame(frame.id, "waits", waits=hand_waits(state, seat))
        elif frame.what == "discards":
            answer = AnswerFrame(frame.id, "discards", discards=discard_waits(state, seat))
        elif frame.action is None:
            return self._refuse(member, frame.id, "bad_frame")
        else:
            code, verdict = why_not(state, seat, build_action(frame.action))
            answer = AnswerFrame(
                frame.id,
                "why_not",
                code=code,
                rule=rule_of(code),
                patterns=None if verdict is None else verdict.patterns,
                total=None if verdict is None else verdict.total,
            )
        member.connection.send_nowait(encode_frame(answer))

    def _say(self, member: Member, frame: Say) -> None:
        now = self._ticker.now()
        if now - member.said_at < SAY_EVERY_MS:
            return self._refuse(member, None, "too_fast")
        member.said_at = now
        self._audience.broadcast(encode_frame(Said(member.name, member.seat, frame.text, frame.phrase)))

    # --- steps
    async def _go_on(self) -> None:
        """Bring the match up to date: who is there, everything that is due, and the questions to people."""
        try:
            now = self._ticker.now()
            changes = self._presence.changes(self._writer.state, now)
            if changes:
                self._stop_clocks(changes, now)
                self._writer.apply(changes, now)
            self._chain(now)
            while self._writer.pending:
                self._publish(await self._commit())
                await asyncio.sleep(0)
                self._chain(self._ticker.now())
        except StorageUnavailable:
            pass  # logged where it happened; the timer tries again
        self._ask()

    def _upcoming(self) -> Upcoming | None:
        w = self._writer
        return self._agenda.next(w.state, w.asked, w.asked_at, self._decisions)

    def _chain(self, now: float) -> None:
        """Apply automatic moves that are due, as many as one commit takes."""
        while self._writer.pending < STEP:
            upcoming = self._upcoming()
            if upcoming is None or upcoming.when > now:
                return
            self._move(upcoming, now)

    def _move(self, upcoming: Upcoming, now: float) -> None:
        writer, seat = self._writer, upcoming.seat
        if upcoming.move == "deal":
            writer.apply(self._decide(None, self._deal(self.setup, writer.state)), now)
        elif upcoming.move == "proceed":
            writer.apply(self._decide(None, PROCEED), now)
        elif upcoming.move == "bot":
            writer.apply(self._decide(seat, self._bot_action(seat)), now, seat=seat)
        else:
            self._charge(seat, now)
            first = legal_actions(writer.state, seat)[0]
            writer.apply(self._decide(seat, first, timed_out=True), now, seat=seat)

    def _decide(self, seat: int | None, action: Action | TableAction, *, timed_out: bool = False) -> tuple[Event, ...]:
        events = decide(self._writer.state, seat, action, timed_out=timed_out)
        if type(events[-1]) is MatchEnded:
            events = (*events[:-1], replace(events[-1], secret=self.setup.secret))
        return events

    def _bot_action(self, seat: int) -> Action:
        state = self._writer.state
        legal = legal_actions(state, seat)
        strength = self._agenda.bot_of(state, seat)
        if len(legal) == 1 or strength is None:
            return legal[0]
        try:
            action = self._choose(strength, view_for(state, seat), legal, seat, self._rng)
        except Exception:
            log.exception("match %s: the %s bot failed", self.setup.id, strength)
            return legal[0]
        if action not in legal:
            log.error("match %s: the %s bot chose an illegal action", self.setup.id, strength)
            return legal[0]
        return action

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
        for decision in self._decisions:
            # Nobody's time runs out because the store is away.
            if decision is not None:
                decision.starts = max(decision.starts, self._retry_at)

    def _save(self) -> None:
        """Keep a snapshot, beside the table's work; a failure costs nothing but time at the next load."""
        w = self._writer
        if not w.state.seq:
            return
        extra = {"asked": w.asked, "banks": w.banks, "at_ms": self._ticker.wall_ms()}
        task = asyncio.get_running_loop().create_task(self._put(w.state.seq, dump_state(w.state, extra)))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _put(self, seq: int, payload: bytes) -> None:
        try:
            await self._snapshots.put(self.setup.id, seq, payload)
        except StorageUnavailable as error:
            log.warning("match %s: no snapshot: %s", self.setup.id, error)

    # --- clocks and prompts
    def _charge(self, seat: int, now: float) -> None:
        decision = self._decisions[seat]
        if decision is not None and decision.charged:
            self._writer.banks[seat] = decision.bank_at(now)

    def _stop_clocks(self, changes: tuple[Event, ...], now: float) -> None:
        paused = any(type(event) is MatchPaused for event in changes)
        gone = {event.seat for event in changes if isinstance(event, SeatLeft) and event.policy == "bot"}
        for seat in range(4):
            if paused or seat in gone:
                self._charge(seat, now)
                self._decisions[seat] = None

    def _ask(self) -> None:
        """Put the open question to every person it is for, once."""
        writer, state, now = self._writer, self._writer.state, self._ticker.now()
        for seat in range(4):
            asked = not state.paused and self._agenda.bot_of(state, seat) is None and bool(legal_actions(state, seat))
            decision = self._decisions[seat]
            if not asked:
                self._decisions[seat] = None
            elif decision is None or decision.prompt != writer.asked:
                self._decisions[seat] = self._agenda.decision(
                    state, writer.asked, writer.banks[seat], writer.asked_at, now
                )
                self._prompt(seat)

    def _prompt(self, seat: int) -> None:
        """Send the seat's open question to who controls it."""
        decision, member = self._decisions[seat], self._audience.control(seat)
        if decision is None or member is None or decision.prompt != self._writer.asked:
            return
        legal = legal_actions(self._writer.state, seat)
        if legal:
            member.connection.send_nowait(prompt_of(decision, self._writer.state.seq, legal, self._ticker.now()))

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
        verdict = None
        if action is not None and member.seat is not None:
            _, verdict = why_not(self._writer.state, member.seat, action)
        frame = Refused(code, self._writer.state.seq, act_id, rule_of(code), verdict)
        member.connection.send_nowait(encode_frame(frame))

    # --- acts that were accepted before
    def _remember(self, seat: int, act_id: str, number: int) -> None:
        self._acts[(seat, act_id)] = number
        if len(self._acts) > ACTS:
            self._acts.popitem(last=False)

    async def _accepted_before(self, seat: int, frame: Act) -> int | None:
        """The number an act of this id was accepted with. The log is asked only where the prompt is an old one."""
        found = self._acts.get((seat, frame.id))
        if found is not None:
            return found
        if frame.prompt == self._writer.asked and legal_actions(self._writer.state, seat):
            return None
        try:
            return (await self._events.acts(self.setup.id)).get((seat, frame.id))
        except StorageUnavailable:
            return None
