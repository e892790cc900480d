"""Announcements, and closing a table."""

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import new_id, now_ms
from mahjong_club.administration.actions import CloseTable, EndMatch, TellLobby, TellTable, Withdraw
from mahjong_club.administration.actors import Actor
from mahjong_club.administration.connections import Connections
from mahjong_club.administration.matches import Matches
from mahjong_club.administration.plans import Change, Plan, clean_text, day_text
from mahjong_club.lobby.service import Lobby
from mahjong_club.lobby.tables import state_of
from mahjong_club.play.tables import Tables
from mahjong_club.storage import announcements
from mahjong_club.storage.announcements import AnnouncementRecord
from mahjong_club.storage.database import Database


class Club:
    """What concerns everybody, or all who are at a table."""

    def __init__(self, database: Database, lobby: Lobby, tables: Tables, connections: Connections, matches: Matches) -> None:
        self._database = database
        self._lobby = lobby
        self._tables = tables
        self._connections = connections
        self._matches = matches

    async def tell_lobby(self, actor: Actor, wish: TellLobby) -> Plan:
        """An announcement for the lobby, and at once for every table."""
        text, until = clean_text(wish.text), now_ms() + wish.minutes * 60_000
        record = AnnouncementRecord(new_id(), text, actor.name, now_ms(), until)

        async def run(_reason: str) -> None:
            await self._database.transact(lambda session: announcements.add_announcement(session, record))
            self._lobby.updates.changed("")
            self._tables.announce("announcement", text=text)

        changes = (Change("tell_lobby", {"text": text, "until": day_text(until)}), Change("heard", {"n": self._tables.viewers}))
        return Plan(record.id, changes, run, details={"text": text, "until_ms": until})

    async def tell_table(self, _actor: Actor, wish: TellTable) -> Plan:
        """A notice to everybody at one table. Raises ``nobody_there``."""
        text, table = clean_text(wish.text), self._tables.loaded(wish.match)
        if table is None or not table.viewers:
            raise Problem("nobody_there", "nobody is connected to this match")
        found = table

        async def run(_reason: str) -> None:
            found.announce("announcement", text=text)

        changes = (Change("tell_table", {"text": text}), Change("heard", {"n": table.viewers}))
        return Plan(wish.match, changes, run, details={"text": text})

    async def withdraw(self, _actor: Actor, wish: Withdraw) -> Plan:
        """Show an announcement no longer. Raises ``announcement_not_found``."""
        shown = await self._database.query(lambda session: announcements.announcements(session, now_ms()))
        found = next((each for each in shown if each.id == wish.announcement), None)
        if found is None:
            raise Problem("announcement_not_found", "there is no such announcement, or it has ended")

        async def run(_reason: str) -> None:
            await self._database.transact(lambda session: announcements.withdraw(session, wish.announcement, now_ms()))
            self._lobby.updates.changed("")

        return Plan(found.id, (Change("withdraw", {"text": found.text}),), run, details={"text": found.text})

    async def close_table(self, actor: Actor, wish: CloseTable) -> Plan:
        """End what is played at a table, send everybody away, close its waiting room. Raises ``table_closed``."""
        table = await self._lobby.table(wish.code)
        if table.closed:
            raise Problem("table_closed", "this table is closed")
        match_id = table.match_id if state_of(table) in ("playing", "saved") else None
        ending = None if match_id is None else await self._matches.plan(actor, EndMatch(do="end_match", match=match_id))
        sockets = 0 if match_id is None else len(self._connections.at(match_id))
        changes = [Change("close_table", {"code": table.code}), Change("connections", {"n": sockets})]
        if table.seats:
            changes.append(Change("seats_emptied", {"names": ", ".join(seat.name for seat in table.seats.values())}))

        async def run(reason: str) -> None:
            if ending is not None:
                await ending.run(reason)
            await self._lobby.close(table.code)
            self._connections.close(lambda each: each.ticket.match_id == match_id, "table_closed")

        return Plan(
            table.code,
            (*changes, *(() if ending is None else ending.changes)),
            run,
            details={"match": match_id},
        )
