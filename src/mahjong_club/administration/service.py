"""Everything of the administration of one server, put together."""

import secrets
from dataclasses import dataclass

from mahjong_club.accounts.limits import Rate
from mahjong_club.accounts.service import now_ms
from mahjong_club.accounts.tickets import Tickets
from mahjong_club.administration.browsing import Browser
from mahjong_club.administration.club import Club
from mahjong_club.administration.connections import Connections
from mahjong_club.administration.desk import Desk
from mahjong_club.administration.ledger import Ledger
from mahjong_club.administration.matches import Matches
from mahjong_club.administration.people import People
from mahjong_club.administration.roles import Roles
from mahjong_club.lobby.service import Lobby
from mahjong_club.play.tables import Tables
from mahjong_club.storage.database import Database
from mahjong_club.storage.people import meta_value


@dataclass(frozen=True, slots=True)
class Administration:
    """The parts. ``console_key`` opens the door to who can read the server's files; it is new at each start."""

    database: Database
    lobby: Lobby
    tables: Tables
    connections: Connections
    ledger: Ledger
    roles: Roles
    browser: Browser
    people: People
    desk: Desk
    console_key: str
    started_ms: int


async def open_administration(
    database: Database, lobby: Lobby, tables: Tables, tickets: Tickets, *, by_address: Rate, by_login: Rate
) -> Administration:
    """The administration of a server. ``by_address`` and ``by_login`` say how often somebody may try to sign in."""
    fresh = secrets.token_hex(32)
    key = await database.transact(lambda session: meta_value(session, "signing_key", fresh))
    ledger = await Ledger.open(database)
    connections = Connections()
    matches = Matches(database, tables, lobby.updates)
    people = People(database, lobby, connections, tickets)
    return Administration(
        database=database,
        lobby=lobby,
        tables=tables,
        connections=connections,
        ledger=ledger,
        roles=Roles(database, ledger, key, by_address=by_address, by_login=by_login),
        browser=Browser(database, ledger),
        people=people,
        desk=Desk(ledger, matches, people, Club(database, lobby, tables, connections, matches)),
        console_key=secrets.token_urlsafe(32),
        started_ms=now_ms(),
    )
