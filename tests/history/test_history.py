"""What a person has played: pages, totals, and nobody else's."""

from pathlib import Path

from mahjong_club.history.tallies import Kept, Tally, tallies_of
from mahjong_club.protocol.codec import encode_event
from mahjong_club.protocol.entries import Entry
from mahjong_club.rules.events import DealEnded, DealWon
from mahjong_club.rules.names import EVENT_NAMES
from tests.support.club import Club, open_club
from tests.support.stored import ended, golden, store


async def played(club: Club, number: int, people: list[str | None], name: str = "hong_kong", *, practice: bool = False) -> str:
    """A finished match; the person of seat k came in at place k + 1."""
    match_id, record = f"{number:024x}", golden(name)
    await store(club.app.state.database, match_id, record, people, practice=practice)
    await club.app.state.database.append(match_id, ended(record, at_ms=1_000 * (number // 2)))
    return match_id


async def test_pages_hold_every_match_once_the_newest_first(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        mei, ming = await club.guest("Mei"), await club.guest("Ming")
        me, other = (await mei.get("/me"))["id"], (await ming.get("/me"))["id"]
        # Two at a time end in the same millisecond.
        matches = [await played(club, number, [None, me, other, None]) for number in range(7)]
        await played(club, 9, [other, None, None, None])
        pages, before = [], None
        while True:
            page = await mei.get("/me/history", params={"limit": 3, **({"before": before} if before else {})})
            pages.append([each["id"] for each in page["matches"]])
            before = page["next"]
            if before is None:
                break
        assert pages == [matches[:3:-1], matches[3:0:-1], matches[:1]]
        newest = (await mei.get("/me/history"))["matches"][0]
        assert (newest["seat"], newest["place"], newest["practice"], newest["left"]) == (1, 2, False, False)
        assert [(each["place"], each["seat"], each["you"]) for each in newest["players"]] == [
            (1, 0, False),
            (2, 1, True),
            (3, 2, False),
            (4, 3, False),
        ]
        assert len((await ming.get("/me/history"))["matches"]) == 8
        assert await (await club.stranger()).refused("GET", "/me/history") == (401, "not_signed_in")
        assert await mei.refused("GET", "/me/history?before=x") == (400, "bad_request")
        assert await mei.refused("GET", "/me/history?limit=101") == (400, "bad_request")


async def test_totals_leave_practice_and_running_matches_out(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        mei = await club.guest("Mei")
        me = (await mei.get("/me"))["id"]
        assert await mei.get("/me/history/totals") == []
        await played(club, 1, [me, None, None, None])
        await played(club, 2, [None, None, me, None])
        await played(club, 3, [None, None, me, None], "riichi")
        await played(club, 4, [None, None, None, me], practice=True)
        await store(club.app.state.database, "ff" * 12, golden("hong_kong"), [me, None, None, None])
        hong_kong, riichi = await mei.get("/me/history/totals")
        assert (hong_kong["variant"], hong_kong["matches"], hong_kong["places"], hong_kong["rated"]) == (
            "hong_kong",
            2,
            [1, 0, 1, 0],
            2,
        )
        assert (riichi["variant"], riichi["matches"], riichi["places"]) == ("riichi", 1, [0, 0, 1, 0])
        record = golden("hong_kong")["events"]
        wins = [event for event in record if event["type"] == "deal_won"]
        assert hong_kong["deals"] == 2 * sum(event["type"] == "deal_ended" for event in record)
        assert hong_kong["wins"] == sum(event["seat"] in (0, 2) for event in wins)
        assert hong_kong["deal_ins"] == sum(event.get("from_seat") in (0, 2) for event in wins)
        practice = next(each for each in (await mei.get("/me/history"))["matches"] if each["practice"])
        assert practice["place"] == 4


async def test_the_page_shows_ones_own_matches_in_every_language(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        mei = await club.guest("<Mei>")
        me = (await mei.get("/me"))["id"]
        numbers = range(2, 24)
        matches = [await played(club, number, [me, None, None, None], practice=number == 23) for number in numbers]
        for language, word in (("en", "practice"), ("zh-Hant", "練習"), ("ja", "練習")):
            page = (await mei.client.get("/history", params={"lang": language})).text
            assert [match in page for match in matches] == [number >= 4 for number in numbers]
            assert f'<span class="tag">{word}</span>' in page
            assert "<Mei>" not in page
        older = (await mei.client.get("/history", params={"before": f"2000-{matches[2]}"})).text
        assert [match in older for match in matches] == [number < 4 for number in numbers]
        stranger = await club.stranger()
        assert matches[0] not in (await stranger.client.get("/history")).text


def _entries(*events: DealWon | DealEnded) -> list[Entry]:
    return [Entry(seq, EVENT_NAMES[type(event)], encode_event(event)) for seq, event in enumerate(events, 1)]


def _won(seat: int, by: str, from_seat: int | None) -> DealWon:
    return DealWon(seat, by, "1m", from_seat, (), (), 3, (0, 0, 0, 0))  # type: ignore[arg-type]


END = DealEnded((0, 0, 0, 0), 0, 0, 0, 0, "", "")


def test_two_winners_of_one_tile_are_one_deal_in() -> None:
    tallies = tallies_of(_entries(_won(0, "discard", 3), _won(1, "discard", 3), END, _won(3, "self_draw", None), END, END))
    assert tallies == (Tally(3, 1, 0, 0), Tally(3, 1, 0, 0), Tally(3, 0, 0, 0), Tally(3, 1, 1, 1))


def test_a_robbed_kong_is_a_deal_in_and_a_flower_is_none() -> None:
    tallies = tallies_of(_entries(_won(0, "robbed_kong", 1), END, _won(2, "seven_robs_one", 3), END))
    assert [each.deal_ins for each in tallies] == [0, 1, 0, 0]


def test_a_win_that_was_taken_back_is_none() -> None:
    log = [*_entries(_won(0, "discard", 1), END), Entry(3, "match_rewound", b'{"type":"match_rewound","to":0}')]
    log += [Entry(seq, entry.kind, entry.payload) for seq, entry in enumerate(_entries(_won(2, "discard", 1), END), 4)]
    assert [each.wins for each in tallies_of(log)] == [0, 0, 1, 0]
    assert {each.deals for each in tallies_of(log)} == {1}


def test_only_so_many_tallies_are_kept() -> None:
    kept = Kept(most=2)
    for name in ("a", "b"):
        kept.put(name, ())
    assert kept.get("a") == ()
    kept.put("c", ())
    assert [kept.get(name) for name in ("a", "b", "c")] == [(), None, ()]
