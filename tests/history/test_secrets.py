"""Records, replays and histories while a deal runs: nothing of it is in any of them, for anybody."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.club import Club, Guest, open_club
from tests.support.stored import entries, golden, store

MATCH = "ab" * 12
#: Words in the addresses of everything that tells of what was played.
TELLING = ("record", "replay", "history")


def paths_of(routes: Iterable[Any]) -> Iterator[str]:
    """The paths of routes and of what is mounted or included among them."""
    for route in routes:
        inner = getattr(route, "original_router", route)
        if getattr(inner, "routes", None):
            yield from paths_of(inner.routes)
        elif path := getattr(route, "path", None):
            yield path


def addresses(club: Club) -> list[str]:
    """Every address that tells of what was played, in each of its forms."""
    paths = set(paths_of(club.app.routes))
    found = sorted(path.replace("{match_id}", MATCH) for path in paths if any(word in path for word in TELLING))
    return [path for path in found if "{" not in path and "admin" not in path] + [f"/api/v1/matches/{MATCH}/record?format=mjai"]


async def told(club: Club, people: list[Guest]) -> dict[tuple[int, str], tuple[int, str]]:
    answers = {}
    for i, who in enumerate(people):
        for address in addresses(club):
            answer = await who.client.get(address, headers={"accept": "text/html"})
            answers[i, address] = (answer.status_code, answer.text)
    return answers


@pytest.mark.parametrize("name", ["hong_kong", "taiwanese", "riichi"])
async def test_a_running_deal_changes_nothing(name: str, tmp_path: Path) -> None:
    record = golden(name)
    log = entries(record)
    starts = [place for place, entry in enumerate(log) if entry.kind == "deal_started"]
    async with open_club(tmp_path / "data") as club:
        people = await club.guests(4)
        ids = [(await who.get("/me"))["id"] for who in people]
        database = club.app.state.database
        await store(database, MATCH, record, ids)
        everybody = [*people, await club.stranger()]
        # The first deal runs, then the second, at several points of each: what is told is what was told before it began.
        for start, end in zip(starts, [starts[1], len(log)], strict=True):
            known = {entry.seq for entry in await database.read(MATCH)}
            await database.append(MATCH, [entry for entry in log[:start] if entry.seq not in known])
            before = await told(club, everybody)
            assert {f"/replay/{MATCH}", f"/records/{MATCH}", "/history", "/api/v1/me/history"} <= {path for _, path in before}
            at = start
            finished = next(place for place in range(start, end) if log[place].kind == "deal_ended")
            for upto in ((start + finished) // 2, finished):
                await database.append(MATCH, log[at:upto])
                at = upto
                assert await told(club, everybody) == before, f"something is told of a deal at event {upto}"
            await database.append(MATCH, log[at : finished + 1])
            after = await told(club, everybody)
            changed = {address for key, answer in after.items() if answer != before[key] for address in [key[1]]}
            assert {f"/records/{MATCH}", f"/api/v1/matches/{MATCH}/record"} <= changed
            await database.append(MATCH, log[finished + 1 : end])
