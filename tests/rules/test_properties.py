"""Laws of the flow, on random legal play of every ruleset."""

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from mahjong_club.rules.actions import (
    ABORT,
    CONTINUE,
    PASS,
    WIN,
    Action,
    Chow,
    DeclareReady,
    Discard,
    Kong,
    Pung,
)
from mahjong_club.rules.engine import decide
from mahjong_club.rules.errors import REFUSALS, IllegalAction
from mahjong_club.rules.events import DealDrawn, DealEnded, DealStarted, DealWon, DepositPaid, Drawn, Event, MatchEnded
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.hands import Hand
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.names import ACTION_TYPES
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import ALL_TILES, BONUS_SET
from mahjong_club.rules.variant import Rules
from mahjong_club.rules.variants.registry import RULESETS, rules_for
from mahjong_club.rules.views import dump, view_for
from tests.support.random_play import Playout, WallMaker, any_action, fair_wall, gathered_wall, seeds

KEYS = [found.key for found in RULESETS]
VIEWERS = (0, 1, 2, 3, None)
UNIVERSE: tuple[Action, ...] = (
    *(kind(tile, drawn) for kind in (Discard, DeclareReady) for tile in sorted(ALL_TILES) for drawn in (False, True)),
    *(Kong(form, tile) for form in ("exposed", "added", "concealed") for tile in sorted(ALL_TILES - BONUS_SET)),
    *(Pung((tile, tile)) for tile in sorted(ALL_TILES - BONUS_SET)),
    *(Pung(("0" + suit, "5" + suit)) for suit in "mps"),
    *(Chow((f"{n}{suit}", f"{n + step}{suit}")) for suit in "mps" for n in range(1, 9) for step in (1, 2) if n + step <= 9),
    *(Chow((f"{a}{suit}", f"{b}{suit}")) for suit in "mps" for a, b in ("40", "06", "30", "07")),
    WIN,
    PASS,
    ABORT,
    CONTINUE,
)  # fmt: skip


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def tiles_on_table(state: MatchState) -> Counter[str]:
    """Every tile of the deal: wall, hands, melds, flowers, rivers (a claimed tile stands in the meld)."""
    rules, wall = state.rules, state.wall
    assert rules is not None and wall is not None
    end = rules.wall_size - rules.reserve
    taken = set(range(state.taken))
    taken |= {end - 1 - i if rules.replacement_from == "live_end" else end + i for i in range(state.replacements)}
    found = Counter(tile for i, tile in enumerate(wall) if i not in taken)
    for seat in state.seats:
        found.update(seat.hand.tiles())
        found.update(seat.bonus)
        found.update(r.tile for r in seat.river if r.claimed_by is None)
        found.update(tile for meld in seat.melds for tile in meld.tiles)
    return found


@pytest.mark.parametrize("walls", [fair_wall, gathered_wall])
def test_tiles_are_conserved_and_hands_have_their_size(key: str, walls: WallMaker) -> None:
    for seed in seeds(key, 25):
        playout = Playout(key, seed, walls=walls)
        every = Counter(playout.rules.tiles)
        for _ in playout.steps(3):
            state = playout.state
            if state.number and state.phase in ("opening", "draw", "turn", "claim"):
                robbing = state.window is not None and state.window.kind == "robbed_kong"
                assert tiles_on_table(state) == every
                for index, seat in enumerate(state.seats):
                    extra = 3 * len(seat.melds) + seat.hand.size - playout.rules.hand_size
                    acting = state.phase == "turn" and index == state.turn
                    dealt = state.phase == "opening" and index == state.dealer and seat.drawn is not None
                    assert extra == (1 if acting or dealt else 0) - (seat.owed if state.phase == "opening" else 0), robbing


def test_points_are_conserved_and_match_the_books(key: str) -> None:
    for seed in seeds(key, 40):
        playout = Playout(key, seed, walls=gathered_wall)
        playout.play(4)
        total = sum(playout.rules.starting_scores())
        scores, deposits = list(playout.rules.starting_scores()), 0
        for event in playout.events:
            if isinstance(event, DealWon | DealDrawn):
                taken = event.deposits_taken if isinstance(event, DealWon) else 0
                assert sum(event.deltas) == 1000 * taken
                scores = [a + b for a, b in zip(scores, event.deltas, strict=True)]
                deposits -= taken
            elif isinstance(event, DepositPaid):
                scores[event.seat] -= event.points
                deposits += 1
            elif isinstance(event, DealEnded):
                assert list(event.scores) == scores and event.deposits == deposits
                assert sum(scores) + 1000 * deposits == total
            elif isinstance(event, MatchEnded):
                assert sum(line.score for line in event.standings) + 1000 * (deposits - event.deposits_taken) == total
                assert sum(line.points for line in event.standings) == 0
                places = [line.place for line in event.standings]
                assert all(place in (i, places[i - 2]) for i, place in enumerate(places, 1)) and places[0] == 1
                shared = getattr(playout.rules.options, "ties", "") == "shared"
                assert shared or places == [1, 2, 3, 4]


def test_exactly_the_legal_actions_are_accepted_and_refusals_say_why(key: str) -> None:
    for seed in seeds(key, 12):
        playout = Playout(key, seed, walls=gathered_wall)
        for index, _ in enumerate(playout.steps(2)):
            if index % 41 or playout.state.rules is None:
                continue
            before = dump(playout.state)
            for seat in range(4):
                legal = legal_actions(playout.state, seat)
                assert len(set(legal)) == len(legal)
                accepted = {action for action in {*UNIVERSE, *legal} if _accepts(playout.state, seat, action)}
                assert accepted == set(legal)
            assert dump(playout.state) == before


def _accepts(state: MatchState, seat: int, action: Action) -> bool:
    try:
        return bool(decide(state, seat, action))
    except IllegalAction as refused:
        if refused.code not in REFUSALS:
            raise
        return False


def test_every_deal_ends_and_nobody_is_left_without_an_answer(key: str) -> None:
    for seed in seeds(key, 60):
        playout = Playout(key, seed, chooser=any_action, walls=gathered_wall if seed % 2 else fair_wall)
        for count, _ in enumerate(playout.steps(8)):
            assert count < 8 * 1200
        assert playout.state.phase in ("idle", "over")


def test_the_state_from_the_log_is_the_live_state(key: str) -> None:
    for seed in seeds(key, 12):
        playout = Playout(key, seed, walls=gathered_wall)
        cut = random.Random(seed).randrange(50, 600)
        for index, _ in enumerate(playout.steps(5)):
            if index == cut:
                break
        again = MatchState(rules_for)
        for event in playout.events:
            evolve(again, event)
        assert dump(again) == dump(playout.state)
        assert (again.wall, again.secret) == (playout.state.wall, playout.state.secret)
        assert [legal_actions(again, s) for s in range(4)] == [legal_actions(playout.state, s) for s in range(4)]


@pytest.mark.parametrize("walls", [fair_wall, gathered_wall])
def test_redaction_law(key: str, walls: WallMaker) -> None:
    """A view kept up to date with redacted events is the view of the state."""
    for seed in seeds(key, 4):
        playout = Playout(key, seed, walls=walls)
        views = {viewer: view_for(playout.state, viewer) for viewer in VIEWERS}
        steps = playout.steps(2)
        for _, _, made in steps:
            state = playout.state.copy()
            for event in made:
                evolve(state, event)
                for viewer in VIEWERS:
                    evolve(views[viewer], event.seen_by(viewer))
                    assert dump(views[viewer]) == dump(view_for(state, viewer)), (viewer, event)


def test_what_a_viewer_sees_does_not_depend_on_hidden_tiles(key: str) -> None:
    """Other concealed hands and the wall are exchanged; the viewer's dump stays the same."""
    for seed in seeds(key, 8):
        playout = Playout(key, seed)
        for index, _ in enumerate(playout.steps(1)):
            if index % 23 or playout.state.wall is None:
                continue
            for viewer in VIEWERS:
                other = _exchanged(playout.state, viewer, random.Random(index))
                assert dump(view_for(other, viewer)) == dump(view_for(playout.state, viewer))


def _exchanged(state: MatchState, viewer: int | None, rng: random.Random) -> MatchState:
    other = state.copy()
    pool = [tile for i, seat in enumerate(other.seats) if i != viewer for tile in seat.hand.tiles()]
    rng.shuffle(pool)
    for i, seat in enumerate(other.seats):
        if i == viewer:
            continue
        taken, pool = pool[: seat.hand.size], pool[seat.hand.size :]
        seat.hand = Hand(taken)
        if seat.drawn is not None:
            seat.drawn = taken[-1]
    if other.wall is not None:
        rest = list(other.wall)
        rng.shuffle(rest)
        other.wall = tuple(rest)
    return other


def test_every_action_and_event_occurs(key: str) -> None:
    """Random play reaches everything that the ruleset has."""
    rules = rules_for(key, {})
    seen: set[str] = set()
    wanted = _reachable(rules)
    for seed in range(400):
        playout = Playout(key, seed, walls=gathered_wall if seed % 4 else fair_wall)
        for _, action, made in playout.steps(6):
            if action is not None:
                seen.add(type(action).__name__)
            seen.update(type(event).__name__ for event in made)
        if wanted <= seen:
            return
    pytest.fail(f"never seen under {key}: {sorted(wanted - seen)}")


def _reachable(rules: Rules) -> set[str]:
    actions = {kind.__name__ for kind in ACTION_TYPES.values()}
    events = {
        "MatchStarted", "DealStarted", "Drawn", "PlayBegan", "Discarded", "ClaimAnswered", "WindowClosed", "MeldClaimed",
        "KongDeclared", "DealWon", "DealDrawn", "DealEnded", "MatchContinued",
    }  # fmt: skip
    match rules.variant:
        case "hong_kong":
            return (actions - {"DeclareReady", "AbortDeal"}) | events | {"BonusExposed", "WinOffered"}
        case "taiwanese":
            return (actions - {"AbortDeal"}) | events | {"BonusExposed"}
        case _:
            options: Any = rules.options
            left_out = set() if options.abortive_draws else {"AbortDeal"}
            return (actions - left_out) | events | {"DepositPaid"} | ({"IndicatorRevealed"} if options.kong_dora else set())


def test_a_paused_match_refuses_every_action(key: str) -> None:
    playout = Playout(key, 3)
    for index, _ in enumerate(playout.steps(1)):
        if index == 40:
            break
    state = playout.state.copy()
    state.paused = "admin"
    for seat in range(4):
        for action in legal_actions(state, seat):
            with pytest.raises(IllegalAction) as refused:
                decide(state, seat, action)
            assert refused.value.code == "match_paused"


def test_a_hidden_field_is_hidden_by_default() -> None:
    drawn = Drawn(2, "5m", "wall")
    assert drawn.seen_by(2) == drawn
    assert drawn.seen_by(1) == replace(drawn, tile=None)
    started = next(e for e in _events_of("hong_kong/2") if isinstance(e, DealStarted))
    for viewer in VIEWERS:
        shown = started.seen_by(viewer)
        assert isinstance(shown, DealStarted)
        assert shown.wall is None and shown.secret is None
        assert [hand is not None for hand in shown.hands] == [seat == viewer for seat in range(4)]


def _events_of(key: str) -> list[Event]:
    playout = Playout(key, 1)
    playout.play(1)
    return list(playout.events)
