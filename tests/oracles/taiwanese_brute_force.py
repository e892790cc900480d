"""A second Taiwanese scorer that shares nothing with the product: lists of tiles, no tables, everything tried.

It takes requests of tests/vectors/FORMAT.md with the house's options and answers `wins`, `total`, `points` and the sets of
patterns of all best readings. Slow, and written from the rules text only.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

Request = dict[str, Any]
Group = tuple[str, tuple[str, ...]]

NUMBERS = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)]
HONOURS = [f"{n}z" for n in range(1, 8)]
ALL = NUMBERS + HONOURS
DRAGONS = ["5z", "6z", "7z"]
WINDS = ["1z", "2z", "3z", "4z"]


def spell(text: str) -> list[str]:
    """The tiles of a compact spelling."""
    tiles: list[str] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            tiles += [digit + char for digit in digits]
            digits = ""
    return tiles


def sequence_from(tile: str) -> tuple[str, ...] | None:
    """The sequence that begins with a tile."""
    number, suit = int(tile[0]), tile[1]
    return None if suit == "z" or number > 7 else (tile, f"{number + 1}{suit}", f"{number + 2}{suit}")


def without(tiles: list[str], taken: tuple[str, ...]) -> list[str] | None:
    """The tiles less some, or None when one of them is not there."""
    rest = list(tiles)
    for tile in taken:
        if tile not in rest:
            return None
        rest.remove(tile)
    return rest


def divisions(tiles: list[str]) -> Iterator[list[Group]]:
    """All ways to divide tiles into sets: the first tile goes into a triplet or starts a sequence."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    triplet = (first, first, first)
    sequence = sequence_from(first)
    for kind, group in (("triplet", triplet), ("sequence", sequence)):
        rest = without(tiles, group) if group else None
        if rest is not None and group is not None:
            for others in divisions(rest):
                yield [(kind, group), *others]


def hands(tiles: list[str]) -> Iterator[tuple[list[Group], str]]:
    """All ways to divide tiles into sets and one pair."""
    tiles = sorted(tiles, key=ALL.index)
    for tile in dict.fromkeys(tiles):
        rest = without(tiles, (tile, tile))
        if rest is not None:
            for sets in divisions(rest):
                yield sets, tile


def completing(tiles: list[str], melded: list[str]) -> list[str]:
    """Kinds that complete the tiles and of which the player does not already own four."""
    own = Counter(tiles + melded)
    return [tile for tile in ALL if own[tile] < 4 and next(hands([*tiles, tile]), None) is not None]


def score(request: Request) -> dict[str, Any]:
    """wins, total, points and `readings`: the pattern dicts of every best reading."""
    hand, bonus = spell(request["hand"]), spell(request.get("bonus") or "")
    melds = [(meld["kind"], spell(meld["tiles"]), meld.get("form")) for meld in request["melds"]]
    melded = [tile for _, tiles, _ in melds for tile in tiles]
    win, facts = request["win"], request["facts"]
    by, tile = win["by"], win["tile"]
    flower = by in ("eight_flowers", "seven_robs_one")
    if flower and len(set(bonus)) != (8 if by == "eight_flowers" else 7):
        return {"wins": False}
    every: list[dict[str, int]] = []
    if tile is not None and (hand + melded).count(tile) < 4:
        situation = Situation(request, hand, bonus, melds, melded)
        for sets, pair in hands([*hand, tile]):
            every += [situation.value(sets, pair, place) for place in places(sets, pair, tile)]
    if not every and not flower:
        return {"wins": False}
    complete = bool(every)
    if flower:
        every = [{by: 8} | patterns for patterns in every] or [{by: 8}]
    top = max(sum(patterns.values()) for patterns in every)
    best = [patterns for patterns in every if sum(patterns.values()) == top]
    locked = facts.get("locked") and by in ("discard", "robbed_kong")
    points = [0, 0, 0, 0] if locked else pay(request, top, complete)
    return {"wins": not locked, "total": top, "points": points, "readings": best}


def places(sets: list[Group], pair: str, tile: str) -> list[int]:
    """Groups that the winning tile can have finished: indexes of sets, -1 the pair."""
    return [index for index, (_, group) in enumerate(sets) if tile in group] + ([-1] if pair == tile else [])


class Situation:
    """One request, to value its readings."""

    def __init__(
        self,
        request: Request,
        hand: list[str],
        bonus: list[str],
        melds: list[tuple[str, list[str], str | None]],
        melded: list[str],
    ) -> None:
        self.request, self.hand, self.bonus, self.melds, self.melded = request, hand, bonus, melds, melded
        self.facts = request["facts"]
        self.by = request["win"]["by"]
        self.drawn = self.by not in ("discard", "robbed_kong")
        self.seat = (request["winner"] - request["dealer"]) % 4
        self.closed = all(form == "concealed" for _, _, form in melds)
        self.alone = len(completing(hand, melded)) == 1

    def value(self, sets: list[Group], pair: str, place: int) -> dict[str, int]:
        """The patterns of one reading with the winning tile in one place."""
        found = self.how_won()
        found.update(self.openings())
        found.update(self.shapes(sets, pair, place))
        found.update(self.honours(sets, pair))
        if self.by in ("discard", "robbed_kong", "self_draw"):
            found.update(self.flowers())
        for gone in self.excluded(found):
            found.pop(gone, None)
        return found

    def how_won(self) -> dict[str, int]:
        found = {}
        called = [form != "concealed" for _, _, form in self.melds]
        if self.closed:
            found["concealed_hand"] = 1
        if self.drawn:
            found["self_draw"] = 1
        if self.closed and self.drawn:
            found["concealed_self_draw"] = 3
        if len(called) == 5 and all(called):
            found["half_from_others" if self.drawn else "all_from_others"] = 1 if self.drawn else 2
        if self.by == "robbed_kong":
            found["robbed_kong"] = 1
        if self.drawn and (self.facts.get("after_kong") or self.facts.get("after_bonus")):
            found["replacement_win"] = 1
        if self.facts.get("last_tile") and self.drawn:
            found["last_tile_draw"] = 1
        if self.facts.get("last_tile") and self.by == "discard":
            found["last_tile_discard"] = 1
        if self.alone:
            found["single_wait"] = 1
        return found

    def openings(self) -> dict[str, int]:
        found = {}
        opening = self.facts.get("opening")
        if opening == "heavenly" and self.drawn and self.seat == 0:
            found["heavenly_win"] = 24
        if opening == "earthly" and self.drawn and self.seat != 0:
            found["earthly_win"] = 16
        if opening == "human" and self.by == "discard":
            found["human_win"] = 8
        ready = self.facts.get("declared_ready")
        if ready == "heavenly":
            found["heavenly_ready"] = 16
        elif ready == "earthly":
            found["earthly_ready"] = 8
        elif ready == "ordinary":
            found["declared_ready"] = 1
        return found

    def shapes(self, sets: list[Group], pair: str, place: int) -> dict[str, int]:
        found = {}
        chows = [meld for meld in self.melds if meld[0] == "chow"]
        sequences = len(chows) + sum(kind == "sequence" for kind, _ in sets)
        hidden = sum(form == "concealed" for _, _, form in self.melds)
        hidden += sum(kind == "triplet" and (self.drawn or index != place) for index, (kind, _) in enumerate(sets))
        tiles = {tile for _, group in sets for tile in group} | {pair, *self.melded}
        suits = {tile[1] for tile in tiles}
        if sequences == 5 and "z" not in suits and not self.bonus and not self.drawn:
            found["all_sequences"] = 2
        if sequences == 0:
            found["all_triplets"] = 4
        for least, name, worth in ((5, "five", 8), (4, "four", 5), (3, "three", 2)):
            if hidden >= least:
                found[f"{name}_concealed_triplets"] = worth
                break
        if suits == {"z"}:
            found["all_honors"] = 16
        elif len(suits) == 1:
            found["full_flush"] = 8
        elif len(suits) == 2 and "z" in suits:
            found["half_flush"] = 4
        return found

    def honours(self, sets: list[Group], pair: str) -> dict[str, int]:
        found = {}
        three = [group[0] for kind, group in sets if kind == "triplet"]
        three += [tiles[0] for kind, tiles, _ in self.melds if kind != "chow"]
        winds = [tile for tile in three if tile in WINDS]
        dragons = [tile for tile in three if tile in DRAGONS]
        if len(winds) == 4:
            found["big_four_winds"] = 16
        if len(winds) == 3 and pair in WINDS:
            found["little_four_winds"] = 8
        if len(dragons) == 3:
            found["big_three_dragons"] = 8
        if len(dragons) == 2 and pair in DRAGONS:
            found["little_three_dragons"] = 4
        if dragons:
            found["dragon_triplet"] = len(dragons)
        if WINDS["ESWN".index(self.request["round_wind"])] in winds:
            found["round_wind"] = 1
        if WINDS[self.seat] in winds:
            found["seat_wind"] = 1
        return found

    def flowers(self) -> dict[str, int]:
        found = {}
        own = sum((int(tile[0]) - 1) % 4 == self.seat for tile in self.bonus)
        families = sum(all(f"{n}f" in self.bonus for n in family) for family in ((1, 2, 3, 4), (5, 6, 7, 8)))
        if own:
            found["seat_flower"] = own
        if families:
            found["flower_set"] = families
        return found

    def excluded(self, found: dict[str, int]) -> set[str]:
        gone: set[str] = set()
        rules = {
            "heavenly_win": ["concealed_self_draw", "concealed_hand", "self_draw", "replacement_win"],
            "earthly_win": ["concealed_self_draw", "concealed_hand", "self_draw"],
            "human_win": ["concealed_hand"],
            "heavenly_ready": ["concealed_hand"],
            "concealed_self_draw": ["concealed_hand", "self_draw"],
            "all_honors": ["all_triplets"],
            "big_three_dragons": ["dragon_triplet"],
            "little_three_dragons": ["dragon_triplet"],
            "all_from_others": ["single_wait"],
        }
        for row, names in rules.items():
            if row in found:
                gone.update(names)
        return gone


def pay(request: Request, total: int, complete: bool) -> list[int]:
    """Signed points of the four seats."""
    winner, dealer, source = request["winner"], request["dealer"], request["win"]["from"]
    by = request["win"]["by"]
    owed: dict[int, int] = {}
    if by in ("discard", "robbed_kong"):
        owed[source] = total
    elif by == "seven_robs_one":
        owed[source] = total
        if complete:
            owed |= {seat: total - 8 for seat in range(4) if seat not in (winner, source)}
    else:
        owed = {seat: total for seat in range(4) if seat != winner}
    points = [0, 0, 0, 0]
    for seat, tai in owed.items():
        if dealer in (seat, winner):
            tai += 1 + 2 * request["repeat"]
        points[seat] -= 500 + 500 * tai
        points[winner] += 500 + 500 * tai
    return points


def random_win(rng: random.Random) -> Request:
    """A random legal win: sets and a pair that physically exist, some laid down, with facts that fit each other."""
    while True:
        request = _attempt(rng)
        if request is not None:
            return request


def _attempt(rng: random.Random) -> Request | None:
    theme = rng.choice(["any", "any", "any", "one suit", "half", "honours", "triplets", "sequences", "winds", "dragons"])
    colour = rng.choice("mps")
    suit = [tile for tile in NUMBERS if tile[1] == colour]
    pool = {
        "one suit": suit,
        "half": suit + HONOURS,
        "sequences": NUMBERS,
        "honours": HONOURS,
        "winds": WINDS + WINDS + NUMBERS[:6],
        "dragons": DRAGONS * 3 + NUMBERS[9:15],
    }.get(theme, ALL)
    groups: list[list[str]] = []
    while len(groups) < 5:
        first = rng.choice(pool)
        sequence = sequence_from(first)
        straight = sequence is not None and rng.random() < {"triplets": 0.05, "sequences": 1.0}.get(theme, 0.6)
        groups.append(list(sequence) if straight and sequence else [first] * 3)
    pair = rng.choice(pool)
    melds, hand = [], [pair, pair]
    winner = rng.randrange(4)
    open_share = rng.choice([0.0, 0.3, 0.7, 1.0])
    for group in groups:
        if rng.random() < open_share:
            melds.append(_meld(rng, group, winner))
        elif group[0] == group[1] and rng.random() < 0.15:
            melds.append({"kind": "kong", "tiles": group[0] * 4, "from": None, "form": "concealed"})
        else:
            hand += group
    every = hand + [tile for meld in melds for tile in spell(meld["tiles"])]
    if max(Counter(every).values()) > 4:
        return None
    tile = rng.choice(hand)
    hand.remove(tile)
    rng.shuffle(hand)
    return _circumstances(rng, winner, hand, melds, tile, every)


def _meld(rng: random.Random, group: list[str], winner: int) -> dict[str, Any]:
    source = rng.choice([seat for seat in range(4) if seat != winner])
    if group[0] != group[1]:
        return {"kind": "chow", "tiles": "".join(group), "from": (winner - 1) % 4}
    if rng.random() < 0.25:
        return {"kind": "kong", "tiles": group[0] * 4, "from": source, "form": rng.choice(["exposed", "added"])}
    return {"kind": "pung", "tiles": "".join(group), "from": source}


def _circumstances(
    rng: random.Random, winner: int, hand: list[str], melds: list[dict[str, Any]], tile: str, every: list[str]
) -> Request | None:
    dealer = rng.randrange(4)
    source = rng.choice([seat for seat in range(4) if seat != winner])
    bonus = rng.sample(range(1, 9), rng.choice([0, 0, 0, 1, 2, 3, 4, 5, 6]))
    by = rng.choice(["self_draw"] * 4 + ["discard"] * 5 + ["robbed_kong", "eight_flowers", "seven_robs_one"])
    if by == "robbed_kong" and every.count(tile) != 1:
        return None
    facts: dict[str, Any] = {}
    drawn = by not in ("discard", "robbed_kong")
    if by == "eight_flowers":
        bonus = list(range(1, 9))
    if by == "seven_robs_one":
        bonus = rng.sample(range(1, 9), 7)
    won: str | None = tile
    if by == "seven_robs_one" and rng.random() < 0.3:
        won = None
    elif by in ("eight_flowers", "seven_robs_one"):
        facts["after_bonus"] = True
        if rng.random() < 0.4:
            won = rng.choice([other for other in ALL if every.count(other) < 4])
    elif by == "self_draw" and rng.random() < 0.2:
        facts["after_bonus" if bonus else "after_kong"] = True
    if by != "robbed_kong" and won is not None and rng.random() < 0.1:
        facts["last_tile"] = True
    exposed = [meld for meld in melds if meld.get("form") != "concealed"]
    if not exposed and rng.random() < 0.15 and "last_tile" not in facts:
        if drawn and (winner == dealer or not melds):
            facts["opening"] = "heavenly" if winner == dealer else "earthly"
        elif by == "discard" and not melds:
            facts["opening"] = "human"
    if "opening" not in facts and rng.random() < 0.25:
        facts["declared_ready"] = rng.choice(["ordinary", "heavenly" if winner == dealer else "earthly"])
    if rng.random() < 0.03:
        facts["locked"] = tile
    return {
        "ruleset": "taiwanese",
        "round_wind": rng.choice("ESWN"),
        "dealer": dealer,
        "repeat": rng.choice([0, 0, 0, 1, 2, 3, 7]),
        "winner": winner,
        "hand": "".join(hand),
        "melds": melds,
        "bonus": "".join(f"{n}f" for n in bonus),
        "win": {"by": by, "tile": won, "from": source if by in ("discard", "robbed_kong", "seven_robs_one") else None},
        "facts": facts,
    }
