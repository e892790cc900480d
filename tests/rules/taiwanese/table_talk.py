"""Short ways to say a win in the tests of this folder."""

import gzip
import json
from pathlib import Path
from typing import Any

from mahjong_club.rules.requests import answer_json, parse_request
from mahjong_club.rules.variants.taiwanese import RULESET, judge

VECTORS = Path(__file__).resolve().parents[2] / "vectors"


def vector_lines(name: str) -> list[dict[str, Any]]:
    """The lines of a vector file."""
    path = VECTORS / name
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text()
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def answer(request: dict[str, Any], **options: Any) -> dict[str, Any]:
    """The product's answer to a request."""
    read = parse_request(request)
    changed = RULESET.with_options({**read.options, **options})
    return answer_json(judge(read.facts, changed.options))  # type: ignore[arg-type]


def melds_of(text: str) -> list[dict[str, Any]]:
    """Melds like ``c123m p777z k5555p x9999s a1111z``: chow, pung, exposed, concealed and added kong; all fed by seat 0
    (a concealed kong by nobody)."""
    kinds = {
        "c": ("chow", None),
        "p": ("pung", None),
        "k": ("kong", "exposed"),
        "x": ("kong", "concealed"),
        "a": ("kong", "added"),
    }
    out = []
    for word in text.split():
        kind, form = kinds[word[0]]
        meld: dict[str, Any] = {"kind": kind, "tiles": word[1:], "from": None if word[0] == "x" else 0}
        out.append(meld | ({"form": form} if form else {}))
    return out


def request(  # every part of a win has its usual value
    hand: str,
    tile: str | None,
    melds: str = "",
    *,
    by: str = "discard",
    source: int | None = 2,
    winner: int = 1,
    dealer: int = 0,
    repeat: int = 0,
    round_wind: str = "E",
    bonus: str = "",
    **facts: Any,
) -> dict[str, Any]:
    """A request: seat 1 (South) wins off seat 2, seat 0 deals, East round."""
    return {
        "ruleset": "taiwanese",
        "round_wind": round_wind,
        "dealer": dealer,
        "repeat": repeat,
        "winner": winner,
        "hand": hand.replace(" ", ""),
        "melds": [meld | ({"from": 3} if meld["from"] == winner else {}) for meld in melds_of(melds)],
        "bonus": bonus,
        "win": {"by": by, "tile": tile, "from": None if by in ("self_draw", "eight_flowers") else source},
        "facts": facts,
    }


def patterns(hand: str, tile: str | None, melds: str = "", **rest: Any) -> dict[str, int]:
    """The patterns of a win that stands."""
    found = answer(request(hand, tile, melds, **rest))
    assert found["wins"], found["reason"]
    return dict(found["patterns"])
