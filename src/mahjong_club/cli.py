"""`mahjong-club`: the commands and their options. What they do is in `commands`, imported when it is needed."""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from typer.exceptions import Abort, TyperException

from mahjong_club import __version__, cli_admin

app = typer.Typer(
    name="mahjong-club",
    help="A mahjong club on one server.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Data = Annotated[Path | None, typer.Option(help="Folder of the embedded database. [MAHJONG_CLUB_DATA; data]")]
DatabaseUrl = Annotated[str | None, typer.Option(help="Another database. [MAHJONG_CLUB_DATABASE_URL]")]
RecordFile = Annotated[Path, typer.Argument(help="A record, as /api/v1/matches/ID/record gives it.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mahjong-club {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """A mahjong club on one server."""


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on. [MAHJONG_CLUB_HOST; 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="Port; 0 takes any free one. [MAHJONG_CLUB_PORT; 8000]")] = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning, error. [MAHJONG_CLUB_LOG_LEVEL]")] = None,
) -> None:
    """Serve the club until it is stopped."""
    from mahjong_club.commands import serve as command

    settings = command.settings_from(host=host, port=port, data=data, database_url=database_url, log_level=log_level)
    command.serve(settings)


@app.command()
def migrate(data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Bring the database's schema up to date."""
    from mahjong_club.commands.migrate import migrate as command
    from mahjong_club.commands.serve import settings_from

    command(settings_from(data=data, database_url=database_url))


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new file; nothing is overwritten.")],
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write a consistent copy of the whole database. The server may run."""
    from mahjong_club.commands.backup import backup as command
    from mahjong_club.commands.serve import settings_from

    command(settings_from(data=data, database_url=database_url), file)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="What `backup` wrote.")],
    replace: Annotated[bool, typer.Option("--replace", help="Throw away what the database holds.")] = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Fill a new database from a backup, all or nothing. The server must not run."""
    from mahjong_club.commands.restore import restore as command
    from mahjong_club.commands.serve import settings_from

    command(settings_from(data=data, database_url=database_url), file, replace=replace)


@app.command()
def score() -> None:
    """Value hands: JSON lines in, JSON lines out."""
    from mahjong_club.commands.score import score as command

    command(sys.stdin, sys.stdout)


@app.command()
def replay(
    record: RecordFile,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only say whether the rules lead to every event.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print every event as a JSON line.")] = False,
    mjai: Annotated[bool, typer.Option("--mjai", help="Print a riichi record as mjai lines, for other programs.")] = False,
) -> None:
    """Play a record through the rules and tell it."""
    from mahjong_club.commands import replay as command

    if mjai:
        command.mjai(record)
    else:
        command.replay(record, quiet=quiet, as_json=as_json)


@app.command()
def verify(record: RecordFile) -> None:
    """Check offline that a match's walls were fixed before it began and dealt as they were."""
    from mahjong_club.commands.verify import verify as command

    command(record)


@app.command()
def bench(
    names: Annotated[
        list[str] | None, typer.Argument(help="rules, table, server, recovery, saves, bots; all without a name.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder for the JSON files.")] = Path("bench-results"),
    repeats: Annotated[int | None, typer.Option(min=1, help="How often each figure is taken.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A short look; figures that nobody should quote.")] = False,
) -> None:
    """Measure, print a table and write JSON."""
    from mahjong_club.commands.bench import bench as command

    command(names or [], out, repeats, quick=quick)


@app.command()
def bot(
    url: Annotated[str, typer.Option(help="Address of the server.")],
    token: Annotated[str, typer.Option(envvar="MAHJONG_CLUB_TOKEN", help="The bot account's token.")],
    table: Annotated[str | None, typer.Option(help="Code of a table to sit down at.")] = None,
    strength: Annotated[str, typer.Option(help="random or club.")] = "club",
    rematch: Annotated[bool, typer.Option("--rematch", help="Be ready for another match after each.")] = False,
    once: Annotated[bool, typer.Option("--once", help="End when every match is over.")] = False,
) -> None:
    """Play seats as a bot, over the socket like anybody else."""
    from mahjong_club.commands.bot import bot as command

    command(url, token, table, strength, rematch=rematch, once=once)


saves_app = typer.Typer(name="saves", help="Matches into files and back; old ones lifted.", no_args_is_help=True)
app.add_typer(saves_app)
app.add_typer(cli_admin.app)
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]


ClubAddress = Annotated[
    str | None, typer.Option("--url", metavar="ADDRESS", help="The club's address for the links, https://club.example.")
]


@saves_app.command("list")
def list_saves(
    finished: Annotated[bool, typer.Option("--finished", help="Also matches that are over.")] = False,
    state: Annotated[str | None, typer.Option(help="Only running, saved or over.")] = None,
    ruleset: Annotated[str | None, typer.Option(help="Only this variant, ruleset or revision: riichi, hong_kong/1.")] = None,
    person: Annotated[str | None, typer.Option(help="Only matches of a person: an id, or a part of the name.")] = None,
    code: Annotated[str | None, typer.Option(help="Only the table with these six letters.")] = None,
    since: Annotated[str | None, typer.Option(help="Only last played on this day (YYYY-MM-DD, UTC) or later.")] = None,
    until: Annotated[str | None, typer.Option(help="Only last played on this day or earlier.")] = None,
    as_json: AsJson = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """List the stored matches, the last played first."""
    from mahjong_club.commands.saves import filter_from, show_list
    from mahjong_club.commands.serve import settings_from

    wanted = filter_from(finished=finished, state=state, ruleset=ruleset, person=person, code=code, since=since, until=until)
    show_list(settings_from(data=data, database_url=database_url), wanted, as_json=as_json)


@saves_app.command("export")
def export_saves(
    matches: Annotated[list[str], typer.Argument(help="Ids of matches, as `saves list` gives them.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="Folder for the files.")] = Path(),
    without_running_deal: Annotated[
        bool, typer.Option("--without-running-deal", help="Leave out what only this instance could read.")
    ] = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Write a save file of each match. A server may run."""
    from mahjong_club.commands.saves import export as command
    from mahjong_club.commands.serve import settings_from

    command(settings_from(data=data, database_url=database_url), matches, out, running_deal=not without_running_deal)


@saves_app.command("import")
def import_saves(
    files: Annotated[list[Path], typer.Argument(help="Save files; docs/saves.md describes them.")],
    without_running_deal: Annotated[
        bool, typer.Option("--without-running-deal", help="Begin again with the deal that was played, as a new match.")
    ] = False,
    replace: Annotated[bool, typer.Option("--replace", help="Take the file's state of a match that is stored here.")] = False,
    seat: Annotated[list[str] | None, typer.Option(help="SEAT=WHO: a person's id, club or random, for the saved person.")] = None,
    address: ClubAddress = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Take save files in, each whole or not at all. An embedded database must not be served meanwhile.

    For each person who was not known here, a link is printed: with it that person takes the seat.
    """
    from mahjong_club.commands.saves import bring_in, seats_from
    from mahjong_club.commands.serve import settings_from
    from mahjong_club.saves.storing import Wanted

    wanted = Wanted(replace=replace, seats=seats_from(seat or ()))
    bring_in(settings_from(data=data, database_url=database_url), files, wanted, address, running_deal=not without_running_deal)


@saves_app.command("link")
def link_seat(
    match: Annotated[str, typer.Argument(help="Id of a match, as `saves list` gives it.")],
    seat: Annotated[int, typer.Argument(min=0, max=3, help="A seat, 0 to 3.")],
    days: Annotated[int, typer.Option(min=1, max=3_650, help="How long the link is good for.")] = 30,
    revoke: Annotated[bool, typer.Option("--revoke", help="Make no link; end those that nobody has used.")] = False,
    address: ClubAddress = None,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Print a link with which somebody takes a seat in their browser, once; older links of the seat end. A server may run."""
    from mahjong_club.commands.links import link as command
    from mahjong_club.commands.serve import settings_from

    command(settings_from(data=data, database_url=database_url), match, seat, address, days, revoke=revoke)


@saves_app.command("migrate")
def migrate_saves(
    matches: Annotated[list[str] | None, typer.Argument(help="Ids of matches; all without one.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change, and write nothing.")] = False,
    as_json: AsJson = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Lift stored events to the newest form, a match at a time. Can be stopped and begun again."""
    from mahjong_club.commands.saves import migrate as command
    from mahjong_club.commands.serve import settings_from

    command(settings_from(data=data, database_url=database_url), matches or (), dry_run=dry_run, as_json=as_json)


def main() -> NoReturn:
    """Entry point of `mahjong-club` and `python -m mahjong_club`. A wrong call is one line, like every other error."""
    try:
        status = app(prog_name="mahjong-club", standalone_mode=False)
    except Abort:
        sys.exit(130)
    except TyperException as wrong:
        message = wrong.format_message()
        if type(wrong).__name__ != "NoArgsIsHelpError":  # that one has shown the help
            print(f"mahjong-club: {' '.join(message.split())}", file=sys.stderr)
        sys.exit(wrong.exit_code)
    sys.exit(status if isinstance(status, int) else 0)
