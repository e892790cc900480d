"""Steps of a table: applied, committed and only then told."""

import logging

from mahjong_club.play.audience import Audience
from mahjong_club.play.clock import Ticker
from mahjong_club.play.driver import Driver
from mahjong_club.play.herald import Herald
from mahjong_club.play.inbox import Inbox
from mahjong_club.play.keeper import Keeper
from mahjong_club.play.lull import Lull
from mahjong_club.play.ports import StorageUnavailable
from mahjong_club.play.presence import Presence
from mahjong_club.play.retry import Retry
from mahjong_club.play.writer import Published, Writer

log = logging.getLogger(__name__)


class Steps:
    """Brings one match up to date and commits what was applied."""

    __slots__ = (
        "_audience",
        "_driver",
        "_herald",
        "_inbox",
        "_keeper",
        "_lull",
        "_match",
        "_presence",
        "_retry",
        "_ticker",
        "_writer",
    )

    def __init__(
        self,
        match: str,
        writer: Writer,
        driver: Driver,
        herald: Herald,
        *,
        audience: Audience,
        presence: Presence,
        keeper: Keeper,
        ticker: Ticker,
        inbox: Inbox,
        lull: Lull,
    ) -> None:
        self._match = match
        self._writer = writer
        self._driver = driver
        self._herald = herald
        self._audience = audience
        self._presence = presence
        self._keeper = keeper
        self._ticker = ticker
        self._inbox = inbox
        self._lull = lull
        self._retry = Retry()

    async def go_on(self, *, chained: bool = False) -> None:
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
                await self.tell(await self.commit())
                # Bots among themselves could go on for a whole match; the alarm brings the table back to them.
                if self._inbox.waiting:
                    break
                self._driver.chain(self._ticker.now())
        except StorageUnavailable:
            pass  # logged where it happened; the timer tries again
        now = self._ticker.now()
        for seat in self._driver.open_questions(now):
            self._herald.prompt(seat, now)

    async def tick(self) -> None:
        """Do what is due by now, unless the log is to be left in peace a while longer."""
        now = self._ticker.now()
        self._audience.release(now)
        if now >= self._retry.at:
            await self.go_on()

    async def commit(self) -> Published | None:
        """Commit what was applied; what is to be told of it. Raises :class:`StorageUnavailable`, and then nothing was."""
        try:
            published = await self._writer.commit()
            self._lull.disturb()
        except StorageUnavailable as error:
            self.back_off()
            log.warning("match %s: the log refused a step, next try in %d ms: %s", self._match, self._retry.wait, error)
            raise
        if self._retry.wait:
            log.warning("match %s: the log takes steps again", self._match)
        self._retry.worked()
        if self._writer.deal_began:
            self._keeper.start()
        return published

    async def tell(self, published: Published | None) -> None:
        """Tell everybody what was committed, and wait with what follows from it until nothing is more urgent."""
        if published is None:
            return await self._lull.wait()
        kept = self._audience.publish(published, self._driver.alone)
        try:
            await self._lull.wait()
        finally:
            if kept is not None:
                kept.flush()

    def publish(self, published: Published | None) -> None:
        """Tell everybody what was committed."""
        if published is not None:
            self._audience.publish(published)

    def back_off(self) -> None:
        """Leave the log in peace for a while."""
        self._retry.failed(self._ticker.now())
        # Nobody's time runs out because the store is away.
        self._driver.hold_clocks(self._retry.at)

    def next_at(self) -> float | None:
        """When something is to be done next without anybody's act."""
        state = self._writer.state
        upcoming = self._driver.upcoming()
        away, again = self._presence.next_at(state), self._retry.at
        if away is None and not again and self._audience.release_at is None:
            return None if upcoming is None else upcoming.when
        times = [] if away is None else [away]
        if upcoming is not None:
            times.append(upcoming.when)
        if again and self._presence.changes(state, self._ticker.now()):
            times.append(0.0)
        times = [max(t, again) for t in times]
        release = self._audience.release_at
        if release is not None:
            times.append(release)
        return min(times, default=None)
