"""All tables of this server. A table is loaded when somebody wants it and leaves memory when it rests."""

import asyncio
import logging
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mahjong_club.play.agenda import Agenda
from mahjong_club.play.clock import Pacing, Ticker
from mahjong_club.play.deals import Dealer, fair_deal
from mahjong_club.play.driver import Choose
from mahjong_club.play.lull import Lull
from mahjong_club.play.operations import Operation, OperationRefused, Preview
from mahjong_club.play.past import Past
from mahjong_club.play.ports import (
    Banks,
    Entry,
    EventLog,
    MatchSetup,
    SequenceTaken,
    Setups,
    Snapshots,
    StorageUnavailable,
    UnknownMatch,
)
from mahjong_club.play.table import Table
from mahjong_club.play.writer import Writer, asked_by
from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.statedump import load_state
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.engine import start_match
from mahjong_club.rules.events import DealStarted, MatchPaused, MatchResumed
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variant import RulesFor
from mahjong_club.rules.walls import commitment_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Read:
    """A match as it was read: its past, open question, banks, wall time of its last event in milliseconds, number of the snapshot
    it was read from, and what it rests by."""

    past: Past
    asked: int
    banks: Banks
    last_ms: int
    kept: int
    pause: MatchPaused | None


class Tables:
    """The tables in memory, by match id."""

    def __init__(
        self,
        events: EventLog,
        snapshots: Snapshots,
        setups: Setups,
        *,
        ticker: Ticker,
        rules_for: RulesFor,
        choose: Choose,
        pacing: Pacing | None = None,
        deal: Dealer = fair_deal,
        rng: Callable[[], random.Random] = random.Random,
        on_refused: Callable[[str], None] = lambda code: None,
    ) -> None:
        self._events = events
        self._snapshots = snapshots
        self._setups = setups
        self._ticker = ticker
        self._rules_for = rules_for
        self._choose = choose
        self._pacing = pacing or Pacing()
        self._deal = deal
        self._rng = rng
        self._on_refused = on_refused
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._lull = Lull()
        self._closed = False

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    @property
    def viewers(self) -> int:
        """How many connections are let in at all tables."""
        return sum(table.viewers for table in self._tables.values())

    def announce(self, code: str, **params: str | int) -> None:
        """Tell everybody at every table something that is no event."""
        for table in self:
            table.announce(code, **params)

    def loaded(self, match_id: str) -> Table | None:
        """The table where it is in memory."""
        return self._tables.get(match_id)

    async def get(self, match_id: str) -> Table:
        """The table of a match, loaded where it is not in memory; a match without events begins.

        Raises :class:`UnknownMatch`, :class:`StorageUnavailable`.
        """
        while (table := self._tables.get(match_id)) is None:
            task = self._loading.get(match_id)
            if task is None:
                if self._closed:
                    raise StorageUnavailable("the server stops")
                task = self._loading[match_id] = asyncio.get_running_loop().create_task(self._load(match_id))
                task.add_done_callback(lambda _: self._loading.pop(match_id, None))
            # Whoever asked first may go away; the others still want the table.
            loaded = await asyncio.shield(task)
            # Its first look at what is due comes after the caller has connected, so that it does not rest before.
            loaded.wake()
        return table

    async def create(self, setup: MatchSetup) -> Table:
        """The table of a match whose setup has just been stored."""
        return await self.get(setup.id)

    async def preview(self, match_id: str, operation: Operation) -> Preview:
        """What an order at a table would change. Raises :class:`OperationRefused`, :class:`UnknownMatch`."""
        return await (await self._for_order(match_id)).preview(operation)

    async def operate(self, match_id: str, operation: Operation) -> int:
        """Carry an order out; the number of its first event. Raises :class:`OperationRefused`, :class:`UnknownMatch`."""
        return await (await self._for_order(match_id)).operate(operation)

    async def _for_order(self, match_id: str) -> Table:
        try:
            return await self.get(match_id)
        except (StorageUnavailable, SequenceTaken):
            raise OperationRefused("storage_unavailable") from None

    async def close(self, code: str = "server_restarting") -> None:
        """Say goodbye at every table and stop; none is loaded any more."""
        self._closed = True
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        for table in self:
            await table.close(code)
        self._tables.clear()

    def _rest(self, table: Table) -> None:
        if self._tables.get(table.setup.id) is table:
            del self._tables[table.setup.id]

    async def _load(self, match_id: str) -> Table:
        setup = await self._setups.get(match_id)
        if setup is None:
            raise UnknownMatch(match_id)
        read = await self._read(setup)
        agenda = Agenda(setup, self._pacing)
        writer = Writer(
            match_id,
            self._events,
            self._ticker,
            read.past,
            asked=read.asked,
            banks=read.banks,
            clocked=setup.clock is not None,
            spectator_delay_ms=self._pacing.spectator_delay_ms,
            pause=read.pause,
        )
        await self._greet(setup, writer, read.last_ms)
        table = Table(
            setup,
            writer,
            agenda,
            events=self._events,
            snapshots=self._snapshots,
            ticker=self._ticker,
            choose=self._choose,
            deal=self._deal,
            rng=self._rng(),
            lull=self._lull,
            on_rest=self._rest,
            on_refused=self._on_refused,
            kept=read.kept,
        )
        self._tables[match_id] = table
        return table

    async def _greet(self, setup: MatchSetup, writer: Writer, last_ms: int) -> None:
        """Begin a new match; give a live one the time back that the server was away."""
        now, state = self._ticker.now(), writer.state
        if not state.seq:
            rules = self._rules_for(setup.ruleset_key, setup.options)
            started = start_match(
                setup.ruleset_key,
                rules,
                first_dealer=setup.first_dealer,
                commitment=commitment_of(setup.secret),
                entropy=setup.entropy,
            )
            writer.apply((started,), now)
        elif setup.clock is not None and _live(setup, state):
            # Decisions start again from their base time and the bank they began with.
            credit = max(0, self._ticker.wall_ms() - last_ms)
            writer.apply((MatchResumed("server_restart", credit),), now)
        await writer.commit()

    async def _read(self, setup: MatchSetup) -> _Read:
        """A match from its newest snapshot and the log after it."""
        state, extra = await self._from_snapshot(setup.id)
        kept = state.seq
        bank = setup.clock.bank_ms if setup.clock is not None else 0
        asked: int = extra.get("asked", 0)
        b: list[int] = extra.get("banks", [bank] * 4)
        banks: Banks = (b[0], b[1], b[2], b[3])
        last_ms: int = extra.get("at_ms", 0)
        pause = MatchPaused(*extra["pause"]) if extra.get("pause") else None
        past = Past(state, self._then(last_ms))
        for entry in await self._events.read(setup.id, state.seq):
            # An answer from before the snapshot is in it, and the banks may have changed since.
            if entry.sealed and (state.window is None or entry.seq < kept):
                continue
            event = decode_stored(entry.kind, entry.payload)
            evolve(state, event)
            past.add(self._then(entry.at_ms), state.seq, event)
            asked = asked_by(asked, state.seq, event)
            banks, last_ms = _after(entry, banks)
            if isinstance(event, MatchPaused | MatchResumed):
                pause = event if isinstance(event, MatchPaused) else None
            if type(event) is DealStarted:
                at = self._then(entry.at_ms)
                past.mark(state, at, keep_from=self._ticker.now() - self._pacing.spectator_delay_ms)
        return _Read(past, asked, banks, last_ms, kept, pause)

    async def _from_snapshot(self, match_id: str) -> tuple[MatchState, dict[str, Any]]:
        latest = await self._snapshots.latest(match_id)
        if latest is not None:
            try:
                state, extra = load_state(latest[1], self._rules_for)
                # Spectators see the past: that must not begin later than what they may see.
                if extra.get("at_ms", 0) <= self._ticker.wall_ms() - self._pacing.spectator_delay_ms:
                    return state, extra
            except BadPayload as error:
                log.warning("match %s: its snapshot is not used: %s", match_id, error)
        return MatchState(self._rules_for), {}

    def _then(self, at_ms: int) -> float:
        """Monotonic time of a time on the wall; never in the future."""
        return self._ticker.now() - max(0, self._ticker.wall_ms() - at_ms)


def _after(entry: Entry, banks: Banks) -> tuple[Banks, int]:
    return entry.banks or banks, entry.at_ms


def _live(setup: MatchSetup, state: MatchState) -> bool:
    """Whether people were playing when the match was last in memory."""
    there = any(s.kind == "person" and state.seats[i].left is None for i, s in enumerate(setup.seats))
    return there and state.phase != "over" and not state.paused
