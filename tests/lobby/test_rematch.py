"""Another match with the same people."""

import asyncio
import json

from mahjong_club.protocol.entries import Entry
from tests.lobby.test_tables import four_ready
from tests.support.club import Club, Guest, Json


async def end_match(club: Club, match_id: str) -> None:
    """Write the end of a match into the log, as play does."""
    database = club.app.state.database
    seq = max(entry.seq for entry in await database.read(match_id)) + 1
    lines = [{"seat": seat, "place": seat + 1, "score": 300 - 200 * seat, "points": 0} for seat in range(4)]
    await database.append(match_id, [Entry(seq, "match_ended", json.dumps({"type": "match_ended", "standings": lines}).encode())])


async def finished_table(club: Club) -> tuple[list[Guest], Json]:
    people, table = await four_ready(club)
    started = await people[0].post(f"/tables/{table['code']}/start")
    await club.app.state.tables.close()
    waiting = asyncio.create_task(people[0].get(f"/tables/{table['code']}/updates", params={"after": started["revision"]}))
    await end_match(club, started["match"]["id"])
    update = await waiting
    return people, update["table"]


async def test_the_end_of_a_match_opens_the_waiting_room_again(any_club: Club) -> None:
    people, table = await finished_table(any_club)
    assert table["state"] == "finished"
    assert [seat["ready"] for seat in table["seats"]] == [False] * 4
    match = await people[2].get(f"/matches/{table['match']['id']}")
    assert match["state"] == "over"
    assert [line["score"] for line in match["standings"]] == [300, 100, -100, -300]
    assert await people[2].get("/me/matches") == []


async def test_four_presses_at_once_make_one_match(any_club: Club) -> None:
    people, table = await finished_table(any_club)
    first = table["match"]["id"]
    answers = await asyncio.gather(
        *(guest.ask("POST", f"/tables/{table['code']}/rematch", {"entropy": "x"}) for guest in people for _ in range(2))
    )
    assert {answer.status_code for answer in answers} == {200}
    after = await people[0].get(f"/tables/{table['code']}")
    assert after["state"] == "playing"
    matches = {answer.json()["match"]["id"] for answer in answers} - {first}
    assert matches == {after["match"]["id"]}
    for guest in people:
        assert [match["id"] for match in await guest.get("/me/matches")] == [after["match"]["id"]]


async def test_a_rematch_waits_for_the_last_and_is_for_the_seated(club: Club) -> None:
    people, table = await finished_table(club)
    for guest in people[:3]:
        assert (await guest.post(f"/tables/{table['code']}/rematch"))["state"] == "finished"
    other = await club.guest("Other")
    assert await other.refused("POST", f"/tables/{table['code']}/rematch", {}) == (409, "not_seated")
    await people[3].post(f"/tables/{table['code']}/leave")
    assert (await people[0].post(f"/tables/{table['code']}/start", {"fill": "club"}))["state"] == "playing"


async def test_there_is_no_rematch_before_a_match(club: Club) -> None:
    guest = await club.guest("Mei")
    code = (await guest.post("/tables", {}))["code"]
    assert await guest.refused("POST", f"/tables/{code}/rematch", {}) == (409, "no_match_yet")
