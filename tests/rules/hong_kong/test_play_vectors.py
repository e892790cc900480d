"""The play vectors, each turned into a real deal driven through the engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.rules.actions import PASS, WIN, Discard, Kong, Pung, Win
from mahjong_club.rules.errors import IllegalAction
from mahjong_club.rules.events import DealDrawn, DealWon, MeldClaimed, WinOffered
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variant import Outcome
from mahjong_club.rules.variants.registry import rules_for
from tests.support.rig import Rig

KEY = "hong_kong/2"
LINES = [json.loads(line) for line in (Path(__file__).parents[2] / "vectors" / "hong_kong_play.jsonl").read_text().splitlines()]
SEATS = {wind: seat for seat, wind in enumerate("ESWN")}


def of_kind(kind: str) -> pytest.MarkDecorator:
    cases = [line for line in LINES if line["kind"] == kind]
    assert cases
    return pytest.mark.parametrize("case", cases, ids=[c["id"] for c in cases])


# Three hands that win 5p on a discard with exactly three faan (concealed, no flowers, a dragon pung), and hands that can
# only claim it. All avoid each other's tiles.
WINNING = ("46p123m789m11s555z", "46p123m789m22s666z", "46p123m789m33s777z")
CHOWING = "34p19m1478s1234z6m"


def claim_hands(discarder: int, answers: dict[int, str]) -> dict[int, str]:
    hands, winners = {}, iter(WINNING)
    for seat, answer in answers.items():
        if answer == "win":
            hands[seat] = next(winners)
        elif answer == "pung":
            hands[seat] = "55p19m147s1234z6m8s"
        elif answer == "kong":
            hands[seat] = "555p19m147s1234z6m"
        elif answer == "chow":
            hands[seat] = CHOWING
    return {**hands, discarder: "5p2468m2479s24z69s"}


@of_kind("claims")
def test_claims(case: dict[str, Any]) -> None:
    discarder = SEATS[case["discarder"]]
    answers = {SEATS[wind]: answer for wind, answer in case["answers"].items()}
    hands = claim_hands(discarder, answers)
    if case.get("last_tile"):
        rig = at_the_last_discard(discarder, hands)
    else:
        # The discarder deals, so that the first discard of the deal is the one in question; its extra tile is harmless.
        rig = Rig(KEY, hands, draws="8p", dealer=discarder)
        rig.discard("5p")
    for seat, answer in answers.items():
        wanted = next((a for a in legal_actions(rig.state, seat) if type(a).__name__.lower() == answer), None)
        if wanted is None or rig.state.window is None:
            continue
        rig.act(seat, wanted)
    rig.pass_all()
    assert outcome_of(rig) == (tuple(case["expected"]["result"]) if case["expected"]["result"] else None)


def at_the_last_discard(discarder: int, hands: dict[int, str]) -> Rig:
    """The discarder draws the last tile of the wall and discards 5p."""
    # 91 tiles after the dealer's draw; flowers in the middle are replaced from the tail on the way.
    for dealer in range(4):
        rig = Rig(KEY, hands, dealer=dealer)
        while rig.state.live_left and rig.state.phase == "turn":
            rig.tsumogiri()
        if rig.state.phase == "turn" and rig.state.turn == discarder and "5p" in rig.state.seats[discarder].hand.tiles():
            rig.discard("5p")
            return rig
    raise AssertionError("no dealer lets this seat draw the last tile")


def outcome_of(rig: Rig) -> tuple[str, str] | None:
    last = next((e for e in reversed(rig.events) if isinstance(e, DealWon | MeldClaimed)), None)
    if last is None:
        return None
    return "ESWN"[last.seat], "win" if isinstance(last, DealWon) else last.meld.kind


@of_kind("kong")
def test_kongs(case: dict[str, Any]) -> None:
    kong = case["kong_kind"].removesuffix("_kong")
    legal = kong_is_offered(case["source"], case["wall_left"], kong)
    assert legal is case["expected"]["legal"]


def kong_is_offered(source: str, wall_left: int, form: str) -> bool:
    keep = "1111z" if form == "concealed" else "111z"
    if form == "exposed":
        return exposed_kong_at(wall_left)
    if source == "draw":
        rig = Rig(KEY, {0: f"{keep}2468m2468s3z" + ("" if form == "concealed" else "4z")}, draws="9p")
        if form == "added":
            return added_kong_at(wall_left)
        while rig.state.phase == "turn" and (rig.state.live_left > wall_left or rig.state.turn != 0):
            if rig.state.live_left <= wall_left:
                break
            rig.tsumogiri()
        holder = rig.state.turn
        if holder != 0:
            return concealed_kong_of(holder, wall_left)
        return any(isinstance(a, Kong) and a.form == form for a in rig.legal(0))
    # Right after a claim.
    hands = {0: "5p2468m2468s3z4z9s9p", 1: f"{keep}55p2468m68s" + ("" if form == "concealed" else "9s")}
    rig = Rig(KEY, hands, draws="8p")
    rig.discard("5p")
    rig.act(1, Pung(("5p", "5p")))
    with pytest.raises(IllegalAction) as refused:
        rig.act(1, Kong(form, "1z" if form == "concealed" else "5p"))  # type: ignore[arg-type]
    return refused.value.code != "claimed_this_turn"


def concealed_kong_of(holder: int, wall_left: int) -> bool:
    rig = Rig(KEY, {holder: "1111z2468m2468s3z"}, draws="9p")
    while rig.state.live_left > wall_left:
        rig.tsumogiri()
    assert rig.state.turn == holder and rig.state.phase == "turn"
    return Kong("concealed", "1z") in rig.legal(holder)


def added_kong_at(wall_left: int) -> bool:
    """A pung of East winds is claimed after 0-3 turns, so that the maker is on turn with the fourth at this wall."""
    for turns in range(4):
        for shift in range(1, 4):
            feeder, maker = turns, (turns + shift) & 3
            rig = Rig(KEY, {feeder: "1z2468m2468s3z4z9s9p", maker: "111z2468p2468s3z4z"})
            for _ in range(turns):
                rig.tsumogiri()
            rig.discard("1z")
            rig.act(maker, Pung(("1z", "1z")))
            rig.discard("2p")
            rig.pass_all()
            while rig.state.phase == "turn" and rig.state.live_left > wall_left:
                rig.tsumogiri()
            if rig.state.phase == "turn" and rig.state.turn == maker and rig.state.live_left == wall_left:
                return Kong("added", "1z") in rig.legal(maker)
    raise AssertionError("the seat is never on turn at this wall")


def exposed_kong_at(wall_left: int) -> bool:
    """A seat holds three East winds; another is on turn with the fourth when ``wall_left`` tiles remain."""
    for holder in range(4):
        for shift in range(1, 4):
            feeder = (holder + shift) & 3
            hands = {holder: "111z2468m2468s3z4z", feeder: "1z2468p2468s3z4z9m9s"}
            rig = Rig(KEY, hands, dealer=holder)
            while rig.state.phase == "turn" and rig.state.live_left > wall_left:
                rig.tsumogiri()
            if rig.state.phase == "turn" and rig.state.turn == feeder:
                rig.discard("1z")
                return Kong("exposed", "1z") in rig.legal(holder)
    raise AssertionError("nobody is on turn with the tile")


@of_kind("passed_win")
def test_passed_wins(case: dict[str, Any]) -> None:
    assert PassedWin().run(case["events"]) == case["expected"]["may_win"]


class PassedWin:
    """S waits on 5p and 8p. Others discard them; the vector's draws and offers are played out one after another."""

    HAND = "67p123m789m11s555z"
    POOR = "67p123m789m11s22s3z"

    def run(self, events: list[list[Any]]) -> list[bool]:
        return [bool(value) for value in self._play(events)]

    def _play(self, events: list[list[Any]]) -> list[bool]:
        found: list[bool] = []
        tiles = {"8p": 0, "5p": 0}
        state = self._state()
        for name, *rest in events:
            if name == "offer":
                tile, worth, takes = rest
                tiles[tile] += 1
                found.append(self._offer(state, tile, worth, takes))
            elif name == "draw":
                seat = SEATS[rest[0]]
                state.seats[seat].lock = state.rules.lock_after_draw(state, seat, "wall")  # type: ignore[union-attr]
            elif name == "discard":
                seat = SEATS[rest[0]]
                state.seats[seat].lock = state.rules.lock_after_discard(state, seat, rest[1], None)  # type: ignore[union-attr]
            elif name == "self_draw_win":
                found.append(self._self_draw(state))
        return found

    def _state(self) -> MatchState:
        rig = Rig(KEY, {1: self.HAND, 0: "5p8p2468m2468s3z4z9s", 2: "5p8p1379m2479s2z3z4z"}, draws="9p")
        return rig.state

    def _offer(self, state: MatchState, tile: str, worth: bool, takes: bool) -> bool:
        from mahjong_club.rules.claims import may_win_tile, window_options
        from mahjong_club.rules.hands import Hand
        from mahjong_club.rules.state import Window

        me = state.seats[1]
        # A hand below the minimum has the same wait without the dragon pung and with a meld.
        hand = Hand(tuple(_tiles(self.HAND if worth else "67p123m789m11s")))
        me.hand, me.waits = hand, None
        me.melds = [] if worth else [_chow()]
        state.window = Window("discard", 0, tile)
        state.phase = "claim"
        state.cache = {}
        may = may_win_tile(state, 1)
        offered = WIN in window_options(state)[1]
        if not takes and state.rules is not None:
            me.lock = state.rules.lock_after_window(state, 1, offered=offered)
        state.window = None
        return may

    def _self_draw(self, state: MatchState) -> bool:
        from mahjong_club.rules.wins import may_self_draw

        me = state.seats[1]
        me.hand.add("8p")
        me.drawn, me.waits = "8p", None
        state.turn, state.phase, state.cache = 1, "turn", {}
        return may_self_draw(state, 1)


def _tiles(text: str) -> tuple[str, ...]:
    from mahjong_club.rules.tiles import parse_tiles

    return parse_tiles(text)


def _chow() -> Any:
    from mahjong_club.rules.melds import Meld

    return Meld("chow", ("2s", "3s", "4s"), 0)


@of_kind("flowers")
def test_flower_offers(case: dict[str, Any]) -> None:
    """The dealt hands hold the flowers; they are exposed in turn from the dealer, and the offer comes with the eighth."""
    counts: dict[int, list[str]] = {}
    for wind, tile in case["exposures"]:
        counts.setdefault(SEATS[wind], []).append(tile)
    hands = {}
    for seat, flowers in counts.items():
        suit = "mpsp"[seat]
        plain = "".join(f"{n}{suit}" for n in (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 2, 4))
        hands[seat] = "".join(flowers) + plain[: 2 * (13 - len(flowers))]
    rig = Rig(KEY, hands, draws="5z", replacements="6z7z6z7z6z7z1s1s")
    offers = [event for event in rig.events if isinstance(event, WinOffered)]
    expected = case["expected"]["offer"]
    if expected is None:
        assert not offers
        return
    by_seat = (expected["type"], SEATS[expected["winner"]], SEATS[expected["from"]] if expected["from"] else None)
    assert [(o.by, o.seat, o.from_seat) for o in offers] == [by_seat]
    assert rig.legal(by_seat[1]) == (WIN, PASS)
    rig.act(by_seat[1], PASS)
    assert not any(isinstance(a, Win) for seat in range(4) for a in rig.legal(seat))


@of_kind("dealer")
def test_rotation(case: dict[str, Any]) -> None:
    rules = rules_for(KEY, {})
    state = MatchState(rules_for)
    state.rules = rules
    state.dealer, state.round_wind = case["dealer_index"], SEATS[case["round_wind"]]
    winner = case.get("winner_index")
    results: tuple[DealWon | DealDrawn, ...]
    if winner is None:
        results = (DealDrawn("exhaustive_draw", "wall_exhausted"),)
    else:
        results = (DealWon(winner, "self_draw", "1m", None, (), (), 3, (0, 0, 0, 0)),)
    following = rules.next_deal(state, Outcome(results, (0, 0, 0, 0), 0))
    expected = case["expected"]
    assert following.over is expected["match_over"]
    if not expected["match_over"]:
        assert (following.dealer, following.round_wind) == (expected["dealer_index"], SEATS[expected["round_wind"]])


@of_kind("wall")
def test_end_of_the_wall(case: dict[str, Any]) -> None:
    assert WallEnd(case["wall_left"], flower_hand=case["flower_hand"]).step(case["just"]) == case["expected"]["step"]


class WallEnd:
    def __init__(self, wall_left: int, *, flower_hand: bool) -> None:
        self.wall_left = wall_left
        self.flower_hand = flower_hand

    def step(self, just: str) -> str:
        from mahjong_club.rules.actions import PROCEED
        from mahjong_club.rules.engine import decide, is_due
        from mahjong_club.rules.evolve import evolve

        rig = Rig(KEY, {0: "2468m2468s34z19p9s"}, draws="9p")
        state = rig.state
        state.taken += state.live_left - self.wall_left
        state.live_left = self.wall_left
        if just == "drew_flower":
            me = state.seats[0]
            others = 7 if self.flower_hand else 2
            me.bonus = [f"{n}f" for n in range(1, others + 1)]
            state.bonus_out = others
            me.hand.remove("9p")
            me.hand.add("8f")
            me.drawn, state.cache = "8f", {}
            for _ in range(2):
                for event in decide(state, None, PROCEED):
                    evolve(state, event)
            if state.window is not None and state.window.kind == "offer":
                return "flower_hand_offer"
            return "exhausted_draw" if state.phase == "settled" else "replacement"
        if just == "drew_tile":
            kinds = {type(action) for action in legal_actions(state, 0)}
            return "win_or_discard_only" if kinds <= {Discard, Win} else "anything"
        for event in decide(state, 0, Discard("9p", drawn=True)):
            evolve(state, event)
        while is_due(state) and state.phase != "turn":
            for event in decide(state, None, PROCEED):
                evolve(state, event)
        return "exhausted_draw" if state.phase == "settled" else "next_player_draws"


@of_kind("first_turn")
def test_first_turn_wins(case: dict[str, Any]) -> None:
    rules = rules_for(KEY, {})
    state = MatchState(rules_for)
    state.rules = rules
    last: tuple[int, str] | None = None
    special: str | None = None
    for name, wind in case["events"]:
        seat = SEATS[wind]
        if name == "discard":
            state.discards += 1
            last = (seat, "discard")
        elif name in ("concealed_kong", "pung"):
            state.calls += 1
        elif name == "win_self":
            special = rules.opening_of(state, seat, "self_draw", None)
        elif name == "win_discard":
            assert last is not None
            special = rules.opening_of(state, seat, "discard", last[0])
    expected = case["expected"]["special"]
    assert special == (None if expected is None else expected.removesuffix("_win"))


def test_every_vector_is_used() -> None:
    used = {"claims", "kong", "passed_win", "flowers", "dealer", "wall", "first_turn"}
    assert {line["kind"] for line in LINES} == used
