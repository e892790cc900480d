"""Coming to a table and going from it."""

from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.clock import Ticker
from mahjong_club.play.herald import Herald
from mahjong_club.play.presence import Presence
from mahjong_club.play.steps import Steps
from mahjong_club.play.writer import Writer
from mahjong_club.protocol.frames import Notice, encode_frame


class Doors:
    """Lets connections in and out of one table."""

    __slots__ = ("_audience", "_herald", "_presence", "_steps", "_ticker", "_writer")

    def __init__(
        self, writer: Writer, steps: Steps, herald: Herald, *, audience: Audience, presence: Presence, ticker: Ticker
    ) -> None:
        self._writer = writer
        self._steps = steps
        self._herald = herald
        self._audience = audience
        self._presence = presence
        self._ticker = ticker

    async def join(self, member: Member, since: int | None) -> None:
        """Let a member in; see :meth:`table.Table.connect`."""
        seat, audience = member.seat, self._audience
        if seat is None:
            return self._look_on(member, since)
        self._presence.came(seat)
        await self._steps.go_on()
        older = audience.control(seat)
        self._herald.show(member, since)
        audience.seated[seat].append(member)
        if older is not None:
            older.connection.send_nowait(encode_frame(Notice("taken_over", {})))
        else:
            self._herald.presence()
        self._herald.prompt(seat, self._ticker.now())

    def _look_on(self, member: Member, since: int | None) -> None:
        audience, now = self._audience, self._ticker.now()
        if audience.delay_ms:
            audience.release(now)
            self._herald.show_state(member, self._writer.past.at(now - audience.delay_ms))
        else:
            self._herald.show(member, since)
        audience.admit(member, self._writer.past, now)

    async def leave(self, member: Member) -> None:
        """A connection is gone."""
        controlled, seat = self._audience.leave(member), member.seat
        if seat is None or not controlled:
            return
        heir = self._audience.control(seat)
        if heir is not None:
            heir.connection.send_nowait(encode_frame(Notice("in_control", {})))
            self._herald.prompt(seat, self._ticker.now())
            return
        self._presence.went(seat, self._ticker.now())
        self._herald.presence()
        await self._steps.go_on()

    async def abandon(self, seat: int) -> None:
        """A seat's person gave it up for good."""
        for member in list(self._audience.seated[seat]):
            member.connection.bye("left_table")
            self._audience.leave(member)
        self._presence.gave_up(seat, self._ticker.now())
        self._herald.presence()
        await self._steps.go_on()
