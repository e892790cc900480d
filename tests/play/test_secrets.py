"""A walk over every byte that each viewer is sent in random matches: no tile that is hidden from him, no seed, no answer of
another seat before its time."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from mahjong_club.rules.tiles import ALL_TILES
from tests.play.support import Client, World, play_on, setup_of

#: Where tiles may stand in an event of another seat, because they lie open on the table or the deal is over.
OPEN = {
    "bonus_exposed": {"tile"},
    "discarded": {"tile"},
    "meld_claimed": {"meld"},
    "kong_declared": {"meld"},
    "indicator_revealed": {"tile"},
    "deal_won": {"tile", "hand", "blocks", "indicators"},
    "deal_drawn": {"shown"},
    "deal_ended": {"wall"},
}


def tiles_in(value: Any) -> Iterator[str]:
    """Every tile anywhere in a value, also inside longer texts such as a wall."""
    if isinstance(value, str):
        if value in ALL_TILES or (len(value) > 8 and value[:2] in ALL_TILES and value[2:4] in ALL_TILES):
            yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from tiles_in(key)
            yield from tiles_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from tiles_in(item)


def check_event(item: dict[str, Any], viewer: int | None) -> None:
    """Tiles stand only in open fields, in the viewer's own events, or at his own place of a list of four."""
    assert item["type"] != "claim_answered"
    assert "secret" not in item or item["type"] in ("deal_ended", "match_ended")
    own = viewer is not None and item.get("seat") == viewer
    for name, value in item.items():
        if name in OPEN.get(item["type"], ()) or own:
            continue
        if name in ("hands", "answers", "locks"):
            assert all(entry is None for seat, entry in enumerate(value) if seat != viewer)
        elif name != "options":
            assert not list(tiles_in(value)), (item["type"], name)


def check_view(view: dict[str, Any], viewer: int | None) -> None:
    assert "wall" not in view
    assert "secret" not in view
    for seat, side in enumerate(view["seats"]):
        if seat != viewer:
            assert side["hand"] is None
            assert side["drawn"] in (None, "?")
            assert side["lock"] is None
    if view["window"] is not None:
        assert "options" not in view["window"]
        assert all(answer is None for seat, answer in enumerate(view["window"]["answers"]) if seat != viewer)


def check(client: Client, secret: str) -> int:
    over = False
    for _, data in client.connection.raw:
        frame = json.loads(data)
        if frame["type"] == "events":
            for item in frame["items"]:
                check_event(item, client.seat)
                over |= item["type"] == "match_ended"
        elif frame["type"] == "snapshot":
            check_view(frame["view"], client.seat)
        elif client.seat is None:
            assert frame["type"] in ("presence", "said", "notice", "pong")
        else:
            assert frame["type"] in ("presence", "prompt", "accepted", "refused", "notice")
        assert over or secret.encode() not in data
    return len(client.connection.raw)


@pytest.mark.parametrize("seed", range(5))
async def test_nobody_is_sent_what_he_may_not_know(seed: int) -> None:
    secret = f"{0xC0 + seed:02x}" * 32
    world = World(setup_of(secret=secret, window_ms=100 * (seed % 2)))
    clients = [await world.join(seat) for seat in range(4)]
    others = [await world.join(None)]
    table = await world.table()
    rng = random.Random(seed)
    for step in range(60, 600, 60):
        await play_on(world, clients, lambda step=step: table.state.seq > step, rng)  # type: ignore[misc]
        # Second tabs and spectators come in the middle of everything.
        others.append(await world.join(None, since=rng.randrange(table.state.seq)))
        watcher = await world.join(rng.randrange(4), since=rng.choice([None, rng.randrange(table.state.seq)]))
        others.append(watcher)
        await watcher.leave()
    assert table.state.number > 1
    assert sum(check(client, secret) for client in (*clients, *others)) > 1_000


async def test_a_refused_act_tells_nothing_about_others() -> None:
    """The same acts are refused with the same bytes, whatever the others hold."""
    from tests.play.test_hidden import hidden_swaps, swapped

    setup = setup_of(window_ms=1_000)
    heard = []
    for pairs in ([], hidden_swaps(setup)):
        world = World(setup, deal=swapped(pairs))
        clients = [await world.join(seat) for seat in range(4)]
        mine = clients[3]
        frame = clients[0].act_frame()
        for number, action in enumerate(
            [{"type": "win"}, {"type": "pung", "tiles": ["1m", "1m"]}, {"type": "kong", "form": "exposed", "tile": "1m"},
             {"type": "chow", "tiles": ["1m", "2m"]}, {"type": "discard", "tile": "1m"}, {"type": "abort_deal"}]
        ):  # fmt: skip
            await mine.send(frame | {"id": f"r{number}", "action": action})
            await mine.send({"type": "ask", "id": f"q{number}", "what": "why_not", "action": action})
        await mine.send({"type": "ask", "id": "w", "what": "waits"})
        heard.append([data for _, data in mine.connection.raw])
    assert heard[0] == heard[1]
