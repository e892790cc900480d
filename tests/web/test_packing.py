"""Static files go out packed where that is asked for."""

import gzip
from pathlib import Path

from fastapi import FastAPI
from fastapi.testclient import TestClient

from mahjong_club import resources
from mahjong_club.web.static import Static

SCRIPT = "/static/js/pages/table.js"


def client_of(folder: Path) -> TestClient:
    app = FastAPI()
    app.mount("/static", Static(folder))
    return TestClient(app)


def test_a_script_is_packed_once_asked_for_and_whole_otherwise() -> None:
    client = client_of(resources.static_dir())
    plain = client.get(SCRIPT, headers={"accept-encoding": "identity"})
    with client.stream("GET", SCRIPT, headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert answer.headers["content-type"] == plain.headers["content-type"]
    assert gzip.decompress(packed) == plain.content == (resources.static_dir() / "js/pages/table.js").read_bytes()
    assert int(answer.headers["content-length"]) == len(packed) < len(plain.content) / 2


def test_an_unchanged_file_is_not_sent_again_in_either_form() -> None:
    client = client_of(resources.static_dir())
    for encoding in ("gzip", "identity"):
        tag = client.get(SCRIPT, headers={"accept-encoding": encoding}).headers["etag"]
        again = client.get(SCRIPT, headers={"accept-encoding": encoding, "if-none-match": tag})
        assert (again.status_code, again.content) == (304, b"")


def test_a_changed_file_is_packed_anew(tmp_path: Path) -> None:
    file = tmp_path / "a.js"
    file.write_text("a;" * 500, encoding="utf-8")
    client = client_of(tmp_path)
    assert client.get("/static/a.js").text == "a;" * 500
    file.write_text("b;" * 500, encoding="utf-8")
    assert client.get("/static/a.js").text == "b;" * 500


def test_parts_of_a_file_and_pictures_are_not_packed(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("x" * 1000, encoding="utf-8")
    (tmp_path / "a.png").write_bytes(b"\x89PNG" + bytes(1000))
    client = client_of(tmp_path)
    part = client.get("/static/a.js", headers={"range": "bytes=0-9"})
    assert (part.status_code, part.text, "content-encoding" in part.headers) == (206, "x" * 10, False)
    assert "content-encoding" not in client.get("/static/a.png").headers
