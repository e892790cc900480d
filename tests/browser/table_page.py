"""The table's page with a line of its own: static files and the template come from here, the frames from a position."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from mahjong_club.rules.variants import registry
from mahjong_club.web.catalogues import Catalogues
from mahjong_club.web.made import Made
from mahjong_club.web.rules_pages import rules_page
from mahjong_club.web.templating import Templates

ROOT = Path(__file__).resolve().parents[2]
POSITIONS = ROOT / "tests" / "golden" / "positions"
PAGES = Templates(Catalogues(ROOT / "static" / "i18n"))
MADE = Made(ROOT / "static")
CSP = "default-src 'self'; connect-src 'self' ws:"
Json = dict[str, Any]


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        # Nothing of it changes while tests run; most of what a page asks for are pictures.
        if self.path.startswith("/static/"):
            self.send_header("Cache-Control", "max-age=3600")
        super().end_headers()

    def do_GET(self) -> None:
        lang = self.path.rsplit("lang=", 1)[-1] if "lang=" in self.path else "en"
        if self.path.startswith("/table/"):
            page = PAGES.render("table.html", language=lang, path="/table/QWERTY", match="m1", code="QWERTY", left=False)
        elif self.path.startswith("/rules/"):
            page = _rules(self.path.removeprefix("/rules/").split("?")[0], lang)
        elif made := MADE.find(self.path.removeprefix("/static/")):
            self._answer(made.data, made.media_type)
            return
        else:
            super().do_GET()
            return
        self._answer(page.encode(), "text/html; charset=utf-8")

    def _answer(self, body: bytes, media_type: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Security-Policy", CSP)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        body = b'{"ticket":"once","seat":0}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


def _rules(key: str, lang: str) -> str:
    t = PAGES.catalogues.translator(lang)
    page = rules_page(registry.ruleset(key), t, PAGES.catalogues.namespace(lang, "rules"))
    return PAGES.render("rules.html", language=lang, path=f"/rules/{key}", me=None, page=page, rulesets=registry.listed())


@contextmanager
def serving() -> Iterator[str]:
    """Serves the checkout's static folder and the table's page; gives the address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Handler, directory=str(ROOT)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@dataclass  # without slots: Playwright keeps an attribute of its own on the owner of a handler
class Line:
    """The other end of the page's socket: sends what a position says, and remembers what came."""

    position: Json
    heard: list[Json] = field(default_factory=list)
    sockets: list[WebSocketRoute] = field(default_factory=list)
    accept: bool = True

    def attach(self, page: Page) -> None:
        """The newest line of a page answers."""
        page.route_web_socket("**/ws", self._connected)

    def _connected(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda message: self._take(socket, str(message)))

    def _take(self, socket: WebSocketRoute, message: str) -> None:
        frame = json.loads(message)
        self.heard.append(frame)
        match frame["type"]:
            case "hello":
                for each in self.position["frames"]:
                    socket.send(json.dumps(each))
            case "ask" if frame["what"] in self.position["answers"]:
                answer = self.position["answers"][frame["what"]]
                socket.send(json.dumps({"type": "answer", "id": frame["id"], "what": frame["what"], **answer}))
            case "act" if self.accept:
                socket.send(json.dumps({"type": "accepted", "id": frame["id"], "seq": frame["seq"]}))

    def send(self, *frames: Json) -> None:
        """To the newest socket."""
        for frame in frames:
            self.sockets[-1].send(json.dumps(frame))

    def wait_for(self, page: Page, kind: str, count: int) -> list[Json]:
        """The first ``count`` frames of a kind; fails where they do not come."""
        deadline = time.monotonic() + 20
        while len(self.of(kind)) < count:
            assert time.monotonic() < deadline, f"{count} {kind} frames expected, heard: {self.heard}"
            page.wait_for_timeout(10)
        return self.of(kind)[:count]

    def of(self, kind: str) -> list[Json]:
        return [frame for frame in self.heard if frame["type"] == kind]


def load_position(name: str) -> Json:
    loaded: Json = json.loads((POSITIONS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


def open_table(page: Page, address: str, position: Json, lang: str = "en") -> Line:
    """Opens the page and waits until the position is drawn and every picture is there."""
    line = Line(position)
    line.attach(page)
    page.goto(f"{address}/table/QWERTY?lang={lang}")
    seq = position["frames"][0]["view"]["seq"]
    page.wait_for_selector(f'#table[data-connection="open"][data-seq="{seq}"]')
    page.evaluate("Promise.all([...document.images].filter((each) => each.src).map((each) => each.decode()))")
    return line
