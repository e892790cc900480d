"""Who watches a table, and what each is sent: an event's text is made once for each distinct sight of it."""

from collections import deque

from mahjong_club.play.past import Past
from mahjong_club.play.stream import Connection
from mahjong_club.play.writer import Published
from mahjong_club.protocol.codec import texts_of
from mahjong_club.protocol.frames import events_frame


class Member:
    """A connection at a table: as a seat, or as a spectator (``seat`` is ``None``)."""

    __slots__ = ("connection", "name", "pending", "person_id", "said_at", "seat", "undid_at")

    def __init__(self, connection: Connection, seat: int | None, name: str, person_id: str = "") -> None:
        self.connection = connection
        self.seat = seat
        self.name = name
        #: Empty for a stranger who looks on.
        self.person_id = person_id
        self.said_at = self.undid_at = float("-inf")
        #: Frames that wait in the table's inbox.
        self.pending = 0


class Audience:
    """All members of a table. Spectators hear of everything ``delay_ms`` late, in the same frames."""

    __slots__ = ("_held", "delay_ms", "seated", "spectators")

    def __init__(self, delay_ms: int) -> None:
        self.delay_ms = delay_ms
        #: Members of each seat, the newest last; the last one controls the seat.
        self.seated: tuple[list[Member], list[Member], list[Member], list[Member]] = ([], [], [], [])
        self.spectators: list[Member] = []
        self._held: deque[tuple[float, bytes]] = deque()

    def __bool__(self) -> bool:
        a, b, c, d = self.seated
        return bool(a or b or c or d or self.spectators)

    def members(self) -> list[Member]:
        """Everybody."""
        return [member for members in (*self.seated, self.spectators) for member in members]

    def control(self, seat: int) -> Member | None:
        """Who acts for the seat."""
        return self.seated[seat][-1] if self.seated[seat] else None

    def broadcast(self, data: bytes) -> None:
        """Send one frame to everybody."""
        for member in self.members():
            member.connection.send_nowait(data)

    def publish(self, published: Published, asked: int | None = None) -> Connection | None:
        """Send a committed step's events to everybody, each as he may see them. Who controls ``asked`` is to be asked something
        next: his are kept to go with it, and his connection is returned, to be flushed soon."""
        if not published.texts:
            return None
        first, texts = published.first, published.texts
        public = events_frame(first, [text.public for text in texts])
        kept: Connection | None = None
        favoured: set[int] = set()
        for text in texts:
            if text.seats:
                favoured.update(text.seats)
        for seat, members in enumerate(self.seated):
            if members:
                frame = public
                if seat in favoured:
                    frame = events_frame(first, [text.seen_by(seat) for text in texts])
                for member in members:
                    if seat == asked and member is members[-1]:
                        kept = member.connection
                        kept.keep(frame)
                    else:
                        member.connection.send_nowait(frame)
        if self.spectators:
            if self.delay_ms:
                self._held.append((published.at + self.delay_ms, public))
            else:
                for member in self.spectators:
                    member.connection.send_nowait(public)
        return kept

    # --- spectators
    @property
    def release_at(self) -> float | None:
        """When spectators are next to be sent something."""
        return self._held[0][0] if self._held else None

    def release(self, now: float) -> None:
        """Send spectators what is old enough."""
        held = self._held
        while held and held[0][0] <= now:
            frame = held.popleft()[1]
            for member in self.spectators:
                member.connection.send_nowait(frame)

    def admit(self, member: Member, past: Past, now: float) -> None:
        """Take a spectator in who has just been shown the table as it was ``delay_ms`` ago."""
        if self.delay_ms and not self.spectators:
            self._held.clear()
            frames: list[tuple[float, int, list[bytes]]] = []
            for at, number, event in past.after(now - self.delay_ms):
                if not frames or frames[-1][0] != at:
                    frames.append((at, number, []))
                frames[-1][2].append(texts_of(event).public)
            self._held.extend((at + self.delay_ms, events_frame(number, items)) for at, number, items in frames)
        self.spectators.append(member)

    def leave(self, member: Member) -> bool:
        """Let a member go; whether it was there and controlled its seat."""
        if member.seat is None:
            if member in self.spectators:
                self.spectators.remove(member)
            if not self.spectators:
                self._held.clear()
            return False
        members = self.seated[member.seat]
        if member not in members:
            return False
        controlled = members[-1] is member
        members.remove(member)
        return controlled
