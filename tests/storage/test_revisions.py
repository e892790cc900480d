"""Databases that earlier versions of the program left, with matches in them: brought up to date they are played on, and brought
back they hold what they held.

`revisions` has one of each released schema, as a server of that version wrote it: four people at each of three tables in
the middle of a deal, and a match that is over. Numbers that the database itself gives (`id` of log rows) are left out.
`keep_revision` makes the next one.
"""

import asyncio
import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Boolean, LargeBinary, MetaData, insert, make_url, select
from sqlalchemy.engine import Connection

from mahjong_club.bots import choose
from mahjong_club.history.records import events_of
from mahjong_club.history.verification import verify_record
from mahjong_club.lobby.records import record_json
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump
from mahjong_club.storage import migrate
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.matches import Setups, load_match
from tests.play.support import FakeTicker, World

FOLDER = Path(__file__).with_name("revisions")
REVISIONS = sorted(file.name.removesuffix(".json.gz") for file in FOLDER.iterdir())
Rows = dict[str, list[dict[str, Any]]]


def left_by(revision: str) -> Rows:
    content = json.loads(gzip.decompress((FOLDER / f"{revision}.json.gz").read_bytes()))
    assert content["revision"] == revision
    return {
        name: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        for name, table in content["tables"].items()
    }


def put(connection: Connection, rows: Rows) -> None:
    found = MetaData()
    found.reflect(connection)
    for table in found.sorted_tables:
        if not rows.get(table.name):
            continue
        kinds = {column.name: column.type for column in table.columns}
        connection.execute(
            insert(table),
            [{name: _bound(kinds[name], value) for name, value in row.items()} for row in rows[table.name]],
        )


def filled(connection: Connection, revision: str, rows: Rows) -> None:
    migrate.remake(connection, revision)
    put(connection, rows)


def _bound(kind: object, value: Any) -> Any:
    if isinstance(kind, LargeBinary):
        return value.encode()
    return bool(value) if isinstance(kind, Boolean) else value


def held(connection: Connection, rows: Rows) -> Rows:
    """What is in the database of the tables and columns that ``rows`` has."""
    found = MetaData()
    found.reflect(connection)
    out: Rows = {}
    for name, wanted in rows.items():
        columns = [found.tables[name].columns[column] for column in (wanted[0] if wanted else ())]
        read: Any = connection.execute(select(*columns)).mappings() if columns else []
        out[name] = [
            {column: value.decode() if isinstance(value, bytes) else value for column, value in row.items()} for row in read
        ]
    return out


def same(found: Rows, rows: Rows) -> bool:
    return all(sorted(map(repr, found[name])) == sorted(map(repr, _as_python(found[name], rows[name]))) for name in rows)


def _as_python(found: list[dict[str, Any]], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """SQLite wrote truth values as numbers."""
    truths = {name for row in found for name, value in row.items() if isinstance(value, bool)}
    return [{name: bool(value) if name in truths else value for name, value in row.items()} for row in rows]


@pytest.fixture
def old_url(database_url: str) -> str:
    """An address where nothing is yet."""
    if make_url(database_url).get_backend_name() != "sqlite":
        migrate.upgrade(database_url)
        migrate.downgrade(database_url, "base")
    return database_url


def test_every_released_schema_is_here() -> None:
    assert set(migrate.revisions()[:-1]) <= set(REVISIONS) <= set(migrate.revisions())


@pytest.mark.parametrize("revision", REVISIONS)
async def test_matches_of_an_old_schema_are_played_on(revision: str, old_url: str) -> None:
    rows = left_by(revision)
    await asyncio.to_thread(migrate.apart, old_url, lambda connection: filled(connection, revision, rows))
    assert await asyncio.to_thread(migrate.upgrade, old_url) == (revision, migrate.newest())
    assert same(await asyncio.to_thread(migrate.apart, old_url, lambda c: held(c, rows)), rows)
    database = open_database(old_url)
    await database.open()
    try:
        states = {row["id"]: row["state"] for row in rows["matches"]}
        assert sorted(states.values()) == ["over", "running", "running", "running"]
        for match_id, state in states.items():
            await (verified(database, match_id) if state == "over" else played_on(database, match_id))
    finally:
        await database.close()
    # Going back loses no row that there was; what was played meanwhile stays, too.
    await asyncio.to_thread(migrate.downgrade, old_url, revision)
    back = await asyncio.to_thread(migrate.apart, old_url, lambda c: held(c, rows))
    for name in set(rows) - {"snapshots"}:
        assert {*map(repr, _as_python(back[name], rows[name]))} <= {*map(repr, back[name])}, name
    assert len(back["match_events"]) > len(rows["match_events"])
    assert await asyncio.to_thread(migrate.upgrade, old_url) == (revision, migrate.newest())


async def verified(database: Database, match_id: str) -> None:
    match = await database.query(lambda session: load_match(session, match_id))
    assert match is not None and len(match.standings) == 4
    record = json.loads(record_json(match, await database.read(match_id)))
    assert record["complete"] and len(events_of(await database.read(match_id))) == len(record["events"])
    assert {check.outcome for check in verify_record(record)} == {"holds"}


async def played_on(database: Database, match_id: str) -> None:
    """The state from the snapshot is the one that the events tell; then somebody comes back and somebody's act is taken."""
    # Later than everything in the files.
    ticker = FakeTicker(200_000_000_000.0)
    tables = Tables(
        database,
        database.snapshots,
        Setups(database),
        ticker=ticker,
        rules_for=rules_for,
        choose=choose,
        rng=lambda: random.Random(1),
    )
    table = await tables.get(match_id)
    told = MatchState(rules_for)
    for entry in await database.read(match_id):
        evolve(told, decode_stored(entry.kind, entry.payload))
    assert dump(table.state) == dump(told)
    world = World(table.setup, ticker=ticker)
    world.tables = tables
    clients = [await world.join(seat) for seat in range(4)]
    asked = next(client for client in clients if client.prompt is not None)
    before = table.state.seq
    assert (await asked.act())["type"] == "accepted"
    assert await database.read(match_id, before)
    await tables.close()
