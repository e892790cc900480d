"""Walls in the reference engine's array that bring about what fair ones hardly ever do."""

import random
from collections.abc import Callable
from typing import Final

from tests.oracles.majiang_random import tile_set

_YAOCHU: Final = [suit + number for suit in "mps" for number in "19"] + [f"z{number}" for number in range(1, 8)]
_LIVE_FROM: Final = 14


class Builder:
    """Hands out tiles of one set and lays them out as the engine deals them."""

    def __init__(self, rng: random.Random, red_fives: tuple[int, ...]) -> None:
        self.rng = rng
        self.pool = tile_set(red_fives)
        rng.shuffle(self.pool)
        self.hands: list[list[str]] = [[], [], [], []]
        self.draws: list[str] = []

    def take(self, kind: str) -> str | None:
        """A copy of a kind (fives may be red), if one is left."""
        for wanted in (kind, kind[0] + "0") if kind[1] == "5" and kind[0] != "z" else (kind,):
            if wanted in self.pool:
                self.pool.remove(wanted)
                return wanted
        return None

    def give(self, seat: int, kinds: list[str]) -> bool:
        """Give a seat all of these kinds, or none."""
        got = [self.take(kind) for kind in kinds]
        if None in got or len(self.hands[seat]) + len(got) > 13:
            self.pool.extend(tile for tile in got if tile)
            return False
        self.hands[seat].extend(tile for tile in got if tile)
        return True

    def wall(self) -> list[str]:
        """The array: hands from the end, then the draws, the rest at random."""
        self.rng.shuffle(self.pool)
        dealt: list[str] = []
        for hand in self.hands:
            while len(hand) < 13:
                hand.append(self.pool.pop())
            self.rng.shuffle(hand)
            dealt += hand
        order = dealt + self.draws
        live = 136 - _LIVE_FROM
        order += [self.pool.pop() for _ in range(live - len(order))]
        return [*self.pool, *reversed(order)]


def ready_hands(rng: random.Random, red_fives: tuple[int, ...]) -> list[str]:
    """Sets and a pair for everybody: riichi, wins on one tile, furiten."""
    builder = Builder(rng, red_fives)
    for seat in range(4):
        for _ in range(60):
            missing = 13 - len(builder.hands[seat])
            if missing < 2:
                break
            suit, number = rng.choice("mps"), rng.randrange(1, 8)
            if missing >= 3 and rng.random() < 0.7:
                builder.give(seat, [f"{suit}{number + i}" for i in range(3)])
            elif missing >= 3 and rng.random() < 0.3:
                builder.give(seat, [_any_kind(rng)] * 3)
            else:
                builder.give(seat, [_any_kind(rng)] * 2)
    return builder.wall()


def kongs(rng: random.Random, red_fives: tuple[int, ...]) -> list[str]:
    """Three and four of a kind, the fourth to be drawn early: kongs, robbed kongs, four kongs."""
    builder = Builder(rng, red_fives)
    for _ in range(14):
        kind, seat = _any_kind(rng), rng.randrange(4)
        copies = rng.choice((2, 3, 3, 4))
        if builder.give(seat, [kind] * copies):
            rest = [tile for tile in (builder.take(kind) for _ in range(4 - copies)) if tile]
            builder.draws.extend(rest)
    rng.shuffle(builder.draws)
    return builder.wall()


def terminals(rng: random.Random, red_fives: tuple[int, ...]) -> list[str]:
    """Terminals and honours in few hands: orphans, nine terminals, four winds, rivers of terminals, yakuman."""
    builder = Builder(rng, red_fives)
    rich = rng.sample(range(4), rng.choice((1, 2)))
    for seat in rich:
        kinds = _YAOCHU[:]
        rng.shuffle(kinds)
        for kind in kinds[: rng.choice((9, 11, 13))]:
            builder.give(seat, [kind])
    wind = f"z{rng.randrange(1, 5)}"
    for seat in range(4):
        builder.give(seat, [wind])
        for kind in rng.sample(["z5", "z6", "z7", wind], 2):
            builder.give(seat, [kind] * rng.choice((2, 3)))
    return builder.wall()


def one_suit(rng: random.Random, red_fives: tuple[int, ...]) -> list[str]:
    """Flushes, nine gates, many readings, red fives at every turn."""
    builder = Builder(rng, red_fives)
    suits = rng.sample("mps", 3)
    for seat, suit in zip(rng.sample(range(4), 3), suits, strict=True):
        kinds = [suit + number for number in ("1112345678999" if rng.random() < 0.3 else "1234567891234567")]
        rng.shuffle(kinds)
        for kind in kinds:
            builder.give(seat, [kind])
    return builder.wall()


def gathered(rng: random.Random, red_fives: tuple[int, ...]) -> list[str]:
    """Equal tiles close together."""
    kinds = sorted(set(tile_set(red_fives)))
    rng.shuffle(kinds)
    at = {kind: i for i, kind in enumerate(kinds)}
    spread = rng.choice((2.0, 5.0, 9.0))
    return sorted(tile_set(red_fives), key=lambda tile: at[tile] + rng.random() * spread)


def _any_kind(rng: random.Random) -> str:
    suit = rng.choice("mpsz")
    return f"{suit}{rng.randrange(1, 8 if suit == 'z' else 10)}"


RIGGED: Final[tuple[Callable[[random.Random, tuple[int, ...]], list[str]], ...]] = (
    ready_hands,
    kongs,
    terminals,
    one_suit,
    gathered,
)
