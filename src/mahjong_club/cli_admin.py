"""`mahjong-club admin` and its options. What the commands do is in `commands`."""

from typing import Annotated

import typer

from mahjong_club import cli_admin_matches
from mahjong_club.cli_admin_options import AsJson, Data, DatabaseUrl, Match, Reason, Who, Yes, perform_action, settings_of

app = typer.Typer(name="admin", help="Admins, and everything they do on the web.", no_args_is_help=True)
audit_app = typer.Typer(name="audit", help="The audit log, read straight from the database.", no_args_is_help=True)
app.add_typer(cli_admin_matches.app)
app.add_typer(audit_app)


@app.command()
def grant(
    who: Annotated[str, typer.Argument(help="A person's id or name; a name nobody has makes a person.")],
    login: Annotated[str | None, typer.Option(help="Another name to sign in with.")] = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Make somebody an admin."""
    from mahjong_club.commands import admin as command

    command.grant(settings_of(data, database_url), who, login)


@app.command()
def revoke(who: Who, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Take the role away; open sessions end."""
    from mahjong_club.commands import admin as command

    command.revoke(settings_of(data, database_url), who)


@app.command()
def password(who: Who, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Give an admin a password: asked for without showing it, or one line of standard input."""
    from mahjong_club.commands import admin as command

    command.password(settings_of(data, database_url), who)


@app.command("list")
def list_admins(as_json: AsJson = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """List who is or was an admin."""
    from mahjong_club.commands import admin as command

    command.show_admins(settings_of(data, database_url), as_json=as_json)


# --- looking
@app.command()
def show(
    match: Match,
    at: Annotated[int | None, typer.Option(min=1, help="Number of an event; the last one without it.")] = None,
    seat: Annotated[int | None, typer.Option(min=0, max=3, help="Whose eyes; a spectator's without it.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Every hand and the wall; needs --reason.")] = False,
    reason: Reason = None,
    as_json: AsJson = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Show a match as it stood after an event."""
    from mahjong_club.commands import admin as command

    settings = settings_of(data, database_url)
    command.show_match(settings, match, at=at, seat=seat, full=full, reason=reason, as_json=as_json)


@app.command()
def tables(as_json: AsJson = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """List tables that are not closed, with who is connected."""
    from mahjong_club.commands import admin as command

    command.show_tables(settings_of(data, database_url), as_json=as_json)


@app.command()
def people(
    query: Annotated[str, typer.Argument(help="The beginning of an id, or a part of a name.")] = "",
    banned: Annotated[bool, typer.Option("--banned", help="Only who is banned.")] = False,
    as_json: AsJson = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """List persons, the newest first."""
    from mahjong_club.commands import admin as command

    command.show_people(settings_of(data, database_url), query, banned=banned, as_json=as_json)


@app.command()
def announcements(as_json: AsJson = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """List what the lobby shows now."""
    from mahjong_club.commands import admin as command

    command.show_announcements(settings_of(data, database_url), as_json=as_json)


@app.command()
def system(as_json: AsJson = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Show version, configuration and figures."""
    from mahjong_club.commands import admin as command

    command.show_system(settings_of(data, database_url), as_json=as_json)


# --- the club
@app.command()
def announce(
    text: Annotated[str, typer.Argument(help="What people are to read.")],
    match: Annotated[str | None, typer.Option(help="Only to the people at this match.")] = None,
    minutes: Annotated[int, typer.Option(min=1, help="How long the lobby shows it.")] = 60,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Announce something in the lobby and at every table, or at one."""
    lobby = {"do": "tell_lobby", "text": text, "minutes": minutes}
    perform_action(data, database_url, lobby if match is None else {"do": "tell_table", "match": match, "text": text}, None, yes)


@app.command()
def withdraw(
    announcement: Annotated[str, typer.Argument(help="Its id, as `admin announcements` gives it.")],
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Show an announcement no longer."""
    perform_action(data, database_url, {"do": "withdraw", "announcement": announcement}, None, yes)


@app.command()
def close(
    code: Annotated[str, typer.Argument(help="The table's six letters.")],
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """End what is played at a table, send everybody away and close it."""
    perform_action(data, database_url, {"do": "close_table", "code": code}, reason, yes)


@app.command()
def kick(
    person: Annotated[str | None, typer.Argument(help="A person's id: every connection of his, and of his bots.")] = None,
    connection: Annotated[int | None, typer.Option(min=1, help="One connection, by its number in `admin tables`.")] = None,
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Close connections. Seats are kept."""
    if (person is None) == (connection is None):
        raise typer.BadParameter("name a person or a --connection")
    wish: dict[str, object] = {"do": "kick_person", "person": person}
    if connection is not None:
        wish = {"do": "kick", "connection": connection}
    perform_action(data, database_url, wish, reason, yes)


@app.command()
def ban(
    person: Annotated[str, typer.Argument(help="The person's id, as `admin people` gives it.")],
    minutes: Annotated[int | None, typer.Option(min=1, help="For so long; without it until the ban is lifted.")] = None,
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Keep a person out."""
    perform_action(data, database_url, {"do": "ban", "person": person, "minutes": minutes}, reason, yes)


@app.command()
def unban(
    person: Annotated[str, typer.Argument(help="The person's id.")],
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Let a banned person in again."""
    perform_action(data, database_url, {"do": "unban", "person": person}, reason, yes)


# --- the audit log
@audit_app.command("check")
def check_audit(
    known: Annotated[str | None, typer.Option(help="A hash that was noted once; it has to be in the chain.")] = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Verify the chain; exit status 1 with the first broken row."""
    from mahjong_club.commands import audit as command

    command.check(settings_of(data, database_url), known)


@audit_app.command("list")
def list_audit(
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many rows.")] = 50,
    before: Annotated[int | None, typer.Option(min=1, help="Only rows before this one.")] = None,
    action: Annotated[str, typer.Option(help="Only this action: ban, reset_deal, sign_in_refused, …")] = "",
    as_json: AsJson = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """List rows, the newest first."""
    from mahjong_club.commands import audit as command

    command.show(settings_of(data, database_url), limit=limit, before=before, action=action, as_json=as_json)
