"""Hong Kong hand value against the PyPI package `mahjong` valuing riichi hands, in the same run.

Both sides are given complete hands of the same making (closed and open, mixed and flushes, with kongs); the package gets
riichi declared on its closed hands so that it has something to value. Ours is the whole judge: validation, every reading,
patterns, the reasons of rejected rows, and payments. `from_request` also reads the JSON object first.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.requests import answer_json, parse_request
from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.tiles import BONUS, KINDS, WINDS, Tile, format_tiles, sort_tiles
from mahjong_club.rules.variants.registry import judge_for

SEED = 20_260_102
HANDS = 3_000
PEER_HANDS = 1_000
SERVED = 12_000


Judge = Callable[[WinFacts], Verdict]


class PeerMissing(RuntimeError):
    """The package to compare with is not installed."""


def make_hands(number: int, sets: int = 4) -> list[WinFacts]:
    """Complete hands of so many sets: in turn mixed, mixed, one suit with honours, one suit; 0-4 melds, 0-4 bonus tiles."""
    rng = random.Random(SEED)
    hands: list[WinFacts] = []
    while len(hands) < number:
        hand = _hand(rng, len(hands) % 4, sets)
        if hand is not None:
            hands.append(hand)
    return hands


def _hand(rng: random.Random, turn: int, size: int) -> WinFacts | None:
    first = rng.randrange(3) * 9
    kinds = list(range(34)) if turn < 2 else list(range(first, first + 9)) + (list(range(27, 34)) if turn == 2 else [])
    sets = [_set(rng, kinds) for _ in range(size)]
    pair = rng.choice(kinds)
    everything = [kind for block in sets for kind in block] + [pair, pair]
    if max(everything.count(kind) for kind in everything) > 4:
        return None
    winner, feeder, dealer = rng.randrange(4), rng.randrange(1, 4), rng.randrange(4)
    open_sets = rng.choice((0, 0, 1, 2, 3, 4)) if turn < 3 else rng.randrange(3)
    melds = tuple(_meld(block, (winner + 3) & 3, everything) for block in sets[:open_sets])
    concealed = [KINDS[kind] for block in sets[open_sets:] for kind in block] + [KINDS[pair]] * 2
    tile = concealed.pop(rng.randrange(len(concealed)))
    drawn = rng.random() < 0.4
    return WinFacts(
        winner=winner,
        dealer=dealer,
        round_wind=rng.randrange(4),
        repeat=0,
        hand=sort_tiles(concealed),
        melds=melds,
        bonus=sort_tiles(rng.sample(BONUS, rng.randrange(5))),
        by="self_draw" if drawn else "discard",
        tile=tile,
        from_seat=None if drawn else (winner + feeder) & 3,
        last_tile=rng.random() < 0.02,
    )


def _set(rng: random.Random, kinds: list[int]) -> list[int]:
    kind = rng.choice(kinds)
    run = kind < 27 and kind % 9 < 7 and rng.random() < 0.65
    return [kind, kind + 1, kind + 2] if run else [kind] * 3


def _meld(block: list[int], feeder: int, everything: list[int]) -> Meld:
    tiles: tuple[Tile, ...] = tuple(KINDS[kind] for kind in block)
    if block[0] != block[1]:
        return Meld("chow", tiles, feeder)
    if everything.count(block[0]) == 3 and block[0] % 3 == 0:
        return Meld("kong", tiles + tiles[:1], feeder, "exposed")
    return Meld("pung", tiles, feeder)


def request_of(facts: WinFacts) -> dict[str, Any]:
    """The JSON object that asks for these facts."""
    return {
        "ruleset": "hong_kong",
        "round_wind": WINDS[facts.round_wind],
        "dealer": facts.dealer,
        "repeat": 0,
        "winner": facts.winner,
        "hand": format_tiles(facts.hand),
        "melds": [
            {"kind": m.kind, "tiles": format_tiles(m.tiles), "from": m.from_seat} | ({"form": m.form} if m.form else {})
            for m in facts.melds
        ],
        "bonus": format_tiles(facts.bonus),
        "win": {"by": facts.by, "tile": facts.tile, "from": facts.from_seat},
        "facts": {"last_tile": True} if facts.last_tile else {},
    }


def _peer_questions(hands: Sequence[WinFacts]) -> list[Callable[[], Any]]:
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
        from mahjong.meld import Meld as PeerMeld
    except ImportError as error:
        raise PeerMissing("the package `mahjong` is not installed") from error
    rules = OptionalRules(has_open_tanyao=True, has_aka_dora=False)
    winds = (27, 28, 29, 30)
    kinds = {"chow": PeerMeld.CHI, "pung": PeerMeld.PON, "kong": PeerMeld.KAN}
    questions = []
    for facts in hands:
        ids = _Ids()
        melds = [
            PeerMeld(kinds[m.kind], ids.take(m.tiles), opened=m.form != "concealed", from_who=m.from_seat) for m in facts.melds
        ]
        win = ids.take((facts.tile,) if facts.tile else ())
        tiles = ids.take(facts.hand) + win + [tile for meld in melds for tile in meld.tiles]
        config = HandConfig(
            is_tsumo=facts.by == "self_draw",
            is_riichi=not melds,
            is_haitei=facts.last_tile and facts.by == "self_draw",
            is_houtei=facts.last_tile and facts.by == "discard",
            player_wind=winds[(facts.winner - facts.dealer) & 3],
            round_wind=winds[facts.round_wind],
            options=rules,
        )
        questions.append(_question(HandCalculator, tiles, win[0], melds, config))
    return questions


def _question(calculator: Any, tiles: list[int], win: int, melds: list[Any], config: Any) -> Callable[[], Any]:
    return lambda: calculator.estimate_hand_value(tiles, win, melds=melds, config=config)


class _Ids:
    """Hands out the package's 0-135 tile numbers, each copy once."""

    def __init__(self) -> None:
        self._used: dict[int, int] = {}

    def take(self, tiles: Sequence[Tile]) -> list[int]:
        taken = []
        for tile in tiles:
            kind = KINDS.index(tile)
            copy = self._used.get(kind, 0)
            self._used[kind] = copy + 1
            taken.append(kind * 4 + copy)
        return taken


def _rate(work: Callable[[], None], count: int) -> float:
    start = perf_counter()
    work()
    return count / (perf_counter() - start)


def run(repeats: int = 5) -> dict[str, Any]:
    """Hands a second of both sides, medians over `repeats`, and the ratios to the package.

    `ours` values hands never seen before by a judge that has valued :data:`SERVED` others (a table in service);
    `ours_again` the same hands a second time, `ours_from_request` from the JSON object to the JSON object.
    Raises :class:`PeerMissing` where the package is not installed.
    """
    hands = make_hands(SERVED + HANDS * repeats)
    judge = judge_for("hong_kong", {})
    _all(judge, hands[:SERVED])
    rates: dict[str, list[float]] = {"ours": [], "ours_again": [], "ours_from_request": [], "peer": []}
    for start in range(SERVED, len(hands), HANDS):
        part = hands[start : start + HANDS]
        requests = [request_of(facts) for facts in part]
        questions = _peer_questions(part[:PEER_HANDS])
        rates["ours"].append(_rate(partial(_all, judge, part), HANDS))
        rates["peer"].append(_rate(partial(_call, questions), PEER_HANDS))
        rates["ours_again"].append(_rate(partial(_all, judge, part), HANDS))
        rates["ours_from_request"].append(_rate(partial(_ask, judge, requests), HANDS))
    result: dict[str, Any] = {"hands": HANDS, "repeats": repeats}
    for name, found in rates.items():
        ratios = [mine / theirs for mine, theirs in zip(found, rates["peer"], strict=True)]
        middle = median(ratios)
        result[name] = {"per_s": median(found), "ratio": middle, "spread": (max(ratios) - min(ratios)) / middle}
    return result


def _all(judge: Judge, hands: Sequence[WinFacts]) -> None:
    for facts in hands:
        judge(facts)


def _ask(judge: Judge, requests: Sequence[dict[str, Any]]) -> None:
    for request in requests:
        answer_json(judge(parse_request(request).facts))


def _call(questions: Sequence[Callable[[], Any]]) -> None:
    for question in questions:
        question()
