"""What an admin may do, as requests: each is first shown with what it would change, and then done with a reason."""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from mahjong_club.accounts.schemas import Strict
from mahjong_club.rules.seats import Seat

MatchId = Annotated[str, Field(pattern="^[0-9a-f]{1,32}$", description="a match's id")]
PersonId = Annotated[str, Field(min_length=1, max_length=32, description="a person's id")]
Place = Annotated[Seat, Field(ge=0, le=3)]
Text = Annotated[str, Field(max_length=1_000)]
Bot = Literal["random", "club"]
#: A day, a week and more: the longest for which something is shown or somebody kept out; longer is for good.
Minutes = Annotated[int, Field(ge=1, le=60 * 24 * 366)]


class ResetDeal(Strict):
    """Play the running deal, or the last one, again from its start."""

    do: Literal["reset_deal"]
    match: MatchId


class Rewind(Strict):
    """Go on from where the match stood after event ``to``."""

    do: Literal["rewind"]
    match: MatchId
    to: Annotated[int, Field(ge=1)]


class EndMatch(Strict):
    """End the match with settlement."""

    do: Literal["end_match"]
    match: MatchId


class MoveSeat(Strict):
    """Give a seat to another person (an id), or to a club bot."""

    do: Literal["move_seat"]
    match: MatchId
    seat: Place
    person: PersonId | None = None
    bot: Bot | None = None

    @model_validator(mode="after")
    def one_of_them(self) -> Self:
        """Neither would leave open who plays, both would too."""
        if (self.person is None) == (self.bot is None):
            raise ValueError("name a person or a bot, not both")
        return self


class SwapSeats(Strict):
    """Let the players of two seats change places."""

    do: Literal["swap_seats"]
    match: MatchId
    seat: Place
    other: Place


class FreeSeat(Strict):
    """Take a seat from its person; a bot plays on."""

    do: Literal["free_seat"]
    match: MatchId
    seat: Place
    bot: Bot = "club"


class Pause(Strict):
    """Stop the match and its clocks until it is resumed."""

    do: Literal["pause"]
    match: MatchId


class Resume(Strict):
    """Go on after a pause."""

    do: Literal["resume"]
    match: MatchId


class TellTable(Strict):
    """Tell everybody at a table something."""

    do: Literal["tell_table"]
    match: MatchId
    text: Text


class TellLobby(Strict):
    """Show an announcement in the lobby and at every table."""

    do: Literal["tell_lobby"]
    text: Text
    minutes: Minutes = 60


class Withdraw(Strict):
    """Show an announcement no longer."""

    do: Literal["withdraw"]
    announcement: Annotated[str, Field(min_length=1, max_length=32)]


class CloseTable(Strict):
    """End a table's match with settlement, send everybody away and close its waiting room."""

    do: Literal["close_table"]
    code: Annotated[str, Field(pattern="^[A-Za-z]{6}$")]


class Kick(Strict):
    """Close one connection."""

    do: Literal["kick"]
    connection: Annotated[int, Field(ge=1)]


class KickPerson(Strict):
    """Close every connection of a person, and of his bots."""

    do: Literal["kick_person"]
    person: PersonId


class Ban(Strict):
    """Keep a person, and his bots, out: for so many minutes, or until the ban is lifted."""

    do: Literal["ban"]
    person: PersonId
    minutes: Minutes | None = None


class Unban(Strict):
    """Lift a person's bans."""

    do: Literal["unban"]
    person: PersonId


MatchAction = ResetDeal | Rewind | EndMatch | MoveSeat | SwapSeats | FreeSeat | Pause | Resume
Action = Annotated[
    MatchAction | TellTable | TellLobby | Withdraw | CloseTable | Kick | KickPerson | Ban | Unban, Field(discriminator="do")
]
#: What takes nothing from anybody needs no reason.
WITHOUT_REASON: Final = frozenset({"tell_table", "tell_lobby", "withdraw"})
