"""What makes the club an app on somebody's device: its manifest, its service worker, and the page without a network."""

import hashlib
import json
from typing import Any, Final, Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

from mahjong_club.web.catalogues import LANGUAGES
from mahjong_club.web.static import Static
from mahjong_club.web.templating import Templates

router = APIRouter(include_in_schema=False)
Language = Literal["zh-Hant", "en", "ja"]
THEME: Final = "#123b2a"
#: On every page: the version of what is kept for when there is no network.
VERSION_HEADER: Final = "club-version"
#: What the offline pages are made of.
SHELL: Final = (
    "css/base.css", "lobby/pages.css", "lobby/language.js", "lobby/app.js", "lobby/offline.js",
    "art/tiles/7z.svg", "art/tiles/5z.svg", "art/app/icon-192.png",
)  # fmt: skip
_ICONS: Final = (
    ("icon-192", 192, "any"),
    ("icon-512", 512, "any"),
    ("maskable-192", 192, "maskable"),
    ("maskable-512", 512, "maskable"),
)


def static_of(request: Request) -> Static:
    """The static files that ``app`` put into the application's state."""
    found: Static = request.app.state.static
    return found


def manifest(templates: Templates, static: Static, language: str) -> dict[str, Any]:
    """The web app manifest in one language. Its ``id`` is the same in all: it is one app."""
    t = templates.catalogues.translator(language)
    return {
        "id": "/",
        "name": t("lobby.app.name"),
        "short_name": t("lobby.app.short"),
        "description": t("lobby.app.about"),
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "orientation": "any",
        "theme_color": THEME,
        "background_color": THEME,
        "categories": ["games"],
        "icons": [
            {"src": static.address(f"art/app/{name}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for name, size, purpose in _ICONS
        ],
        "shortcuts": [{"name": t("lobby.nav.rules"), "url": "/rules"}, {"name": t("lobby.nav.verify"), "url": "/verify"}],
    }


@router.get("/manifest/{language}.webmanifest")
async def manifest_in(language: Language, request: Request) -> Response:
    """The manifest in the reader's language."""
    content = json.dumps(manifest(request.app.state.templates, static_of(request), language), ensure_ascii=False)
    return Response(content, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


@router.get("/offline/{language}", response_class=HTMLResponse)
async def offline(language: Language, request: Request) -> HTMLResponse:
    """What a browser without a network shows in place of any page. The same for everybody."""
    return HTMLResponse(_offline(request, language), headers={"content-language": language})


@router.get("/sw.js")
async def service_worker(request: Request) -> FileResponse:
    """The service worker. Its text is the same in every version; of a new one it learns from :data:`VERSION_HEADER`."""
    path = static_of(request).folder / "lobby" / "service_worker.js"
    return FileResponse(path, media_type="text/javascript", headers={"cache-control": "no-cache"})


@router.get("/offline.json")
async def offline_list(request: Request) -> JSONResponse:
    """What a browser keeps for when it has no network: the version, the page in each language, and their files."""
    return JSONResponse(shell_of(request), headers={"cache-control": "no-cache"})


def shell_of(request: Request) -> dict[str, Any]:
    """What ``/offline.json`` says, worked out once: neither files nor templates change while a server runs."""
    state = request.app.state
    if getattr(state, "shell", None) is None:
        static = static_of(request)
        digest = hashlib.sha256("".join(_offline(request, language) for language in LANGUAGES).encode())
        state.shell = {
            "version": f"{static.version}-{digest.hexdigest()[:8]}",
            "pages": {language: f"/offline/{language}" for language in LANGUAGES},
            "files": [static.address(path) for path in SHELL],
        }
    found: dict[str, Any] = state.shell
    return found


def _offline(request: Request, language: str) -> str:
    templates: Templates = request.app.state.templates
    return templates.render("offline.html", language=language, path="/")
