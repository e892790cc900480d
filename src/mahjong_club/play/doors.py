"""Coming to a table and going from it."""

from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.clock import Ticker
from mahjong_club.play.herald import Herald
from mahjong_club.play.ports import MatchSetup
from mahjong_club.play.presence import Presence
from mahjong_club.play.steps import Steps
from mahjong_club.play.writer import Writer
from mahjong_club.protocol.frames import Notice, encode_frame
from mahjong_club.rules.seats import Seat


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

    async def stand_up(self, seat: int) -> None:
        """A seat's person goes on another day."""
        for member in list(self._audience.seated[seat]):
            member.connection.bye("saved")
            self._audience.leave(member)
        self._presence.stood_up(seat, self._ticker.now())
        self._herald.presence()
        await self._steps.go_on()

    async def kick(self, person_id: str, code: str) -> None:
        """Close every connection of a person; his seat stays his."""
        for member in self._audience.members():
            if member.person_id == person_id:
                member.connection.bye(code)
                await self.leave(member)

    async def dismiss(self, code: str) -> None:
        """Send everybody away; the match rests until one of them is back."""
        for member in self._audience.members():
            member.connection.bye(code)
            self._audience.leave(member)
        self._presence.all_went(self._ticker.now())
        await self._steps.go_on()

    def reseat(self, setup: MatchSetup, seats: tuple[Seat, ...]) -> None:
        """These seats have other people now: those who held them have to come in again, by what they hold now."""
        for seat in seats:
            for member in list(self._audience.seated[seat]):
                member.connection.bye("seat_changed")
                self._audience.leave(member)
        self._presence.reseat(setup, seats, self._ticker.now())
        self._herald.setup = setup
        self._herald.presence()
