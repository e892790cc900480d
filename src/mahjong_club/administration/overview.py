"""What runs at this moment: tables with who is there, and the server itself."""

import platform
from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import make_url

from mahjong_club import __version__
from mahjong_club.administration import schemas
from mahjong_club.administration.service import Administration
from mahjong_club.administration.shapes import connection_out
from mahjong_club.lobby.tables import state_of
from mahjong_club.storage import figures
from mahjong_club.storage.tables import TableRecord, every_open_table

#: Parts of names of settings whose values nobody needs to see.
_SECRET: Final = ("token", "password", "secret", "key")
MASK: Final = "•••"


async def live_tables(club: Administration) -> list[schemas.LiveTable]:
    """Tables that are not closed: first those whose match is in memory."""
    found = await club.database.query(every_open_table)
    rows = [_table(club, table) for table in found]
    return sorted(rows, key=lambda row: (not row.connections, not row.live))


def _table(club: Administration, table: TableRecord) -> schemas.LiveTable:
    connections = club.connections.at(table.match_id) if table.match_id is not None else []
    return schemas.LiveTable(
        code=table.code,
        state=state_of(table),
        ruleset=table.ruleset_key,
        listed=table.listed,
        host=table.host_name,
        seats=[table.seats[place].name if place in table.seats else "" for place in range(4)],
        match=table.match_id,
        live=table.match_id is not None and club.tables.loaded(table.match_id) is not None,
        connections=[connection_out(each) for each in connections],
    )


async def system(club: Administration, settings: Mapping[str, Any]) -> schemas.SystemOut:
    """The server: what it is, what it was told, how much there is."""
    stored = await club.database.query(figures.count_everything)
    return schemas.SystemOut(
        version=__version__,
        schema_revision=stored.revision,
        database=stored.database,
        python=platform.python_version(),
        started_ms=club.started_ms,
        counts={**stored.counts, "live_tables": len(club.tables), "connections": len(club.connections)},
        settings=masked(settings),
    )


def masked(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings that may be shown."""
    out: dict[str, Any] = {}
    for name, value in settings.items():
        if value is not None and any(part in name for part in _SECRET):
            out[name] = MASK
        elif name == "database_url" and value:
            out[name] = make_url(value).render_as_string(hide_password=True)
        else:
            out[name] = value
    return out
