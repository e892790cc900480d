"""From a format 1 snapshot to the event that puts its position on the table, every tile accounted for."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mahjong_club.rules.engine import start_match
from mahjong_club.rules.events import Event, MatchStarted, PositionRestored, Thrown, WinLock
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.rulesets import options_json
from mahjong_club.rules.seats import SEATS
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import ALL_TILES, BONUS_SET, KIND, Tile, sort_tiles
from mahjong_club.rules.variant import Rules
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import pack_wall
from mahjong_club.saves.positions import RULESETS, Snapshot1
from mahjong_club.saves.problems import SaveRefused

_PHASES: Final = {"draw": "draw", "kong": "draw", "turn": "turn", "claim": "claim"}
_MOST_KONGS: Final = 4


def events_of(old: Snapshot1, commitment: str, entropy: tuple[str, ...]) -> tuple[MatchStarted, PositionRestored]:
    """The first events of a match that goes on from the snapshot. Raises :class:`SaveRefused` where it cannot be."""
    key = RULESETS[old.variant]
    rules = registry.rules_for(key, {})
    _check_tiles(old, rules)
    for seat in SEATS:
        _check_seat(old, rules, seat)
    for seat in SEATS:
        _check_claims(old, seat)
    _check_phase(old, rules)
    started = start_match(key, rules, first_dealer=0, commitment=commitment, entropy=entropy)
    bare = _position(old, key, rules)
    state = _state(started, bare)
    locks = tuple(_lock(state, seat) for seat in SEATS)
    return started, replace(bare, locks=locks)


def _state(*events: Event) -> MatchState:
    state = MatchState(registry.rules_for)
    for event in events:
        evolve(state, event)
    return state


# --- checks ------------------------------------------------------------------------------------------------------------
def _places(old: Snapshot1) -> Iterator[tuple[str, Tile]]:
    """Every tile of the file once, with its place. A claimed discard is counted in its meld."""
    for seat in SEATS:
        yield from ((f"$.hands[{seat}][{i}]", tile) for i, tile in enumerate(old.hands[seat]))
        for i, meld in enumerate(old.melds[seat]):
            yield from ((f"$.melds[{seat}][{i}].tiles[{j}]", tile) for j, tile in enumerate(meld.tiles))
        yield from ((f"$.bonus[{seat}][{i}]", tile) for i, tile in enumerate(old.bonus[seat]))
        for i, discard in enumerate(old.rivers[seat]):
            if discard.claimed_by is None:
                yield f"$.rivers[{seat}][{i}].tile", discard.tile
    yield from ((f"$.wall[{i}]", tile) for i, tile in enumerate(old.wall))


def _check_tiles(old: Snapshot1, rules: Rules) -> None:
    left = Counter(rules.tiles)
    for place, tile in _places(old):
        if tile not in ALL_TILES or tile not in left:
            raise SaveRefused("unknown_tile", place, "no such tile is in play at this table")
        left[tile] -= 1
        if left[tile] < 0:
            raise SaveRefused("too_many_copies", place, f"there are only {rules.tiles.count(tile)} copies of {tile}")
    for seat in SEATS:
        for i, discard in enumerate(old.rivers[seat]):
            if discard.tile not in KIND:
                raise SaveRefused("unknown_tile", f"$.rivers[{seat}][{i}].tile", "it cannot be discarded")
    missing = +left
    if missing:
        raise SaveRefused("tiles_missing", "$.wall", f"{missing.total()} tiles are nowhere, among them {min(missing)}")


def _check_seat(old: Snapshot1, rules: Rules, seat: int) -> None:
    hand, melds = old.hands[seat], old.melds[seat]
    size = rules.hand_size - 3 * len(melds) + (old.phase == "turn" and old.turn == seat)
    if len(hand) != size:
        raise SaveRefused("wrong_hand_size", f"$.hands[{seat}]", f"{size} tiles belong here, not {len(hand)}")
    for i, tile in enumerate(hand):
        if tile in BONUS_SET and not (old.phase == "turn" and old.turn == seat and tile == old.drawn and hand.count(tile) == 1):
            raise SaveRefused("bonus_in_hand", f"$.hands[{seat}][{i}]", "only the tile just drawn can be a flower")
    for i, tile in enumerate(old.bonus[seat]):
        if tile not in BONUS_SET:
            raise SaveRefused("unknown_tile", f"$.bonus[{seat}][{i}]", "it is no flower")
    for i, each in enumerate(melds):
        if not _fits(each.meld, seat):
            raise SaveRefused("bad_meld", f"$.melds[{seat}][{i}]", "no such set can be declared by this seat")


def _check_claims(old: Snapshot1, seat: int) -> None:
    melds = ((each, owner) for owner in SEATS for each in old.melds[owner] if each.from_seat == seat)
    fed = Counter((each.tiles[_at(each.meld)], owner) for each, owner in melds)
    if fed != Counter((discard.tile, discard.claimed_by) for discard in old.rivers[seat] if discard.claimed_by is not None):
        raise SaveRefused(
            "claims_do_not_match", f"$.rivers[{seat}]", "its claimed discards are not those in the other seats' sets"
        )


def _at(meld: Meld) -> int:
    """Where in the meld the claimed tile stands."""
    return 3 if meld.form == "exposed" else 2


def _fits(meld: Meld, seat: int) -> bool:
    kinds = sorted(KIND.get(tile, -1) for tile in meld.tiles)
    if kinds[0] < 0 or (meld.form is not None) != (meld.kind == "kong"):
        return False
    if meld.form == "concealed":
        return meld.from_seat is None and len(kinds) == 4 and kinds[0] == kinds[3]
    if meld.from_seat is None or meld.from_seat == seat:
        return False
    if meld.kind == "chow":
        run = kinds == [kinds[0], kinds[0] + 1, kinds[0] + 2] and kinds[2] < 27 and kinds[0] // 9 == kinds[2] // 9
        return run and meld.from_seat == (seat - 1) & 3 and KIND[meld.tiles[0]] < KIND[meld.tiles[1]]
    return len(kinds) == (4 if meld.kind == "kong" else 3) and kinds[0] == kinds[-1]


def _check_phase(old: Snapshot1, rules: Rules) -> None:
    at = old.turn
    kongs = _kongs(old)
    if (old.drawn is not None) and (old.phase != "turn" or old.drawn not in old.hands[at]):
        raise SaveRefused("drawn_not_held", "$.drawn", "the seat on turn does not hold it")
    if old.phase == "turn" and old.drawn is None and not _claimed_last(old):
        raise SaveRefused("drawn_missing", "$.drawn", "the seat on turn has neither drawn nor claimed a tile")
    if old.phase == "claim" and (not old.rivers[at] or old.rivers[at][-1].claimed_by is not None):
        raise SaveRefused("no_discard", f"$.rivers[{at}]", "its last tile is what the window is about")
    if old.phase == "kong" and not any(meld.kind == "kong" for meld in old.melds[at]):
        raise SaveRefused("no_kong", f"$.melds[{at}]", "the seat that is to take a replacement has no kong")
    if rules.replacement_from == "dead_wall" and kongs > _MOST_KONGS:
        raise SaveRefused("too_many_kongs", "$.melds", f"there are {kongs} kongs at the table")
    live = len(old.wall) - rules.reserve
    if live < (old.phase == "kong"):
        raise SaveRefused("wall_too_short", "$.wall", f"{rules.reserve} tiles and one for a kong's replacement remain undrawn")
    if rules.wall_size - len(old.wall) - _replacements(old) < 0:
        raise SaveRefused("wall_too_long", "$.wall", "more replacements were taken than tiles")


def _claimed_last(old: Snapshot1) -> bool:
    melds = old.melds[old.turn]
    return bool(melds) and melds[-1].kind != "kong"


def _kongs(old: Snapshot1) -> int:
    return sum(meld.kind == "kong" for melds in old.melds for meld in melds)


def _replacements(old: Snapshot1) -> int:
    """Tiles taken from the back: for every kong but one that is still owed its own, and for every flower."""
    return _kongs(old) - (old.phase == "kong") + sum(map(len, old.bonus))


# --- the position ------------------------------------------------------------------------------------------------------
def _position(old: Snapshot1, key: str, rules: Rules) -> PositionRestored:
    replaced = _replacements(old)
    taken = rules.wall_size - len(old.wall) - replaced
    wall = _whole_wall(old, rules, taken)
    claims = sum(meld.from_seat is not None for melds in old.melds for meld in melds)
    scores = old.scores
    return PositionRestored(
        phase=_PHASES[old.phase],  # type: ignore[arg-type]
        number=4 * old.round_wind + old.dealer + 1,
        ruleset=key,
        options=options_json(rules.options),
        dealer=old.dealer,
        round_wind=old.round_wind,
        repeat=old.repeat,
        deposits=0,
        scores=scores,
        seat=old.turn,
        due="kong" if old.phase == "kong" else "wall",
        claimed=old.phase == "turn" and old.drawn is None,
        hands=tuple(sort_tiles(hand) for hand in old.hands),
        drawn=old.drawn,
        melds=tuple(tuple(each.meld for each in melds) for melds in old.melds),
        bonus=tuple(tuple(tiles) for tiles in old.bonus),
        rivers=tuple(tuple(Thrown(each.tile, each.claimed_by) for each in river) for river in old.rivers),
        indicators=rules.opening_indicators(wall),
        taken=taken,
        replacements=replaced,
        live_left=len(old.wall) - rules.reserve,
        calls=claims + _kongs(old) - (old.phase == "kong"),
        wall=pack_wall(wall),
    )


def _whole_wall(old: Snapshot1, rules: Rules, taken: int) -> tuple[Tile, ...]:
    """The undrawn tiles at their places; where they have been drawn, the tiles in play, in any order."""
    wall = tuple(old.wall)
    used = sort_tiles([tile for place, tile in _places(old) if not place.startswith("$.wall")])
    if rules.replacement_from == "live_end":
        return used[:taken] + wall + used[taken:]
    live = rules.wall_size - rules.reserve - taken
    return used[:taken] + wall[:live] + used[taken:] + wall[live:]


def _lock(state: MatchState, seat: int) -> WinLock | None:
    """The lock that the seat's last discard brought, where its hand is still as it was then."""
    me = state.seats[seat]
    if not me.river or state.rules is None or (state.phase == "turn" and state.turn == seat):
        return None
    before = state.copy()
    mine = before.seats[seat]
    tile = mine.river.pop().tile
    mine.hand.add(tile)
    mine.waits = None
    return state.rules.lock_after_discard(before, seat, tile, None)
