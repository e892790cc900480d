"""`mahjong-club admin`: orders at a match."""

from typing import Annotated

import typer

from mahjong_club.cli_admin_options import Bot, Data, DatabaseUrl, Match, Reason, Seat, Yes, perform_action

app = typer.Typer()


@app.command()
def reset(match: Match, reason: Reason = None, yes: Yes = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Play the running deal again from its start."""
    perform_action(data, database_url, {"do": "reset_deal", "match": match}, reason, yes)


@app.command()
def rewind(
    match: Match,
    to: Annotated[int, typer.Option(min=1, help="Go on from where the match stood after this event.")],
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Take a match back to an event."""
    perform_action(data, database_url, {"do": "rewind", "match": match, "to": to}, reason, yes)


@app.command()
def end(match: Match, reason: Reason = None, yes: Yes = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """End a match with settlement."""
    perform_action(data, database_url, {"do": "end_match", "match": match}, reason, yes)


@app.command()
def move(
    match: Match,
    seat: Seat,
    person: Annotated[str | None, typer.Option(help="The id of who is to have it.")] = None,
    bot: Annotated[str | None, typer.Option(help="A club bot is to have it: club or random.")] = None,
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Give a seat to another person or to a bot."""
    if (person is None) == (bot is None):
        raise typer.BadParameter("name a --person or a --bot")
    wish = {"do": "move_seat", "match": match, "seat": seat, "person": person, "bot": bot}
    perform_action(data, database_url, wish, reason, yes)


@app.command()
def swap(
    match: Match,
    seat: Seat,
    other: Annotated[int, typer.Option("--with", min=0, max=3, help="The other seat.")],
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Let the players of two seats change places."""
    perform_action(data, database_url, {"do": "swap_seats", "match": match, "seat": seat, "other": other}, reason, yes)


@app.command()
def free(
    match: Match,
    seat: Seat,
    bot: Bot = "club",
    reason: Reason = None,
    yes: Yes = False,
    data: Data = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Take a seat from its person; a bot plays on."""
    perform_action(data, database_url, {"do": "free_seat", "match": match, "seat": seat, "bot": bot}, reason, yes)


@app.command()
def pause(match: Match, reason: Reason = None, yes: Yes = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Stop a match and its clocks until it is resumed."""
    perform_action(data, database_url, {"do": "pause", "match": match}, reason, yes)


@app.command()
def resume(match: Match, reason: Reason = None, yes: Yes = False, data: Data = None, database_url: DatabaseUrl = None) -> None:
    """Go on after a pause."""
    perform_action(data, database_url, {"do": "resume", "match": match}, reason, yes)
