"""How many tiles of a suit fit into so many sets, and how suits combine.

For one suit the only thing that matters to the distance of a whole hand is a profile of twelve numbers:
the most tiles that `n` sets (0..5) can use, without and with the pair. A set or the pair may be used in
part or not at all. Very few profiles exist, so each is one shared `Profile` object, and joining
two of them is one lookup. Nothing here limits a kind to four copies.
"""

from collections.abc import Callable

from mahjong_club.rules.shapes_keys import TABLE_LIMIT, suit_counts

MOST_SETS = 5
_WIDTH = MOST_SETS + 1

Vector = tuple[int, ...]


class Profile(dict["Profile", "Profile"]):
    """`profile[other]` is the profile of both together; computed on first use.

    Profiles are interned: equal ones are the same object, so they are hashed by identity.
    """

    __slots__ = ("active", "one_tile_pair", "one_tile_set", "shanten", "three_tile_set", "two_tile_pair", "two_tile_set", "used")

    def __init__(self, used: Vector) -> None:
        super().__init__()
        self.used = used
        """Index `sets` without the pair, `6 + sets` with it: tiles used."""
        self.shanten: Vector = tuple(3 * sets + 1 - used[_WIDTH + sets] for sets in range(_WIDTH))
        """By number of sets wanted, if these are all the tiles there are."""
        self.active: dict[Profile, Vector] = {}
        """By the profile of the remaining suits: see `active_entries`."""
        self.one_tile_set = _with_set(used, 1)
        self.two_tile_set = _with_set(used, 2)
        self.three_tile_set = _with_set(used, 3)
        self.one_tile_pair = _with_pair(used, 1)
        self.two_tile_pair = _with_pair(used, 2)

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __missing__(self, other: "Profile") -> "Profile":
        mine, theirs = self.used, other.used
        together = [0] * (2 * _WIDTH)
        for sets in range(_WIDTH):
            for first in range(sets + 1):
                second = sets - first
                plain = mine[first] + theirs[second]
                paired = max(mine[_WIDTH + first] + theirs[second], mine[first] + theirs[_WIDTH + second])
                together[sets] = max(together[sets], plain)
                together[_WIDTH + sets] = max(together[_WIDTH + sets], paired)
        merged = self[other] = other[self] = profile_of(tuple(together))
        return merged


def _with_set(used: Vector, tiles: int) -> Vector:
    """One more set, made of `tiles` further tiles. An entry without a set cannot hold it: 0."""
    plain = [0] + [count + tiles for count in used[: _WIDTH - 1]]
    return tuple(plain + [0] + [count + tiles for count in used[_WIDTH:-1]])


def _with_pair(used: Vector, tiles: int) -> Vector:
    return (0,) * _WIDTH + tuple(count + tiles for count in used[:_WIDTH])


_profiles: dict[Vector, Profile] = {}


def profile_of(used: Vector) -> Profile:
    """The shared profile with these numbers."""
    known = _profiles.get(used)
    return known if known is not None else _profiles.setdefault(used, Profile(used))


NO_TILES = profile_of((0,) * (2 * _WIDTH))


def active_entries(own: Profile, others: Profile) -> Vector:
    """By number of sets wanted: bit mask of the entries of `own.used` that some nearest target relies on.

    The distance falls by a tile of this suit exactly if the tile raises one of these entries.
    """
    known = own.active.get(others)
    if known is None:
        known = own.active[others] = tuple(_active(own, others, sets) for sets in range(_WIDTH))
    return known


def _active(own: Profile, others: Profile, sets: int) -> int:
    mine, theirs = own.used, others.used
    best = own[others].used[_WIDTH + sets]
    mask = 0
    for count in range(sets + 1):
        rest = sets - count
        if mine[count] + theirs[_WIDTH + rest] == best:
            mask |= 1 << count
        if mine[_WIDTH + count] + theirs[rest] == best:
            mask |= 1 << (_WIDTH + count)
    return mask


# Here a suit is an octal number, lowest rank in the lowest digit: five copies fit, which the shape of a
# wait needs, and the lowest rank is found with bit operations.
_numbered: dict[int, Profile] = {0: NO_TILES}


def octal(counts: Vector) -> int:
    """The counts of a suit as octal digits, lowest rank lowest."""
    number = 0
    for count in reversed(counts):
        number = number << 3 | count
    return number


def numbered_profile(suit: int) -> Profile:
    """The profile of a numbered suit given in octal digits.

    The lowest tile is left out, or it begins the pair, a triplet or a sequence, each with or without its
    other tiles. A sequence lacking its lowest tile begins at the next one up; as copies are not limited
    that uses as many tiles.
    """
    known = _numbered.get(suit)
    if known is not None:
        return known
    one = 1 << ((suit & -suit).bit_length() - 1) // 3 * 3
    count = suit // one & 7
    next_one, next_but_one = one << 3, one << 6
    rest = suit - one
    alone = numbered_profile(rest)
    ways = [alone.used, alone.one_tile_set, alone.one_tile_pair]
    if count >= 2:
        pair = numbered_profile(rest - one)
        ways += [pair.two_tile_set, pair.two_tile_pair]
    if count >= 3:
        ways.append(numbered_profile(rest - 2 * one).three_tile_set)
    if suit & 7 * next_one:
        ways.append(numbered_profile(rest - next_one).two_tile_set)
        if suit & 7 * next_but_one:
            ways.append(numbered_profile(rest - next_one - next_but_one).three_tile_set)
    if suit & 7 * next_but_one:
        ways.append(numbered_profile(rest - next_but_one).two_tile_set)
    if len(_numbered) >= 2 * TABLE_LIMIT:
        _numbered.clear()
        _numbered[0] = NO_TILES
    profile = _numbered[suit] = profile_of(tuple(map(max, *ways)))
    return profile


# Of a kind without neighbours a numbered suit knows all there is to know.
_honour_profiles = tuple(numbered_profile(count) for count in range(6))


def honours_profile(suit: int) -> Profile:
    """The profile of the honours given in octal digits."""
    profile = NO_TILES
    while suit:
        profile = profile[_honour_profiles[suit & 7]]
        suit >>= 3
    return profile


class ProfileTable(dict[int, Profile]):
    """Profiles by base-5 suit key, filled as suits come up and emptied at `TABLE_LIMIT`."""

    def __init__(self, build: Callable[[int], Profile]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, key: int) -> Profile:
        if len(self) >= TABLE_LIMIT:
            self.clear()
        profile = self[key] = self._build(octal(suit_counts(key)))
        return profile


NUMBERED = ProfileTable(numbered_profile)
HONOURS = ProfileTable(honours_profile)
