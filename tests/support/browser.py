"""How the tests start Chromium, the sizes they look at, and the ear they keep on what a page complains about."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, ViewportSize, WebError

Size = Literal["phone", "landscape", "tablet", "desktop"]
Locale = Literal["zh-Hant", "en", "ja"]

SIZES: dict[Size, ViewportSize] = {
    "phone": {"width": 360, "height": 640},
    "landscape": {"width": 844, "height": 390},
    "tablet": {"width": 1024, "height": 768},
    "desktop": {"width": 1920, "height": 1080},
}
TOUCH_SIZES: frozenset[Size] = frozenset({"phone", "landscape", "tablet"})
# What a browser in that language asks for.
BROWSER_LOCALES: dict[Locale, str] = {"zh-Hant": "zh-TW", "en": "en-GB", "ja": "ja-JP"}

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

_OWN_HOSTS = {"127.0.0.1", "localhost", "::1"}


@dataclass  # without slots: Playwright keeps an attribute of its own on the owner of a handler
class BrowserErrors:
    """Console errors, uncaught exceptions and requests to foreign hosts, of every context of one test."""

    seen: list[str] = field(default_factory=list)
    _allowed: list[re.Pattern[str]] = field(default_factory=list)

    def allow(self, pattern: str) -> None:
        """Lets errors pass that the test causes on purpose (a killed server, a 404); a regular expression, searched."""
        self._allowed.append(re.compile(pattern))

    def unexpected(self) -> list[str]:
        return [error for error in self.seen if not any(pattern.search(error) for pattern in self._allowed)]

    def listen_to(self, context: BrowserContext) -> None:
        """For as long as the context is open."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_web_error)
        context.on("request", self._on_request)

    @contextmanager
    def listening_to(self, context: BrowserContext) -> Iterator[None]:
        """For a while."""
        self.listen_to(context)
        yield
        context.remove_listener("console", self._on_console)
        context.remove_listener("weberror", self._on_web_error)
        context.remove_listener("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.seen.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_web_error(self, error: WebError) -> None:
        self.seen.append(f"uncaught: {error.error}")

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in {"http", "https", "ws", "wss"} and address.hostname not in _OWN_HOSTS:
            self.seen.append(f"foreign host: {request.url}")
