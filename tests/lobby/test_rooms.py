"""Presets, presence and talk: what the lobby and the waiting rooms tell beside the tables themselves."""

import asyncio
from typing import Any

import pytest

from mahjong_club.lobby import crowd as crowds
from mahjong_club.lobby import updates
from mahjong_club.lobby.crowd import Crowd
from mahjong_club.lobby.presets import presets
from mahjong_club.lobby.talk import RATE
from mahjong_club.rules.rulesets import options_json
from mahjong_club.rules.variants.registry import listed
from tests.support.club import Club, Guest

MINE, OTHERS = "a" * 16, "b" * 16


def test_every_variant_has_presets_and_every_listed_ruleset_is_one() -> None:
    assert len({preset.id for preset in presets()}) == len(presets())
    for variant in {found.variant for found in listed()}:
        mine = [preset for preset in presets() if preset.ruleset.variant == variant]
        assert len(mine) >= 3
        assert mine[0].options == {}
    assert {preset.ruleset.key for preset in presets() if not preset.options} == {found.key for found in listed()}


async def test_a_table_of_each_preset_keeps_just_its_options(club: Club) -> None:
    guest = await club.guest("Mei")
    offered = (await guest.get("/choices"))["presets"]
    assert [each["id"] for each in offered] == [preset.id for preset in presets()]
    for each, preset in zip(offered, presets(), strict=True):
        table = await guest.post("/tables", {"ruleset": each["ruleset"], "options": each["options"]})
        assert table["options"] == each["options"]
        base = options_json(preset.ruleset.options)
        assert all(base[name] != value for name, value in each["options"].items())


async def updates_of(guest: Guest, code: str, after: int, heard: int, page: str = MINE) -> Any:
    return await guest.get(f"/tables/{code}/updates?after={after}&heard={heard}&page={page}")


async def room_until(guest: Guest, code: str, seen: Any, page: str = MINE) -> Any:
    """The room's news, asked for again and again until they show what the test waits for."""
    heard = 0
    async with asyncio.timeout(20):
        while True:
            update = await updates_of(guest, code, 10**6, heard, page)
            heard = update["room"]["number"]
            if seen(update["room"]):
                return update["room"]


async def test_words_in_the_waiting_room_reach_everybody_as_they_were_said(club: Club) -> None:
    host, guest = await club.guests(2)
    table = await host.post("/tables", {})
    code, revision = table["code"], table["revision"]
    await guest.post(f"/tables/{code}/say", {"text": "<b>hello</b>"})
    await host.post(f"/tables/{code}/say", {"phrase": "thanks"})
    update = await updates_of(host, code, revision, 0)
    assert update["table"] is None
    first, second = update["room"]["said"]
    assert (first["name"], first["place"], first["you"], first["text"]) == ("Guest 1", None, False, "<b>hello</b>")
    assert (second["place"], second["you"], second["text"], second["phrase"]) == (0, True, None, "thanks")
    await guest.post(f"/tables/{code}/say", {"text": "again"})
    later = await updates_of(host, code, revision, second["number"])
    assert [each["text"] for each in later["room"]["said"]] == ["again"]


@pytest.mark.parametrize(
    "body",
    [{}, {"text": "a", "phrase": "b"}, {"text": ""}, {"text": "x" * 201}, {"phrase": "<i>"}, {"text": 7}],
)
async def test_words_that_are_none_are_refused(club: Club, body: dict[str, Any]) -> None:
    host = await club.guest("Host")
    code = (await host.post("/tables", {}))["code"]
    assert await host.refused("POST", f"/tables/{code}/say", body) == (400, "bad_request")


async def test_half_a_character_is_no_word(club: Club) -> None:
    host = await club.guest("Host")
    code = (await host.post("/tables", {}))["code"]
    half = await host.client.post(
        f"/api/v1/tables/{code}/say", content=rb'{"text": "\ud800"}', headers={"content-type": "application/json"}
    )
    assert (half.status_code, half.json()["error"]["code"]) == (400, "bad_request")


async def test_strangers_do_not_talk_and_nobody_talks_without_end(club: Club) -> None:
    host, stranger = await club.guest("Host"), await club.stranger()
    code = (await host.post("/tables", {}))["code"]
    assert await stranger.refused("POST", f"/tables/{code}/say", {"text": "a"}) == (401, "not_signed_in")
    assert await host.refused("POST", "/tables/ZZZZZZ/say", {"text": "a"}) == (404, "table_not_found")
    for _ in range(RATE.burst):
        await host.post(f"/tables/{code}/say", {"text": "a"})
    answer = await host.ask("POST", f"/tables/{code}/say", {"text": "a"})
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) == answer.json()["error"]["params"]["seconds"] >= 1


async def test_the_room_knows_who_has_it_open(club: Club) -> None:
    host, guest, stranger = await club.guest("Host"), await club.guest("Guest"), await club.stranger()
    club.app.state.lobby.crowd._grace_s = 0.05
    code = (await host.post("/tables", {}))["code"]
    await guest.post(f"/tables/{code}/join")
    watching = [
        asyncio.create_task(room_until(each, code, lambda _: False, page))
        for each, page in ((guest, OTHERS), (stranger, "c" * 8))
    ]
    room = await room_until(host, code, lambda room: room["present"] == [0, 1] and room["onlookers"] == 1)
    assert room["said"] == []
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    await room_until(host, code, lambda room: room["present"] == [0] and room["onlookers"] == 0)


async def test_the_list_counts_who_looks_at_it_and_who_is_ready(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(updates, "SOON_S", 0.01)
    host, guest = await club.guests(2)
    code = (await host.post("/tables", {"bots": 2}))["code"]

    async def listed_until(seen: Any) -> Any:
        after = 0
        async with asyncio.timeout(20):
            while True:
                found = await guest.get(f"/tables?after={after}&page={MINE}")
                after = found["revision"]
                if seen(found):
                    return found

    found = await listed_until(lambda found: found["here"] == 1)
    row = next(row for row in found["tables"] if row["code"] == code)
    assert (row["taken"], row["ready"], row["present"], row["onlookers"]) == (3, 2, 0, 0)
    opened = asyncio.create_task(room_until(host, code, lambda _: False))
    await listed_until(lambda found: next(row for row in found["tables"] if row["code"] == code)["present"] == 1)
    opened.cancel()
    await asyncio.gather(opened, return_exceptions=True)


async def test_a_page_is_there_between_two_requests_and_away_after_a_while() -> None:
    told: list[str] = []
    empty = asyncio.Event()

    def tell(place: str) -> None:
        told.append(place)
        if not here.size(place):
            empty.set()

    here = Crowd(tell, grace_s=0)
    here.enter("ABCDEF", MINE, "mei")
    here.enter("ABCDEF", OTHERS, "mei")
    here.enter("ABCDEF", "c" * 8)
    assert (here.size("ABCDEF"), here.others("ABCDEF", frozenset({"mei"}))) == (2, 1)
    assert here.people("ABCDEF") == {"mei"}
    here.leave("ABCDEF", MINE)
    here.enter("ABCDEF", MINE, "mei")
    assert told == ["ABCDEF"] * 3
    for page in (MINE, OTHERS, "c" * 8):
        here.leave("ABCDEF", page)
    assert here.size("ABCDEF") == 2
    await empty.wait()
    assert told == ["ABCDEF"] * 6
    assert crowds.GRACE_S > 0
