"""The reference engine's documented random numbers and seeded walls."""

from typing import Final

_M32: Final = 0xFFFFFFFF
_STEP: Final = 0x9E3779B1


def mix32(h: int) -> int:
    """Spread the bits of a seed."""
    h &= _M32
    h ^= h >> 16
    h = h * 0x85EBCA6B & _M32
    h ^= h >> 13
    h = h * 0xC2B2AE35 & _M32
    return h ^ h >> 16


def stream(seed: int, k: int) -> int:
    """The seed of the ``k``-th stream of numbers."""
    return mix32(seed + k * _STEP)


class Numbers:
    """Xorshift numbers of a stream."""

    def __init__(self, seed: int) -> None:
        self._state = mix32((seed ^ 0x9E3779B9) & _M32) or 1

    def next(self) -> int:
        """The next 32 bits."""
        x = self._state
        x ^= x << 13 & _M32
        x ^= x >> 17
        x ^= x << 5 & _M32
        self._state = x
        return x

    def below(self, n: int) -> int:
        """A number from 0 to ``n`` - 1."""
        return self.next() % n


def tile_set(red_fives: tuple[int, ...] = (1, 1, 1)) -> list[str]:
    """The 136 tiles in the engine's order and spelling."""
    reds = dict(zip("mps", red_fives, strict=True)) | {"z": 0}
    return [
        suit + ("0" if number == 5 and copy < reds[suit] else str(number))
        for suit in "mpsz"
        for number in range(1, 8 if suit == "z" else 10)
        for copy in range(4)
    ]


def seeded_wall(seed: int, deal: int, red_fives: tuple[int, ...] = (1, 1, 1)) -> list[str]:
    """The wall of the ``deal``-th deal (from 0) of a match with this seed."""
    numbers, tiles = Numbers(stream(seed, deal + 1)), tile_set(red_fives)
    for i in range(135, 0, -1):
        j = numbers.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles
