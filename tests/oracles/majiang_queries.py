"""The engine's single queries about legal actions, answered by our functions in its notation."""

from collections.abc import Callable
from typing import Any, Final

from mahjong_club.rules.hands import Hand
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.tiles import KIND, Tile
from mahjong_club.rules.variants.riichi import legality
from mahjong_club.rules.variants.riichi.judge import judge
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from tests.oracles.majiang_notation import EngineHand, facts_from, hand_from, meld_to, seat_from, tile_from, tile_to

Query = dict[str, Any]
OPTIONS: Final = RiichiOptions()
SEAT: Final = 0


def _discards(choices: tuple[tuple[Tile, bool], ...]) -> list[str]:
    return [tile_to(tile) + ("_" if drawn else "") for tile, drawn in choices]


def get_dapai(query: Query) -> list[str] | None:
    hand, tiles = _read(query)
    if hand.drawn is None and not hand.claimed:
        return None
    banned = legality.swap_ban(hand.melds[-1], OPTIONS) if hand.claimed else 0
    return _discards(legality.discards(tiles, hand.drawn, ready=hand.ready, banned=banned))


def allow_lizhi(query: Query) -> list[str] | bool:
    hand, tiles = _read(query)
    refused = legality.refused_ready(
        declared=hand.ready,
        concealed=all(meld.form == "concealed" for meld in hand.melds),
        live_left=query.get("paishu", 70),
        score=query.get("defen", 25000),
        options=OPTIONS,
    )
    choices = [] if refused else _discards(legality.ready_discards(tiles, hand.drawn, hand.melds))
    return query["p"] in choices if query.get("p") else choices or False


def allow_pingju(query: Query) -> bool:
    hand, tiles = _read(query)
    return hand.drawn is not None and query.get("diyizimo", True) and legality.nine_terminals(tiles)


def get_chi_mianzi(query: Query) -> list[str] | None:
    hand, tiles = _read(query)
    if hand.drawn or hand.claimed:
        return None
    claimed, feeder = tile_from(query["p"]), seat_from(query["p"][-1], SEAT)
    if hand.ready or not query.get("paishu", 70) or feeder != (SEAT - 1) & 3:
        return []
    found = legality.chows(tiles, len(hand.melds), claimed, OPTIONS)
    return [meld_to(Meld("chow", (*own, claimed), feeder), SEAT) for own in found]


def get_peng_mianzi(query: Query) -> list[str] | None:
    hand, tiles = _read(query)
    if hand.drawn or hand.claimed:
        return None
    claimed, feeder = tile_from(query["p"]), seat_from(query["p"][-1], SEAT)
    if hand.ready or not query.get("paishu", 70):
        return []
    return [meld_to(Meld("pung", (*own, claimed), feeder), SEAT) for own in legality.pungs(tiles, claimed)]


def get_gang_mianzi(query: Query) -> list[str] | None:
    hand, tiles = _read(query)
    own_turn = query.get("p") is None
    if own_turn != (hand.drawn is not None) or hand.claimed:
        return None
    if not query.get("paishu", 70) or query.get("n_gang", 0) >= legality.MOST_KONGS:
        return []
    if not own_turn:
        claimed = tile_from(query["p"])
        own = None if hand.ready else legality.exposed_kong(tiles, claimed)
        return [meld_to(Meld("kong", (*own, claimed), seat_from(query["p"][-1], SEAT), "exposed"), SEAT)] if own else []
    out = []
    for kong in legality.own_kongs(tiles, hand.drawn, hand.melds, OPTIONS, ready=hand.ready):
        if kong.form == "concealed":
            meld = Meld("kong", tiles.own_copies(KIND[kong.tile], 4)[0], None, "concealed")
        else:
            pung = next(m for m in hand.melds if m.kind == "pung" and m.base == KIND[kong.tile])
            meld = Meld("kong", (*pung.tiles, kong.tile), pung.from_seat, "added")
        out.append(meld_to(meld, SEAT))
    return out


def allow_hule(query: Query) -> bool:
    """A win on shape and yaku; ``hupai`` stands for any yaku of the situation."""
    hand, _ = _read(query)
    claimed = query.get("p")
    if claimed is None and hand.drawn is None:
        return False
    if claimed and not query.get("neng_rong", True):
        return False
    param = {"zhuangfeng": query.get("zhuangfeng", 0), "menfeng": query.get("menfeng", 0)}
    if query.get("hupai"):
        param["qianggang" if claimed else "lingshang"] = 1
    return judge(facts_from(query["shoupai"], claimed, param), OPTIONS).wins


def _read(query: Query) -> tuple[EngineHand, Hand]:
    hand = hand_from(query["shoupai"], SEAT)
    return hand, Hand(hand.concealed)


def fifth_copies(query: Query) -> bool:
    """Whether the hand cannot exist, which the engine does not mind."""
    hand = hand_from(query["shoupai"], SEAT)
    tiles = [KIND[tile] for tile in (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))]
    return any(tiles.count(kind) > 4 for kind in set(tiles))


ANSWERS: Final[dict[str, Callable[[Query], Any]]] = {
    answer.__name__: answer
    for answer in (get_dapai, allow_lizhi, allow_pingju, get_chi_mianzi, get_peng_mianzi, get_gang_mianzi, allow_hule)
}
