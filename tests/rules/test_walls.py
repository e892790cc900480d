"""Walls from seeds: version 1 of the shuffle stays what it is, is fair, and can be checked with its commitments."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mahjong_club.rules.tiles import BONUS, full_set
from mahjong_club.rules.walls import SHUFFLE, commitment_of, deal_secret, pack_wall, shuffle, unpack_wall, wall_seed

TILES = full_set() + BONUS
SECRET = "00112233445566778899aabbccddeeff" * 2
ENTROPY = ("a", "bc", "", "d")

# Version 1, once and for all: matches that were played are checked with these functions for ever.
COMMITMENT = "4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef"
DEAL_SECRETS = (
    "2093339397feb60ba81b1c4ab420403eb26ea311e4eab0fe2e04833024692f38",
    "b40ee30e2461f4db4eea321c2525e4e756e997f6d4799205211596345fc2f83c",
)
DEAL_COMMITMENT = "1c16ffa7c35dc30ba0485ddb3fa85be8a60c23a343f512865cb5e849a8b3209d"
SEED = "15ca838e96ae24b81a138cce606c066a8bf53e1f6feece04a2fa99f264a50ab1"
WALL = (
    "6z7m1z9p2z9s6f5z2s1s6z7s4m6m9p7p4m2z1p8s9s1s8m6s1p1m3z7f3s3m1z7z9m5p2m3z5s4z6m1p2p8p8p2z1f5s7s2p4s1m7p7z8p5z5p8s5f7z2p6s"
    "4z4s7m6z3p4s4m6p1s7m7p2z1s8p6s9m5z2m3s4p1m3m5m2m4m7p8s2s9m7s5s5s6p3p6p4f6m4p9s5p1m8m8f3m5m3m6z7s7z1z3s4z2s8m5p4z3p9p3f6m"
    "1z8s9s6p2s9p4p2p5m4p3p3s8m2f7m9m5z4s6s2m3z5m1p3z"
)


def test_version_one_never_changes() -> None:
    assert SHUFFLE == "mahjong-club/wall/1"
    assert commitment_of(SECRET) == COMMITMENT
    assert (deal_secret(SECRET, 1), deal_secret(SECRET, 2)) == DEAL_SECRETS
    assert commitment_of(DEAL_SECRETS[0]) == DEAL_COMMITMENT
    assert wall_seed(DEAL_SECRETS[0], ENTROPY).hex() == SEED
    assert pack_wall(shuffle(TILES, bytes.fromhex(SEED))) == WALL


def test_the_description_is_enough_to_check_a_wall() -> None:
    """Written again from the words of the module, the other way round: numbers first, then the exchanges."""
    for number in range(1, 6):
        secret = hmac.digest(bytes.fromhex(SECRET), b"deal:%d" % number, "sha256")
        parts = [SHUFFLE.encode(), secret, *(text.encode() for text in ENTROPY)]
        seed = hashlib.sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).digest()
        stream = b"".join(hashlib.sha256(seed + i.to_bytes(8, "big")).digest() for i in range(100))
        words = [int.from_bytes(stream[i : i + 8], "big") for i in range(0, len(stream), 8)]
        wall, at = list(TILES), 0
        for last in reversed(range(1, len(wall))):
            while words[at] >= 2**64 // (last + 1) * (last + 1):
                at += 1
            chosen = words[at] % (last + 1)
            at += 1
            wall[last], wall[chosen] = wall[chosen], wall[last]
        assert shuffle(TILES, wall_seed(deal_secret(SECRET, number), ENTROPY)) == tuple(wall)


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 50), max_size=60))
def test_a_shuffle_is_a_permutation_and_leaves_its_tiles_alone(seed: bytes, numbers: list[int]) -> None:
    tiles = [str(number) for number in numbers]
    before = list(tiles)
    assert Counter(shuffle(tiles, seed)) == Counter(tiles)
    assert tiles == before
    assert shuffle(tiles, seed) == shuffle(tuple(tiles), seed)


def test_a_whole_set_stays_whole() -> None:
    for number in range(50):
        assert Counter(shuffle(TILES, wall_seed(deal_secret(SECRET, number), ()))) == Counter(TILES)


# --- uniformity: fixed seeds, so that these never fail by chance ---------------------------------------------------------
def chi_square(counts: Counter[object], cells: int, drawn: int) -> float:
    expected = drawn / cells
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cells - len(counts)) * expected


def seeds(count: int) -> list[bytes]:
    return [wall_seed(SECRET, (str(i),)) for i in range(count)]


def test_every_order_of_few_tiles_is_equally_likely() -> None:
    orders = Counter[object](shuffle("abcd", seed) for seed in seeds(12_000))
    assert set(orders) == set(permutations("abcd"))
    # 23 degrees of freedom: one in a thousand lies above 49.7.
    assert chi_square(orders, 24, 12_000) < 49.7


@pytest.mark.parametrize("place", [0, 1, 52, 53, 71, 142, 143])
def test_every_tile_is_equally_likely_at_a_place(place: int) -> None:
    numbered = [f"{i:03}" for i in range(144)]
    found = Counter[object](shuffle(numbered, seed)[place] for seed in seeds(2_000))
    # 143 degrees of freedom: one in a thousand lies above 199.
    assert chi_square(found, 144, 2_000) < 199


def test_a_tile_goes_to_every_place_equally_often() -> None:
    numbered = [f"{i:03}" for i in range(144)]
    for tile in ("000", "143"):
        found = Counter[object](shuffle(numbered, seed).index(tile) for seed in seeds(2_000))
        assert chi_square(found, 144, 2_000) < 199


def test_neighbours_are_not_kept_together() -> None:
    """How often 001 comes right after 000: 143 pairs of places among 144 * 143 orders."""
    numbered = [f"{i:03}" for i in range(144)]
    together = 0
    for seed in seeds(3_000):
        wall = shuffle(numbered, seed)
        at = wall.index("000")
        together += wall[at + 1 : at + 2] == ("001",)
    assert 5 <= together <= 40  # 20.8 expected


# --- secrets -----------------------------------------------------------------------------------------------------------
def test_a_commitment_opens_with_its_secret_only() -> None:
    assert commitment_of(SECRET) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()
    assert len({commitment_of(deal_secret(SECRET, n)) for n in range(100)}) == 100


def test_every_part_of_the_seed_matters() -> None:
    base = wall_seed(SECRET, ENTROPY)
    others = [
        wall_seed(deal_secret(SECRET, 1), ENTROPY),
        wall_seed(SECRET, ("a", "b", "c", "d")),
        wall_seed(SECRET, ("ab", "c", "", "d")),
        wall_seed(SECRET, ("a", "bc", "d", "")),
        wall_seed(SECRET, ("a", "bc", "", "d", "")),
        wall_seed(SECRET, ()),
    ]
    assert len({base, *others}) == 7


@given(st.permutations(TILES))
def test_a_packed_wall_is_the_wall(wall: list[str]) -> None:
    assert unpack_wall(pack_wall(wall)) == tuple(wall)
    assert len(pack_wall(wall)) == 288
