"""An admin over HTTP: the role from the command line's side, the sign-in from the web's."""

from typing import Any

import httpx

from tests.support.club import Club, Guest

PASSWORD = "correct horse battery"
REASON = "a complaint at the table"


async def console(club: Club) -> Guest:
    """The command line: the server's own key."""
    key = club.app.state.administration.console_key
    return await club.stranger(authorization=f"Bearer {key}", **{"x-mahjong-club-user": "root"})


async def admin(club: Club, name: str = "Ada") -> Guest:
    """A person with the role, signed in with the password."""
    shell = await console(club)
    await shell.post("/admin/administrators", {"who": name})
    assert (await shell.ask("PUT", f"/admin/administrators/{name}/password", {"password": PASSWORD})).status_code == 204
    return await sign_in(club, name)


async def sign_in(club: Club, name: str = "Ada", password: str = PASSWORD) -> Guest:
    """Somebody who signs in as an admin."""
    who = await club.stranger()
    await who.post("/admin/sign-in", {"login": name, "password": password})
    return who


async def do(who: Guest, reason: str = REASON, **action: Any) -> Any:
    """Preview and do an action; gives its answer."""
    shown = await who.post("/admin/preview", {"action": action})
    return await who.post("/admin/act", {"action": action, "reason": reason, "basis": shown["basis"]})


async def rows(who: Guest, action: str = "") -> list[dict[str, Any]]:
    """The audit log, newest first."""
    found: list[dict[str, Any]] = await who.get("/admin/audit", params={"action": action})
    return found


def code_of(answer: httpx.Response) -> str:
    """The code of a refusal."""
    return str(answer.json()["error"]["code"])
