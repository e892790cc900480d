"""Four people with four devices meet at one table, play a whole deal by finger, mouse and keyboard, and go on with the second
one after the server was killed in the middle of it."""

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import overflow, violations
from tests.support.browser import TOUCH_SIZES, BrowserErrors, Locale, Size
from tests.support.server import LiveServer

Json = dict[str, Any]
ENV = {
    "MAHJONG_CLUB_WINDOW_MS": "0",
    "MAHJONG_CLUB_GRACE_MS": "0",
    "MAHJONG_CLUB_RESULT_MS": "600000",
}
#: Bounds a test that hangs; a deal takes a fraction of it.
DEAL_S = 200.0
#: After which a press is made again that led to nothing.
AGAIN_S = 0.4
#: What a page offers its person now: the words of the buttons, and how many tiles of the hand may be thrown. Nothing while an
#: answer is on its way, also where a slow machine has not yet drawn that.
OFFER = """() => {
    const asked = __table.state.prompt && !__table.state.pending;
    const shown = (query) => [...document.querySelectorAll(query)].filter((el) => el.getClientRects().length);
    return {
        acts: (asked ? shown('.act:not(.why)') : []).map((el) => ({win: el.matches('.win'), pass: el.dataset.word === 'pass'})),
        tiles: asked ? shown('.hand .t:not([aria-disabled])').length : 0,
        sheet: shown('.sheet').length > 0,
        seq: Number(document.querySelector('#table').dataset.seq),
    };
}"""


@dataclass(frozen=True)
class Device:
    """Somebody's device and what he uses on it."""

    name: str
    size: Size
    locale: Locale
    hand: Literal["touch", "mouse", "keyboard"]


DEVICES = (
    Device("Mei", "phone", "zh-Hant", "touch"),
    Device("Aiko", "landscape", "ja", "touch"),
    Device("Lin", "tablet", "zh-Hant", "mouse"),
    Device("Tom", "desktop", "en", "keyboard"),
)


class Player:
    """A person in front of a page."""

    def __init__(self, device: Device, page: Page, rng: random.Random) -> None:
        self.device = device
        self.page = page
        self.rng = rng
        self.acted_at = -1
        self.pressed_at = 0.0
        self.moves = 0

    # --- the lobby
    def create_table(self, server: LiveServer) -> str:
        self.page.goto(f"{server.url}/?lang={self.device.locale}")
        self.page.click("#create")
        self._sign_in()
        dialog = self.page.locator("dialog", has=self.page.locator("#create-title"))
        dialog.locator('label:has(input[name="clock"][value="none"])').click()
        dialog.locator("button[type=submit]").click()
        self.page.wait_for_url("**/table/*")
        return self.page.url.rsplit("/", 1)[1]

    def join(self, server: LiveServer, code: str, place: int) -> None:
        """By the invite link."""
        self.page.goto(f"{server.url}/table/{code}?lang={self.device.locale}")
        self.page.locator("#seats .seat").nth(place).get_by_role("button").first.click()
        self._sign_in()
        expect(self.page.locator(".seat.mine .name")).to_have_text(self.device.name)

    def _sign_in(self) -> None:
        self.page.fill("#nickname", self.device.name)
        self.page.click("dialog button[type=submit]")

    def get_ready(self) -> None:
        self.page.locator("#actions .btn.gold").first.click()
        expect(self.page.locator(".seat.mine.ready")).to_be_visible()

    # --- the table
    def offer(self) -> Json:
        found: Json = self.page.evaluate(OFFER)
        return found

    def move(self, offer: Json) -> bool:
        """Do what is asked, with the device's own means; false where nothing is asked, or was answered already.

        A tile that has only just come to its place is not thrown by a press: whoever sees it lie there presses again.
        """
        if offer["seq"] == self.acted_at and time.monotonic() < self.pressed_at + AGAIN_S:
            return False
        self.pressed_at = time.monotonic()
        if offer["acts"]:
            chosen = next((n for n, each in enumerate(offer["acts"]) if each["win"]), None)
            if chosen is None and offer["tiles"] == 0:
                chosen = self._one_of(offer["acts"])
            if chosen is not None:
                self.acted_at = offer["seq"]
                self._press(offer["acts"][chosen], chosen)
                return True
        if not offer["tiles"]:
            return False
        self.acted_at = offer["seq"]
        self._throw(self.rng.randrange(offer["tiles"]))
        return True

    def _one_of(self, acts: list[Json]) -> int:
        passing = next((n for n, each in enumerate(acts) if each["pass"]), 0)
        return passing if self.rng.random() < 0.6 else self.rng.randrange(len(acts))

    def _press(self, act: Json, number: int) -> None:
        self.moves += 1
        button = self.page.locator(".act:not(.why)").nth(number)
        if self.device.hand == "keyboard" and (act["win"] or act["pass"]):
            self.page.keyboard.press("w" if act["win"] else "Escape")
        elif self.device.hand == "touch":
            button.tap()
        else:
            button.click()

    def _throw(self, number: int) -> None:
        self.moves += 1
        tile = self.page.locator(".hand .t:not([aria-disabled])").nth(number)
        if self.device.hand == "keyboard":
            self.page.keyboard.press("End")
            self.page.keyboard.press("Enter")
        elif self.device.hand == "touch":
            # The first tap lifts the tile, the second throws it.
            lifted = self.page.locator(".hand .t.up")
            if not lifted.count():
                tile.tap()
                expect(lifted).to_have_count(1)
            lifted.tap()
        else:
            tile.click()


def play(players: list[Player], until: Callable[[list[Json]], bool]) -> None:
    """Everybody does what his page asks for until the condition holds of all pages."""
    deadline = time.monotonic() + DEAL_S
    while True:
        offers = [player.offer() for player in players]
        if until(offers):
            return
        moved = [player.move(offer) for player, offer in zip(players, offers, strict=True)]
        if not any(moved):
            players[0].page.wait_for_timeout(10)
        assert time.monotonic() < deadline, f"the deal did not end: {offers}"


def view(player: Player) -> Json:
    found: Json = player.page.evaluate("__table.state.view")
    return found


def seated(server: LiveServer, make: Callable[..., BrowserContext], rng: random.Random) -> list[Player]:
    players = [
        Player(device, make(device.size, device.locale, reduced_motion="reduce", **_fingers(device)).new_page(), rng)
        for device in DEVICES
    ]
    code = players[0].create_table(server)
    for place, player in enumerate(players[1:], 1):
        player.join(server, code, place)
    for player in players[1:]:
        player.get_ready()
    # The host is ready with the start of the match; whoever waits is taken along.
    players[0].page.locator("#actions .btn.gold").last.click()
    for player in players:
        if player.page.locator("#table").count() == 0:
            player.page.wait_for_selector("#table", state="attached")
        player.page.wait_for_selector('#table[data-connection="open"]')
    return players


def _fingers(device: Device) -> Json:
    touch = device.hand == "touch" and device.size in TOUCH_SIZES
    return {"has_touch": touch, "is_mobile": touch}


def look_round(players: list[Player]) -> None:
    """Nothing serious for axe to find, nothing to scroll sideways."""
    for player in players:
        assert violations(player.page) == [], player.device
        assert overflow(player.page) <= 0, player.device


@pytest.mark.slow
def test_four_devices_play_a_deal_and_go_on_after_a_kill(
    start_server: Callable[..., LiveServer], context_factory: Callable[..., BrowserContext], browser_errors: BrowserErrors
) -> None:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")
    server = start_server(env=ENV)
    players = seated(server, context_factory, random.Random(seed))
    play(players, lambda offers: all(offer["seq"] > 40 for offer in offers))
    look_round(players)
    play(players, lambda offers: all(offer["sheet"] for offer in offers))
    look_round(players)
    views = [view(player) for player in players]
    assert all(player.moves for player in players)
    for found in views[1:]:
        assert [found[name] for name in ("seq", "scores", "results", "number")] == [
            views[0][name] for name in ("seq", "scores", "results", "number")
        ]
    shown = [[seat for seat, side in enumerate(found["seats"]) if side["hand"] is not None] for found in views]
    assert sorted(shown) == [[0], [1], [2], [3]]
    for player in players:
        if player.device.hand == "keyboard":
            player.page.keyboard.press("n")
        elif player.device.hand == "touch":
            player.page.locator(".sheet .btn.main:visible").tap()
        else:
            player.page.locator(".sheet .btn.main:visible").click()
    for player in players:
        expect(player.page.locator(".sheet")).to_be_hidden()
    started = view(players[0])["seq"]
    play(players, lambda offers: all(offer["seq"] > started + 30 for offer in offers))

    browser_errors.allow("Failed to load resource|WebSocket connection|ERR_CONNECTION|ERR_EMPTY")
    before = [view(player) for player in players]
    server.kill()
    for player in players:
        expect(player.page.locator(".banner")).to_be_visible()
    server.start()
    for player in players:
        player.page.wait_for_selector('#table[data-connection="open"]', timeout=60_000)
        expect(player.page.locator(".banner")).to_be_hidden()
    after = [view(player) for player in players]
    for was, now in zip(before, after, strict=True):
        assert now["seq"] >= was["seq"]
        for name in ("number", "deal_commitment", "scores", "dealer", "entropy"):
            assert now[name] == was[name]
        for side, again in zip(was["seats"], now["seats"], strict=True):
            assert again["river"][: len(side["river"])] == side["river"]
            assert again["bonus"][: len(side["bonus"])] == side["bonus"]
    for player in players:
        player.acted_at = -1
    healed = max(now["seq"] for now in after)
    play(players, lambda offers: all(offer["seq"] > healed + 20 or offer["sheet"] for offer in offers))
