"""What the page of the table costs a browser: bytes and time until it can be played at, time for each event, long frames.

A real Chromium is driven, at 4x throttle where a figure stands for a phone of middling speed. The page is observed from
inside (``table_probe.js``): a drawing's cost is the handling of its messages, the drawing, what is put off until after it, and
the style and layout work of all that, in processor time of the page's thread and by the clock. A drawing shows one event or
several, which share its cost; that of whole drawings is told beside it. A long frame is one that the browser itself reports;
those in which the page was at work for more than 50 ms are told from those that waited for what paints, which has no hardware
of its own here.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any, Final

from mahjong_club.benchmarks.club import serving
from mahjong_club.benchmarks.drawings import Drawing, drawings_in
from mahjong_club.benchmarks.report import PeerMissing, Progress, Report, Row, silent

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

THROTTLE: Final = 4
LOADS: Final = 5
DEALS: Final = 3
RULESETS: Final = ("hong_kong", "taiwanese", "riichi")
PHONE: Final = {"width": 360, "height": 640}
DESKTOP: Final = {"width": 1280, "height": 800}
_PROBE: Final = Path(__file__).with_name("table_probe.js")
#: Bots that are quick, but not so quick that two of their moves fall into one frame of the page.
_PACE: Final = {"MAHJONG_CLUB_BOT_MS": "70", "MAHJONG_CLUB_GRACE_MS": "0"}
_MOST_S: Final = 150
_ART: Final = "/static/art/tiles/"
_BROWSERS: Final = ("chromium", "chromium-headless-shell", "google-chrome")
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
)


@dataclass(frozen=True, slots=True)
class Load:
    """One visit with an empty cache."""

    kilobytes: float
    art_kilobytes: float
    requests: int
    playable_ms: float


@dataclass(frozen=True, slots=True)
class Played:
    """A match as the page went through it."""

    drawings: tuple[Drawing, ...]
    #: Frames above 50 ms, and how many of them the page's own work made so.
    long_ms: tuple[float, ...]
    blocked: int
    events: int


def run(progress: Progress | None = None, quick: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the one signature of all benchmarks
    """Everything; ``quick`` visits once and plays one deal of one variant. Raises :class:`PeerMissing` without a browser."""
    tell = progress or silent
    loads, deals, rulesets = (1, 1, RULESETS[:1]) if quick else (LOADS, DEALS, RULESETS)
    steps = loads + 2 * len(rulesets)
    report = Report("table")
    with _club() as address, _chromium() as browser:
        visits = []
        for turn in range(loads):
            tell(turn, steps, "opening the page")
            visits.append(_visit(browser, address))
        _report_loads(report, visits)
        for turn, ruleset in enumerate(rulesets):
            tell(loads + 2 * turn, steps, f"{ruleset}: the cost of an event")
            _report_costs(report, ruleset, _play(browser, address, ruleset, DESKTOP, throttle=1, deals=deals))
            tell(loads + 2 * turn + 1, steps, f"{ruleset}: long frames at {THROTTLE}x throttle")
            _report_frames(report, ruleset, _play(browser, address, ruleset, PHONE, throttle=THROTTLE, deals=deals))
    tell(steps, steps, "done")
    report.notes.append(f"Throttle: the browser's processor made {THROTTLE} times slower. The first visit: nothing in the cache.")
    return report.json()


def _report_loads(report: Report, visits: list[Load]) -> None:
    report.measure("page to playable table, without tile art", [visit.kilobytes for visit in visits], "kB", "<= 300")
    report.measure("its tile art", [visit.art_kilobytes for visit in visits], "kB")
    report.measure("requests until then", [visit.requests for visit in visits], "")
    report.measure(f"time to playable, {THROTTLE}x throttle", [visit.playable_ms for visit in visits], "ms", "<= 1500")


def _report_costs(report: Report, ruleset: str, played: Played) -> None:
    processor = [each.processor_ms for each in played.drawings]
    clock = [each.clock_ms for each in played.drawings]
    shared = [each.processor_ms / each.events for each in played.drawings for _ in range(each.events)]
    unit = "ms of processor"
    report.rows += [
        Row(f"{ruleset}, script and layout of an event, 95 of 100", quantiles(shared, n=20)[-1], unit, target="<= 4"),
        Row(f"{ruleset}, of a drawing, which shows one or several, 95 of 100", quantiles(processor, n=20)[-1], unit),
        Row(f"{ruleset}, the same, median of {len(processor)} drawings of {len(shared)} events", median(processor), unit),
        Row(f"{ruleset}, a drawing by the clock, 95 of 100", quantiles(clock, n=20)[-1], "ms"),
        Row(f"{ruleset}, the same, median", median(clock), "ms"),
    ]


def _report_frames(report: Report, ruleset: str, played: Played) -> None:
    what = f"{ruleset}, frames with more than 50 ms of work in {played.events} events, {THROTTLE}x throttle"
    report.rows += [
        Row(what, played.blocked, "", target="<= 0"),
        Row(f"{ruleset}, frames above 50 ms, with those that waited", len(played.long_ms), ""),
        Row(f"{ruleset}, longest frame above 50 ms", max(played.long_ms, default=None), "ms"),
    ]


@contextmanager
def _club() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="mahjong-club-bench-") as folder:
        before = {name: os.environ.get(name) for name in _PACE}
        os.environ.update(_PACE)
        try:
            with serving(Path(folder)) as server:
                yield f"http://{server.host}:{server.port}"
        finally:
            for name, value in before.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


@contextmanager
def _chromium() -> "Iterator[Browser]":
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as failure:
        raise PeerMissing("this benchmark drives a browser: pip install playwright") from failure
    executable = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if executable is None:
        raise PeerMissing("this benchmark drives Chromium, which is not installed; CHROMIUM names one that is elsewhere")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=_FLAGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def _page(browser: "Browser", size: dict[str, int], throttle: int) -> "Iterator[Page]":
    """A person's own browser with the probe in it."""
    phone = size is PHONE
    context = browser.new_context(viewport={"width": size["width"], "height": size["height"]}, has_touch=phone, is_mobile=phone)
    try:
        context.add_init_script(_PROBE.read_text(encoding="utf-8"))
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        yield page
    finally:
        context.close()


def _seat(context: "BrowserContext", address: str, ruleset: str) -> str:
    """A person at a table with three bots, the match begun; its address."""
    _call(context, f"{address}/api/v1/guests", {"name": "Bench"})
    wishes = {"ruleset": ruleset, "options": {"rounds": 1}, "clock": "none", "window_ms": 60, "bots": 3}
    code = _call(context, f"{address}/api/v1/tables", wishes)["code"]
    _call(context, f"{address}/api/v1/tables/{code}/ready", {"entropy": "bench"})
    if context.request.get(f"{address}/api/v1/tables/{code}").json()["state"] != "playing":
        _call(context, f"{address}/api/v1/tables/{code}/start", {})
    return f"{address}/table/{code}?lang=en"


def _call(context: "BrowserContext", url: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = context.request.post(url, data=body)
    if not answer.ok:
        raise RuntimeError(f"{url}: {answer.status} {answer.text()[:200]}")
    found: dict[str, Any] = answer.json()
    return found


def _visit(browser: "Browser", address: str) -> Load:
    with _page(browser, PHONE, THROTTLE) as page:
        line = page.context.new_cdp_session(page)
        urls: dict[str, str] = {}
        sizes: dict[str, float] = {}
        heard: list[float] = []
        line.on("Network.requestWillBeSent", lambda e: urls.update({e["requestId"]: e["request"]["url"]}))
        line.on("Network.loadingFinished", lambda e: sizes.update({e["requestId"]: e["encodedDataLength"]}))
        line.on("Network.webSocketFrameReceived", lambda e: heard.append(len(e["response"]["payloadData"].encode())))
        line.send("Network.enable")
        page.goto(_seat(page.context, address, "hong_kong"))
        page.wait_for_function("() => __probe.playable > 0", timeout=60_000)
        playable: float = page.evaluate("__probe.playable")
        page.wait_for_load_state("networkidle")
        art = {each for each, url in urls.items() if _ART in url}
        plain = sum(size for each, size in sizes.items() if each not in art) + sum(heard)
        return Load(plain / 1000, sum(sizes.get(each, 0.0) for each in art) / 1000, len(urls) - len(art), playable)


def _play(browser: "Browser", address: str, ruleset: str, size: dict[str, int], *, throttle: int, deals: int) -> Played:
    with _page(browser, size, throttle) as page:
        browser.start_tracing(page=page, categories=["blink.user_timing"])
        page.goto(_seat(page.context, address, ruleset))
        page.wait_for_function("() => __probe.playable > 0", timeout=60_000)
        page.evaluate("__playOn()")
        over = f"() => __table.state.view && (__table.state.view.phase === 'over' || __table.state.view.number > {deals})"
        page.wait_for_function(over, timeout=_MOST_S * 1000, polling=200)
        found = page.evaluate("__probe")
        drawings = tuple(drawings_in(browser.stop_tracing()))
        long_ms = tuple(each["ms"] for each in found["long"])
        return Played(drawings, long_ms, sum(each["blocked"] > 0 for each in found["long"]), found["events"])
