"""The one way in which admins act: look at what would change, then do it with a reason, written down before it happens."""

from dataclasses import dataclass

from mahjong_club.accounts.problems import Problem
from mahjong_club.administration import actions
from mahjong_club.administration.actions import WITHOUT_REASON, Action
from mahjong_club.administration.actors import Actor
from mahjong_club.administration.club import Club
from mahjong_club.administration.ledger import Ledger, clean_reason
from mahjong_club.administration.matches import Matches
from mahjong_club.administration.people import People
from mahjong_club.administration.plans import Change, Plan


@dataclass(frozen=True, slots=True)
class Done:
    """An action that was done: its row in the audit log, and what it changed."""

    row: int
    changes: tuple[Change, ...]


class Desk:
    """Every action goes over it, from the web and from the command line."""

    def __init__(self, ledger: Ledger, matches: Matches, people: People, club: Club) -> None:
        self._ledger = ledger
        self._matches = matches
        self._people = people
        self._club = club

    async def preview(self, actor: Actor, action: Action) -> Plan:
        """What the action would change now. Raises ``Problem`` where it cannot be done."""
        match action:
            case actions.Ban():
                return await self._people.ban(actor, action)
            case actions.Unban():
                return await self._people.unban(actor, action)
            case actions.Kick():
                return await self._people.kick(actor, action)
            case actions.KickPerson():
                return await self._people.kick_person(actor, action)
            case actions.TellLobby():
                return await self._club.tell_lobby(actor, action)
            case actions.TellTable():
                return await self._club.tell_table(actor, action)
            case actions.Withdraw():
                return await self._club.withdraw(actor, action)
            case actions.CloseTable():
                return await self._club.close_table(actor, action)
            case _:
                return await self._matches.plan(actor, action)

    async def act(self, actor: Actor, action: Action, reason: str, basis: str) -> Done:
        """Do it. ``basis`` is the preview's. Raises ``reason_missing``, ``preview_stale``, and what the preview raises.

        The row is stored first; where the action then fails, another row says so.
        """
        why = reason if action.do in WITHOUT_REASON and not reason.strip() else clean_reason(reason)
        plan = await self.preview(actor, action)
        if plan.basis != basis:
            raise Problem("preview_stale", "what this was decided on has changed", basis=plan.basis)
        changes = [{"code": change.code, **change.params} for change in plan.changes]
        details = {**plan.details, "changes": changes}
        row = await self._ledger.write(actor, action.do, plan.subject, why.strip(), details)
        try:
            await plan.run(why)
        except Exception as failure:
            code = failure.code if isinstance(failure, Problem) else type(failure).__name__
            await self._ledger.write(actor, "failed", plan.subject, "", {"row": row.seq, "code": code})
            raise
        return Done(row.seq, plan.changes)
