"""Claim links: the people of an imported match come to their seats, each link once."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from mahjong_club.accounts.service import COOKIE
from mahjong_club.commands.saves import import_with_links
from mahjong_club.saves.links import new_link
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.saves.storing import Taken, Wanted
from mahjong_club.settings import Settings
from mahjong_club.storage.links import revoke_links
from mahjong_club.storage.offline import Offline
from tests.saves.support import FIXTURES, everything
from tests.support.club import Guest, open_club


def bring(data: Path, name: str = "hong_kong_draw", **wanted: Any) -> tuple[Settings, Taken, dict[int, str]]:
    settings = Settings(data=data)
    data.mkdir(exist_ok=True)
    taken, links = import_with_links(settings, FIXTURES / f"{name}.json", Wanted(**wanted))
    return settings, taken, links


async def take(guest: Guest, match: str, token: str, **more: Any) -> Any:
    return await guest.post(f"/matches/{match}/claim", {"token": token, **more})


async def refusal(guest: Guest, match: str, token: str, **more: Any) -> str:
    _, code = await guest.refused("POST", f"/matches/{match}/claim", {"token": token, **more})
    return code


async def test_each_person_comes_to_the_seat_once(tmp_path: Path) -> None:
    settings, taken, links = bring(tmp_path / "data", seats={3: "club"})
    assert sorted(links) == [0, 1, 2] == list(taken.guests)
    stored = repr(everything(settings.url))
    assert not any(token in stored for token in links.values())
    async with open_club(tmp_path / "data") as club:
        for seat, token in links.items():
            guest = await club.stranger()
            seen = await take(guest, taken.match_id, token, use=False)
            for _ in range(2):
                assert await take(guest, taken.match_id, token, use=False) == seen
                assert (seen["seat"], seen["code"], seen["you"]) == (seat, taken.code, False)
            assert COOKIE not in guest.client.cookies
            assert await take(guest, taken.match_id, token) == seen
            assert (await guest.get("/me"))["name"] == seen["name"]
            (mine,) = await guest.get("/me/matches")
            assert (mine["id"], mine["seat"]) == (taken.match_id, seat)
            ticket = await guest.post(f"/matches/{taken.match_id}/ticket")
            assert ticket["seat"] == seat
            other = await club.stranger()
            assert await refusal(other, taken.match_id, token) == "link_used"
            assert await refusal(other, taken.match_id, token, use=False) == "link_used"
            assert COOKIE not in other.client.cookies


async def test_of_two_who_open_a_link_at_once_one_sits_down(tmp_path: Path) -> None:
    _, taken, links = bring(tmp_path / "data")
    async with open_club(tmp_path / "data") as club:
        guests = [await club.stranger() for _ in range(6)]
        asked = [guest.ask("POST", f"/matches/{taken.match_id}/claim", {"token": links[0]}) for guest in guests]
        assert sorted(answer.status_code for answer in await asyncio.gather(*asked)) == [200, 409, 409, 409, 409, 409]


async def test_other_links_open_nothing(tmp_path: Path) -> None:
    settings, taken, links = bring(tmp_path / "data")
    _, another, others = bring(tmp_path / "data", "riichi_turn")
    with Offline(settings.url, writing=True) as offline:
        assert offline.run(lambda session: revoke_links(session, taken.match_id, 1, 1)) == 1
        newer = offline.run(lambda session: new_link(session, taken.match_id, 2))
        past = text("UPDATE claim_links SET expires_ms = 1 WHERE match_id = :match AND seat = 3")
        offline.run(lambda session: session.connection().execute(past, {"match": taken.match_id}).rowcount)
    before = everything(settings.url)["claim_links"]
    async with open_club(tmp_path / "data") as club:
        guest = await club.guest("Mei")
        me = await guest.get("/me")
        for token in ("", "mcl_", links[0][:-1], links[0].upper(), others[0], links[1], links[2], "' OR 1=1 --", "é" * 50):
            assert await refusal(guest, taken.match_id, token) == "link_unknown", token
        assert await refusal(guest, another.match_id, links[0]) == "link_unknown"
        assert await refusal(guest, "abc", links[0]) == "link_unknown"
        assert await refusal(guest, taken.match_id, links[3]) == "link_expired"
        assert await refusal(guest, taken.match_id, "x" * 101) == "bad_request"
        assert await guest.get("/me") == me and await guest.get("/me/matches") == []
        # Of all of them the newest of a seat is good, also for somebody who was somebody else before.
        assert (await take(guest, taken.match_id, newer))["seat"] == 2
        assert (await guest.get("/me"))["id"] != me["id"]
    assert (
        len(before) == 9
        and sum(old != new for old, new in zip(before, everything(settings.url)["claim_links"], strict=True)) == 1
    )


def test_links_are_made_for_people_only(tmp_path: Path) -> None:
    settings, taken, links = bring(tmp_path / "data", seats={0: "club"})
    assert sorted(links) == [1, 2, 3]
    with Offline(settings.url, writing=True) as offline:
        for match, seat, code in (
            (taken.match_id, 0, "no_guest"),
            (taken.match_id, 4, "no_guest"),
            ("abc", 1, "match_not_found"),
        ):
            with pytest.raises(SaveRefused, match=code):
                offline.run(partial(new_link, match_id=match, seat=seat))
        offline.run(lambda session: session.connection().execute(text("UPDATE matches SET state = 'over'")).rowcount)
        with pytest.raises(SaveRefused, match="match_over"):
            offline.run(lambda session: new_link(session, taken.match_id, 1))


async def test_a_match_taken_in_anew_has_new_links(tmp_path: Path) -> None:
    """`--replace` removes the match that old links were for."""
    from mahjong_club.commands.saves import export
    from mahjong_club.saves.container import read_file

    settings, taken, links = bring(tmp_path / "data")
    export(settings, [taken.match_id], tmp_path, running_deal=True)
    file = tmp_path / f"{taken.match_id}.mahjong.json.gz"
    assert read_file(file)["match"]["id"] == taken.match_id
    again, fresh = import_with_links(settings, file, Wanted(replace=True))
    # They are known here: who has lost his cookie is given a link by `saves link`.
    assert again.match_id == taken.match_id and fresh == {}
    assert everything(settings.url)["claim_links"] == []
    async with open_club(tmp_path / "data") as club:
        assert await refusal(await club.stranger(), taken.match_id, links[0]) == "link_unknown"
