"""The waiting room, from creating a table to starting its match."""

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from mahjong_club.rules.walls import commitment_of
from mahjong_club.storage import matches
from tests.support.club import Club, Guest, Json, open_club

TABLE: Json = {"ruleset": "hong_kong", "clock": "none"}


async def four_ready(club: Club, **more: object) -> tuple[list[Guest], Json]:
    people = await club.guests(4)
    table = await people[0].post("/tables", {**TABLE, **more})
    for guest in people[1:]:
        await guest.post(f"/tables/{table['code']}/join")
    for guest in people:
        table = await guest.post(f"/tables/{table['code']}/ready", {"entropy": "salt"})
    return people, table


async def test_a_new_table_has_its_host_a_code_and_a_commitment(club: Club) -> None:
    host = await club.guest("Mei")
    table = await host.post("/tables", {**TABLE, "options": {"minimum": 4, "rounds": 4}, "bots": 2})
    assert len(table["code"]) == 6
    assert (table["state"], table["ruleset"], table["variant"]) == ("waiting", "hong_kong/2", "hong_kong")
    assert table["options"] == {"minimum": 4}, "only what differs is kept"
    assert [seat["kind"] for seat in table["seats"]] == ["person", "empty", "bot", "bot"]
    assert len(bytes.fromhex(table["commitment"])) == 32
    assert table["you"] == {"place": 0, "host": True, "ready": False}
    assert table["invite"] == f"/table/{table['code']}"
    assert await host.get(f"/tables/{table['code'].lower()}") == table


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "bridge"}, "unknown_ruleset"),
        ({"options": {"nonsense": 1}}, "unknown_option"),
        ({"options": {"minimum": 99}}, "invalid_option"),
        ({"options": {"minimum": [[]]}}, "invalid_option"),
        ({"clock": "slow"}, "bad_request"),
        ({"clock": {"base_ms": -1}}, "bad_request"),
        ({"window_ms": 99_999_999}, "bad_request"),
        ({"place": 4}, "bad_request"),
        ({"unknown": 1}, "bad_request"),
        ([], "bad_request"),
    ],
)
async def test_a_table_that_cannot_be_is_refused(club: Club, body: object, code: str) -> None:
    host = await club.guest("Mei")
    assert await host.refused("POST", "/tables", body) == (400, code)
    assert (await host.get("/tables"))["tables"] == []


async def test_strangers_may_look_but_not_sit(club: Club) -> None:
    host, stranger = await club.guest("Mei"), await club.stranger()
    code = (await host.post("/tables", TABLE))["code"]
    assert (await stranger.get(f"/tables/{code}"))["host"] == "Mei"
    assert await stranger.refused("POST", f"/tables/{code}/join", {}) == (401, "not_signed_in")
    assert await stranger.refused("POST", "/tables", TABLE) == (401, "not_signed_in")


async def test_private_tables_are_listed_for_their_people_only(club: Club) -> None:
    host, friend, other = await club.guests(3)
    private = (await host.post("/tables", {**TABLE, "listed": False}))["code"]
    listed = (await host.post("/tables", TABLE))["code"]
    await friend.post(f"/tables/{private}/join")

    async def codes(who: Guest) -> set[str]:
        return {row["code"] for row in (await who.get("/tables"))["tables"]}

    assert await codes(host) == await codes(friend) == {private, listed}
    assert await codes(other) == {listed}


async def test_seats_are_chosen_changed_and_given_up(club: Club) -> None:
    host, friend = await club.guests(2)
    code = (await host.post("/tables", TABLE))["code"]
    assert (await friend.post(f"/tables/{code}/seat", {"place": 2}))["you"]["place"] == 2
    assert await friend.refused("POST", f"/tables/{code}/seat", {"place": 0}) == (409, "seat_taken")
    table = await friend.post(f"/tables/{code}/seat", {"place": 3})
    assert [seat["kind"] for seat in table["seats"]] == ["person", "empty", "empty", "person"]
    assert (await friend.post(f"/tables/{code}/join"))["you"]["place"] == 3
    table = await friend.post(f"/tables/{code}/leave")
    assert table["you"]["place"] is None
    assert (await friend.post(f"/tables/{code}/leave"))["revision"] == table["revision"], "leaving twice changes nothing"


async def test_the_hosts_part_goes_on_and_an_empty_table_closes(club: Club) -> None:
    host, friend = await club.guests(2)
    code = (await host.post("/tables", {**TABLE, "bots": 2}))["code"]
    await friend.post(f"/tables/{code}/join")
    assert await friend.refused("POST", f"/tables/{code}/start", {"fill": "club"}) == (403, "host_only")
    assert (await host.post(f"/tables/{code}/leave"))["host"] == "Guest 1"
    assert (await friend.post(f"/tables/{code}/leave"))["state"] == "closed"
    assert await host.refused("POST", f"/tables/{code}/join", {}) == (409, "table_closed")


async def test_nobody_starts_before_everybody_is_ready(club: Club) -> None:
    host, friend = await club.guests(2)
    code = (await host.post("/tables", TABLE))["code"]
    await friend.post(f"/tables/{code}/join")
    response = await host.ask("POST", f"/tables/{code}/start", {"fill": "club"})
    assert response.json()["error"]["params"] == {"empty": [], "waiting": [1]}
    await friend.post(f"/tables/{code}/ready")
    await friend.post(f"/tables/{code}/ready", {"ready": False})
    assert await host.refused("POST", f"/tables/{code}/start", {"fill": "club"}) == (409, "not_ready")
    await friend.post(f"/tables/{code}/ready")
    assert await host.refused("POST", f"/tables/{code}/start", {}) == (409, "not_ready")
    table = await host.post(f"/tables/{code}/start", {"fill": "random"})
    assert table["state"] == "playing"
    assert [seat["bot"] for seat in table["seats"]] == [None, None, "random", "random"]
    assert table["match"]["seat"] == 0


async def test_the_commitment_seen_before_entropy_is_the_matchs(any_club: Club) -> None:
    people, table = await four_ready(any_club)
    started = await people[0].post(f"/tables/{table['code']}/start")
    match_id = started["match"]["id"]
    assert (await people[1].get(f"/matches/{match_id}"))["commitment"] == table["commitment"]
    assert started["commitment"] != table["commitment"], "the next match has a secret of its own"
    database = any_club.app.state.database
    stored = await database.query(lambda session: matches.load_match(session, match_id))
    assert commitment_of(stored.setup.secret) == table["commitment"]
    assert stored.setup.entropy == ("salt",) * 4


async def test_too_long_or_unencodable_entropy_is_refused(club: Club) -> None:
    host = await club.guest("Mei")
    code = (await host.post("/tables", TABLE))["code"]
    assert await host.refused("POST", f"/tables/{code}/ready", {"entropy": "x" * 65}) == (400, "bad_request")
    raw = await host.client.post(
        f"/api/v1/tables/{code}/ready", content=b'{"entropy":"\\ud800"}', headers={"content-type": "application/json"}
    )
    assert (raw.status_code, raw.json()["error"]["code"]) == (400, "bad_request")


async def test_eight_people_and_four_seats(any_club: Club) -> None:
    host, *people = await any_club.guests(9)
    code = (await host.post("/tables", {**TABLE, "place": None}))["code"]
    answers = await asyncio.gather(*(guest.ask("POST", f"/tables/{code}/join", {}) for guest in people))
    assert sorted(answer.status_code for answer in answers) == [200] * 4 + [409] * 4
    assert {answer.json()["error"]["code"] for answer in answers if answer.is_error} == {"table_full"}
    seats = (await host.get(f"/tables/{code}"))["seats"]
    assert len({seat["name"] for seat in seats}) == 4


async def test_eight_people_want_the_same_seat(any_club: Club) -> None:
    host, *people = await any_club.guests(9)
    code = (await host.post("/tables", TABLE))["code"]
    answers = await asyncio.gather(*(guest.ask("POST", f"/tables/{code}/seat", {"place": 2}) for guest in people))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7


async def test_nobody_sits_at_two_running_tables(any_club: Club) -> None:
    people, table = await four_ready(any_club)
    other = (await people[0].post("/tables", {**TABLE, "bots": 3}))["code"]
    await people[0].post(f"/tables/{other}/ready")
    first, second = await asyncio.gather(
        people[0].ask("POST", f"/tables/{table['code']}/start", {}), people[0].ask("POST", f"/tables/{other}/start", {})
    )
    assert sorted([first.status_code, second.status_code]) in ([200, 403], [200, 409])
    assert len(await people[0].get("/me/matches")) == 1


async def test_a_running_match_keeps_its_people_from_other_tables(club: Club) -> None:
    guest = await club.guest("Mei")
    waiting = (await guest.post("/tables", TABLE))["code"]
    running = await guest.post("/quickstart", {})
    assert (await guest.get(f"/tables/{waiting}"))["state"] == "closed", "its only person went to play"
    response = await guest.ask("POST", "/tables", TABLE)
    assert (response.status_code, response.json()["error"]["code"]) == (409, "seated_elsewhere")
    assert response.json()["error"]["params"] == {"table": running["code"]}
    assert await guest.refused("POST", "/quickstart", {}) == (409, "seated_elsewhere")
    await guest.post(f"/tables/{running['code']}/leave")
    await guest.post("/tables", TABLE)


async def test_leaving_and_coming_back_to_a_match(club: Club) -> None:
    people, table = await four_ready(club)
    code = table["code"]
    match_id = (await people[0].post(f"/tables/{code}/start"))["match"]["id"]
    left = await people[1].post(f"/tables/{code}/leave")
    assert left["match"] == {"id": match_id, "state": "running", "seat": 1, "left": True}
    assert (await people[1].post(f"/matches/{match_id}/ticket"))["seat"] is None
    assert await people[1].get("/me/matches") == []
    assert (await people[1].post(f"/matches/{match_id}/return"))["seat"] == 1
    assert (await people[1].post(f"/matches/{match_id}/ticket"))["seat"] == 1
    stranger = await club.guest("Other")
    assert await stranger.refused("POST", f"/matches/{match_id}/return", {}) == (409, "not_seated")


async def test_everything_survives_a_restart(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        people, table = await four_ready(club, seating="drawn", clock={"base_ms": 5000, "bank_ms": 1000})
        cookies = [guest.client.cookies for guest in people]
        running = await people[0].post(f"/tables/{table['code']}/start")
        waiting = await people[0].get(f"/tables/{table['code']}")
        token = (await people[0].post("/bots", {"name": "Robo"}))["token"]
    async with open_club(tmp_path / "data") as club:
        again = await club.stranger()
        again.client.cookies = cookies[0]
        assert await again.get(f"/tables/{table['code']}") == waiting
        assert [match["id"] for match in await again.get("/me/matches")] == [running["match"]["id"]]
        bot = await club.stranger(authorization=f"Bearer {token}")
        assert (await bot.get("/me"))["name"] == "Robo"


async def test_waiting_for_a_change(club: Club) -> None:
    host, friend = await club.guests(2)
    table = await host.post("/tables", TABLE)
    lobby = await friend.get("/tables")
    watching = asyncio.create_task(host.get(f"/tables/{table['code']}/updates", params={"after": table["revision"]}))
    listing = asyncio.create_task(host.get("/tables", params={"after": lobby["revision"]}))
    await asyncio.sleep(0)
    joined = await friend.post(f"/tables/{table['code']}/join")
    update = await watching
    assert update["revision"] == update["table"]["revision"] == joined["revision"]
    assert [row["taken"] for row in (await listing)["tables"]] == [2]
    at_once = await host.get(f"/tables/{table['code']}/updates", params={"after": 0})
    assert at_once["revision"] == joined["revision"]


async def test_tables_are_not_made_without_end(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data", tables_burst=2, tables_per_minute=0) as club:
        host = await club.guest("Mei")
        for _ in range(2):
            await host.post("/tables", TABLE)
        assert await host.refused("POST", "/tables", TABLE) == (429, "too_many_requests")
        assert (await (await club.guest("Other")).post("/tables", TABLE))["code"]


async def test_a_seat_given_up_is_played_on_by_a_bot_whatever_the_policy(club: Club) -> None:
    people, table = await four_ready(club, away={"policy": "wait", "after_ms": 600_000})
    match_id = (await people[0].post(f"/tables/{table['code']}/start"))["match"]["id"]
    await people[2].post(f"/tables/{table['code']}/leave")
    state = club.app.state
    await (await state.tables.get(match_id)).idle()
    left = [json.loads(entry.payload) for entry in await state.database.read(match_id) if entry.kind == "seat_left"]
    assert [(event.get("seat", 0), event["policy"]) for event in left] == [(2, "bot")]


async def test_a_crash_between_storing_a_match_and_beginning_it(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        guest = await club.guest("Mei")
        cookies = guest.client.cookies
        match_id = (await guest.post("/quickstart", {}))["match"]["id"]
    # What a crash right after the lobby's transaction leaves: a match without events.
    with sqlite3.connect(tmp_path / "data" / "club.sqlite3") as file:
        for table in ("match_events", "match_answers", "snapshots"):
            file.execute(f"DELETE FROM {table}")
    async with open_club(tmp_path / "data") as club:
        again = await club.stranger()
        again.client.cookies = cookies
        assert [match["id"] for match in await again.get("/me/matches")] == [match_id]
        assert (await again.post(f"/matches/{match_id}/ticket"))["seat"] == 0
        await (await club.app.state.tables.get(match_id)).idle()
        assert (await club.app.state.database.read(match_id))[0].kind == "match_started"
