"""Another library on the same random wins: han, fu, yaku count and points."""

from collections import Counter

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variants.riichi.judge import judge
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from tests.rules.riichi.random_wins import random_wins

HANDS = 5000
CLUB = RiichiOptions()


class Numbering:
    """Tiles as the other library's 136 numbers; the first copy of a five is the red one."""

    def __init__(self) -> None:
        self._used: Counter[int] = Counter()

    def __call__(self, tile: Tile) -> int:
        kind = KIND[tile]
        if tile[0] == "0":
            return 4 * kind
        if kind in (4, 13, 22):
            self._used[kind] = max(self._used[kind], 1)
        number = 4 * kind + self._used[kind]
        self._used[kind] += 1
        return number


def fits(facts: WinFacts) -> bool:
    """Whether the numbers suffice: four plain fives would make the library count a red one."""
    tiles = [*facts.hand, str(facts.tile), *(tile for meld in facts.melds for tile in meld.tiles)]
    return all(tiles.count("5" + suit) < 4 for suit in "mps")


def theirs(facts: WinFacts) -> tuple[int, int, int, int] | None:
    number = Numbering()
    tiles = [number(tile) for tile in facts.hand]
    win = number(str(facts.tile))
    tiles.append(win)
    melds = []
    for meld in facts.melds:
        numbers = sorted(number(tile) for tile in meld.tiles)
        kind = {"chow": TheirMeld.CHI, "pung": TheirMeld.PON, "kong": TheirMeld.KAN}[meld.kind]
        melds.append(TheirMeld(kind, numbers, opened=meld.form != "concealed"))
        tiles += numbers
    self_draw = facts.by == "self_draw"
    config = HandConfig(
        is_tsumo=self_draw,
        is_riichi=facts.ready == "ordinary",
        is_ippatsu=facts.ippatsu,
        is_haitei=facts.last_tile and self_draw,
        is_houtei=facts.last_tile and not self_draw,
        player_wind=27 + ((facts.winner - facts.dealer) & 3),
        round_wind=27 + facts.round_wind,
        options=OptionalRules(has_open_tanyao=True, has_aka_dora=True),
    )
    dora = [4 * KIND[tile] + 1 for tile in facts.dora]
    answer = HandCalculator.estimate_hand_value(tiles, win, melds=melds, dora_indicators=dora, config=config)
    if answer.error:
        assert answer.error == "no_yaku", answer.error
        return None
    assert answer.cost is not None
    return answer.han or 0, answer.fu or 0, int(answer.cost["main"]), int(answer.cost["additional"])


def ours(facts: WinFacts, verdict: Verdict) -> tuple[int, int, int, int] | None:
    if not verdict.wins:
        assert verdict.reason == "no_yaku"
        return None
    losses = sorted((-delta for delta in verdict.deltas if delta < 0), reverse=True)
    main, additional = (losses[0], losses[-1]) if facts.by == "self_draw" else (losses[0], 0)
    return verdict.total, verdict.fu or 0, main, additional


def test_random_wins_agree() -> None:
    values: Counter[object] = Counter()
    compared = 0
    for facts in random_wins(20240, HANDS * 11 // 10):
        if not fits(facts):
            continue
        verdict = judge(facts, CLUB)
        mine, other = ours(facts, verdict), theirs(facts)
        if mine is None or other is None or verdict.yakuman:
            assert (mine is None) == (other is None), facts
            # They give yakuman some fu, and pay no liability.
            assert mine is None or other is None or verdict.liable or (mine[0], *mine[2:]) == (other[0], *other[2:]), facts
        else:
            assert mine == other, facts
        values[mine and (mine[0], mine[1])] += 1
        compared += 1
        if compared == HANDS:
            break
    assert compared == HANDS
    assert len(values) > 40
    assert 0 < values[None] < HANDS // 2
