"""SIGTERM: the tables are warned, no match begins, everything is there after the next start and the clocks got the time back."""

import asyncio
import os
import signal
import time
from collections.abc import Callable

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from mahjong_club.app import warnings
from tests.support.server import LiveServer
from tests.system.client import Json, Player, Refused
from tests.system.sitting import Sitting, all_of

#: Longer than any test runs: who comes back sooner did not wait for the end of it.
FOR_EVER = {"MAHJONG_CLUB_SHUTDOWN_WARNING_S": "3600"}
Start = Callable[..., LiveServer]


async def seated(server: LiveServer) -> Sitting:
    """Four people who have played a little."""
    sitting = Sitting(server.url, "hong_kong/2", "shutdown", {"rounds": 1})
    await sitting.begin()
    await sitting.resume()
    await play_to(sitting, 12)
    return sitting


def at(player: Player) -> int:
    """The number of the last event the player knows."""
    assert player.seq is not None
    return player.seq


async def play_to(sitting: Sitting, number: int) -> None:
    """Everybody answers until he knows event ``number``."""
    await all_of(*(player.play(lambda p=player: at(p) >= number) for player in sitting.players))  # type: ignore[misc]


async def goodbye(player: Player) -> Json:
    """The last frame before the socket closes."""
    last: Json = {}
    try:
        while True:
            last = await player.take()
    except ConnectionClosed:
        return last


async def test_a_warned_server_goes_on_and_begins_nothing(start_server: Start) -> None:
    server = start_server(env=FOR_EVER)
    sitting = await seated(server)
    others = Sitting(server.url, "riichi/2", "others")
    for player in others.players:
        await player.sign_in()
    table = await others.players[0].call("POST", "/tables", others.wishes)

    os.kill(server.pid, signal.SIGTERM)
    for player in sitting.players:
        notice = await player.wait_for("notice", code="server_stopping")
        assert notice["params"] == {"seconds": 3600}
    for path, body in ((f"/tables/{table['code']}/start", {"fill": "club"}), ("/quickstart", {})):
        with pytest.raises(Refused) as refused:
            await others.players[0].call("POST", path, body)
        assert (refused.value.status, refused.value.code) == (503, "server_stopping")
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as http:
        assert (await http.get("/readyz")).status_code == 503
        assert (await http.get("/healthz")).status_code == 200
    # The running match goes on meanwhile.
    await play_to(sitting, max(map(at, sitting.players)) + 4)

    status = await asyncio.to_thread(server.stop)  # a second SIGTERM
    assert status == 0
    for player in sitting.players:
        assert await goodbye(player) == {"type": "bye", "code": "server_restarting"}
    await sitting.close()
    await others.close()


async def test_after_sigterm_the_match_is_there_and_the_time_is_given_back(start_server: Start) -> None:
    server = start_server()
    sitting = await seated(server)
    stopped = time.time()
    assert await asyncio.to_thread(server.stop) == 0
    for player in sitting.players:
        assert (await goodbye(player))["code"] == "server_restarting"
    known = [at(player) for player in sitting.players]
    await asyncio.to_thread(server.start)
    started = time.time()
    await sitting.resume()
    events = [player.told for player in sitting.players]
    for told, before in zip(events, known, strict=True):
        resumed = [number for number, event in told.items() if event["type"] == "match_resumed"]
        assert len(resumed) == 1
        assert resumed[0] > before
        credit = told[resumed[0]]
        assert credit["reason"] == "server_restart"
        assert credit["credit_ms"] >= (started - stopped) * 1000 - 1000
    await play_to(sitting, max(map(at, sitting.players)) + 20)
    await sitting.close()


async def test_with_nobody_connected_it_leaves_at_once(start_server: Start) -> None:
    server = start_server(env=FOR_EVER)
    sitting = await seated(server)
    for player in sitting.players:
        await player.leave()
    assert await asyncio.to_thread(server.stop) == 0
    await sitting.close()


async def test_the_last_one_who_leaves_ends_the_wait(start_server: Start) -> None:
    server = start_server(env=FOR_EVER)
    sitting = await seated(server)
    os.kill(server.pid, signal.SIGTERM)
    for player in sitting.players:
        await player.wait_for("notice", code="server_stopping")
    stopping = os.pidfd_open(server.pid)
    for player in sitting.players:
        await player.leave()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_reader(stopping, ended.set)
    await ended.wait()
    asyncio.get_running_loop().remove_reader(stopping)
    os.close(stopping)
    server.kill()
    await sitting.close()


async def test_ctrl_c_does_not_wait(start_server: Start) -> None:
    server = start_server(env=FOR_EVER)
    sitting = await seated(server)
    assert await asyncio.to_thread(server._end, signal.SIGINT) == 0
    for player in sitting.players:
        assert (await goodbye(player))["code"] == "server_restarting"
    await sitting.close()


async def test_the_warning_runs_out(start_server: Start) -> None:
    server = start_server(env={"MAHJONG_CLUB_SHUTDOWN_WARNING_S": "1"})
    sitting = await seated(server)
    assert await asyncio.to_thread(server.stop) == 0
    for player in sitting.players:
        assert (await goodbye(player))["code"] == "server_restarting"
    await sitting.close()


def test_warnings_come_again_near_the_end() -> None:
    assert warnings(30) == [(30, 20), (20, 10), (10, 5), (5, 0)]
    assert warnings(10) == [(10, 5), (5, 0)]
    assert warnings(3) == [(3, 0)]
    assert warnings(0) == []
