"""Frames of a table's members: acts, questions, words."""

from typing import Final

from mahjong_club.play.acts import Acts
from mahjong_club.play.asks import answer_to, hint_of
from mahjong_club.play.audience import Audience, Member
from mahjong_club.play.clock import Ticker
from mahjong_club.play.driver import Driver
from mahjong_club.play.herald import Herald
from mahjong_club.play.ports import SequenceTaken, StorageUnavailable
from mahjong_club.play.rewinding import Earlier
from mahjong_club.play.steps import Steps
from mahjong_club.play.writer import Writer
from mahjong_club.protocol.codec import build_action
from mahjong_club.protocol.frames import Act, Ask, ClientFrame, Said, Say, Undo, accepted_frame, encode_frame
from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import MatchRewound
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.views import KeptState

#: Between two words of one member, in milliseconds.
SAY_EVERY_MS: Final = 700
#: Between two undos of one member: each reads the match's log.
UNDO_EVERY_MS: Final = 200


class Requests:
    """What members of one table ask for. Every frame is answered, never with silence."""

    __slots__ = ("_acts", "_audience", "_driver", "_earlier", "_herald", "_practice", "_steps", "_ticker", "_writer")

    def __init__(
        self,
        writer: Writer,
        driver: Driver,
        steps: Steps,
        herald: Herald,
        *,
        audience: Audience,
        acts: Acts,
        earlier: Earlier,
        ticker: Ticker,
        practice: bool,
    ) -> None:
        self._writer = writer
        self._driver = driver
        self._steps = steps
        self._herald = herald
        self._audience = audience
        self._acts = acts
        self._earlier = earlier
        self._practice = practice
        self._ticker = ticker

    async def handle(self, member: Member, frame: ClientFrame) -> None:
        """Do what a frame asks for."""
        member.pending -= 1
        try:
            match frame:
                case Act():
                    await self._act(member, frame)
                case Ask():
                    self._answer(member, frame)
                case Undo():
                    await self._undo(member, frame)
                case Say():
                    self._say(member, frame)
                case _:
                    self._herald.refuse(member, None, "bad_frame")
        except SequenceTaken:
            raise
        except Exception:
            self._writer.roll_back()
            self._herald.refuse(member, getattr(frame, "id", None), "internal_error")
            raise

    async def _act(self, member: Member, frame: Act) -> None:
        seat, writer = member.seat, self._writer
        refuse = self._herald.refuse
        if seat is None:
            return refuse(member, frame.id, "not_seated")
        done = self._acts.recent(seat, frame.id)
        if done is None and not (frame.prompt == writer.asked and legal_actions(writer.state, seat)):
            # The log is asked only where the prompt is an old one.
            done = await self._acts.ever(seat, frame.id)
        if done is not None:
            return member.connection.send_nowait(accepted_frame(frame.id, done))
        if self._audience.control(seat) is not member:
            return refuse(member, frame.id, "not_in_control")
        if frame.prompt != writer.asked or not writer.asked <= frame.seq <= writer.state.seq:
            return refuse(member, frame.id, "stale_prompt")
        now, action = self._ticker.now(), build_action(frame.action)
        try:
            number = self._driver.act(seat, action, frame.id, now)
            published = await self._steps.commit()
        except IllegalAction as error:
            writer.roll_back()
            return refuse(member, frame.id, error.code, action)
        except StorageUnavailable:
            return refuse(member, frame.id, "storage_unavailable")
        self._acts.remember(seat, frame.id, number)
        member.connection.send_nowait(accepted_frame(frame.id, number))
        await self._steps.tell(published)
        await self._steps.go_on(chained=self._driver.exhausted)

    async def _undo(self, member: Member, frame: Undo) -> None:
        seat, writer, refuse = member.seat, self._writer, self._herald.refuse
        if seat is None:
            return refuse(member, frame.id, "not_seated")
        if not self._practice:
            return refuse(member, frame.id, "not_a_practice_table")
        done = self._acts.recent(seat, frame.id) or await self._acts.ever(seat, frame.id)
        if done is not None:
            return member.connection.send_nowait(accepted_frame(frame.id, done))
        if self._audience.control(seat) is not member:
            return refuse(member, frame.id, "not_in_control")
        now = self._ticker.now()
        if now - member.undid_at < UNDO_EVERY_MS:
            return refuse(member, frame.id, "too_fast")
        member.undid_at = now
        if writer.state.phase == "over":
            return refuse(member, frame.id, "match_over")
        try:
            earlier = await self._earlier.choice(seat)
            if earlier is None:
                return refuse(member, frame.id, "nothing_to_undo")
            rewound = MatchRewound(earlier.state.seq, "undo", seat, position=KeptState(earlier.state))
            self._driver.stop_clocks((rewound,), now)
            if earlier.banks is not None:
                # The time that the decision took is taken back with it.
                writer.banks[:] = earlier.banks
            number = writer.apply((rewound,), now, seat=seat, act_id=frame.id)
            published = await self._steps.commit()
        except StorageUnavailable:
            return refuse(member, frame.id, "storage_unavailable")
        self._acts.remember(seat, frame.id, number)
        member.connection.send_nowait(accepted_frame(frame.id, number))
        await self._steps.tell(published)
        await self._steps.go_on()

    def _hint(self, member: Member, seat: Seat, frame: Ask) -> None:
        if not self._practice:
            return self._herald.refuse(member, frame.id, "not_a_practice_table")
        action = self._driver.advice(seat)
        if action is None:
            return self._herald.refuse(member, frame.id, "nothing_to_decide")
        member.connection.send_nowait(encode_frame(hint_of(self._writer.state, seat, frame.id, action)))

    def _answer(self, member: Member, frame: Ask) -> None:
        seat, state = member.seat, self._writer.state
        if seat is None:
            return self._herald.refuse(member, frame.id, "not_seated")
        if frame.what == "hint":
            return self._hint(member, seat, frame)
        answer = answer_to(state, seat, frame)
        if answer is None:
            return self._herald.refuse(member, frame.id, "bad_frame")
        member.connection.send_nowait(encode_frame(answer))

    def _say(self, member: Member, frame: Say) -> None:
        now = self._ticker.now()
        if now - member.said_at < SAY_EVERY_MS:
            return self._herald.refuse(member, None, "too_fast")
        member.said_at = now
        self._audience.broadcast(encode_frame(Said(member.name, member.seat, frame.text, frame.phrase)))
