"""Our words and the notation of majiang-core, both ways.

The engine writes suit before digit (``m0``), counts seats from the dealer, and keeps its wall reversed. Everything here is
spelling; no rule is decided.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import Opening, ReadyRank, Verdict, WinFacts
from mahjong_club.rules.tiles import ORDER, Tile, sort_tiles

SUITS: Final = "mpsz"
#: Direction marks by distance from the receiver to the feeder.
MARKS: Final = "_+=-"
LIVE: Final = 122
REPLACEMENTS: Final = slice(122, 126)
INDICATORS: Final = slice(126, 131)
URA_INDICATORS: Final = slice(131, 136)

# ------------------------------------------------------------------------------------------------------------------ tiles


def tile_from(text: str) -> Tile:
    """``m0_*-`` -> ``0m``: marks are dropped."""
    return text[1] + text[0]


def tile_to(tile: Tile) -> str:
    """``0m`` -> ``m0``."""
    return tile[1] + tile[0]


def tiles_from(text: str) -> list[Tile]:
    """``m123z1`` -> tiles in the order written."""
    out: list[Tile] = []
    suit = ""
    for char in text:
        if char in SUITS:
            suit = char
        elif char.isdigit():
            out.append(char + suit)
    return out


def tiles_to(tiles: Iterable[Tile]) -> str:
    """Tiles in the order given, the suit written once for neighbours."""
    out = ""
    suit = ""
    for tile in tiles:
        if tile[1] != suit:
            suit = tile[1]
            out += suit
        out += tile[0]
    return out


def _fives_first(tiles: Iterable[Tile]) -> str:
    return "".join(sorted((tile[0] for tile in tiles), reverse=True))


# ------------------------------------------------------------------------------------------------------------------ melds


def seat_from(mark: str, receiver: int) -> int:
    """The seat a direction mark points to."""
    return (receiver + MARKS.index(mark)) & 3


def mark_to(feeder: int, receiver: int) -> str:
    """The direction mark of a feeder."""
    return MARKS[(feeder - receiver) & 3]


def meld_from(text: str, receiver: int) -> Meld:
    """``m1-23`` -> a meld of ``receiver``."""
    suit, body = text[0], text[1:]
    at = next((i for i, char in enumerate(body) if char in "+=-"), -1)
    digits = [char for char in body if char.isdigit()]
    tiles = [digit + suit for digit in digits]
    if at < 0:
        return Meld("kong", sort_tiles(tiles), None, "concealed")
    feeder = seat_from(body[at], receiver)
    claimed = tiles[at - 1]
    if len(tiles) == 4 and at == 3:
        return Meld("kong", (*sort_tiles(tiles[:2]), claimed, tiles[3]), feeder, "added")
    own = sort_tiles(tiles[: at - 1] + tiles[at:])
    if len(tiles) == 4:
        return Meld("kong", (*own, claimed), feeder, "exposed")
    kinds = {digit.replace("0", "5") for digit in digits}
    return Meld("pung" if len(kinds) == 1 else "chow", (*own, claimed), feeder)


@lru_cache(maxsize=1 << 14)
def meld_to(meld: Meld, receiver: int) -> str:
    """A meld in the engine's normal spelling."""
    suit = meld.tiles[0][1]
    if meld.from_seat is None:
        return suit + _fives_first(meld.tiles)
    mark = mark_to(meld.from_seat, receiver)
    if meld.kind == "chow":
        claimed = meld.tiles[-1]
        ordered = sorted(meld.tiles, key=lambda tile: ORDER[tile])
        at = ordered.index(claimed)
        return suit + "".join(tile[0] + (mark if i == at else "") for i, tile in enumerate(ordered))
    if meld.form == "added":
        pung = suit + _fives_first(meld.tiles[:2]) + meld.tiles[2][0] + mark
        return pung + meld.tiles[3][0]
    return suit + _fives_first(meld.tiles[:-1]) + meld.tiles[-1][0] + mark


# ------------------------------------------------------------------------------------------------------------------ hands


@dataclass(frozen=True, slots=True)
class EngineHand:
    """A hand read from text: ``hand`` without the drawn tile, sorted."""

    hand: tuple[Tile, ...]
    drawn: Tile | None
    melds: tuple[Meld, ...]
    ready: bool = False
    claimed: bool = False

    @property
    def concealed(self) -> tuple[Tile, ...]:
        """All concealed tiles, sorted."""
        return sort_tiles((*self.hand, self.drawn)) if self.drawn else self.hand


def hand_from(text: str, seat: int) -> EngineHand:
    """``m123…s2z2*,m1-23,`` -> a hand of ``seat``."""
    body, *rest = text.split(",")
    claimed = bool(rest) and rest[-1] == ""
    melds = tuple(meld_from(part, seat) for part in rest if part)
    size = 14 - 3 * len(melds)
    tiles = tiles_from(body)[:size]
    drawn = tiles.pop() if len(tiles) == size and not claimed else None
    return EngineHand(sort_tiles(tiles), drawn, melds, body.endswith("*"), claimed)


def hand_to(hand: EngineHand, seat: int) -> str:
    """The engine's normal text of a hand."""
    by_suit = {suit: "".join(tile[0] for tile in sort_tiles(hand.hand) if tile[1] == suit) for suit in SUITS}
    text = "".join(suit + digits for suit, digits in by_suit.items() if digits)
    text += tile_to(hand.drawn) if hand.drawn else ""
    text += "*" if hand.ready else ""
    text += "".join("," + meld_to(meld, seat) for meld in hand.melds)
    return text + ("," if hand.claimed else "")


# ------------------------------------------------------------------------------------------------------------------- wall


def wall_from(pai: Sequence[str]) -> tuple[Tile, ...]:
    """The engine's 136-tile array -> our wall: live tiles in drawing order, replacements, indicators, ura indicators."""
    live = [tile_from(text) for text in reversed(pai[14:])]
    return (*live, *(tile_from(text) for text in pai[:14]))


def wall_to(wall: Sequence[Tile]) -> list[str]:
    """Our wall -> the engine's array."""
    return [tile_to(tile) for tile in wall[LIVE:]] + [tile_to(tile) for tile in reversed(wall[:LIVE])]


# ------------------------------------------------------------------------------------------------------------------- wins

YAKU_NAMES: Final[dict[str, str]] = {
    "riichi": "立直",
    "double_riichi": "ダブル立直",
    "ippatsu": "一発",
    "last_tile_draw": "海底摸月",
    "last_tile_discard": "河底撈魚",
    "replacement_win": "嶺上開花",
    "robbed_kong": "槍槓",
    "concealed_self_draw": "門前清自摸和",
    "round_wind": "場風 ",
    "seat_wind": "自風 ",
    "dragon_white": "翻牌 白",
    "dragon_green": "翻牌 發",
    "dragon_red": "翻牌 中",
    "all_sequences": "平和",
    "all_simples": "断幺九",
    "identical_sequences": "一盃口",
    "three_colour_sequences": "三色同順",
    "full_straight": "一気通貫",
    "mixed_outside_hand": "混全帯幺九",
    "seven_pairs": "七対子",
    "all_triplets": "対々和",
    "three_concealed_triplets": "三暗刻",
    "three_kongs": "三槓子",
    "three_colour_triplets": "三色同刻",
    "mixed_terminals": "混老頭",
    "little_three_dragons": "小三元",
    "half_flush": "混一色",
    "pure_outside_hand": "純全帯幺九",
    "two_identical_sequences": "二盃口",
    "full_flush": "清一色",
    "dora": "ドラ",
    "red_dora": "赤ドラ",
    "ura_dora": "裏ドラ",
    "heavenly_win": "天和",
    "earthly_win": "地和",
    "thirteen_orphans": "国士無双",
    "thirteen_orphans_thirteen_waits": "国士無双十三面",
    "four_concealed_triplets": "四暗刻",
    "four_concealed_triplets_single_wait": "四暗刻単騎",
    "big_three_dragons": "大三元",
    "big_four_winds": "大四喜",
    "little_four_winds": "小四喜",
    "all_honors": "字一色",
    "all_green": "緑一色",
    "all_terminals": "清老頭",
    "four_kongs": "四槓子",
    "nine_gates": "九蓮宝燈",
    "pure_nine_gates": "純正九蓮宝燈",
}
_WINDS: Final = "東南西北"
_READY: Final[dict[int, ReadyRank | None]] = {0: None, 1: "ordinary", 2: "double"}
_OPENING: Final[dict[int, Opening | None]] = {0: None, 1: "heavenly", 2: "earthly"}


def facts_from(shoupai: str, rongpai: str | None, param: dict[str, Any]) -> WinFacts:
    """A ``hule`` query as facts; the dealer sits at 0, so seats are the engine's."""
    seat = param.get("menfeng", 1)
    hand = hand_from(shoupai, seat)
    ready = _READY[param.get("lizhi") or 0]
    self_draw = rongpai is None
    feeder = None if rongpai is None else seat_from(rongpai[-1], seat)
    return WinFacts(
        winner=seat,
        dealer=0,
        round_wind=param.get("zhuangfeng", 0),
        repeat=param.get("changbang", 0),
        hand=hand.hand,
        melds=hand.melds,
        bonus=(),
        by="self_draw" if self_draw else "robbed_kong" if param.get("qianggang") else "discard",
        tile=hand.drawn if rongpai is None else tile_from(rongpai),
        from_seat=feeder,
        after_kong=bool(param.get("lingshang")),
        last_tile=bool(param.get("haidi")),
        opening=_OPENING[param.get("tianhu") or 0],
        ready=ready,
        ippatsu=bool(param.get("yifa")),
        dora=tuple(tile_from(text) for text in param.get("baopai") or ()),
        ura=tuple(tile_from(text) for text in param.get("fubaopai") or ()),
        deposits=param.get("lizhibang", 0),
    )


def verdict_to(verdict: Verdict, facts: WinFacts) -> dict[str, Any] | None:
    """A verdict as the engine's result."""
    if verdict.reason in ("not_a_hand", "invalid_tiles"):
        return None
    if verdict.reason == "no_yaku":
        return {"defen": 0}
    liable = dict(verdict.liable)
    hupai: list[dict[str, Any]] = []
    for line in verdict.patterns:
        name = YAKU_NAMES[line.id]
        if line.id == "round_wind":
            name += _WINDS[facts.round_wind]
        elif line.id == "seat_wind":
            name += _WINDS[(facts.winner - facts.dealer) & 3]
        entry: dict[str, Any] = {"name": name, "fanshu": "*" * (line.worth // 13) if verdict.yakuman else line.worth}
        if line.id in liable:
            entry["baojia"] = mark_to(liable[line.id], facts.winner)
        hupai.append(entry)
    worth = {"damanguan": verdict.yakuman} if verdict.yakuman else {"fu": verdict.fu, "fanshu": verdict.total}
    gain = verdict.deltas[facts.winner] - 1000 * facts.deposits - 300 * facts.repeat
    return {"hupai": hupai, **worth, "defen": gain, "fenpei": list(verdict.deltas)}
