"""The lobby. Every change is one transaction on the table's row, so that of requests that come at once each sees the last."""

from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.service import now_ms
from mahjong_club.lobby import steps
from mahjong_club.lobby import tables as rules
from mahjong_club.lobby.crowd import LIST, Crowd
from mahjong_club.lobby.steps import Wishes
from mahjong_club.lobby.talk import Talk
from mahjong_club.lobby.updates import Updates
from mahjong_club.protocol.entries import BotStrength, MatchSetup
from mahjong_club.storage import announcements, matches, tables
from mahjong_club.storage.announcements import AnnouncementRecord
from mahjong_club.storage.database import Database
from mahjong_club.storage.matches import MatchRecord
from mahjong_club.storage.people import PersonRecord
from mahjong_club.storage.tables import TableRecord

__all__ = ["LISTED_MS", "Lobby", "Play", "Wishes"]

T = TypeVar("T")
#: A table at which nothing has changed for so long is not listed any more; its people and its code still find it.
LISTED_MS: Final = 24 * 3600 * 1000


class Play(Protocol):
    """What the lobby asks of the tables in play."""

    async def begin(self, setup: MatchSetup) -> None:
        """Begin a match whose set-up is stored."""
        ...

    async def leave(self, match_id: str, seat: int) -> None:
        """A seat's person has given it up: a bot plays on."""
        ...

    async def stand_up(self, match_id: str, seat: int) -> None:
        """A seat's person goes on another day."""
        ...


class Lobby:
    """Tables and the matches they start."""

    def __init__(self, database: Database, play: Play, updates: Updates) -> None:
        self._database = database
        self._play = play
        self.updates = updates
        self.crowd = Crowd(self._crowd_changed)
        self.talk = Talk(updates.stirred)
        #: The server is about to stop: no match begins any more.
        self.stopping = False

    # --- looking
    async def listing(self, person: PersonRecord | None) -> list[TableRecord]:
        """Listed tables, and one's own."""
        person_id = None if person is None else person.id
        since = now_ms() - LISTED_MS
        return await self._database.query(lambda session: tables.open_tables(session, person_id, since))

    async def announcements(self) -> list[AnnouncementRecord]:
        """What the club's admins tell everybody now, the newest first."""
        return await self._database.query(lambda session: announcements.announcements(session, now_ms()))

    async def table(self, code: str) -> TableRecord:
        """A table by its code. Raises ``table_not_found``."""
        return steps.need_table(await self._database.query(lambda session: tables.load_table(session, code.upper())))

    async def table_and_match(self, code: str) -> tuple[TableRecord, MatchRecord | None]:
        """A table with the match that was started at it last. Raises ``table_not_found``."""

        def work(session: Session) -> tuple[TableRecord, MatchRecord | None]:
            table = steps.need_table(tables.load_table(session, code.upper()))
            return table, None if table.match_id is None else matches.load_match(session, table.match_id)

        return await self._database.query(work)

    async def match(self, match_id: str) -> MatchRecord:
        """A match. Raises ``match_not_found``."""
        found = await self._database.query(lambda session: matches.load_match(session, match_id))
        if found is None:
            raise Problem("match_not_found", "there is no such match")
        return found

    async def unfinished(self, person: PersonRecord) -> list[MatchRecord]:
        """Matches in which the person still has a seat."""
        return await self._database.query(lambda session: matches.unfinished_of(session, person.id))

    # --- tables
    async def create(self, host: PersonRecord, wishes: Wishes) -> TableRecord:
        """A new table with its host and the bots that were asked for. Raises what its options deserve."""
        return await self._database.transact(lambda session: steps.create(session, host, wishes))

    async def quickstart(self, host: PersonRecord, wishes: Wishes) -> TableRecord:
        """A new table with three bots, and its match begun."""
        self._refuse_stopping()

        def work(session: Session) -> tuple[TableRecord, MatchSetup, list[str]]:
            table = steps.create(session, host, wishes)
            rules.set_ready(table, host.id, "", ready=True)
            rules.fill(table, wishes.bot)
            setup, emptied = steps.start(session, table)
            return table, setup, emptied

        table, setup, emptied = await self._database.transact(work)
        await self._begun(table, setup, emptied)
        return table

    async def sit(self, code: str, person: PersonRecord, place: int | None) -> TableRecord:
        """Take a seat or change it. Raises ``table_full``, ``seat_taken``, ``seated_elsewhere``."""

        def work(session: Session, table: TableRecord) -> None:
            rules.need_room(table)
            steps.refuse_seated_elsewhere(session, [person.id])
            rules.sit(table, person, place)

        return await self._change(code, work)

    async def set_ready(self, code: str, person: PersonRecord, entropy: str, *, ready: bool) -> TableRecord:
        """Say that one is ready, or no longer."""
        return await self._change(code, lambda _, table: rules.set_ready(table, person.id, entropy, ready=ready))

    async def put_bot(self, code: str, person: PersonRecord, place: int, strength: BotStrength) -> TableRecord:
        """The host puts a club bot onto a place."""

        def work(_: Session, table: TableRecord) -> None:
            rules.need_host(table, person)
            rules.put_bot(table, place, strength)

        return await self._change(code, work)

    async def clear(self, code: str, person: PersonRecord, place: int) -> TableRecord:
        """The host frees a place of a bot, or of a person who does not get ready."""

        def work(_: Session, table: TableRecord) -> None:
            rules.need_host(table, person)
            if table.seats.get(place) is not None and table.seats[place].person_id == person.id:
                rules.stand_up(table, person.id)
            else:
                rules.clear(table, place)

        return await self._change(code, work)

    async def start(self, code: str, person: PersonRecord, fill: BotStrength | None) -> TableRecord:
        """The host starts the match, with bots on empty places if ``fill`` names their strength."""
        self._refuse_stopping()

        def work(session: Session) -> tuple[TableRecord, MatchSetup, list[str]]:
            table = steps.locked(session, code)
            rules.need_room(table)
            rules.need_host(table, person)
            if fill is not None:
                rules.fill(table, fill)
            if (mine := table.seat_of(person.id)) is not None:
                mine.ready = True
            rules.need_complete(table)
            setup, emptied = steps.start(session, table)
            return table, setup, emptied

        table, setup, emptied = await self._database.transact(work)
        await self._begun(table, setup, emptied)
        return table

    async def rematch(self, code: str, person: PersonRecord, entropy: str) -> TableRecord:
        """Be ready for another match with the same people; the last one to press begins it.

        Pressing again once the new match runs is answered with the table as it stands.
        """
        self._refuse_stopping()

        def work(session: Session) -> tuple[TableRecord, MatchSetup | None, list[str]]:
            table = steps.locked(session, code)
            if table.seat_of(person.id) is None:
                raise Problem("not_seated", "only the people of the last match may press this")
            state = rules.state_of(table)
            if state == "waiting":
                raise Problem("no_match_yet", "there was no match at this table yet")
            if state != "finished":
                return table, None, []
            rules.set_ready(table, person.id, entropy, ready=True)
            if rules.is_complete(table):
                setup, emptied = steps.start(session, table)
                return table, setup, emptied
            steps.save(session, table)
            return table, None, []

        table, setup, emptied = await self._database.transact(work)
        if setup is None:
            self.updates.changed(table.code)
        else:
            await self._begun(table, setup, emptied)
        return table

    async def leave(self, code: str, person: PersonRecord) -> TableRecord:
        """Give up one's seat, in the waiting room or in a running match. Always possible; without a seat it does nothing."""

        def work(session: Session) -> tuple[TableRecord, int | None]:
            table = steps.locked(session, code)
            return table, steps.leave(session, table, person.id)

        table, seat = await self._database.transact(work)
        self.updates.changed(table.code)
        if seat is not None and table.match_id is not None:
            await self._play.leave(table.match_id, seat)
        return table

    async def close(self, code: str) -> TableRecord:
        """Close a table for good, whoever sits at it; the caller has ended its match."""

        def work(_: Session, table: TableRecord) -> None:
            table.closed = True
            table.seats.clear()

        return await self._change(code, work)

    # --- matches
    async def leave_match(self, match_id: str, person: PersonRecord) -> None:
        """Give up one's seat in a match."""
        await self.leave((await self.match(match_id)).setup.code, person)

    async def stand_up(self, match_id: str, person: PersonRecord) -> None:
        """Go on another day; the seat stays one's own. Raises ``not_seated``, ``match_over``."""
        match = await self.match(match_id)
        seating = match.seat_of(person.id)
        if seating is None or seating.left:
            raise Problem("not_seated", "you have no seat in this match")
        if match.state == "over":
            raise Problem("match_over", "this match is over")
        await self._play.stand_up(match_id, seating.seat)

    async def return_to(self, match_id: str, person: PersonRecord) -> MatchRecord:
        """Take back the seat one gave up. Raises ``not_seated``, ``match_over``, ``seated_elsewhere``."""

        def work(session: Session) -> MatchRecord:
            matches.lock_people(session, [person.id])
            match = matches.load_match(session, match_id)
            if match is None:
                raise Problem("match_not_found", "there is no such match")
            if match.seat_of(person.id) is None:
                raise Problem("not_seated", "you have no seat in this match")
            if match.state == "over":
                raise Problem("match_over", "this match is over")
            steps.refuse_seated_elsewhere(session, [person.id], match_id)
            matches.set_left(session, match_id, person.id, left=False)
            table = tables.lock_table(session, match.setup.code)
            if table is not None and table.match_id == match_id and table.seat_of(person.id) is None:
                steps.take_back(table, match, person)
                steps.save(session, table)
            return match

        match = await self._database.transact(work)
        self.updates.changed(match.setup.code)
        return match

    async def finished(self, match_id: str) -> None:
        """A match has ended: its table is a waiting room again, and everybody at it has to get ready anew."""

        def work(session: Session) -> str | None:
            found = tables.table_of_match(session, match_id)
            table = None if found is None else tables.lock_table(session, found.code)
            if table is None or table.match_id != match_id:
                return None
            steps.save(session, table)
            return table.code

        code = await self._database.transact(work)
        if code is not None:
            self.updates.changed(code)

    # --- people
    async def say(self, code: str, person: PersonRecord, *, text: str | None, phrase: str | None) -> None:
        """Say something in a waiting room. Raises ``table_not_found``, ``table_closed``, ``too_many_requests``."""
        table = await self.table(code)
        if rules.state_of(table) == "closed":
            raise Problem("table_closed", "this table is closed")
        self.talk.say(table.code, person.id, person.name, text=text, phrase=phrase)

    # --- inside
    def _crowd_changed(self, place: str) -> None:
        """A place is the list, a table's code in its waiting room, or a match's id at the table."""
        if place != LIST and len(place) == steps.CODE_LENGTH:
            self.talk.stir(place)
        self.updates.list_soon()

    def _refuse_stopping(self) -> None:
        if self.stopping:
            raise Problem("server_stopping", "the server is about to restart, no match begins before that")

    async def _change(self, code: str, work: Callable[[Session, TableRecord], None]) -> TableRecord:
        def transaction(session: Session) -> TableRecord:
            table = steps.locked(session, code)
            work(session, table)
            steps.save(session, table)
            return table

        table = await self._database.transact(transaction)
        self.updates.changed(table.code)
        return table

    async def _begun(self, table: TableRecord, setup: MatchSetup, emptied: Sequence[str]) -> None:
        for code in (table.code, *emptied):
            self.updates.changed(code)
        await self._play.begin(setup)
