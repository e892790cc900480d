"""The play vectors, each turned into a real deal driven through the engine."""

from __future__ import annotations

from typing import Any

import pytest

from mahjong_club.rules.actions import PASS, WIN, Action, Chow, DeclareReady, Discard, Kong, Pung
from mahjong_club.rules.engine import decide
from mahjong_club.rules.events import DealDrawn, DealWon, Discarded, Drawn, MeldClaimed, WindowClosed
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.state import MatchState, RiverTile
from mahjong_club.rules.tiles import parse_tiles
from mahjong_club.rules.variant import Outcome
from mahjong_club.rules.variants.registry import rules_for
from tests.rules.taiwanese.table_talk import vector_lines
from tests.rules.taiwanese.test_pure_parts import letters, meld_of
from tests.support.rig import Rig

KEY = "taiwanese/1"
E, S, W, N = range(4)
LINES = vector_lines("taiwanese_play.jsonl")
ALL_FLOWERS = "1f2f3f4f5f6f7f8f"


def asked(fn: str) -> pytest.MarkDecorator:
    cases = [line for line in LINES if line["fn"] == fn]
    assert cases
    return pytest.mark.parametrize(("given", "expect"), [(c["given"], c["expect"]) for c in cases], ids=[c["id"] for c in cases])


# --- the wall ----------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "flow.deal")
@asked("live")
def test_live_tiles(given: dict[str, int], expect: dict[str, Any]) -> None:
    flowers = [ALL_FLOWERS[i : i + 2] for i in range(0, 16, 2)]
    dealt, drawn = given["deal_flowers"], given["back_draws"]
    hands = {seat: "".join(flowers[:dealt][seat::4]) for seat in range(4)}
    rig = Rig(KEY, hands, draws="9s" + "".join(flowers[dealt : dealt + drawn]), reserve="".join(flowers[dealt + drawn :]))
    for _ in range(given["front_draws"]):
        rig.tsumogiri()
    assert rig.state.live_left == expect["live"]
    assert (rig.state.phase == "settled") is expect["exhausted"]


# --- what is legal -----------------------------------------------------------------------------------------------------
#: Waits for 4s and 7s; 1m and 4z are triplets, 9s is a pair.
READY = "111m456p789p444z99s56s"
#: The same with all four 1m, of which one is in a sequence.
READY_WITH_FOUR = "1111m23m456p789p99s56s"
OWN = {"concealed_kong": Kong("concealed", "1m"), "added_kong": Kong("added", "1m")}
CLAIMS: dict[str, tuple[str, Action]] = {
    "pung": ("9s", Pung(("9s", "9s"))),
    "claimed_kong": ("1m", Kong("exposed", "1m")),
    "chow": ("4s", Chow(("5s", "6s"))),
    "win_discard": ("4s", WIN),
}


@asked("legal")
def test_what_is_legal(given: dict[str, Any], expect: bool) -> None:
    if given["action"] == "win_rob":
        assert robbing(given) is expect
        return
    action, rig = own_turn(given) if given["action"] in OWN else in_window(given)
    # The one number that is set by hand; the deal is the same with any number of tiles left.
    rig.state.live_left = given["live"]
    rig.state.cache = {}
    assert (action in rig.legal(S)) is expect
    refusal = rig.refused(S, action)
    assert (refusal is None) is expect
    if not expect:
        assert refusal == reason_for(given)


def reason_for(given: dict[str, Any]) -> str:
    if given.get("locked"):
        return "passed_win"
    if given.get("declared"):
        return "declared_ready"
    if given.get("turn_by") == "claim":
        return "claimed_this_turn"
    if given["action"] in OWN:
        return "wall_exhausted"
    return "last_discard" if given["live"] == 0 else "not_next_seat"


def own_turn(given: dict[str, Any]) -> tuple[Action, Rig]:
    """South is on turn with four 1m, three of them in a pung where the kong is an added one."""
    added = given["action"] == "added_kong"
    if not added and given.get("turn_by") != "claim":
        rig = Rig(KEY, {S: READY_WITH_FOUR}, draws="8m", dealer=S, reserve=ALL_FLOWERS)
        if given.get("declared"):
            rig.act(S, DeclareReady("8m", drawn=True))
            rig.pass_all()
            while rig.state.turn != S:
                rig.tsumogiri()
        return OWN[given["action"]], rig
    feeder = "1m4s258m1479p25s2347z"
    hands = (
        {S: "1111m23m456p789p99s56s", E: feeder.replace("1m", "8m")} if not added else {S: "111m23m456p789p99s56s5z", E: feeder}
    )
    rig = Rig(KEY, hands, draws="8m", reserve=ALL_FLOWERS)
    if added:
        rig.discard("1m")
        rig.claim(S, Pung(("1m", "1m")))
        rig.act(S, DeclareReady("5z") if given.get("declared") else Discard("5z"))
        rig.pass_all()
        wanted = E if given.get("turn_by") == "claim" else S
        while rig.state.turn != wanted:
            rig.tsumogiri()
    if given.get("turn_by") == "claim":
        rig.discard("4s")
        rig.claim(S, Chow(("5s", "6s")))
        assert rig.state.claimed and rig.state.turn == S
    return OWN[given["action"]], rig


def in_window(given: dict[str, Any]) -> tuple[Action, Rig]:
    """Somebody discards a tile that South can use."""
    tile, action = CLAIMS[given["action"]]
    feeder = (S - given.get("distance", 1)) & 3
    if given.get("locked"):
        rig = Rig(
            KEY,
            {S: READY, W: "7s4s147m258p1235z38m28s", N: "4z258m147p1236z69m38s9s"},
            draws="8m9m",
            dealer=W,
            reserve=ALL_FLOWERS,
        )
        rig.turn("7s")
        rig.discard("4z")
        rig.claim(S, Pung(("4z", "4z")))
        rig.act(S, DeclareReady("4z"))
        rig.pass_all()
        assert rig.state.turn == W and rig.state.seats[S].lock and rig.state.seats[S].ready
    elif given.get("declared"):
        rig = Rig(KEY, {S: READY, feeder: tile + "258m147p1236z69m3s"}, draws="8m", dealer=S, reserve=ALL_FLOWERS)
        rig.act(S, DeclareReady("8m", drawn=True))
        rig.pass_all()
        while rig.state.turn != feeder:
            rig.tsumogiri()
    else:
        rig = Rig(KEY, {S: READY, feeder: tile + "258m147p1236z69m3s"}, draws="8m", dealer=feeder, reserve=ALL_FLOWERS)
    rig.lay(tile)
    return action, rig


def robbing(given: dict[str, Any]) -> bool:
    """North feeds East a pung (or kong) of 7s, on which South could win; East adds the fourth on its next turn."""
    hands = {S: READY, E: "777s147m258p1235z38m2s", N: "7s258m147p1236z69m3s", W: "4s369m147p1237z258m8s"}
    rig = Rig(KEY, hands, draws="8m", dealer=N, reserve=ALL_FLOWERS)
    rig.discard("7s")
    assert WIN in rig.legal(S)
    if given["kong"] == "claimed":
        before = len(rig.events)
        rig.claim(E, Kong("exposed", "7s"))
        kinds = [type(event) for event in rig.events[before:]]
        assert kinds.count(WindowClosed) == 1 and kinds[-1] is Drawn
        return False
    rig.claim(E, Pung(("7s", "7s")))
    rig.turn("2s")
    drawn = rig.state.seats[S].drawn
    assert rig.state.turn == S and drawn is not None and rig.state.seats[S].lock is None
    rig.act(S, (DeclareReady if given.get("declared") else Discard)(drawn, drawn=True))
    rig.pass_all()
    if given.get("locked"):
        rig.turn("4s")
        assert rig.state.seats[S].lock
    while rig.state.turn != E:
        rig.tsumogiri()
    for event in decide(rig.state, E, Kong("added", "7s")):
        evolve(rig.state, event)
    return WIN in rig.legal(S)


# --- locks -------------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "locks.passed_win")
@asked("lock")
def test_locks(given: dict[str, Any], expect: bool) -> None:
    state = Locking().run(given["events"])
    assert (state.seats[S].lock is not None) is expect


class Locking:
    """South waits for 5p and 8p; whatever it pungs, kongs or chows leaves the wait as it is.

    West deals. North's discards are what South claims; West's 5p is what South lets go; East robs nothing but adds the 8p.
    """

    HAND = "67p11s222333z123m789m"

    def run(self, events: list[str]) -> MatchState:
        if "pass_rob" in events:
            return self._pass_rob()
        first_draw = "draw" in events and events.index("draw") == 1
        flower = first_draw and "replacement" in events
        hands = {S: self.HAND, W: "5p5p147m258s4567z69m1p", N: "2z147m258s4567z69m1p", E: "3z1m258s4567z46m19p"}
        # West's extra tile, then what North, East and South draw in turn, and so on.
        draws = "9s" + "3s9s" + ("1f" if flower else "9s") + "3s6s6s3s9p6s"
        rig = Rig(KEY, hands, draws=draws, dealer=W, reserve=ALL_FLOWERS.replace("1f", "") if flower else ALL_FLOWERS)
        for name in events:
            getattr(self, name)(rig)
        return rig.state

    def pass_discard(self, rig: Rig) -> None:
        while rig.state.turn != W:
            rig.tsumogiri()
        rig.discard("5p")
        assert WIN in rig.legal(S)
        rig.claim(S, PASS)

    def pung(self, rig: Rig) -> None:
        while rig.state.turn not in (N, E) or not self._held(rig):
            rig.tsumogiri()
        tile = self._held(rig)
        rig.discard(tile)
        rig.claim(S, Pung((tile, tile)))

    def _held(self, rig: Rig) -> str:
        mine = rig.state.seats[S].hand.tiles()
        theirs = rig.state.seats[rig.state.turn].hand.tiles()
        return next((tile for tile in ("2z", "3z") if tile in theirs and tile in mine), "")

    def claimed_kong(self, rig: Rig) -> None:
        rig.discard("2z")
        rig.claim(S, Kong("exposed", "2z"))

    def chow(self, rig: Rig) -> None:
        while rig.state.turn != E:
            rig.tsumogiri()
        rig.discard("1m")
        rig.claim(S, Chow(("2m", "3m")))

    def discard(self, rig: Rig) -> None:
        assert rig.state.turn == S
        last = rig.state.seats[S].melds[-1].tiles[0] if rig.state.seats[S].melds else ""
        tiles = rig.state.seats[S].hand.tiles()
        if rig.state.claimed:
            rig.turn(last if last in tiles else "1m")
        else:
            rig.tsumogiri()

    def draw(self, rig: Rig) -> None:
        while rig.state.turn != S:
            rig.tsumogiri()

    def replacement(self, rig: Rig) -> None:
        assert isinstance(rig.events[-1], Drawn) and rig.events[-1].source != "wall" and rig.events[-1].seat == S

    def _pass_rob(self) -> MatchState:
        hands = {S: self.HAND, E: "888p147m258s4567z36m", N: "8p147m258s4567z36m9s"}
        rig = Rig(KEY, hands, draws="9s", dealer=N, reserve=ALL_FLOWERS)
        rig.discard("8p")
        rig.claim(E, Pung(("8p", "8p")))
        rig.turn("1m")
        assert rig.state.turn == S and rig.state.seats[S].lock is None
        rig.tsumogiri()
        while rig.state.turn != E:
            rig.tsumogiri()
        rig.act(E, Kong("added", "8p"))
        assert rig.legal(S) == (WIN, PASS)
        rig.pass_all()
        assert rig.state.turn == E and rig.state.seats[E].melds[0].kind == "kong"
        return rig.state


# --- claims ------------------------------------------------------------------------------------------------------------
WINNING = ("46p123m789m123s11555z", "46p123m789m123s22666z", "46p123m789m123s33777z")
CLAIMING = {
    "pung": "55p19m147s1234z69m28s5z",
    "claimed_kong": "555p19m147s1234z6m28s6z",
    "chow": "34p19m1478s1234z6m77m9s",
}


@pytest.mark.proves("taiwanese", "claims.order")
@asked("claim")
def test_claims(given: dict[str, Any], expect: dict[str, Any]) -> None:
    winning = iter(WINNING)
    claims = {int(seat): claim for seat, claim in given["claims"].items()}
    discarder = given["discarder"]
    hands = {seat: next(winning) if claim == "win" else CLAIMING[claim] for seat, claim in claims.items()}
    hands[discarder] = "5p2468m2479s24z5z19p3z8s"
    rig = Rig(KEY, hands, draws="8p", dealer=discarder, reserve=ALL_FLOWERS)
    rig.discard("5p")
    for seat, claim in claims.items():
        wanted = "kong" if claim == "claimed_kong" else claim
        rig.act(seat, next(action for action in rig.legal(seat) if type(action).__name__.lower() == wanted))
        if rig.state.window is None:
            break
    rig.pass_all()
    done = next(event for event in reversed(rig.events) if isinstance(event, DealWon | MeldClaimed))
    action = "win" if isinstance(done, DealWon) else {"kong": "claimed_kong"}.get(done.meld.kind, done.meld.kind)
    assert {"seat": done.seat, "action": action} == expect


# --- flower wins -------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "wins.flower_hands")
@asked("flower")
def test_flower_wins(given: dict[str, Any], expect: dict[str, Any] | None) -> None:
    """All flowers but the drawer's last are dealt; he draws it after the dealer's first discard."""
    rig = deal_with_flowers(given["counts"], given["drawer"])
    result = rig.result
    if expect is None:
        assert result is None
        return
    assert isinstance(result, DealWon) and result.seat == expect["winner"]
    assert result.by == ("eight_flowers" if expect["event"] == "flower8" else "seven_robs_one")
    assert [seat for seat in range(4) if result.deltas[seat] < 0] == expect["payers"]
    exposed = max(i for i, event in enumerate(rig.events) if type(event).__name__ == "BonusExposed")
    replaced = any(isinstance(event, Drawn) for event in rig.events[exposed:])
    assert replaced is expect["replacement_first"]


def deal_with_flowers(counts: list[int], drawer: int, **rest: Any) -> Rig:
    """``counts``: the seats' flowers once ``drawer``, who sits after the dealer, has drawn one more."""
    flowers = [ALL_FLOWERS[i : i + 2] for i in range(0, 16, 2)]
    last, hands = flowers.pop(), {}
    for seat, count in enumerate(counts):
        held = count - (seat == drawer)
        hands[seat] = "".join(flowers[:held])
        del flowers[:held]
    rig = Rig(KEY, hands, draws="9s" + last, dealer=(drawer - 1) & 3, reserve="".join(flowers), **rest)
    rig.tsumogiri()
    return rig


# --- the match ---------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "match.dealer")
@asked("nextdeal")
def test_next_deal(given: dict[str, Any], expect: dict[str, Any]) -> None:
    rules = rules_for(KEY, {})
    state = MatchState(rules_for)
    state.rules = rules
    state.dealer, state.repeat, state.first_dealer = given["dealer"], given["continuation"], given["first_dealer"]
    state.round_wind = "ESWN".index(given["round"])
    result: DealWon | DealDrawn = DealDrawn("exhaustive_draw", "wall_exhausted")
    if given["outcome"] != "exhausted":
        result = DealWon(given["outcome"], "self_draw", "1m", None, (), (), 3, (0, 0, 0, 0))
    found = rules.next_deal(state, Outcome((result,), (0, 0, 0, 0), 0))
    round_wind = "ESWN"[found.round_wind]
    assert (found.dealer, found.repeat, round_wind, found.over) == (
        expect["dealer"],
        expect["continuation"],
        expect["round"],
        expect["over"],
    )


# --- declarations ------------------------------------------------------------------------------------------------------
@pytest.mark.proves("taiwanese", "ready.declare")
@asked("declare")
def test_declarations(given: dict[str, Any], expect: str) -> None:
    """The seat holds the vector's tiles and one more that it discards, after so many discards and calls."""
    seat = 0 if given["dealer"] else 1
    rig = Rig(KEY, {}, draws="9s", dealer=seat, reserve=ALL_FLOWERS)
    state, me = rig.state, rig.state.seats[seat]
    state.dealer = 0
    me.hand = Hand((*parse_tiles(letters(given["hand"])), "9m"))
    me.melds = [meld_of(word) for word in given["melds"].split()]
    me.drawn, me.waits, state.cache = "9m", None, {}
    me.river = [RiverTile("1z")] * (given["own_discards"] - 1)
    me.ready = "ordinary" if given.get("already") else None
    state.calls = given["calls_before"]
    action = DeclareReady("9m", drawn=True)
    if expect == "illegal":
        assert action not in rig.legal(seat)
        assert rig.refused(seat, action) == ("already_declared" if given.get("already") else "not_ready")
        return
    assert action in rig.legal(seat)
    (made,) = decide(state, seat, action)
    assert isinstance(made, Discarded)
    assert made.ready == {"normal": "ordinary", "heaven": "heavenly", "earth": "earthly"}[expect]


@pytest.mark.proves("taiwanese", "wins.opening")
@asked("flags")
def test_opening_flags(given: dict[str, Any], expect: list[str]) -> None:
    rig = Rig(KEY, {}, draws="9s", reserve=ALL_FLOWERS)
    state, rules = rig.state, rig.rules
    winner, feeder = (0, 1) if given["winner_is_dealer"] else (1, 2)
    me = state.seats[winner]
    me.river = [RiverTile("1z")] * given["winner_discards"]
    state.calls = given["calls_before"]
    if given["how"] == "discard":
        state.seats[feeder].river = [RiverTile("1z")] * given["from_discards"]
        state.discards = given["winner_discards"] + given["from_discards"]
        found = rules.opening_of(state, winner, "discard", feeder)
    else:
        found = rules.opening_of(state, winner, "self_draw", None)
    rank = "none"
    if given["ready_at"]:
        me.river, state.calls = me.river[: given["ready_at"] - 1], given["calls_before_ready"]
        rank = {"heavenly": "heaven", "earthly": "earth"}.get(rules.ready_rank(state, winner), "normal")
    assert [{"heavenly": "heaven", "earthly": "earth", "human": "human"}.get(found or "", "none"), rank] == expect


def test_every_vector_is_used() -> None:
    assert {line["fn"] for line in LINES} == {"live", "legal", "lock", "claim", "flower", "nextdeal", "declare", "flags"}
