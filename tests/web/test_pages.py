"""The pages as a browser gets them: languages, headers, people's names as text, the right page for the state of a table."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from mahjong_club.rules.names import ACTION_TYPES, EVENTS_BY_NAME
from mahjong_club.rules.variants.registry import listed
from tests.support.server import LiveServer

PAGES = ("/", "/rules", "/verify", "/docs", *(f"/rules/{each.id}" for each in listed()))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One server for this module's pages."""
    server = LiveServer(tmp_path_factory.mktemp("pages") / "data")
    server.start()
    yield server
    server.kill()


@contextmanager
def visitor(club: LiveServer, name: str | None = None, **headers: str) -> Iterator[httpx.Client]:
    with httpx.Client(
        base_url=club.url, headers={"accept": "text/html", **headers}, trust_env=False, verify=False, timeout=20
    ) as client:
        if name is not None:
            client.post("/api/v1/guests", json={"name": name}).raise_for_status()
        yield client


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["zh-Hant", "en", "ja"])
def test_pages_in_every_language(club: LiveServer, path: str, language: str) -> None:
    with visitor(club) as client:
        answer = client.get(path, params={"lang": language})
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    # Addresses of the interface have braces of their own.
    assert not re.search(r"\{[a-z_]+\}", re.sub(r"<code.*?</code>", "", answer.text))


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(club: LiveServer, path: str) -> None:
    with visitor(club) as client:
        answer = client.get(path)
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=\"/static/)", answer.text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", answer.text)
    assert "unsafe" not in answer.headers["content-security-policy"]


def test_every_file_a_page_names_is_served(club: LiveServer) -> None:
    with visitor(club) as client:
        wanted = {link for path in PAGES for link in re.findall(r"(?:src|href)=\"(/static/[^\"]+)\"", client.get(path).text)}
        assert {link for link in wanted if client.get(link).status_code != 200} == set()
    assert len(wanted) >= 8


def test_a_chosen_language_is_kept(club: LiveServer) -> None:
    with visitor(club, **{"accept-language": "en"}) as client:
        assert '<html lang="en">' in client.get("/").text
        client.get("/", params={"lang": "ja"})
        assert '<html lang="ja">' in client.get("/").text


def test_names_are_text(club: LiveServer) -> None:
    name = "<b>Mei</b>&\"'"
    with visitor(club, name) as client:
        page = client.get("/").text
    assert "<b>Mei" not in page
    assert "&lt;b&gt;Mei&lt;/b&gt;&amp;&#34;&#39;" in page


def test_a_page_that_is_not_there_says_so_in_the_readers_language(club: LiveServer) -> None:
    with visitor(club, **{"accept-language": "ja"}) as client:
        for path, sentence in (
            ("/nowhere", "見つかりません"),
            ("/table/ABCDEF", "コードの卓"),
            ("/records/0", "その対局"),
            ("/rules/none", "ルール"),
        ):
            answer = client.get(path)
            assert 400 <= answer.status_code < 500, path
            assert sentence in answer.text, path


def test_a_table_is_a_waiting_room_until_its_match_runs(club: LiveServer) -> None:
    with visitor(club, "Host") as host:
        code = host.post("/api/v1/tables", json={"bots": 3, "window_ms": 0}).json()["code"]
        assert 'id="room"' in host.get(f"/table/{code}").text
        match = host.post(f"/api/v1/tables/{code}/start", json={}).json()["match"]["id"]
        page = host.get(f"/table/{code}").text
        assert 'id="room"' not in page
        assert match in page


def test_the_invite_is_a_picture(club: LiveServer) -> None:
    with visitor(club, "Host") as host:
        code = host.post("/api/v1/tables", json={}).json()["code"]
        answer = host.get(f"/table/{code.lower()}/invite.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(answer.text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "style=" not in answer.text


def test_the_record_page_of_a_running_match_shows_no_hidden_tiles(club: LiveServer) -> None:
    with visitor(club, "Host") as host:
        match = host.post("/api/v1/quickstart", json={"variant": "hong_kong"}).json()["match"]["id"]
    with visitor(club) as stranger:
        page = stranger.get(f"/records/{match}", params={"lang": "en"})
        record = stranger.get(f"/api/v1/matches/{match}/record").json()
    assert page.status_code == 200
    assert "still being played" in page.text
    assert not any(event["type"] == "deal_started" for event in record["events"])


def test_every_request_of_the_interface_is_on_its_page(club: LiveServer) -> None:
    with visitor(club) as client:
        described = client.get("/openapi.json").json()["paths"]
        page = unescape(client.get("/docs").text)
    for path, operations in described.items():
        for method in operations:
            assert f"<b>{method.upper()}</b> {path}<" in page


def test_the_glossary_knows_every_wire_name(root_dir: Path) -> None:
    glossary = (root_dir / "docs" / "glossary.md").read_text(encoding="utf-8")
    names = {*ACTION_TYPES, *EVENTS_BY_NAME}
    assert {name for name in names if f"`{name}`" not in glossary} == set()
