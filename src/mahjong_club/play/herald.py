"""What a table says: snapshots, missed events, prompts, presence, refusals."""

from collections.abc import Callable

from mahjong_club.play.agenda import Agenda
from mahjong_club.play.asks import rule_of, why_not
from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.driver import Driver
from mahjong_club.play.lines import people_of, presence_of, table_facts
from mahjong_club.play.ports import MatchSetup
from mahjong_club.play.presence import Presence
from mahjong_club.play.writer import Writer
from mahjong_club.protocol.codec import encode_view, texts_of
from mahjong_club.protocol.frames import PauseOrder, Refused, encode_frame, events_frame, snapshot_frame
from mahjong_club.rules.actions import Action
from mahjong_club.rules.state import MatchState


class Herald:
    """The voice of one table. It changes nothing; every state it shows is the viewer's own view."""

    __slots__ = ("_agenda", "_audience", "_driver", "_on_refused", "_presence", "_writer", "setup")

    def __init__(
        self,
        setup: MatchSetup,
        writer: Writer,
        agenda: Agenda,
        driver: Driver,
        *,
        audience: Audience,
        presence: Presence,
        on_refused: Callable[[str], None],
    ) -> None:
        self.setup = setup
        self._writer = writer
        self._agenda = agenda
        self._driver = driver
        self._audience = audience
        self._presence = presence
        self._on_refused = on_refused

    def show(self, member: Member, since: int | None) -> None:
        """Bring a member that joins to the present: the events it misses where they are few enough, else a snapshot."""
        writer = self._writer
        missed = None if since is None else writer.past.since(since)
        if since is None or missed is None:
            self.show_state(member, writer.state)
        else:
            texts = [texts_of(event).seen_by(member.seat) for event in missed]
            member.connection.send_nowait(events_frame(since + 1, texts))
            member.connection.send_nowait(presence_of(self.setup, self._presence.connected, writer.state))

    def show_state(self, member: Member, state: MatchState) -> None:
        """Send a snapshot."""
        frame = snapshot_frame(
            self.setup.id,
            state.seq,
            member.seat,
            encode_view(state, member.seat),
            people_of(self.setup, self._presence.connected),
            table_facts(self.setup, state, self._agenda.window_ms),
            self._pause_of(state),
        )
        member.connection.send_nowait(frame)

    def _pause_of(self, state: MatchState) -> PauseOrder | None:
        """By whose order a state rests. A state of the past is told what the present rests by, where it rests, too."""
        pause = self._writer.pause
        return PauseOrder(pause.by, pause.note) if pause is not None and pause.by and state.paused == pause.reason else None

    def prompt(self, seat: int, now: float) -> None:
        """Send the seat's open question to who controls it."""
        member = self._audience.control(seat)
        frame = None if member is None else self._driver.prompt(seat, now)
        if member is not None and frame is not None:
            member.connection.send_nowait(frame)

    def presence(self) -> None:
        """Tell everybody who is there."""
        self._audience.broadcast(presence_of(self.setup, self._presence.connected, self._writer.state))

    def refuse(self, member: Member, frame_id: str | None, code: str, action: Action | None = None) -> None:
        """Answer a frame with why it was not done."""
        self._on_refused(code)
        verdict = None
        if action is not None and member.seat is not None:
            _, verdict = why_not(self._writer.state, member.seat, action)
        frame = Refused(code, self._writer.state.seq, frame_id, rule_of(code), verdict)
        member.connection.send_nowait(encode_frame(frame))
