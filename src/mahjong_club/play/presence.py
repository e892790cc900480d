"""Whether people are there. Three separate things: a socket is open (transport), the person is there (presence), and what the
table does about a person who is not (policy)."""

from mahjong_club.play.ports import MatchSetup
from mahjong_club.rules.events import Event, MatchPaused, MatchResumed, SeatLeft, SeatReturned
from mahjong_club.rules.state import MatchState

#: Reasons of a pause that ends by itself when people come back.
SEAT_LEFT = "seat_left"
EVERYBODY_LEFT = "everybody_left"


class Presence:
    """Who is connected, and since when the others are not."""

    __slots__ = ("_away_at", "_given_up", "_people", "_setup", "complete", "connected")

    def __init__(self, setup: MatchSetup, now: float) -> None:
        self._setup = setup
        self._people = [seat for seat in range(4) if setup.seats[seat].kind == "person"]
        self.connected = [False] * 4
        #: Whether every person is connected.
        self.complete = not self._people
        self._away_at = [now + setup.away.after_ms] * 4
        self._given_up: set[int] = set()

    def reseat(self, setup: MatchSetup, seats: tuple[int, ...], now: float) -> None:
        """Other people have these seats now; they are not there yet."""
        self._setup = setup
        self._people = [seat for seat in range(4) if setup.seats[seat].kind == "person"]
        for seat in seats:
            self.connected[seat] = False
            self._away_at[seat] = now + setup.away.after_ms
            self._given_up.discard(seat)
        self.complete = all(self.connected[seat] for seat in self._people)

    def all_went(self, now: float) -> None:
        """Everybody was sent away: nobody is waited for."""
        for seat in self._people:
            if self.connected[seat]:
                self.went(seat, now)
                self._away_at[seat] = now

    def came(self, seat: int) -> None:
        """A socket of the seat is open."""
        self.connected[seat] = True
        self._given_up.discard(seat)
        self.complete = all(self.connected[seat] for seat in self._people)

    def went(self, seat: int, now: float) -> None:
        """The last socket of the seat closed."""
        self.connected[seat] = self.complete = False
        self._away_at[seat] = now + self._setup.away.after_ms

    def stood_up(self, seat: int, now: float) -> None:
        """The person said that he goes on another day: he is not waited for, and the table's policy holds at once."""
        self.connected[seat] = self.complete = False
        self._away_at[seat] = now

    def gave_up(self, seat: int, now: float) -> None:
        """The person left the table for good: a bot plays on at once, whatever the policy."""
        self.connected[seat] = self.complete = False
        self._away_at[seat] = now
        self._given_up.add(seat)

    def next_at(self, state: MatchState) -> float | None:
        """When the next seat counts as left."""
        if self.complete or state.phase == "over":
            return None
        times = [self._away_at[seat] for seat in self._people if not self.connected[seat] and state.seats[seat].left is None]
        return min(times, default=None)

    def changes(self, state: MatchState, now: float) -> tuple[Event, ...]:
        """The facts that bring the match up to date with who is there."""
        if state.phase == "over" or not self._people:
            return ()
        if self.complete and not state.paused:
            a, b, c, d = state.seats
            if not (a.left or b.left or c.left or d.left):
                return ()
        events: list[Event] = []
        left = [seat.left for seat in state.seats]
        for seat in self._people:
            if self.connected[seat]:
                if left[seat] is not None:
                    left[seat] = None
                    events.append(SeatReturned(seat))
            elif seat in self._given_up:
                if left[seat] != "bot":
                    left[seat] = "bot"
                    events.append(SeatLeft(seat, "bot"))
            elif left[seat] is None and self._away_at[seat] <= now:
                left[seat] = self._setup.away.policy
                events.append(SeatLeft(seat, self._setup.away.policy))
        gone = [left[seat] for seat in self._people]
        # A match whose people have all left rests until one of them is back, whatever the policy.
        reason = SEAT_LEFT if "pause" in gone else EVERYBODY_LEFT if None not in gone else ""
        if reason and not state.paused:
            events.append(MatchPaused(reason))
        elif not reason and state.paused in (SEAT_LEFT, EVERYBODY_LEFT):
            events.append(MatchResumed("seat_returned"))
        return tuple(events)
