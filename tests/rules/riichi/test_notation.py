"""The adapter to the engine's notation: walls, melds."""

import pytest

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.tiles import sort_tiles
from tests.oracles.majiang_notation import INDICATORS, hand_from, meld_from, meld_to, tile_from, wall_from, wall_to
from tests.oracles.majiang_vectors import rows


def test_walls_deal_the_hands_the_engine_dealt() -> None:
    seen = 0
    for row in rows("scenarios"):
        walls = row["q"].get("walls")
        if not walls:
            continue
        pai = [walls[0][i : i + 2] for i in range(0, 272, 2)]
        wall = wall_from(pai)
        assert wall_to(wall) == pai
        dealt = next(event["m"] for event in row["events"] if event["t"] == "qipai")
        for seat, text in enumerate(dealt["shoupai"]):
            assert sort_tiles(wall[13 * seat : 13 * seat + 13]) == hand_from(text, seat).hand, row["name"]
        assert wall[INDICATORS][0] == tile_from(dealt["baopai"]), row["name"]
        drawn = next(event["m"] for event in row["events"] if event["t"] == "zimo")
        assert wall[52] == tile_from(drawn["p"])
        seen += 1
    assert seen > 50


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("m1-23", Meld("chow", ("2m", "3m", "1m"), 0)),
        ("p40-6", Meld("chow", ("4p", "6p", "0p"), 0)),
        ("m505-", Meld("pung", ("0m", "5m", "5m"), 0)),
        ("m550+", Meld("pung", ("5m", "5m", "0m"), 2)),
        ("m5505=", Meld("kong", ("0m", "5m", "5m", "5m"), 3, "exposed")),
        ("m5550", Meld("kong", ("0m", "5m", "5m", "5m"), None, "concealed")),
        ("m555+0", Meld("kong", ("5m", "5m", "5m", "0m"), 2, "added")),
        ("m505-5", Meld("kong", ("0m", "5m", "5m", "5m"), 0, "added")),
    ],
)
def test_melds(text: str, meld: Meld) -> None:
    assert meld_from(text, 1) == meld
    assert meld_to(meld, 1) == text
