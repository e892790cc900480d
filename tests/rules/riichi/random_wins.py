"""Random complete hands, biased towards what yaku are made of."""

from collections.abc import Iterator
from random import Random

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.tiles import KIND, KINDS, RED_FIVES, Tile, sort_tiles

WINNER_SIDE = (1, 2, 3)


def random_wins(seed: int, count: int) -> Iterator[WinFacts]:
    """Wins of all kinds; about one in ten has no yaku."""
    rng = Random(seed)
    made = 0
    while made < count:
        facts = _win(rng)
        if facts is not None:
            made += 1
            yield facts


def _blocks(rng: Random) -> list[list[int]]:
    if rng.random() < 0.06:
        return [[kind, kind] for kind in rng.sample(range(34), 7)]
    suits = rng.choice(([0, 1, 2], [0, 1, 2], [0, 1, 2], [rng.randrange(3)]))
    blocks: list[list[int]] = []
    for _ in range(4):
        if rng.random() < 0.62:
            again = blocks and rng.random() < 0.25 and len(set(blocks[-1])) == 3
            low = blocks[-1][0] % 9 if again else rng.randrange(7)
            start = 9 * rng.choice(suits) + low
            blocks.append([start, start + 1, start + 2])
        else:
            kind = 27 + rng.randrange(7) if rng.random() < 0.4 else 9 * rng.choice(suits) + rng.randrange(9)
            blocks.append([kind] * 3)
    pair = 27 + rng.randrange(7) if rng.random() < 0.3 else 9 * rng.choice(suits) + rng.randrange(9)
    blocks.append([pair, pair])
    return blocks


def _win(rng: Random) -> WinFacts | None:
    blocks = _blocks(rng)
    winner = rng.randrange(4)
    melds: list[Meld] = []
    concealed: list[list[int]] = []
    reds = set(RED_FIVES)
    for block in blocks:
        if len(blocks) == 7 or len(block) == 2 or rng.random() < 0.6:
            concealed.append(block)
        else:
            melds.append(_meld(rng, block, winner, reds))
    tiles = [KINDS[kind] for block in concealed for kind in block]
    everything = tiles + [tile for meld in melds for tile in meld.tiles]
    kinds = [KIND[tile] for tile in everything]
    if any(kinds.count(kind) > 4 for kind in set(kinds)):
        return None
    for red in sorted(reds):
        five = "5" + red[1]
        if five in tiles and rng.random() < 0.3:
            tiles[tiles.index(five)] = red
    tile = tiles.pop(rng.randrange(len(tiles)))
    closed = all(meld.form == "concealed" for meld in melds)
    ready = "ordinary" if closed and rng.random() < 0.5 else None
    self_draw = rng.random() < 0.5
    return WinFacts(
        winner=winner,
        dealer=rng.randrange(4),
        round_wind=rng.randrange(2),
        repeat=0,
        hand=sort_tiles(tiles),
        melds=tuple(melds),
        bonus=(),
        by="self_draw" if self_draw else "discard",
        tile=tile,
        from_seat=None if self_draw else (winner + rng.choice(WINNER_SIDE)) & 3,
        last_tile=rng.random() < 0.05,
        ready="ordinary" if ready else None,
        ippatsu=ready is not None and rng.random() < 0.2,
        dora=tuple(rng.choices(KINDS, k=rng.randint(1, 2))),
    )


def _meld(rng: Random, block: list[int], winner: int, reds: set[Tile]) -> Meld:
    tiles = [KINDS[kind] for kind in block]
    kong = len(set(block)) == 1 and rng.random() < 0.4
    if kong:
        tiles.append(tiles[0])
    for red in sorted(reds):
        five = "5" + red[1]
        if five in tiles and rng.random() < 0.3:
            tiles[tiles.index(five)] = red
            reds.discard(red)
    if len(set(block)) == 3:
        return Meld("chow", (*sort_tiles(tiles[:2]), tiles[2]), (winner + 3) & 3)
    feeder = (winner + rng.choice(WINNER_SIDE)) & 3
    if not kong:
        return Meld("pung", (*sort_tiles(tiles[:2]), tiles[2]), feeder)
    if rng.random() < 0.5:
        return Meld("kong", sort_tiles(tiles), None, "concealed")
    return Meld("kong", (*sort_tiles(tiles[:3]), tiles[3]), feeder, "exposed")
