"""What a seat and a spectator see: nothing in a view depends on what its viewer may not know."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

import pytest

from mahjong_club.rules import events
from mahjong_club.rules.actions import PASS, WIN, Pung
from mahjong_club.rules.events import EVENT_TYPES, Answer, Event, WinLock, view_classes
from mahjong_club.rules.hands import UNKNOWN, Hand
from mahjong_club.rules.sights import Position, owner, public
from mahjong_club.rules.state import MatchState, SeatState, Window
from mahjong_club.rules.tiles import KINDS
from mahjong_club.rules.variants.registry import RULESETS
from mahjong_club.rules.views import dump, view_for
from tests.support.random_play import Playout, gathered_wall, seeds

VIEWERS = (0, 1, 2, 3, None)
KEYS = [found.key for found in RULESETS]

#: Who sees each field of each event. A field that is not here is hidden from everybody: giving it to somebody means saying
#: so here as well as where it is declared.
PUBLIC = {
    "MatchStarted": {"ruleset", "options", "first_dealer", "scores", "commitment", "entropy"},
    "DealStarted": {
        "number", "ruleset", "options", "dealer", "round_wind", "repeat", "deposits", "scores", "commitment", "indicators",
    },
    "PositionRestored": {
        "phase", "number", "ruleset", "options", "dealer", "round_wind", "repeat", "deposits", "scores", "seat", "due",
        "claimed", "melds", "bonus", "rivers", "indicators", "taken", "replacements", "live_left", "calls",
    },
    "Drawn": {"seat", "source"},
    "BonusExposed": {"seat", "tile"},
    "PlayBegan": {"seat"},
    "Discarded": {"seat", "tile", "drawn", "ready"},
    "ClaimAnswered": {"seat"},
    "WindowClosed": set(),
    "MeldClaimed": {"seat", "meld", "liable"},
    "KongDeclared": {"seat", "meld"},
    "IndicatorRevealed": {"tile"},
    "DepositPaid": {"seat", "points"},
    "WinOffered": {"seat", "by", "from_seat"},
    "DealWon": {
        "seat", "by", "tile", "from_seat", "hand", "patterns", "total", "deltas", "limits", "blocks", "fu", "fu_parts",
        "yakuman", "liable", "deposits_taken", "indicators", "extra",
    },
    "DealDrawn": {"kind", "reason", "deltas", "shown", "seat"},
    "DealEnded": {"scores", "dealer", "round_wind", "repeat", "deposits", "wall", "secret"},
    "MatchContinued": {"seat"},
    "MatchEnded": {"standings", "deposits_taken", "secret"},
    "TimedOut": {"seat"},
    "SeatLeft": {"seat", "policy"},
    "SeatReturned": {"seat"},
    "MatchPaused": {"reason", "by", "note"},
    "MatchResumed": {"reason", "credit_ms", "by", "note"},
    "MatchRewound": {"to", "kind", "seat", "by", "reason"},
    "MatchStopped": {"by", "reason"},
    "Seated": {"seat", "kind", "name", "bot", "by", "reason"},
}  # fmt: skip
OWNER = {
    "Drawn": {"tile", "lock"},
    "PlayBegan": {"drawn"},
    "PositionRestored": {"drawn"},
    "Discarded": {"lock"},
    "ClaimAnswered": {"answer"},
}
PROJECTED = {"MatchRewound": {"position"}}
PER_SEAT = {
    "DealStarted": {"hands"},
    "PositionRestored": {"hands", "locks"},
    "WindowClosed": {"answers", "locks"},
}


@pytest.fixture(params=KEYS)
def key(request: pytest.FixtureRequest) -> str:
    return str(request.param)


# --- events ------------------------------------------------------------------------------------------------------------
def sight_of(kind: type[Event], sight: str) -> set[str]:
    return {f.name for f in fields(kind) if f.metadata.get("sight", "hidden") == sight}


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_a_field_is_seen_by_those_for_whom_it_is_declared(kind: type[Event]) -> None:
    name = kind.__name__
    assert sight_of(kind, "public") == PUBLIC[name]
    assert sight_of(kind, "owner") == OWNER.get(name, set())
    assert sight_of(kind, "per_seat") == PER_SEAT.get(name, set())
    assert sight_of(kind, "projected") == PROJECTED.get(name, set())
    assert {f.metadata.get("sight", "hidden") for f in fields(kind)} <= {"public", "owner", "per_seat", "projected", "hidden"}
    if sight_of(kind, "owner"):
        assert "seat" in PUBLIC[name]


def test_every_kind_of_event_is_listed() -> None:
    assert set(PUBLIC) == {kind.__name__ for kind in EVENT_TYPES}
    assert set(OWNER) | set(PER_SEAT) | set(PROJECTED) <= set(PUBLIC)
    declared = {each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event)}
    assert declared - {Event} == set(EVENT_TYPES)


@dataclass(frozen=True, slots=True)
class Sighting(Position):
    """A position that says who looks at it."""

    viewer: int | str | None = "nobody"

    def seen_by(self, viewer: int | None) -> "Sighting":
        return Sighting(viewer)


@dataclass(frozen=True, slots=True)
class LaterEvent(Event):
    """An event as somebody may write it one day: one field has no declaration."""

    seat: int = public()
    tile: str | None = owner()
    thought: str | None = "5m"


def test_a_field_without_a_declaration_is_seen_by_nobody() -> None:
    event = LaterEvent(2, "1z")
    for viewer in VIEWERS:
        seen = event.seen_by(viewer)
        assert seen == LaterEvent(2, "1z" if viewer == 2 else None, None)


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_hidden_fields_are_emptied_for_each_viewer(kind: type[Event]) -> None:
    """Every field is given a mark of its own; only declared ones come through."""
    marks: dict[str, Any] = {f.name: object() for f in fields(kind)}
    if "seat" in marks:
        marks["seat"] = 2
    for name in PER_SEAT.get(kind.__name__, ()):
        marks[name] = tuple(f"{name} of {seat}" for seat in range(4))
    for name in PROJECTED.get(kind.__name__, ()):
        marks[name] = Sighting()
    event = kind(**marks)
    for viewer in VIEWERS:
        seen = event.seen_by(viewer)
        for name, mark in marks.items():
            value = getattr(seen, name)
            if name in PUBLIC[kind.__name__] or (name in OWNER.get(kind.__name__, ()) and viewer == 2):
                assert value is mark, name
            elif name in PER_SEAT.get(kind.__name__, ()):
                assert value == tuple(entry if seat == viewer else None for seat, entry in enumerate(mark)), name
            elif name in PROJECTED.get(kind.__name__, ()):
                assert value == Sighting(viewer), name
            else:
                assert value is None, name


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_the_number_of_different_texts_is_told_right(kind: type[Event]) -> None:
    name = kind.__name__
    expected = "each" if name in PER_SEAT or name in PROJECTED else "owner" if name in OWNER else "same"
    event = kind(**{f.name: 0 if f.name == "seat" else None for f in fields(kind)})
    assert view_classes(event) == expected


# --- views -------------------------------------------------------------------------------------------------------------
def walk(value: object) -> Any:
    """Everything reachable from a value, as plain data: slots, dataclass fields, members. Rules objects are left out."""
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return [walk(each) for each in value]
    if isinstance(value, dict):
        return {str(key): walk(each) for key, each in value.items()}
    if is_dataclass(value):
        return {f.name: walk(getattr(value, f.name)) for f in fields(value)}
    assert isinstance(value, MatchState | SeatState | Window | Hand), type(value)
    left_out = {"rules", "rules_for"} if isinstance(value, MatchState) else set()
    return {name: walk(getattr(value, name)) for name in value.__slots__ if name not in left_out}


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from strings(each)


def scrambled(state: MatchState, viewer: int | None, rng: random.Random) -> MatchState:
    """The same for ``viewer``, and everything else different: hands, wall, secret, answers, locks, caches."""
    other = state.copy()
    pool = [tile for i, seat in enumerate(other.seats) if i != viewer for tile in seat.hand.tiles()] + list(other.wall or ())
    rng.shuffle(pool)
    for i, seat in enumerate(other.seats):
        if i == viewer:
            continue
        taken, pool = pool[: seat.hand.size], pool[seat.hand.size :]
        seat.hand = Hand(taken)
        seat.drawn = taken[-1] if seat.drawn is not None else None
        seat.lock = WinLock("passed_win", (rng.choice(KINDS),))
        seat.waits = rng.getrandbits(34)
    if other.wall is not None:
        other.wall = tuple(pool[: len(other.wall)])
    other.secret = f"{rng.getrandbits(256):064x}"
    other.cache = {("legal", 0): (WIN, PASS), 1: object()}
    if other.window is not None:
        other.window.options = tuple((WIN, PASS, Pung((rng.choice(KINDS),) * 2)) for _ in range(4))
        other.window.answers = [
            answer if i == viewer else rng.choice([None, Answer(WIN), Answer(PASS, timed_out=True)])
            for i, answer in enumerate(other.window.answers)
        ]
    return other


def test_no_part_of_a_view_depends_on_what_its_viewer_may_not_know(key: str) -> None:
    """Not only what is written out of a view, but everything that can be reached from it."""
    seen_windows = 0
    for seed in seeds(key, 6):
        playout = Playout(key, seed, walls=gathered_wall)
        for index, _ in enumerate(playout.steps(2)):
            state = playout.state
            if state.wall is None or index % 7:
                continue
            seen_windows += state.window is not None
            for viewer in VIEWERS:
                view, other = view_for(state, viewer), view_for(scrambled(state, viewer, random.Random(index)), viewer)
                assert walk(view) == walk(other)
                assert dump(view) == dump(other)
    assert seen_windows


def test_what_is_hidden_is_not_there(key: str) -> None:
    """The walk would find it: in the state itself it does."""
    for seed in range(3):
        playout = Playout(key, seed)
        for index, _ in enumerate(playout.steps(1)):
            state = playout.state
            if state.wall is None or index % 11:
                continue
            state.secret = "5ec2e7" * 8
            assert state.secret in set(strings(walk(state)))
            for viewer in VIEWERS:
                view = view_for(state, viewer)
                assert view.wall is None and state.secret not in set(strings(walk(view)))
                assert view.cache == {} and (view.window is None or view.window.options is None)
                for seat in (s for i, s in enumerate(view.seats) if i != viewer):
                    hand = seat.hand
                    assert (hand.known, hand.tiles(), hand.keys, hand.reds, hand.bonus) == (False, (), [0] * 4, [0] * 3, [])
                    assert seat.drawn in (None, UNKNOWN) and seat.lock is None and seat.waits is None


def test_a_seat_sees_its_own_hand_and_a_spectator_none(key: str) -> None:
    playout = Playout(key, 5)
    for index, _ in enumerate(playout.steps(1)):
        if index == 60:
            break
    state = playout.state
    for viewer in range(4):
        view = view_for(state, viewer)
        assert view.seats[viewer].hand.tiles() == state.seats[viewer].hand.tiles()
        assert [seat.hand.known for seat in view.seats] == [i == viewer for i in range(4)]
    spectator = view_for(state, None)
    assert not any(seat.hand.known for seat in spectator.seats)
    assert [seat.hand.size for seat in spectator.seats] == [seat.hand.size for seat in state.seats]
    assert [seat.melds for seat in spectator.seats] == [seat.melds for seat in state.seats]
    assert [walk(seat.river) for seat in spectator.seats] == [walk(seat.river) for seat in state.seats]


def test_a_view_is_a_copy(key: str) -> None:
    playout = Playout(key, 2)
    for index, _ in enumerate(playout.steps(1)):
        if index == 50:
            break
    before = walk(playout.state)
    for viewer in VIEWERS:
        view = view_for(playout.state, viewer)
        for seat in view.seats:
            seat.river.clear()
            seat.melds.clear()
            seat.bonus.clear()
            seat.hand.counts[0] += 1
        view.scores[0] += 1
        view.indicators.append("1m")
    assert walk(playout.state) == before


def test_an_open_window_tells_no_other_seat_who_is_asked_or_what_was_said(key: str) -> None:
    """Nothing is published while a window is open; when it closes each seat learns its own answer."""
    answered = 0
    for seed in seeds(key, 10):
        playout = Playout(key, seed, walls=gathered_wall)
        for seat, _, made in playout.steps(2):
            if playout.state.window is None or playout.state.window.kind == "offer" or seat is None:
                continue
            assert len(made) == 1 and made[0].sealed
            answered += 1
            for viewer in VIEWERS:
                if viewer != seat:
                    assert getattr(made[0].seen_by(viewer), "answer", "missing") is None
    assert answered
