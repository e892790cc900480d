"""`mahjong-club admin`: everything that admins do on the web, and who is one. docs/administration.md."""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Any
from urllib.parse import quote, urlencode

import typer
from rich.markup import escape
from rich.table import Table

from mahjong_club import resources
from mahjong_club.administration.actions import WITHOUT_REASON
from mahjong_club.commands.admin_office import Office, open_office
from mahjong_club.commands.console import OUT, WRONG_CALL, fail
from mahjong_club.settings import Settings
from mahjong_club.web.catalogues import Catalogues, Translator

Json = dict[str, Any]


# --- who is an admin
def grant(settings: Settings, who: str, login: str | None) -> None:
    """Give somebody the role."""
    with open_office(settings) as office:
        admin = office.ask("POST", "/administrators", {"who": who, "login": login})
    OUT.print(f"{admin['login']} (person {admin['person']}) is an admin", markup=False)
    OUT.print(f"next: mahjong-club admin password {admin['login']}", markup=False)


def revoke(settings: Settings, who: str) -> None:
    """Take the role away."""
    with open_office(settings) as office:
        admin = office.ask("DELETE", f"/administrators/{quote(who, safe='')}")
    OUT.print(f"{admin['login']} is no admin any more", markup=False)


def password(settings: Settings, who: str) -> None:
    """A new password: asked for twice without showing it, or the first line of standard input."""
    if sys.stdin.isatty():
        chosen = typer.prompt("New password", hide_input=True, confirmation_prompt="Once more", err=True)
    else:
        chosen = sys.stdin.readline().rstrip("\r\n")
    with open_office(settings) as office:
        office.ask("PUT", f"/administrators/{quote(who, safe='')}/password", {"password": chosen})
    OUT.print(f"{who} signs in with the new password; every open session has ended", markup=False)


def show_admins(settings: Settings, *, as_json: bool) -> None:
    """Who has or had the role."""
    with open_office(settings) as office:
        admins = office.ask("GET", "/administrators")
    rows = [
        (a["login"], a["person"], "yes" if a["has_password"] else "no", a["granted_by"], _time(a["granted_ms"]),
         _time(a["revoked_ms"]) if a["revoked_ms"] else "")
        for a in admins
    ]  # fmt: skip
    _table(("login", "person", "password", "granted by", "granted", "revoked"), rows, admins if as_json else None)


# --- acting
def perform(settings: Settings, action: Json, reason: str | None, *, yes: bool) -> None:
    """Print what would change, ask, and do it. Without a terminal ``yes`` has to be given."""
    if action["do"] not in WITHOUT_REASON and not (reason or "").strip():
        fail("say why with --reason; it is kept in the audit log, and shown to the people it concerns", WRONG_CALL)
    with open_office(settings) as office:
        shown = office.ask("POST", "/preview", {"action": action})
        _tell(shown["changes"])
        if not yes:
            if not sys.stdin.isatty():
                fail("nothing was changed: --yes does it without asking", WRONG_CALL)
            typer.confirm("Do it?", abort=True, err=True)
        done = office.ask("POST", "/act", {"action": action, "reason": reason or "", "basis": shown["basis"]})
    OUT.print(f"done; row {done['row']} of the audit log", markup=False)


def _tell(changes: Sequence[Json]) -> None:
    t = _english()
    for change in changes:
        key = f"admin.change.{change['code']}"
        text = t(key, **change["params"]) if t.has(key) else change["code"]
        OUT.print(f"- {text}", markup=False)


@cache
def _english() -> Translator:
    return Catalogues(resources.static_dir() / "i18n").translator("en")


# --- looking
def show_tables(settings: Settings, *, as_json: bool) -> None:
    """Tables that are not closed, and who is connected."""
    with open_office(settings) as office:
        tables = office.ask("GET", "/tables")
    rows = [
        (t["code"], t["state"], t["ruleset"], t["match"] or "", ", ".join(name or "-" for name in t["seats"]),
         "; ".join(f"#{c['id']} {c['name'] or '?'}" for c in t["connections"]))
        for t in tables
    ]  # fmt: skip
    _table(("table", "state", "rules", "match", "seats", "connections"), rows, tables if as_json else None)


def show_people(settings: Settings, query: str, *, banned: bool, as_json: bool) -> None:
    """Persons, the newest first."""
    with open_office(settings) as office:
        people = office.ask("GET", f"/people?{urlencode({'q': query, 'banned': str(banned).lower()})}")
    rows = [(p["id"], p["kind"], p["name"], str(p["matches"]), str(p["connections"]), _ban(p["ban"])) for p in people]
    _table(("person", "kind", "name", "matches", "connections", "banned"), rows, people if as_json else None)


def _ban(ban: Json | None) -> str:
    if ban is None:
        return ""
    until = "for good" if ban["until_ms"] is None else f"until {_time(ban['until_ms'])}"
    return f"{until}, by {ban['by']}: {ban['reason']}"


def show_announcements(settings: Settings, *, as_json: bool) -> None:
    """What the lobby shows now."""
    with open_office(settings) as office:
        found = office.ask("GET", "/announcements")
    rows = [(a["id"], a["text"], a["by"], _time(a["until_ms"])) for a in found]
    _table(("id", "text", "by", "until"), rows, found if as_json else None)


def show_system(settings: Settings, *, as_json: bool) -> None:
    """Version, configuration and figures."""
    with open_office(settings) as office:
        found = office.ask("GET", "/system")
    facts = {name: found[name] for name in ("version", "schema_revision", "database", "python")}
    rows = [*facts.items(), ("started", _time(found["started_ms"]))]
    rows += [(name, str(n)) for name, n in found["counts"].items()]
    rows += [(f"setting {name}", "-" if value is None else str(value)) for name, value in found["settings"].items()]
    _table(("what", "value"), rows, [found] if as_json else None)


def show_match(
    settings: Settings, match: str, *, at: int | None, seat: int | None, full: bool, reason: str | None, as_json: bool
) -> None:
    """A match at an event: as a spectator or a seat sees it, or with everything, which wants a reason."""
    if full and seat is not None:
        fail("--full shows every seat; leave --seat out", WRONG_CALL)
    if full and not (reason or "").strip():
        fail("--full needs --reason; it is kept in the audit log", WRONG_CALL)
    with open_office(settings) as office:
        opened = office.ask("GET", f"/matches/{quote(match, safe='')}")
        position = _position(office, match, at=at, seat=seat, reason=(reason or "") if full else None)
    if as_json:
        OUT.print(json.dumps(position, ensure_ascii=False), markup=False)
        return
    _draw(opened, position, "everything" if full else "a spectator" if seat is None else f"seat {seat}")


def _position(office: Office, match: str, *, at: int | None, seat: int | None, reason: str | None) -> Json:
    where = quote(match, safe="")
    if reason is not None:
        answer = office.ask("POST", f"/matches/{where}/full", {"at": at, "reason": reason})
    else:
        wanted = {name: value for name, value in (("at", at), ("seat", seat)) if value is not None}
        answer = office.ask("GET", f"/matches/{where}/view?{urlencode(wanted)}")
    found: Json = answer
    return found


def _draw(opened: Json, position: Json, eyes: str) -> None:
    state = position["state"]
    head = f"match {opened['match']} at table {opened['code']}, {opened['ruleset']}, {opened['state']}"
    OUT.print(head, markup=False)
    OUT.print(f"event {position['seq']} of {opened['last']}: {position['kind']}, {_time(position['at_ms'])}", markup=False)
    OUT.print(f"seen by {eyes}; deal {state['number']}, phase {state['phase']}, {state['live_left']} in the wall", markup=False)
    rows = []
    for number, seat in enumerate(state["seats"]):
        hand = f"({seat['size']} tiles)" if seat["hand"] is None else " ".join(seat["hand"])
        melds = " | ".join(" ".join(meld["tiles"]) for meld in seat["melds"])
        river = " ".join(each["tile"] for each in seat["river"])
        who = f"{number} {opened['seats'][number]['name']}"
        rows.append((who, str(state["scores"][number]), hand, melds, " ".join(seat["bonus"]), river))
    _table(("seat", "score", "hand", "melds", "flowers", "river"), rows)
    if position["wall"]:
        OUT.print(f"wall in drawing order ({state['taken']} taken): {' '.join(position['wall'])}", markup=False)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], lines: Sequence[Json] | None = None) -> None:
    """A table, or with ``lines`` one JSON object a line."""
    if lines is not None:
        for line in lines:
            OUT.print(json.dumps(line, ensure_ascii=False), markup=False)
        return
    table = Table()
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*map(escape, row))
    OUT.print(table)


def _time(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000, UTC).strftime("%Y-%m-%d %H:%M")
