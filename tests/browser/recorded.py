"""Moments of the golden transcripts as a line can play them: what the server sent until then, and what it asked."""

import gzip
import json
from pathlib import Path
from typing import Any

Json = dict[str, Any]
FOLDER = Path(__file__).resolve().parents[1] / "golden" / "transcripts"
NAMES = ("Wong Siu-ming", "阿明", "Auntie Lin 林阿姨", "Konstantin")
CLOCK: Json = {"base_ms": 12_000, "bank_ms": 20_000, "grace_ms": 0}


def transcript(ruleset: str, viewer: int = 0) -> Json:
    """A golden transcript: what one viewer is sent, event by event."""
    found: Json = json.loads(gzip.decompress((FOLDER / f"{ruleset}-{viewer}.json.gz").read_bytes()))
    return found


def moment(ruleset: str, name: str) -> Json:
    """A position for a :class:`Line <tests.browser.table_page.Line>`: ``turn``, ``claim``, or ``result``."""
    golden = transcript(ruleset)
    at, legal = _FINDERS[name](golden)
    return position(golden, at, legal)


def position(golden: Json, at: int, legal: list[Json]) -> Json:
    """The first ``at`` events, and the question that the viewer is asked then."""
    people = [{"seat": seat, "name": name, "kind": "person", "present": True} for seat, name in enumerate(NAMES)]
    table = {"code": "QWERTY", "variant": golden["ruleset"].split("/")[0], "clock": {"base_ms": 12_000, "bank_ms": 20_000}}
    first = {"type": "snapshot", "match": "m1", "seq": 0, "viewer": golden["viewer"], "view": golden["snapshot"]}
    seq = golden["snapshot"]["seq"]
    first |= {"seq": seq, "people": people, "table": table}
    events = {"type": "events", "from": seq + 1, "items": golden["items"][:at]}
    prompt = {"type": "prompt", "id": seq + at, "seq": seq + at, "legal": legal, "clock": CLOCK}
    return {"frames": [first, events, *([prompt] if legal else [])], "answers": {}, "seq": seq + at}


def _turn(golden: Json) -> tuple[int, list[Json]]:
    """The viewer's turn, some forty discards into the deal."""
    for at, view in enumerate(golden["checkpoints"]):
        me = view["seats"][golden["viewer"]]
        if view["phase"] == "turn" and view["turn"] == golden["viewer"] and view["discards"] >= 40 and me["drawn"]:
            tiles = sorted(set(me["hand"]))
            return at + 1, [{"type": "discard", "tile": tile, "drawn": tile == me["drawn"]} for tile in tiles]
    raise AssertionError("no such turn")


def _claim(golden: Json) -> tuple[int, list[Json]]:
    """The question that the viewer answered with a claim, late in a deal."""
    items = golden["items"]
    claims = [at for at, item in enumerate(items) if item["type"] == "meld_claimed" and item["seat"] == golden["viewer"]]
    at = max(claims, key=lambda each: int(golden["checkpoints"][each]["discards"]))
    assert items[at - 1]["type"] == "window_closed"
    meld = items[at]["meld"]
    own = {"tiles": meld["tiles"][:-1]} if meld["kind"] != "kong" else {"form": "exposed", "tile": meld["tiles"][0]}
    return at - 1, [{"type": "pass"}, {"type": meld["kind"], **own}]


def _result(golden: Json) -> tuple[int, list[Json]]:
    """The end of the last deal, with the question to go on."""
    ends = [at for at, item in enumerate(golden["items"]) if item["type"] == "deal_ended"]
    return ends[-1] + 1, [{"type": "continue_match"}]


_FINDERS = {"turn": _turn, "claim": _claim, "result": _result}
