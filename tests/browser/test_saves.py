"""Save files of every format, opened in a browser by the people they are about, and played on to the next deal."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from sqlalchemy import text

from mahjong_club.commands.saves import import_with_links
from mahjong_club.saves.storing import Wanted
from mahjong_club.settings import Settings
from mahjong_club.storage.offline import Offline
from tests.browser.axe import violations
from tests.saves.support import FIXTURES
from tests.support.server import LiveServer

Json = dict[str, Any]
ENV = {f"MAHJONG_CLUB_{name}_MS": "0" for name in ("WINDOW", "GRACE", "BOT", "RESULT")}
FORMAT1 = sorted(FIXTURES.glob("*.json"))
#: Played to the next deal, one of each variant; of the others an act is enough, tests/saves plays them all to the end.
WHOLE = [next(file for file in FORMAT1 if file.name.startswith(name)) for name in ("hong_kong", "riichi")]
FORMAT2 = [FIXTURES / f"format2_{name}.mahjong.json.gz" for name in ("hong_kong", "taiwanese", "riichi")]
#: Plays as somebody in a hurry would: passes, and throws the last tile that may be thrown.
PLAY = """() => setInterval(() => {
    const open = (query) => [...document.querySelectorAll(query)].filter((each) => each.getClientRects().length);
    const pass = open('.act:not(.why)').find((each) => each.dataset.word === 'pass');
    (pass ?? open('.hand .t:not([aria-disabled])').at(-1) ?? open('.act:not(.why)')[0])?.click();
}, 40)"""


class Seen:
    """What a page was told over its socket."""

    def __init__(self, page: Page) -> None:
        self.snapshot: Json = {}
        self.events: list[Json] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._heard))

    def _heard(self, payload: str | bytes) -> None:
        frame = json.loads(payload)
        if frame["type"] == "snapshot" and not self.snapshot:
            self.snapshot = frame
        self.events += frame.get("items", ())

    def one(self, kind: str) -> Json | None:
        return next((event for event in self.events if event["type"] == kind), None)

    def act_of(self, seat: int) -> Json | None:
        return next((event for event in self.events if event.get("seat") == seat), None)


def bring(data: Path, file: Path, *, running_deal: bool) -> str:
    """Take a file in, three of its seats for bots that do not wait; the last one's link."""
    wanted = Wanted(seats=dict.fromkeys((0, 1, 2), "random"))
    settings = Settings(data=data)
    taken, links = import_with_links(settings, file, wanted, running_deal=running_deal)
    with Offline(settings.url, writing=True) as offline:
        now = text("UPDATE matches SET window_ms = 0 WHERE id = :match")
        offline.run(lambda session: session.connection().execute(now, {"match": taken.match_id}).rowcount)
    return f"/claim/{taken.match_id}#{links[3]}"


def sit_down(page: Page, address: str, *, look_closely: bool) -> None:
    page.goto(address)
    expect(page.locator("#seat")).to_contain_text("you play seat 4")
    assert not look_closely or not violations(page)
    assert "#" not in page.url
    page.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/table/*")


def save_leave_and_continue(page: Page, address: str) -> None:
    """From the table's menu to the lobby, and from its list back to the same deal."""
    table = page.url
    page.reload()  # Nobody plays by himself any more.
    expect(page.locator(".hand .t").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Save and leave").click()
    box = page.get_by_role("dialog", name="Save and leave")
    expect(box.get_by_label("send them this link")).to_have_value(table)
    assert not violations(page)
    box.get_by_role("button", name="Save and leave").click()
    page.wait_for_url(f"{address}/")
    mine = page.locator("#mine li")
    expect(mine).to_have_count(1)
    expect(mine.get_by_role("button", name="Copy link")).to_be_visible()
    mine.get_by_role("link", name="Continue").click()
    page.wait_for_url(table)
    expect(page.locator(".hand .t").first).to_be_visible()


@pytest.mark.parametrize("files", [FORMAT1, FORMAT2], ids=["format1", "format2"])
def test_every_save_is_opened_and_played_on(
    files: list[Path], tmp_path: Path, context_factory: Callable[..., BrowserContext]
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    links = [bring(data, file, running_deal=files is FORMAT1) for file in files]
    server = LiveServer(data, env=ENV)
    server.start()
    try:
        for file, link in zip(files, links, strict=True):
            page = context_factory("tablet").new_page()
            told = Seen(page)
            page.add_init_script("localStorage.setItem('table.settings', JSON.stringify({motion: 'none'}))")
            sit_down(page, server.url + link, look_closely=file is files[0])
            expect(page.locator("#table")).to_be_visible()
            if files is FORMAT1:
                look_at_the_hand(page, told, file)
            page.evaluate(PLAY)
            whole = files is FORMAT2 or file in WHOLE
            while (started := told.one("deal_started") if whole else told.act_of(3)) is None:
                # A frame is heard while Playwright waits for something.
                page.wait_for_function("() => document.querySelector('#table')")
            if file in WHOLE:
                ended = told.one("deal_ended")
                assert ended is not None and ended["scores"] == started["scores"]
                assert started["ruleset"] == f"{file.name.rpartition('_')[0]}/2"
            expect(page.locator(".hand .t").first).to_be_visible()
            if file is files[-1]:
                save_leave_and_continue(page, server.url)
            page.close()
    finally:
        server.stop()


def look_at_the_hand(page: Page, told: Seen, file: Path) -> None:
    """It is the file's, and played by the rules of its time."""
    hand = json.loads(file.read_bytes())["hands"][3]
    expect(page.locator(".hand .t").nth(len(hand) - 1)).to_be_visible()
    assert not Counter(hand) - Counter(told.snapshot["view"]["seats"][3]["hand"])
    assert told.snapshot["view"]["ruleset"] == f"{file.name.rpartition('_')[0]}/1"
