"""What holds for every request: headers, codes, sizes, origins, and the description of the interface."""

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mahjong_club.accounts.problems import STATUS
from tests.support.club import Club


async def test_every_answer_forbids_foreign_scripts(club: Club) -> None:
    guest = await club.guest("Mei")
    for path in ("/healthz", "/rules", "/static/css/base.css", "/api/v1/tables", "/nothing", "/openapi.json"):
        response = await guest.client.get(path)
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["x-content-type-options"] == "nosniff"


async def test_health(club: Club) -> None:
    guest = await club.stranger()
    assert (await guest.client.get("/healthz")).json() == {"status": "ok"}
    assert (await guest.client.get("/readyz")).json() == {"status": "ready"}
    await club.app.state.database.close()
    assert (await guest.client.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("GET", "/nothing", None, (404, "not_found")),
        ("DELETE", "/tables", None, (405, "method_not_allowed")),
        ("GET", "/tables/ZZZZZZ", None, (404, "table_not_found")),
        ("GET", "/tables/..%2F..", None, (404, "not_found")),
        ("GET", "/matches/00ff", None, (404, "match_not_found")),
        ("GET", "/matches/00ff/record", None, (404, "match_not_found")),
        ("POST", "/matches/00ff/ticket", {}, (404, "match_not_found")),
        ("GET", "/matches/%00", None, (400, "bad_request")),
        ("POST", "/guests", {"name": 7}, (400, "bad_request")),
        ("POST", "/guests", [1], (400, "bad_request")),
        ("POST", "/guests", {"name": "x" * 70_000}, (413, "too_large")),
    ],
)
async def test_refusals_have_a_code(club: Club, method: str, path: str, body: object, expected: tuple[int, str]) -> None:
    assert await (await club.guest("Mei")).refused(method, path, body) == expected


async def test_malformed_bodies_are_refused(club: Club) -> None:
    guest = await club.stranger()
    for content in (b"{", b"\xff\xfe", b'{"name":NaN}', b"[" * 20_000):
        response = await guest.client.post("/api/v1/guests", content=content, headers={"content-type": "application/json"})
        assert (response.status_code, response.json()["error"]["code"]) == (400, "bad_request"), content[:10]


async def test_a_body_without_a_length_is_counted(club: Club) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b"x" * 4_096

    guest = await club.stranger()
    response = await guest.client.post("/api/v1/guests", content=endless(), headers={"content-type": "application/json"})
    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://club.test", 201), ("http://evil.test", 403), ("null", 403), ("http://club.test.evil.test", 403)],
)
async def test_pages_of_other_sites_change_nothing(club: Club, origin: str, status: int) -> None:
    guest = await club.stranger()
    response = await guest.ask("POST", "/guests", {"name": "Mei"}, headers={"origin": origin})
    assert response.status_code == status
    if status == 403:
        assert response.json()["error"]["code"] == "wrong_origin"
        assert (await guest.client.get("/rules", headers={"origin": origin})).status_code == 200


async def test_a_locked_database_is_said_to_be_unavailable(club: Club, tmp_path: Path) -> None:
    guest = await club.guest("Mei")
    with sqlite3.connect(tmp_path / "data" / "club.sqlite3", isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        assert await guest.refused("POST", "/tables", {}) == (503, "storage_unavailable")
        other.execute("ROLLBACK")
    await guest.post("/tables", {})


async def test_names_are_text_on_pages(club: Club) -> None:
    guest = await club.guest("<img src=x>")
    code = (await guest.post("/tables", {}))["code"]
    response = await guest.client.get(f"/table/{code}", headers={"accept": "text/html"})
    assert response.status_code == 200
    assert "<img src=x>" not in response.text


async def test_people_get_pages_in_their_language(club: Club) -> None:
    guest = await club.stranger()
    texts = set()
    for language in ("zh-Hant", "en", "ja"):
        response = await guest.client.get("/rules", headers={"accept-language": language})
        assert f'<html lang="{language}"' in response.text
        texts.add(response.text)
    assert len(texts) == 3
    await guest.client.get("/rules", params={"lang": "ja"})
    assert '<html lang="ja"' in (await guest.client.get("/rules")).text
    missing = await guest.client.get("/no/such/page", headers={"accept": "text/html"})
    assert missing.status_code == 404
    assert "<html" in missing.text


async def test_the_interface_is_described_with_its_errors(club: Club) -> None:
    described = (await (await club.stranger()).client.get("/openapi.json")).json()
    for path, operations in described["paths"].items():
        if not path.startswith("/api/v1/") or path.endswith("frames.json"):
            continue
        for operation in operations.values():
            answer = operation["responses"]["409"]["content"]["application/json"]["schema"]
            assert answer == {"$ref": "#/components/schemas/ErrorBody"}, path
            assert "422" not in operation["responses"]


async def test_frames_are_described(club: Club) -> None:
    schema = (await (await club.stranger()).client.get("/api/v1/schema/frames.json")).json()
    assert {"client", "server"} <= set(schema["$defs"])


def test_every_code_has_its_sentence_in_every_language(root_dir: Path) -> None:
    for language in ("zh-Hant", "en", "ja"):
        file = root_dir / "static" / "i18n" / language / "errors.json"
        assert set(STATUS) <= set(json.loads(file.read_text(encoding="utf-8"))), language
