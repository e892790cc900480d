"""Keeping persons out, letting them in again, and sending their sockets away."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import new_id, now_ms
from mahjong_club.accounts.tickets import Tickets
from mahjong_club.administration.actions import Ban, Kick, KickPerson, Unban
from mahjong_club.administration.actors import Actor
from mahjong_club.administration.connections import Connections
from mahjong_club.administration.plans import Change, Plan, day_text
from mahjong_club.lobby.service import Lobby
from mahjong_club.lobby.tables import state_of
from mahjong_club.storage import bans
from mahjong_club.storage.bans import BanRecord, PersonLine
from mahjong_club.storage.database import Database
from mahjong_club.storage.people import PersonRecord, find_person
from mahjong_club.storage.tables import load_table, waiting_codes


class People:
    """What admins see of persons, and do about them."""

    def __init__(self, database: Database, lobby: Lobby, connections: Connections, tickets: Tickets) -> None:
        self._database = database
        self._lobby = lobby
        self._connections = connections
        self._tickets = tickets

    async def listing(self, query: str, *, banned: bool) -> list[PersonLine]:
        """Persons whose id begins with the text or whose name holds it, the newest first."""
        return await self._database.query(lambda session: bans.person_lines(session, query, now_ms(), banned=banned))

    async def ban(self, actor: Actor, wish: Ban) -> Plan:
        """Keep somebody out. He and his bots are not let in, hold no place in waiting rooms, and their sockets are closed."""
        person, ids, waiting = await self._database.query(lambda session: self._whom(session, wish.person))
        until = None if wish.minutes is None else now_ms() + wish.minutes * 60_000
        open_now = len(self._connections.of(ids))
        changes = [
            Change("ban", {"name": person.name}) if until is None
            else Change("ban_until", {"name": person.name, "until": day_text(until)}),
            *_closed(open_now),
        ]  # fmt: skip
        if len(ids) > 1:
            changes.append(Change("bots_too", {"n": len(ids) - 1}))
        if waiting:
            changes.append(Change("waiting_left", {"codes": ", ".join(waiting)}))

        async def run(reason: str) -> None:
            record = BanRecord(new_id(), person.id, reason, actor.name, now_ms(), until)
            await self._database.transact(lambda session: bans.add_ban(session, record))
            self._tickets.forget(ids)
            self._connections.keep_out(ids, until)
            for code in waiting:
                await self._lobby.leave(code, person)

        return Plan(person.id, tuple(changes), run, details={"name": person.name, "until_ms": until})

    async def unban(self, actor: Actor, wish: Unban) -> Plan:
        """Lift a person's bans. Raises ``not_banned``."""
        person, ids, _ = await self._database.query(lambda session: self._whom(session, wish.person))
        held = await self._database.query(lambda session: bans.ban_of(session, [person.id], now_ms()))
        if held is None:
            raise Problem("not_banned", f"{person.name} is not banned")

        async def run(_reason: str) -> None:
            await self._database.transact(lambda session: bans.lift_bans(session, person.id, actor.name, now_ms()))
            self._connections.let_in(ids)

        lifted = Change("unban", {"name": person.name, "reason": held.reason, "by": held.made_by})
        return Plan(person.id, (lifted,), run, details={"name": person.name})

    async def kick(self, _actor: Actor, wish: Kick) -> Plan:
        """Close one socket. Raises ``connection_not_found``."""
        found = self._connections.get(wish.connection)
        if found is None:
            raise Problem("connection_not_found", "this connection is gone")

        async def run(_reason: str) -> None:
            self._connections.close(lambda each: each.id == found.id, "kicked")

        ticket = found.ticket
        change = Change("kick", {"name": ticket.name or "?", "match": ticket.match_id})
        details = {"connection": found.id, "person": ticket.person_id, "name": ticket.name, "seat": ticket.seat}
        return Plan(ticket.match_id, (change,), run, details=details)

    async def kick_person(self, _actor: Actor, wish: KickPerson) -> Plan:
        """Close every socket of a person and of his bots. Raises ``connection_not_found`` where there is none."""
        person, ids, _ = await self._database.query(lambda session: self._whom(session, wish.person))
        open_now = len(self._connections.of(ids))
        if not open_now:
            raise Problem("connection_not_found", f"{person.name} is not connected")

        async def run(_reason: str) -> None:
            self._connections.close(lambda each: each.ticket.person_id in ids, "kicked")

        changes = (Change("kick_person", {"name": person.name}), *_closed(open_now))
        return Plan(person.id, changes, run, details={"name": person.name, "connections": open_now})

    def _whom(self, session: Session, person_id: str) -> tuple[PersonRecord, Sequence[str], list[str]]:
        person = find_person(session, person_id)
        if person is None:
            raise Problem("person_not_found", "there is no such person")
        ids = [person.id, *bans.bots_of_person(session, person.id)]
        tables = [load_table(session, code) for code in waiting_codes(session, [person.id], but="")]
        # The seat in a match that runs is kept: the table's own policy says what happens at an empty chair.
        waiting = [table.code for table in tables if table is not None and state_of(table) in ("waiting", "finished")]
        return person, ids, waiting


def _closed(n: int) -> list[Change]:
    return [Change("connections", {"n": n})] if n else []
