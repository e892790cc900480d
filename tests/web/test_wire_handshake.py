"""How a websocket begins, and what is no beginning of one."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.support.server import LiveServer
from tests.web.wire_peer import CLOSE, TEXT, Wire, echoing, frame, request, serving

EVIL = "https://elsewhere.example"


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    async with serving(echoing()) as found:
        yield found


async def test_the_answer_proves_that_the_request_was_understood(wire: Wire) -> None:
    async with wire.connection() as peer:
        peer.send(
            request(
                Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==",
                Sec_WebSocket_Extensions="permessage-deflate",
                Sec_WebSocket_Protocol="chat",
            )
        )
        status, head = await peer.answer()
    assert status == 101
    # The pair of key and answer that RFC 6455 1.3 works out.
    assert "sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=" in head
    assert "extensions" not in head
    assert "sec-websocket-protocol" not in head


@pytest.mark.parametrize("path", ["/ws", "/ws?x=1", "/ws?"])
@pytest.mark.parametrize("connection", ["Upgrade", "keep-alive, Upgrade", "upgrade"])
async def test_what_browsers_and_proxies_write_is_taken(wire: Wire, path: str, connection: str) -> None:
    async with wire.connection() as peer:
        peer.send(request(path=path, Connection=connection, Upgrade="WebSocket"))
        assert (await peer.answer())[0] == 101


REFUSED = {
    "another path": (request(path="/"), 404),
    "a longer path": (request(path="/ws/x"), 404),
    "a path with another end": (request(path="/wss"), 404),
    "no version": (request(Sec_WebSocket_Version=None), 400),
    "an old version": (request(Sec_WebSocket_Version="8"), 400),
    "no key": (request(Sec_WebSocket_Key=None), 400),
    "a key that is none": (request(Sec_WebSocket_Key="?"), 400),
    "a short key": (request(Sec_WebSocket_Key="MDEyMzQ1"), 400),
    "two keys": (request().replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"), 400),
    "a post": (request(method="POST"), 405),
    "a body": (request(Content_Length="2") + b"{}", 400),
    "very many headers": (request(**{f"X-{number}": "x" for number in range(300)}), 431),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_no_upgrade_for(wire: Wire, what: str) -> None:
    sent, status = REFUSED[what]
    async with wire.connection() as peer:
        peer.send(sent)
        answer, head = await peer.answer()
        assert answer == status
        assert "sec-websocket-accept" not in head
        await peer.ended()
    # Nobody who was refused is told that he is gone.
    assert [each.over.is_set() for each in wire.made] == [False]


@pytest.mark.parametrize("change", ["Connection", "Upgrade"])
async def test_what_does_not_ask_for_a_websocket_is_for_the_pages(wire: Wire, change: str) -> None:
    missing: dict[str, str | None] = {change: None}
    async with wire.connection() as peer:
        peer.send(request(path="/ws", method="GET", **missing))
        assert (await peer.answer())[0] == 404
    assert wire.made == []


async def test_a_request_in_pieces(wire: Wire) -> None:
    async with wire.connection() as peer:
        for at, _ in enumerate(whole := request()):
            peer.send(whole[at : at + 1])
            await peer.writer.drain()
        assert (await peer.answer())[0] == 101
        peer.send(frame(TEXT, b"in"))
        assert await peer.frame() == (TEXT, b"in")


async def test_a_client_must_wait_for_the_answer(wire: Wire) -> None:
    """RFC 6455 4.1: nothing may be sent before the server has answered. What shares a packet with the request is not heard."""
    async with wire.connection() as peer:
        peer.send(request() + frame(TEXT, b"too early"))
        assert (await peer.answer())[0] == 101
        peer.send(frame(TEXT, b"in time"))
        assert await peer.frame() == (TEXT, b"in time")


async def test_another_sites_page_gets_a_socket_and_nothing_through_it(live_server: LiveServer) -> None:
    """A browser sends its cookies with any page's websocket. Here only a ticket counts, and no other site gets one."""
    async with httpx.AsyncClient(base_url=live_server.url, trust_env=False, verify=False, timeout=20) as member:
        signed_in = await member.post("/api/v1/guests", json={"name": "Mei"})
        assert "samesite=lax" in signed_in.headers["set-cookie"].lower()
        stolen = await member.post("/api/v1/matches/m1/ticket", headers={"origin": EVIL})
        assert (stolen.status_code, stolen.json()["error"]["code"]) == (403, "wrong_origin")
        assert "access-control-allow-origin" not in stolen.headers
        cookie = "; ".join(f"{name}={value}" for name, value in member.cookies.items())
    assert cookie
    async with connect(f"{live_server.ws_url}/ws", proxy=None, origin=EVIL, additional_headers={"Cookie": cookie}) as ws:  # type: ignore[arg-type]
        await ws.send(json.dumps({"type": "hello", "protocol": 1, "ticket": "", "match": "m1"}))
        assert json.loads(await ws.recv()) == {"type": "bye", "code": "bad_ticket"}


async def test_refusals_leave_nothing_behind(wire: Wire) -> None:
    for sent, _ in REFUSED.values():
        async with wire.connection() as peer:
            peer.send(sent)
            await peer.ended()
    async with wire.peer() as peer:
        peer.send(frame(CLOSE))
        assert await peer.ended() == b"\x88\x00"
    assert wire.server.server_state.connections == set()
