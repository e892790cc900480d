"""Orders at a running match, given through its table so that everybody there sees them."""

from typing import Final

from sqlalchemy.orm import Session

from mahjong_club.accounts.problems import STATUS, Problem
from mahjong_club.accounts.service import now_ms
from mahjong_club.administration import actions
from mahjong_club.administration.actors import Actor
from mahjong_club.administration.plans import Change, Plan
from mahjong_club.lobby.updates import Updates
from mahjong_club.play import operations
from mahjong_club.play.operations import Operation, OperationRefused, Preview
from mahjong_club.play.ports import SeatSetup
from mahjong_club.play.table import Table
from mahjong_club.play.tables import Tables
from mahjong_club.storage import bans
from mahjong_club.storage.database import Database
from mahjong_club.storage.matches import load_match, running_elsewhere
from mahjong_club.storage.people import find_person

#: Stands for the reason where one is not given yet.
_NO_REASON: Final = "-"


class Matches:
    """Plans for matches. The table is loaded for them where it is not in memory."""

    def __init__(self, database: Database, tables: Tables, updates: Updates) -> None:
        self._database = database
        self._tables = tables
        self._updates = updates

    async def plan(self, actor: Actor, wish: actions.MatchAction) -> Plan:
        """What the order would change at the match, and the order. Raises what the table refuses it with."""
        newcomer = await self._newcomer(wish) if isinstance(wish, actions.MoveSeat) else None
        order = _order(wish, actor.shown, _NO_REASON, newcomer)
        table = await self._open(wish.match)
        try:
            preview = await table.preview(order)
        except OperationRefused as refused:
            raise _problem(refused) from None

        async def run(reason: str) -> None:
            found = await self._open(wish.match)
            try:
                await found.operate(_order(wish, actor.shown, reason, newcomer))
            except OperationRefused as refused:
                raise _problem(refused) from None
            self._updates.changed(found.setup.code)

        names = [seat.name for seat in table.setup.seats]
        # What is played on meanwhile changes nothing of the order, but another deal does.
        basis = str(preview.before.number) if preview.undone else ""
        details = {"at": preview.seq, **wish.model_dump(exclude={"do", "match"}, exclude_none=True)}
        return Plan(wish.match, tuple(_changes(wish.do, preview, names)), run, basis, details)

    async def _open(self, match_id: str) -> Table:
        def over(session: Session) -> bool:
            match = load_match(session, match_id)
            if match is None:
                raise Problem("match_not_found", "there is no such match")
            return match.state == "over"

        if await self._database.query(over):
            raise Problem("match_over", "this match is over")
        return await self._tables.get(match_id)

    async def _newcomer(self, wish: actions.MoveSeat) -> SeatSetup:
        """Who is to take the seat. Raises ``person_not_found``, ``banned_person``, ``person_seated``, ``person_elsewhere``."""
        person_id = wish.person
        if person_id is None:
            return SeatSetup("bot", None, "", wish.bot)

        def find(session: Session) -> SeatSetup:
            person = find_person(session, person_id)
            if person is None:
                raise Problem("person_not_found", "there is no such person")
            if bans.ban_of(session, [person.id], now_ms()) is not None:
                raise Problem("banned_person", f"{person.name} is banned", name=person.name)
            match = load_match(session, wish.match)
            seating = None if match is None else match.seat_of(person.id)
            if seating is not None and seating.seat != wish.seat:
                known = {"name": person.name, "seat": seating.seat + 1}
                raise Problem("person_seated", f"{person.name} has seat {seating.seat} of this match", **known)
            if code := running_elsewhere(session, [person.id], wish.match).get(person.id):
                raise Problem("person_elsewhere", f"{person.name} sits at another table, {code}", name=person.name, table=code)
            return SeatSetup("person", person.id, person.name)

        return await self._database.query(find)


def _order(wish: actions.MatchAction, by: str, reason: str, newcomer: SeatSetup | None) -> Operation:
    match wish:
        case actions.ResetDeal():
            return operations.ResetDeal(by=by, reason=reason)
        case actions.Rewind():
            return operations.Rewind(by=by, reason=reason, to=wish.to)
        case actions.EndMatch():
            return operations.EndMatch(by=by, reason=reason)
        case actions.MoveSeat():
            assert newcomer is not None
            return operations.MoveSeat(by=by, reason=reason, seat=wish.seat, to=newcomer)
        case actions.SwapSeats():
            return operations.SwapSeats(by=by, reason=reason, seat=wish.seat, other=wish.other)
        case actions.FreeSeat():
            return operations.FreeSeat(by=by, reason=reason, seat=wish.seat, bot=wish.bot)
        case actions.Pause():
            return operations.Pause(by=by, reason=reason)
        case actions.Resume():
            return operations.Resume(by=by, reason=reason)


def _problem(refused: OperationRefused) -> Problem:
    code = refused.code if refused.code in STATUS else "bad_request"
    return Problem(code, f"the table refuses this: {refused.code}")


def _changes(do: str, preview: Preview, names: list[str]) -> list[Change]:
    before, after = preview.before, preview.after
    out = [Change(f"do.{do}")]
    if preview.undone:
        out.append(Change("undone", {"n": preview.undone}))
    if preview.deals:
        out.append(Change("deals", {"numbers": ", ".join(map(str, preview.deals))}))
    if after.number != before.number:
        out.append(Change("deal", {"before": before.number, "after": after.number}))
    if preview.wall_known:
        out.append(Change("wall_known"))
    for name, old, new in zip(names, before.scores, after.scores, strict=True):
        if old != new:
            out.append(Change("score", {"name": name, "before": old, "after": new}))
    if after.deposits != before.deposits:
        out.append(Change("deposits", {"before": before.deposits, "after": after.deposits}))
    out.extend(
        Change("seat", {"seat": each.seat + 1, "before": each.before.name, "after": _called(each.after, each.seat)})
        for each in preview.seats
    )
    lines = sorted(preview.standings, key=lambda line: line.place)
    out.extend(Change("standing", {"place": line.place, "name": names[line.seat], "score": line.score}) for line in lines)
    return out


def _called(who: SeatSetup, seat: int) -> str:
    return who.name or f"{who.bot or 'club'}-{seat + 1}"
