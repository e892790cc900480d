"""/metrics: the figures move with what happens, and only who may sees them."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from mahjong_club.app import wind_down
from tests.support.club import open_club
from tests.support.server import LiveServer
from tests.system.sitting import Sitting

TOKEN = "a-token-that-is-long-enough"


def samples(text: str) -> dict[str, float]:
    """Values by name, with the labels that tell them apart."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}" if labels else sample.name] = sample.value
    return found


async def test_the_figures_follow_a_match(live_server: LiveServer) -> None:
    sitting = Sitting(live_server.url, "hong_kong/2", "metrics", {"rounds": 1})
    async with httpx.AsyncClient(base_url=live_server.url, trust_env=False, verify=False) as http:

        async def figures() -> dict[str, float]:
            answer = await http.get("/metrics")
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/plain; version=")
            return samples(answer.text)

        before = await figures()
        assert before["mahjong_live_tables"] == before["mahjong_sockets"] == before["mahjong_moves_total"] == 0
        await sitting.begin()
        await sitting.resume(compare=False)
        watcher = await sitting.players[0].socket()
        await sitting.play(lambda: min(player.seq or 0 for player in sitting.players) >= 40)
        now = await figures()
        assert now["mahjong_live_tables"] == 1
        assert now["mahjong_sockets"] == 4, "a socket that said no hello is at no table"
        assert now["mahjong_bots"] == 0
        acts = sum(len(player.accepted) for player in sitting.players)
        assert now["mahjong_moves_total"] >= acts > 0
        assert now["mahjong_append_seconds_count"] >= 4
        assert now["mahjong_append_seconds_bucket{le=+Inf}"] == now["mahjong_append_seconds_count"]
        assert now["mahjong_append_failures_total"] == 0

        stale = {"type": "act", "id": "stale", "prompt": 1, "seq": 1, "action": {"type": "pass"}}
        await sitting.players[0].send(stale)
        refused = await sitting.players[0].wait_for("refused", id="stale")
        assert (await http.get("/api/v1/tables/NOSUCH")).status_code == 404
        then = await figures()
        assert then[f"mahjong_refused_total{{code={refused['code']},where=table}}"] >= 1
        assert then["mahjong_refused_total{code=table_not_found,where=http}"] == 1

        left = sitting.players[3]
        await left.call("POST", f"/tables/{sitting.code}/leave", {})
        await sitting.players[0].wait_for("presence")
        while (await figures())["mahjong_bots"] != 1:
            await sitting.players[0].take()
        watcher.transport.abort()
    await sitting.close()


async def test_nobody_from_elsewhere_reads_them(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:

        async def status(address: str, **headers: str) -> int:
            transport = httpx.ASGITransport(app=club.app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://club") as http:
                return (
                    await http.get("/metrics", headers={name.replace("_", "-"): text for name, text in headers.items()})
                ).status_code

        for near in ("127.0.0.1", "127.8.0.1", "::1", "::ffff:127.0.0.1"):
            assert await status(near) == 200, near
        for far in ("192.0.2.7", "10.0.0.1", "2001:db8::1", "::ffff:192.0.2.7", "testclient"):
            assert await status(far) == 404, far
        # A proxy on this machine asks for somebody else.
        assert await status("127.0.0.1", x_forwarded_for="127.0.0.1") == 404
        assert await status("127.0.0.1", forwarded="for=192.0.2.7") == 404
        assert await status("192.0.2.7", authorization="Bearer ") == 404


async def test_with_a_token_only_who_has_it_reads_them(tmp_path: Path) -> None:
    async with open_club(tmp_path, metrics_token=TOKEN) as club:
        for address in ("127.0.0.1", "192.0.2.7"):
            transport = httpx.ASGITransport(app=club.app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://club") as http:
                assert (await http.get("/metrics")).status_code == 404
                assert (await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}x"})).status_code == 404
                assert (await http.get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})).status_code == 200


async def test_a_database_that_is_gone_is_not_ready(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        client = (await club.stranger()).client
        await club.app.state.database.close()
        assert (await client.get("/readyz")).status_code == 503
        assert (await client.get("/healthz")).status_code == 200


async def test_a_database_that_takes_nothing_is_not_ready(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        client = (await club.stranger()).client
        with closing(sqlite3.connect(tmp_path / "club.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = await client.get("/readyz")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "storage_unavailable")
            other.execute("ROLLBACK")
        assert (await client.get("/readyz")).status_code == 200


async def test_a_server_that_is_about_to_stop_is_not_ready(tmp_path: Path) -> None:
    async with open_club(tmp_path) as club:
        client = (await club.stranger()).client
        await wind_down(club.app, asyncio.Event())
        answer = await client.get("/readyz")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "server_stopping")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
async def test_probes_need_no_cookie_and_are_not_kept(tmp_path: Path, path: str) -> None:
    async with open_club(tmp_path) as club:
        answer = await (await club.stranger()).client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answer.headers
