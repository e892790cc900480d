"""The club as an app: manifests, service worker, the offline page and its list, static files under addresses with a version."""

import re
import struct
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from mahjong_club.web.catalogues import LANGUAGES
from mahjong_club.web.installed import SHELL
from mahjong_club.web.static import version_of
from tests.support.club import open_club


@pytest.fixture
async def visitor(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with open_club(tmp_path / "data") as club:
        yield (await club.stranger(accept="text/html")).client


def png_size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    return width, height


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_manifest_in_every_language_with_icons_of_the_size_it_says(visitor: httpx.AsyncClient, language: str) -> None:
    page = await visitor.get("/", params={"lang": language})
    link = re.search(r'<link rel="manifest" href="([^"]+)">', page.text)
    assert link and link[1] == f"/manifest/{language}.webmanifest"
    answer = await visitor.get(link[1])
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == language
    assert (manifest["id"], manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "/", "standalone")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"), ("512x512", "any"), ("192x192", "maskable"), ("512x512", "maskable"),
    }  # fmt: skip
    for icon in manifest["icons"]:
        picture = await visitor.get(icon["src"])
        assert "{}x{}".format(*png_size(picture.content)) == icon["sizes"]
    for shortcut in manifest["shortcuts"]:
        assert (await visitor.get(shortcut["url"])).status_code == 200
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page.text)
    assert touch and png_size((await visitor.get(touch[1])).content) == (180, 180)


async def test_the_names_differ_by_language_and_no_other_language_has_a_manifest(visitor: httpx.AsyncClient) -> None:
    names = {(await visitor.get(f"/manifest/{language}.webmanifest")).json()["name"] for language in LANGUAGES}
    assert len(names) == len(LANGUAGES)
    assert (await visitor.get("/manifest/fr.webmanifest")).status_code == 400


async def test_the_offline_page_is_listed_with_all_its_files_and_no_others(visitor: httpx.AsyncClient) -> None:
    answer = await visitor.get("/offline.json")
    assert answer.headers["cache-control"] == "no-cache"
    shell = answer.json()
    assert set(shell["pages"]) == set(LANGUAGES)
    assert len(shell["files"]) == len(SHELL)
    for url in shell["files"]:
        kept = await visitor.get(url)
        assert (kept.status_code, kept.headers["cache-control"]) == (200, "public, max-age=31536000, immutable"), url
    for language, url in shell["pages"].items():
        page = (await visitor.get(url)).text
        assert f'<html lang="{language}">' in page
        wanted = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page)) - set(shell["files"])
        assert {url for url in wanted if not url.endswith("apple-touch-icon.png")} == set()


async def test_every_page_names_the_version_of_the_offline_page(visitor: httpx.AsyncClient) -> None:
    version = (await visitor.get("/offline.json")).json()["version"]
    for path in ("/", "/rules", "/verify"):
        assert (await visitor.get(path)).headers["club-version"] == version, path


async def test_the_service_worker_may_serve_the_whole_club_and_is_the_same_in_every_version(
    visitor: httpx.AsyncClient, root_dir: Path
) -> None:
    answer = await visitor.get("/sw.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.text == (root_dir / "static" / "lobby" / "service_worker.js").read_text(encoding="utf-8")


async def test_nobodys_name_is_on_the_offline_page(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        guest = await club.guest("Mei-of-the-hall")
        assert "Mei-of-the-hall" in (await guest.client.get("/", headers={"accept": "text/html"})).text
        assert "Mei-of-the-hall" not in (await guest.client.get("/offline/en")).text


async def test_files_of_this_version_are_kept_for_good_and_of_another_are_not(tmp_path: Path) -> None:
    async with open_club(tmp_path / "data") as club:
        version = club.app.state.static.version
        client = (await club.stranger()).client
        plain = await client.get("/static/css/base.css")
        mine = await client.get(f"/static/v-{version}/css/base.css")
        other = await client.get("/static/v-000000000000/css/base.css")
        assert plain.content == mine.content == other.content
        assert plain.headers["cache-control"] == other.headers["cache-control"] == "no-cache"
        assert "immutable" in mine.headers["cache-control"]
        for path in ("v-xyz/css/base.css", f"v-{version}/../../pyproject.toml", f"v-{version}/nothing.js", f"v-{version}"):
            assert (await client.get(f"/static/{path}")).status_code == 404, path


async def test_every_page_asks_for_one_version(visitor: httpx.AsyncClient) -> None:
    for path in ("/", "/rules", "/verify", "/offline/ja"):
        links = re.findall(r'(?:src|href)="(/static/[^"]+)"', (await visitor.get(path)).text)
        assert links
        assert len({link.split("/")[2] for link in links}) == 1, path


def test_a_version_changes_with_a_name_and_with_a_content(tmp_path: Path) -> None:
    seen = set()
    for name, content in (("a.js", "1"), ("a.js", "2"), ("b.js", "2")):
        folder = tmp_path / f"{name}{content}"
        folder.mkdir()
        (folder / name).write_text(content)
        seen.add(version_of(folder))
    assert len(seen) == 3
