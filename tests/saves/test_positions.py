"""Format 1: any position of the old rules goes into the file and comes back the same, and is played on."""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from mahjong_club.commands.saves import import_file
from mahjong_club.protocol.codec import decode_event, texts_of
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.actions import CONTINUE, PROCEED, StartDeal
from mahjong_club.rules.engine import awaits_deal, decide, is_due
from mahjong_club.rules.events import DealEnded, DealStarted, PositionRestored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump, view_for
from mahjong_club.saves.positions import RULESETS, Snapshot1, read_snapshot, snapshot_of
from mahjong_club.saves.restoring import events_of
from mahjong_club.settings import Settings
from mahjong_club.storage import saves as store
from mahjong_club.storage.matches import load_match
from mahjong_club.storage.offline import Offline
from tests.play.support import World, play_on
from tests.saves.support import FIXTURES
from tests.support.random_play import Playout, fair_wall, gathered_wall

VIEWERS = (0, 1, 2, 3, None)
KEYS = sorted(RULESETS.values())
NAMES = sorted(path.stem for path in FIXTURES.glob("*.json"))
#: What the old file does not tell, or tells in another way.
LOST = {
    "seq", "number", "deal_commitment", "match_commitment", "first_dealer", "after_kong", "after_bonus", "draw_source",
    "opening_at", "upcoming", "bonus_settled",
}  # fmt: skip


def through_file(old: Snapshot1) -> Snapshot1:
    """As it is after having been a file."""
    return read_snapshot(msgspec.json.decode(msgspec.json.encode(old)))


def restored(old: Snapshot1) -> MatchState:
    state = MatchState(rules_for)
    for event in events_of(old, "c0", ()):
        evolve(state, event)
    return state


def kept(state: MatchState) -> dict[str, Any]:
    """What a file keeps of a state."""
    out = {name: value for name, value in dump(state).items() if name not in LOST}
    if state.phase != "draw":
        del out["due"]
    if out["window"] is not None:
        out["window"]["answers"] = None
    for seat in out["seats"]:
        del seat["lock"]
        seat["river"] = [(thrown["tile"], thrown["claimed_by"]) for thrown in seat["river"]]
    return out


def tiles_of(state: MatchState) -> Counter[str]:
    """Every tile: in play, and not yet drawn."""
    rules, wall = state.rules, state.wall
    assert rules is not None and wall is not None
    end = rules.wall_size - rules.reserve
    back = state.replacements
    rest = (
        wall[state.taken : end - back] if rules.replacement_from == "live_end" else wall[state.taken : end] + wall[end + back :]
    )
    tiles = Counter(rest)
    for seat in state.seats:
        tiles.update([*seat.hand.tiles(), *seat.bonus, *(tile for meld in seat.melds for tile in meld.tiles)])
        tiles.update(thrown.tile for thrown in seat.river if thrown.claimed_by is None)
    return tiles


def play_to_the_end(state: MatchState, rng: random.Random) -> None:
    """Random legal play to the end of the deal; tiles and the redaction law hold on the way."""
    assert state.rules is not None
    views = {viewer: view_for(state, viewer) for viewer in VIEWERS}
    for step in range(10_000):
        if state.phase in ("settled", "over"):
            break
        if is_due(state):
            made = decide(state, None, PROCEED)
        else:
            seat = next(seat for seat in rng.sample(range(4), 4) if legal_actions(state, seat))
            made = decide(state, seat, rng.choice(legal_actions(state, seat)))
        for event in made:
            evolve(state, event)
            for viewer, view in views.items():
                evolve(view, event.seen_by(viewer))
        if step % 7 and state.phase != "settled":
            continue
        for viewer, view in views.items():
            assert dump(view) == dump(view_for(state, viewer))
        if state.phase != "settled":
            assert tiles_of(state) == Counter(state.rules.tiles)


@pytest.mark.parametrize("key", KEYS)
def test_random_positions_come_back_and_are_played_on(key: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(8):
        playout = Playout(key, seed, walls=gathered_wall if seed % 2 else fair_wall)
        for step, _ in enumerate(playout.steps(2)):
            # A kong's replacement is rarely caught.
            if step % 67 and not (playout.state.phase == "draw" and playout.state.due == "kong"):
                continue
            old = snapshot_of(playout.state)
            if old is None:
                continue
            seen[old.phase] += 1
            assert through_file(old) == old
            state = restored(old)
            assert kept(state) == kept(playout.state)
            assert tiles_of(state) == Counter(playout.rules.tiles)
            play_to_the_end(state, random.Random(step))
    assert set(seen) == {"draw", "turn", "claim", "kong"}, seen


@pytest.mark.parametrize("key", KEYS)
def test_each_viewer_sees_of_the_restored_position_what_is_his(key: str) -> None:
    for seed in range(4):
        playout = Playout(key, seed, walls=gathered_wall)
        for step, _ in enumerate(playout.steps(1)):
            old = snapshot_of(playout.state) if step % 17 == 0 else None
            if old is None:
                continue
            started, position = events_of(old, "c0", ())
            texts = texts_of(position)
            assert decode_event(texts.full) == position
            for viewer in VIEWERS:
                before = MatchState(rules_for)
                evolve(before, started)
                view, after = view_for(before, viewer), before.copy()
                seen = position.seen_by(viewer)
                evolve(view, seen)
                evolve(after, position)
                assert dump(view) == dump(view_for(after, viewer))
                assert decode_event(texts.seen_by(viewer)) == seen
                assert isinstance(seen, PositionRestored) and seen.wall is None
                assert [hand is None for hand in seen.hands] == [seat != viewer for seat in range(4)]


def test_a_seat_that_threw_what_it_waits_for_is_locked_at_a_riichi_table() -> None:
    locked = 0
    for seed in range(12):
        playout = Playout("riichi/1", seed, walls=gathered_wall)
        for step, _ in enumerate(playout.steps(1)):
            old = snapshot_of(playout.state) if step % 9 == 0 else None
            if old is None:
                continue
            for i, (mine, theirs) in enumerate(zip(restored(old).seats, playout.state.seats, strict=True)):
                thrown = theirs.lock is not None and theirs.lock.reason == "furiten_discard"
                if thrown and not (old.phase == "turn" and old.turn == i):
                    assert mine.lock == theirs.lock
                    locked += 1
    assert locked


# --- the fixtures ------------------------------------------------------------------------------------------------------
def test_there_is_a_fixture_of_every_phase() -> None:
    assert sorted(f"{variant}_{phase}" for variant in RULESETS for phase in ("draw", "turn", "claim", "kong")) == NAMES


def read(name: str) -> Snapshot1:
    return read_snapshot(msgspec.json.decode((FIXTURES / f"{name}.json").read_bytes()))


@pytest.mark.parametrize("name", NAMES)
def test_fixtures_are_read_as_they_stand(name: str) -> None:
    old = read(name)
    assert f"{old.variant}_{old.phase}" == name
    state = restored(old)
    assert state.ruleset == RULESETS[old.variant] and snapshot_of(state, old.names) == old
    assert state.phase == ("draw" if old.phase == "kong" else old.phase)
    play_to_the_end(state, random.Random(1))


@pytest.mark.parametrize("name", NAMES)
async def test_fixtures_are_played_on_at_a_table_and_switch(name: str, settings: Settings, url: str) -> None:
    old = read(name)
    taken = import_file(settings, FIXTURES / f"{name}.json")
    with Offline(url, writing=False) as offline:
        record = offline.run(lambda session: load_match(session, taken.match_id))
        entries = offline.run(lambda session: store.read_everything(session, taken.match_id))
    assert record is not None and record.state == "running"
    assert [seating.name for seating in record.seatings] == list(old.names)
    world = World(record.setup)
    world.log.rows[record.setup.id] = list(entries)
    clients = [await world.join(seat) for seat in range(4)]
    snapshot = clients[old.turn].connection.of("snapshot")[0]
    assert snapshot["view"]["seats"][old.turn]["hand"] is not None
    assert sorted(snapshot["view"]["seats"][old.turn]["hand"]) == sorted(old.hands[old.turn]) or old.phase in ("draw", "kong")
    table = await world.table()
    assert table.state.ruleset == RULESETS[old.variant]
    await play_on(world, clients, lambda: "deal_started" in [row.kind for row in world.log.rows[record.setup.id]])
    events = [decode_stored(row.kind, row.payload) for row in world.log.rows[record.setup.id]]
    ended = next(event for event in events if isinstance(event, DealEnded))
    started = next(event for event in events if isinstance(event, DealStarted))
    assert started.ruleset == RULESETS[old.variant].replace("/1", "/2")
    assert started.scores == ended.scores


def test_the_next_deal_can_be_dealt_after_a_restored_one() -> None:
    state = restored(read("hong_kong_claim"))
    play_to_the_end(state, random.Random(3))
    for seat in range(4):
        for event in decide(state, seat, CONTINUE):
            evolve(state, event)
    assert awaits_deal(state) and state.rules is not None
    for event in decide(state, None, StartDeal(state.rules.tiles, "00" * 32, "c")):
        evolve(state, event)
    assert state.number == restored(read("hong_kong_claim")).number + 1
