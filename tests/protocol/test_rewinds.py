"""Random play that is taken back again and again: what everybody sees of it, and that the log still says what stands."""

import json
import random
from collections import Counter
from typing import Any

import pytest

from mahjong_club.protocol.codec import decode_event, encode_event, texts_of
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.standing import counting, standing
from mahjong_club.protocol.statedump import dump_state
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.actions import PROCEED, StartDeal
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event, MatchPaused, MatchResumed, MatchRewound, Seated, SeatLeft, SeatReturned
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants import registry
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import KeptState, dump, view_for
from tests.support.random_play import any_but_wins, gathered_wall

VIEWERS = (None, 0, 1, 2, 3)
KEYS = [found.key for found in registry.listed()]


class Troubled:
    """A random match that somebody keeps taking back, with people who come and go. ``log`` has sealed answers, too."""

    def __init__(self, key: str, seed: int, events: int) -> None:
        self.rng = random.Random(seed)
        self.state = MatchState(rules_for)
        self.after: dict[int, MatchState] = {}
        self.log: list[Event] = []
        self.rewinds: list[tuple[MatchState, MatchRewound, MatchState]] = []
        self._apply(start_match(key, rules_for(key, {}), first_dealer=seed % 4))
        while self.state.seq < events and not self.state.standings:
            for event in self._next():
                self._apply(event)
            if self.rng.random() < 0.04 and not self.state.standings:
                self._order()

    def entries(self) -> list[Entry]:
        seq, out = 0, []
        for event in self.log:
            seq += not event.sealed
            out.append(Entry(seq, EVENT_NAMES[type(event)], encode_event(event), event.sealed))
        return out

    def _next(self) -> tuple[Event, ...]:
        state, rng = self.state, self.rng
        if awaits_deal(state):
            assert state.rules is not None
            return decide(state, None, StartDeal(gathered_wall(state.rules.tiles, rng), f"{state.number:064x}"))
        if is_due(state):
            return decide(state, None, PROCEED)
        seat, legal = rng.choice([(seat, legal) for seat in range(4) if (legal := legal_actions(state, seat))])
        return decide(state, seat, any_but_wins(state, seat, legal, rng))

    def _order(self) -> None:
        state, rng = self.state, self.rng
        seat = rng.randrange(4)
        aside: list[Event] = [SeatLeft(seat, "wait"), SeatReturned(seat), MatchPaused("by_order", "Ada", "x")]
        self._apply(rng.choice([*aside, Seated(seat, "person", "Ben", None, "Ada", "z", f"p{seat}")]))
        to = rng.choice(list(self.after))
        before = state.copy()
        event = MatchRewound(to, "rewind", None, "Ada", "x", KeptState(self.after[to]))
        self._apply(event)
        self.rewinds.append((before, event, state.copy()))
        if state.paused:
            self._apply(MatchResumed("by_order", 0, "Ada", "y"))

    def _apply(self, event: Event) -> None:
        evolve(self.state, event)
        self.log.append(event)
        if not event.sealed:
            self.after[self.state.seq] = self.state.copy()


def game_of(state: MatchState) -> Any:
    """The state with everything hidden, but without the number of events."""
    plain = json.loads(dump_state(state))
    del plain["state"]["seq"]
    return plain


def tiles_of(state: MatchState) -> Counter[str]:
    found = Counter(tile for seat in state.seats for tile in (*seat.hand.tiles(), *seat.bonus))
    found.update(r.tile for seat in state.seats for r in seat.river if r.claimed_by is None)
    found.update(tile for seat in state.seats for meld in seat.melds for tile in meld.tiles)
    return found


@pytest.fixture(scope="module", params=KEYS)
def troubled(request: pytest.FixtureRequest) -> list[Troubled]:
    return [Troubled(request.param, seed, 700) for seed in range(3)]


def test_a_rewind_brings_back_the_game_and_nothing_else(troubled: list[Troubled]) -> None:
    for match in troubled:
        assert len(match.rewinds) >= 5
        for before, event, after in match.rewinds:
            then = match.after[event.to]
            assert (after.seq, after.paused) == (before.seq + 1, before.paused)
            assert [seat.left for seat in after.seats] == [seat.left for seat in before.seats]
            restored = game_of(after)
            restored["state"] |= {"paused": then.paused, "seats": [
                {**seat, "left": was.left} for seat, was in zip(restored["state"]["seats"], then.seats, strict=True)
            ]}  # fmt: skip
            assert restored == game_of(then)


def test_nobody_hears_more_of_a_rewind_than_his_view_of_that_moment(troubled: list[Troubled]) -> None:
    """The law of views, through the wire."""
    for match in troubled:
        for before, event, after in match.rewinds:
            texts = texts_of(event)
            for viewer in VIEWERS:
                heard = decode_event(texts.seen_by(viewer))
                assert heard == event.seen_by(viewer)
                assert dump(evolve(view_for(before, viewer), heard)) == dump(view_for(after, viewer))
                told = json.loads(texts.seen_by(viewer))["position"]
                assert told == json.loads(json.dumps(dump(view_for(match.after[event.to], viewer))))
                assert "wall" not in told and "secret" not in told


def test_tiles_are_conserved_over_rewinds(troubled: list[Troubled]) -> None:
    for match in troubled:
        for _, _, after in match.rewinds:
            if after.wall is None or after.phase not in ("opening", "draw", "turn", "claim"):
                continue
            rules = after.rules
            assert rules is not None
            end = rules.wall_size - rules.reserve
            drawn = Counter(after.wall[: after.taken])
            for i in range(after.replacements):
                drawn[after.wall[end - 1 - i if rules.replacement_from == "live_end" else end + i]] += 1
            assert tiles_of(after) == drawn


def test_the_log_read_again_is_the_match(troubled: list[Troubled]) -> None:
    for match in troubled:
        state = MatchState(rules_for)
        for entry in match.entries():
            evolve(state, decode_stored(entry.kind, entry.payload))
        assert dump_state(state) == dump_state(match.state)
        assert state.rules is match.state.rules


def test_what_stands_of_the_log_is_a_match_without_rewinds(troubled: list[Troubled]) -> None:
    for match in troubled:
        entries = match.entries()
        kept = standing(entries)
        assert len(kept) < sum(not entry.sealed for entry in entries)
        assert "match_rewound" not in {entry.kind for entry in kept}
        state = MatchState(rules_for)
        for entry in kept:
            evolve(state, decode_stored(entry.kind, entry.payload))
        live = match.state.copy()
        if live.window is not None:
            live.window.answers = [None] * 4
        assert game_of(state) == game_of(live)


def test_going_back_before_a_rewind_undoes_it() -> None:
    rows = [Entry(seq, "drawn", b'{"type":"drawn","seat":0}') for seq in range(1, 11)]
    rows += [Entry(11, "match_rewound", b'{"type":"match_rewound","to":4}'), Entry(12, "drawn", b'{"type":"drawn","seat":0}')]
    assert counting(rows) == {1, 2, 3, 4, 12}
    rows.append(Entry(13, "match_rewound", b'{"type":"match_rewound","to":9}'))
    assert counting(rows) == set(range(1, 10))
    assert counting(rows, 12) == {1, 2, 3, 4, 12}
