"""Options that the commands of `mahjong-club admin` share, and what they have in common."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from mahjong_club.settings import Settings

Data = Annotated[Path | None, typer.Option(help="Folder of the server that is meant. [MAHJONG_CLUB_DATA; data]")]
DatabaseUrl = Annotated[str | None, typer.Option(help="Another database. [MAHJONG_CLUB_DATABASE_URL]")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON lines.")]
Reason = Annotated[str | None, typer.Option(help="Why; kept for good, and shown to the people it concerns.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]
Match = Annotated[str, typer.Argument(help="A match's id, as `saves list` gives it.")]
Seat = Annotated[int, typer.Option(min=0, max=3, help="The seat, 0-3.")]
Who = Annotated[str, typer.Argument(help="The name to sign in with, or the person's id.")]
Bot = Annotated[str, typer.Option(help="club or random.")]


def settings_of(data: Path | None, database_url: str | None) -> "Settings":
    """Which server or database is meant."""
    from mahjong_club.commands.serve import settings_from

    return settings_from(data=data, database_url=database_url)


def perform_action(data: Path | None, database_url: str | None, action: dict[str, object], reason: str | None, yes: bool) -> None:
    """Show what an action would change, ask, and do it."""
    from mahjong_club.commands import admin as command

    command.perform(settings_of(data, database_url), action, reason, yes=yes)
