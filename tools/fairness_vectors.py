"""Writes tests/golden/fairness.json: what the walls' shuffle gives, and records with the checks they must pass or fail.

The browser's verification is held to it, and so is the Python one.
"""

import copy
import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mahjong_club.history.verification import verify_record
from mahjong_club.lobby.lot import draw
from mahjong_club.protocol.codec import encode_event
from mahjong_club.rules.actions import CONTINUE, PROCEED, StartDeal
from mahjong_club.rules.engine import awaits_deal, decide, is_due, start_match
from mahjong_club.rules.events import Event
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.seats import SEATS
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import BONUS, full_set
from mahjong_club.rules.variants.registry import newest, rules_for
from mahjong_club.rules.walls import commitment_of, deal_secret, pack_wall, shuffle, wall_seed

TARGET: Final = Path(__file__).resolve().parents[1] / "tests" / "golden" / "fairness.json"
SEAT_ENTROPY: Final = ("a1b2c3d4e5f60718", "", "何でも書ける", "ffffffffffffffff")
DEALS: Final = 2


def _secret(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def walls() -> list[dict[str, Any]]:
    """Walls of several sets, secrets and entropies, step by step."""
    sets = {"136": full_set(), "136 with red fives": full_set(1), "144": full_set() + BONUS}
    cases = []
    for name, tiles in sets.items():
        for number, entropy in ((1, SEAT_ENTROPY), (17, ("", "", "", ""))):
            match_secret = _secret(f"{name}/{number}")
            secret = deal_secret(match_secret, number)
            seed = wall_seed(secret, entropy)
            cases.append(
                {
                    "name": f"{name}, deal {number}",
                    "match_secret": match_secret,
                    "number": number,
                    "entropy": list(entropy),
                    "tiles": pack_wall(tiles),
                    "commitment": commitment_of(match_secret),
                    "deal_secret": secret,
                    "deal_commitment": commitment_of(secret),
                    "seed": seed.hex(),
                    "wall": pack_wall(shuffle(tiles, seed)),
                }
            )
    return cases


def played_record(ruleset_id: str, deals: int = DEALS) -> dict[str, Any]:
    """A record of some deals by random legal play, its secrets opened at the end."""
    match_secret = _secret(ruleset_id)
    ruleset = newest(ruleset_id)
    lot = draw(match_secret, SEAT_ENTROPY, "chosen")
    state = MatchState(rules_for)
    events: list[Event] = []

    def take(more: tuple[Event, ...]) -> None:
        for event in more:
            evolve(state, event)
            if not event.sealed:
                events.append(event)

    started = start_match(
        ruleset.key,
        rules_for(ruleset.key, {}),
        first_dealer=lot.first_dealer,
        commitment=commitment_of(match_secret),
        entropy=SEAT_ENTROPY,
    )
    take((started,))
    _play(state, take, match_secret, deals)
    facts = [json.loads(encode_event(event)) for event in events]
    facts.append({"type": "match_ended", "standings": [], "secret": match_secret})
    return {"ruleset": ruleset.key, "lot": lot.record(), "events": facts}


def _play(state: MatchState, take: Callable[[tuple[Event, ...]], None], match_secret: str, deals: int) -> None:
    rng = random.Random(4)
    rules = rules_for(state.ruleset, state.options)
    while not (awaits_deal(state) and state.number == deals):
        if awaits_deal(state):
            secret = deal_secret(match_secret, state.number + 1)
            wall = shuffle(rules.tiles, wall_seed(secret, SEAT_ENTROPY))
            take(decide(state, None, StartDeal(wall, secret, commitment_of(secret))))
        elif is_due(state):
            take(decide(state, None, PROCEED))
        else:
            seat, legal = next((seat, legal) for seat in SEATS if (legal := legal_actions(state, seat)))
            take(decide(state, seat, CONTINUE if CONTINUE in legal else rng.choice(legal)))


def _tampered(record: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The record with one thing changed in each copy."""

    def change(edit: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
        changed = copy.deepcopy(record)
        edit(changed)
        return changed

    def first(of: dict[str, Any], kind: str) -> dict[str, Any]:
        found: dict[str, Any] = next(event for event in of["events"] if event["type"] == kind)
        return found

    def swap(of: dict[str, Any]) -> None:
        ended = first(of, "deal_ended")
        ended["wall"] = ended["wall"][2:4] + ended["wall"][:2] + ended["wall"][4:]

    def double(of: dict[str, Any]) -> None:
        ended = first(of, "deal_ended")
        ended["wall"] = ended["wall"][2:4] + ended["wall"][2:]

    return {
        "another match secret": change(lambda of: first(of, "match_ended").update(secret=_secret("other"))),
        "another deal secret": change(lambda of: first(of, "deal_ended").update(secret=_secret("other"))),
        "two tiles of a wall swapped": change(swap),
        "a fifth copy in a wall": change(double),
        "a tile drawn that lay elsewhere": change(lambda of: first(of, "drawn").update(tile="9f")),
        "other entropy": change(lambda of: first(of, "match_started").update(entropy=["", "", "", ""])),
        "another first dealer": change(lambda of: of["lot"].update(first_dealer=(of["lot"]["first_dealer"] + 1) % 4)),
        "match still running": change(lambda of: of["events"].pop()),
        "deal still running": change(lambda of: of.update(events=of["events"][:60], lot=None)),
    }


def content() -> dict[str, Any]:
    """The whole file."""
    record = played_record("hong_kong")
    records = {"as played": record, **_tampered(played_record("hong_kong", 1))}
    return {
        "walls": walls(),
        "records": [
            {
                "name": name,
                "record": each,
                "checks": [{"deal": c.deal, "what": c.what, "outcome": c.outcome} for c in verify_record(each)],
            }
            for name, each in records.items()
        ],
    }


def text() -> str:
    """The file's text, one case a line."""
    parts = []
    for key, cases in content().items():
        lines = ",\n".join(json.dumps(case, ensure_ascii=False, separators=(",", ":")) for case in cases)
        parts.append(f'"{key}": [\n{lines}\n]')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
