"""The save browser: filters, and any match at any event through the eyes of each seat."""

import json
from typing import Any

import pytest

from mahjong_club.administration.browsing import day_ms
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump, view_for
from mahjong_club.storage.people import PersonRecord, add_person, find_person
from mahjong_club.storage.saves import insert_match
from tests.administration.support import PASSWORD, REASON, admin, console, rows
from tests.saves.support import LOT, Played, setup_for
from tests.support.club import Club, Guest


async def stored(club: Club, key: str, match_id: str, *, state: str = "saved", code: str = "ABCDEF") -> Played:
    """A match in the middle of its first deal, in the club's database."""
    played = Played(setup_for(key, match_id, code=code)).until(lambda match: match.discards >= 14)

    def work(session: Any) -> None:
        for seat in played.setup.seats:
            if seat.person_id is not None and find_person(session, seat.person_id) is None:
                add_person(session, PersonRecord(seat.person_id, "guest", seat.name))
        insert_match(
            session, played.setup, played.entries, state=state, lot=LOT, left=(False,) * 4, created_ms=5, finished_ms=None
        )

    await club.app.state.database.transact(work)
    return played


def at(played: Played, seq: int) -> MatchState:
    state = MatchState(rules_for)
    for entry in played.entries:
        if entry.seq <= seq:
            evolve(state, decode_stored(entry.kind, entry.payload))
    return state


async def test_filters(club: Club) -> None:
    ada = await admin(club)
    await stored(club, "hong_kong/2", "ab12")
    await stored(club, "riichi/1", "cd34", state="running", code="QWERTY")
    await stored(club, "riichi/2", "ef56", state="over", code="ZXCVBN")

    async def ids(**wanted: str) -> set[str]:
        return {line["match"] for line in await ada.get("/admin/matches", params=wanted)}

    assert await ids() == {"ab12", "cd34", "ef56"}
    assert await ids(state="saved") == {"ab12"}
    assert await ids(ruleset="riichi") == {"cd34", "ef56"}
    assert await ids(ruleset="riichi/1") == {"cd34"}
    assert await ids(code="qwerty") == {"cd34"}
    assert await ids(person="NAME a1") == {"ab12", "cd34", "ef56"} and await ids(person="100%") == set()
    day = "2023-11-14"
    assert await ids(since=day, until=day) == await ids() and await ids(since="2023-11-15") == set()
    for wrong in ({"state": "lost"}, {"ruleset": "chess"}, {"since": "yesterday"}, {"page": "2"}):
        assert await ids(**wrong) == set()
    assert day_ms("2026-02-30") is None


@pytest.mark.parametrize("key", ["hong_kong/2", "taiwanese/1", "riichi/2"])
async def test_every_event_through_every_pair_of_eyes(club: Club, key: str) -> None:
    ada = await admin(club)
    played = await stored(club, key, "ab12")
    opened = await ada.get("/admin/matches/ab12")
    last = max(entry.seq for entry in played.entries)
    assert opened["last"] == last and opened["deals"][0]["number"] == 1
    for seq in {1, 2, last // 2, last - 1, last}:
        for seat in (None, 0, 1, 2, 3):
            query = {"at": str(seq)} | ({} if seat is None else {"seat": str(seat)})
            seen = await ada.get("/admin/matches/ab12/view", params=query)
            assert seen["state"] == _json(dump(view_for(at(played, seq), seat))) and seen["wall"] is None
            hands = [each["hand"] for each in seen["state"]["seats"]]
            assert all(hand is None for i, hand in enumerate(hands) if i != seat and seen["state"]["seats"][i]["size"])
    assert await ada.refused("GET", f"/admin/matches/ab12/view?at={last + 1}") == (404, "event_not_found")
    assert await ada.refused("GET", "/admin/matches/ffff/view") == (404, "match_not_found")
    looked = await rows(ada, "look")
    assert len(looked) == 25 and all(row["subject"] == "ab12" for row in looked)


async def test_everything_only_with_a_reason(club: Club) -> None:
    ada = await admin(club)
    played = await stored(club, "riichi/2", "ab12")
    assert await ada.refused("POST", "/admin/matches/ab12/full", {"reason": " "}) == (400, "reason_missing")
    seen = await ada.post("/admin/matches/ab12/full", {"reason": REASON, "at": 30})
    state = at(played, 30)
    assert seen["state"] == _json(dump(state)) and seen["wall"] == list(state.wall or ()) and seen["wall"]
    (row,) = await rows(ada, "look_fully")
    assert (row["reason"], row["details"]) == (REASON, {"at": 30})
    # The secret of the deals to come is in nobody's view.
    assert played.setup.secret not in str(seen)


async def test_who_plays_does_not_look(club: Club) -> None:
    shell = await console(club)
    await stored(club, "riichi/2", "ab12", state="running")
    await shell.post("/admin/administrators", {"who": "a1"})
    await shell.ask("PUT", "/admin/administrators/a1/password", {"password": PASSWORD})
    player: Guest = await club.stranger()
    await player.post("/admin/sign-in", {"login": "Name a1", "password": PASSWORD})
    assert await player.refused("POST", "/admin/matches/ab12/full", {"reason": REASON}) == (409, "own_match")
    assert await player.refused("GET", "/admin/matches/ab12/view?seat=1") == (409, "own_match")
    await player.get("/admin/matches/ab12/view", params={"seat": "0"})
    await shell.post("/admin/matches/ab12/full", {"reason": REASON})


def _json(value: Any) -> Any:
    return json.loads(json.dumps(value))
