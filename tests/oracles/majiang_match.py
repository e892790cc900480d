"""A whole match at our public API, told in the reference engine's messages, states and lists of legal replies.

The engine asks all four players at every call event and takes a default for whatever is missing or illegal. Here a reply is
turned into our action and handed to ``decide``; what our engine refuses must be what the reference engine ignores.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Any, Final

import msgspec
import pytest

from mahjong_club.rules.actions import CONTINUE, PASS, PROCEED, Action, StartDeal
from mahjong_club.rules.engine import decide, is_due, start_match
from mahjong_club.rules.errors import REFUSALS, IllegalAction
from mahjong_club.rules.events import (
    DealDrawn,
    DealWon,
    Discarded,
    Drawn,
    Event,
    IndicatorRevealed,
    KongDeclared,
    MatchEnded,
    MeldClaimed,
    WindowClosed,
)
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState, SeatState
from mahjong_club.rules.tiles import KIND, KINDS, Tile
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from mahjong_club.rules.variants.riichi.rotation import DealResult, dealer_stays
from tests.oracles.majiang_notation import mark_to, meld_to, tile_to, wall_from
from tests.oracles.majiang_replies import NOTHING, Reply, action_of, claim_replies, turn_replies
from tests.oracles.majiang_results import drawn_message, won_message

Replies = Mapping[int, Reply]
#: Gives the engine's wall array of the deal with this number, from 0.
Walls = Callable[[int], Sequence[str]]

_QUIET: Final[list[list[Reply]]] = [[NOTHING], [NOTHING], [NOTHING], [NOTHING]]
_KINDS: Final = range(34)
#: Place of each suit's five among the red fives.
_FIVES: Final = {4: 0, 13: 1, 22: 2}
_RANKS: Final = {None: 0, "ordinary": 1, "double": 2}
#: Draws that the engine decides before it looks at the end of the first go-around.
_EARLY_DRAWS: Final = ("four_riichi", "three_winners")


@dataclass(slots=True)
class Message:
    """One event of the engine: its type, its message, the state at that moment, and every seat's legal replies.

    The state belongs to the match and is good until the players have answered.
    """

    type: str
    msg: dict[str, Any]
    state: dict[str, Any] | None
    legal: list[list[Reply]] | None

    @property
    def digest(self) -> str:
        """The first eight hex digits of the hash of state and legal replies."""
        return hashlib.sha256(msgspec.json.encode([self.state, self.legal])).hexdigest()[:8]


#: Is shown every event and gives the replies by engine seat.
Players = Callable[[Message], Replies]


class EngineMatch:
    """Our match as the engine shows it. Our seats are the engine's player ids; its seats count from the dealer.

    ``init`` sets scores and the first deal as the oracle's test hook does; ``most_deals`` stops at the deal beyond.
    """

    def __init__(
        self,
        key: str,
        players: Players,
        walls: Walls,
        *,
        options: Mapping[str, Any] | None = None,
        first_dealer: int = 0,
        init: Mapping[str, Any] | None = None,
        most_deals: int | None = None,
    ) -> None:
        self.state = MatchState(rules_for)
        self.players, self.walls, self.most_deals = players, walls, most_deals
        #: Replies that our engine was asked for and refused.
        self.refused = 0
        self.events: list[Event] = []
        self._lunban = -1
        self._first_round = True
        self._counters = 0
        self._turned: list[Tile] = []
        self._hands, self._kongs = ["", "", "", ""], [0, 0, 0, 0]
        self._rivers: list[list[str]] = [[], [], [], []]
        self._table: dict[int, list[tuple[Reply, Action]]] = {}
        rules = rules_for(key, options or {})
        assert isinstance(rules.options, RiichiOptions)
        self.options = rules.options
        self._apply(start_match(key, rules, first_dealer=first_dealer))
        if init:
            self._set_up(init)

    def _set_up(self, init: Mapping[str, Any]) -> None:
        state = self.state
        dealer = (state.first_dealer + (init.get("jushu") or 0)) & 3
        state.scores = list(init.get("defen") or state.scores)
        state.upcoming = (dealer, init.get("zhuangfeng") or 0, init.get("changbang") or 0)
        state.deposits = init.get("lizhibang") or 0

    # --------------------------------------------------------------------------------------------------------- the match

    def play(self) -> None:
        """Play to the end, or to the deal beyond the limit."""
        state, deal = self.state, 0
        self.players(Message("kaiju", {"qijia": state.first_dealer}, None, _QUIET))
        while True:
            self._start(deal)
            if self.most_deals is not None and deal >= self.most_deals:
                return
            deal += 1
            self._deal()
            if state.standings:
                return
            for seat in range(4):
                self._apply(*decide(state, seat, CONTINUE))

    def _start(self, deal: int) -> None:
        state = self.state
        self._apply(*decide(state, None, StartDeal(wall_from(self.walls(deal)))))
        self._lunban, self._first_round, self._counters = -1, True, state.repeat
        self._rivers = [[], [], [], []]
        for seat in range(4):
            self._write(seat)
        msg = {name: value for name, value in self._state().items() if name in ("zhuangfeng", "jushu", "changbang", "lizhibang")}
        msg["defen"] = self._by_wind(state.scores)
        self._say("qipai", msg | {"baopai": tile_to(state.indicators[0]), "shoupai": self._by_wind(self._hands)})
        while state.phase == "opening":
            self._apply(*decide(state, None, PROCEED))

    def _deal(self) -> None:
        state = self.state
        replies = self._drew(state.dealer, "zimo")
        while state.phase in ("turn", "claim", "draw"):
            if state.window is not None:
                self._answer(replies)
            if state.phase == "turn":
                made = self._own_turn(replies)
            else:
                assert is_due(state)
                if state.phase == "draw":
                    self._must_refuse_all(replies)
                made = decide(state, None, PROCEED)
            replies = self._tell(made)

    # ------------------------------------------------------------------------------------------------- replies to actions

    def _own_turn(self, replies: Replies) -> tuple[Event, ...]:
        state, seat = self.state, self.state.turn
        reply, claimed = replies.get(self._wind(seat)) or NOTHING, state.claimed
        if len(replies) > 1 or not reply:
            self._must_refuse_all(replies, but=seat)
        name = next((name for name in ("daopai", "hule", "gang", "dapai") if reply.get(name)), None)
        if claimed and name != "dapai":
            name = None
        # A claim or a kong is answered by nobody's reply; then there is nothing to look up.
        if name is None:
            return decide(state, seat, self._default(seat))
        value = reply[name] if name in ("gang", "dapai") else "-"
        action = self._listed(seat, name, value)
        if action is None:
            self._must_refuse(seat, name, value)
            if name == "dapai" and value.endswith("*") and not claimed:
                action = self._listed(seat, name, value[:-1])
        return decide(state, seat, action or self._default(seat))

    def _default(self, seat: int) -> Action:
        """The drawn tile's discard; after a claim the last discard of the list."""
        return [action for reply, action in self._table[seat] if not reply.get("dapai", "*").endswith("*")][-1]

    def _answer(self, replies: Replies) -> None:
        state, window = self.state, self.state.window
        assert window is not None
        for seat in range(4):
            reply = replies.get(self._wind(seat)) or NOTHING
            asked = legal_actions(state, seat)
            action: Action | None = None
            if seat != window.from_seat:
                for name in ("hule", "fulou"):
                    if reply.get(name) and action is None:
                        value = reply[name] if name == "fulou" else "-"
                        action = self._listed(seat, name, value)
                        if action is None:
                            self._must_refuse(seat, name, value)
            if asked:
                self._apply(*decide(state, seat, action or PASS))

    def _listed(self, seat: int, name: str, value: str) -> Action | None:
        return next((action for reply, action in self._table.get(seat, ()) if reply.get(name) == value), None)

    def _must_refuse(self, seat: int, name: str, value: str) -> None:
        action = action_of(name, value, self._wind(seat))
        if action is None or action in legal_actions(self.state, seat):
            return
        with pytest.raises(IllegalAction) as refused:
            decide(self.state, seat, action)
        assert refused.value.code in REFUSALS
        self.refused += 1

    def _must_refuse_all(self, replies: Replies, but: int | None = None) -> None:
        """Replies of seats that nothing is asked of."""
        for seat in range(4):
            for name, value in (replies.get(self._wind(seat)) or NOTHING).items():
                if seat != but:
                    self._must_refuse(seat, name, value)

    # ------------------------------------------------------------------------------------------------- events to messages

    def _tell(self, made: tuple[Event, ...]) -> Replies:
        """Apply events and say what the engine would say; gives the replies to the last of it."""
        replies: Replies = {}
        for index, event in enumerate(made):
            match event:
                case Discarded():
                    return self._discarded(event, made)
                case KongDeclared():
                    return self._kong(event, made[1:])
                case WindowClosed():
                    self._window_closed(made[index + 1 :])
                    self._apply(event)
                case IndicatorRevealed():
                    self._apply(event)
                    self._turned.append(event.tile)
                case Drawn():
                    self._apply(event)
                    replies = self._drew(event.seat, "gangzimo" if event.source == "kong" else "zimo")
                case MeldClaimed():
                    replies = self._claimed(event)
                case DealWon():
                    self._say("hule", won_message(event, self.state, self._counters))
                    self._apply(event)
                    self._counters = 0
                case DealDrawn():
                    self._say("pingju", drawn_message(event, self.state.dealer, self._by_wind(self._hands)))
                    self._apply(event)
                case MatchEnded():
                    self._ended(event)
                case _:
                    self._apply(event)
        return replies

    def _drew(self, seat: int, kind: str) -> Replies:
        self._lunban = self._wind(seat)
        if kind == "gangzimo":
            self._first_round = False
        self._write(seat)
        self._say_turned()
        drawn = self.state.seats[seat].drawn
        return self._say(kind, {"l": self._lunban, "p": tile_to(str(drawn))}, self._turn_legal(seat))

    def _discarded(self, event: Discarded, made: tuple[Event, ...]) -> Replies:
        self._apply(*made)
        marks = ("_" if event.drawn else "") + ("*" if event.ready else "")
        self._rivers[event.seat].append(tile_to(event.tile) + marks)
        self._write(event.seat)
        self._turned += [each.tile for each in made if isinstance(each, IndicatorRevealed)]
        self._say_turned()
        return self._say("dapai", {"l": self._lunban, "p": tile_to(event.tile) + marks}, self._claim_legal())

    def _kong(self, event: KongDeclared, rest: tuple[Event, ...]) -> Replies:
        """Indicators that earlier kongs owe come before the message, the own one of a concealed kong after it."""
        concealed = event.meld.form == "concealed"
        owed = rest[:-1] if concealed and rest else rest
        self._apply(event, *owed)
        self._write(event.seat)
        self._turned += [each.tile for each in owed if isinstance(each, IndicatorRevealed)]
        self._say_turned()
        text = meld_to(event.meld, event.seat)
        legal = _QUIET if concealed else self._claim_legal()
        replies = self._say("gang", {"l": self._lunban, "m": text}, legal)
        own = rest[len(owed) :]
        self._apply(*own)
        self._turned += [each.tile for each in own if isinstance(each, IndicatorRevealed)]
        return replies

    def _claimed(self, event: MeldClaimed) -> Replies:
        self._apply(event)
        feeder = event.meld.from_seat
        assert feeder is not None
        self._first_round = False
        self._lunban = self._wind(event.seat)
        self._rivers[feeder][-1] += mark_to(feeder, event.seat)
        self._write(event.seat)
        legal = _QUIET if event.meld.kind == "kong" else self._turn_legal(event.seat)
        return self._say("fulou", {"l": self._lunban, "m": meld_to(event.meld, event.seat)}, legal)

    def _window_closed(self, rest: tuple[Event, ...]) -> None:
        window = self.state.window
        assert window is not None
        early = any(isinstance(e, DealWon) or (isinstance(e, DealDrawn) and e.reason in _EARLY_DRAWS) for e in rest)
        if window.kind == "discard" and self._lunban == 3 and not early:
            self._first_round = False

    def _ended(self, event: MatchEnded) -> None:
        state = self.state
        deposits, played = state.deposits, self._played()
        self._apply(event)
        lines = sorted(event.standings, key=lambda line: line.seat)
        msg = {
            "defen": [line.score for line in lines],
            "rank": [line.place for line in lines],
            "point": [f"{line.points / 10:.1f}" for line in lines],
        }
        self._lunban = -1
        now = self._state()
        now["zhuangfeng"], now["jushu"] = divmod(
            4 * now["zhuangfeng"] + now["jushu"] + (not dealer_stays(played, self.options)), 4
        )
        now["changbang"], now["lizhibang"] = state.upcoming[2], deposits
        self.players(Message("jieju", msg, now, _QUIET))

    def _played(self) -> DealResult:
        """The last deal, for the engine's count of deals: it goes on counting behind the last."""
        state = self.state
        drawn = next((result for result in state.results if isinstance(result, DealDrawn)), None)
        return DealResult(
            state.dealer,
            state.round_wind,
            state.repeat,
            tuple(result.seat for result in state.results if isinstance(result, DealWon)),
            aborted=drawn is not None and drawn.kind == "abortive_draw",
            dealer_ready=drawn is not None and drawn.shown[state.dealer] is not None,
        )

    # -------------------------------------------------------------------------------------------------------------- text

    def _say(self, kind: str, msg: dict[str, Any], legal: list[list[Reply]] | None = None) -> Replies:
        return self.players(Message(kind, msg, self._state(), legal or _QUIET))

    def _say_turned(self) -> None:
        for tile in self._turned:
            self.players(Message("kaigang", {"baopai": tile_to(tile)}, self._state(), None))
        self._turned = []

    def _turn_legal(self, seat: int) -> list[list[Reply]]:
        found = turn_replies(self.state, seat)
        self._table = {seat: found}
        legal = _QUIET[:]
        legal[self._wind(seat)] = [reply for reply, _ in found]
        return legal

    def _claim_legal(self) -> list[list[Reply]]:
        self._table = {}
        legal = _QUIET[:]
        for seat in range(4):
            found = claim_replies(self.state, seat)
            if found:
                self._table[seat] = found
                legal[self._wind(seat)] = [reply for reply, _ in found]
        return legal

    def _state(self) -> dict[str, Any]:
        state = self.state
        order = self._by_wind(state.seats)
        return {
            "zhuangfeng": state.round_wind,
            "jushu": (state.dealer - state.first_dealer) & 3,
            "changbang": self._counters,
            "lizhibang": state.deposits,
            "defen": state.scores,
            "lunban": self._lunban,
            "paishu": state.live_left,
            "baopai": [tile_to(tile) for tile in state.indicators],
            "shoupai": self._by_wind(self._hands),
            "he": self._by_wind(self._rivers),
            "lizhi": [_RANKS[seat.ready] for seat in order],
            "yifa": [int(seat.fresh_ready and self.options.ippatsu) for seat in order],
            "neng_rong": [int(seat.lock is None) for seat in order],
            "n_gang": self._by_wind(self._kongs),
            "diyizimo": int(self._first_round),
        }

    def _write(self, seat: int) -> None:
        me = self.state.seats[seat]
        self._hands[seat] = hand_text(me, seat, claimed=self.state.claimed and self.state.turn == seat)
        self._kongs[seat] = sum(meld.kind == "kong" for meld in me.melds)

    def _wind(self, seat: int) -> int:
        return (seat - self.state.dealer) & 3

    def _by_wind(self, entries: Sequence[Any]) -> list[Any]:
        dealer = self.state.dealer
        return [*entries[dealer:], *entries[:dealer]]

    def _apply(self, *events: Event) -> None:
        for event in events:
            evolve(self.state, event)
        self.events.extend(events)


def hand_text(me: SeatState, seat: int, *, claimed: bool) -> str:
    """A seat's hand as the engine writes it."""
    counts, reds, drawn = me.hand.counts[:], me.hand.reds[:], me.drawn
    if drawn is not None:
        counts[KIND[drawn]] -= 1
        if drawn[0] == "0":
            reds[_FIVES[KIND[drawn]]] -= 1
    text, suit = "", ""
    for kind in compress(_KINDS, counts):
        tile = KINDS[kind]
        if tile[1] != suit:
            suit = tile[1]
            text += suit
        red = reds[_FIVES[kind]] if kind in _FIVES else 0
        text += "0" * red + tile[0] * (counts[kind] - red)
    text += tile_to(drawn) if drawn is not None else ""
    text += "*" if me.ready is not None else ""
    for meld in me.melds:
        text += "," + meld_to(meld, seat)
    return text + ("," if claimed else "")
