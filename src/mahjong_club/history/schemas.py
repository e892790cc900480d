"""Answers about what a person has played."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field


class PlayerOut(BaseModel):
    """Somebody at the table of a finished match. Without standings (the match was ended early) place and score are null."""

    seat: int
    name: str
    kind: Literal["person", "bot"]
    bot: str | None
    you: bool
    place: int | None
    score: int | None


class PlayedOut(BaseModel):
    """A finished match as one of its people sees it."""

    id: str
    code: str
    ruleset: str
    variant: str
    options: dict[str, Any]
    started_ms: int
    finished_ms: int
    seat: int
    place: int | None
    score: int | None
    points: Annotated[int | None, Field(description="ranking points in tenths")]
    left: Annotated[bool, Field(description="the person gave the seat up before the end")]
    practice: Annotated[bool, Field(description="a practice match, which does not count in the totals")]
    players: Annotated[list[PlayerOut], Field(description="the best first")]


class HistoryOut(BaseModel):
    """A page of one's finished matches, the newest first; ``next`` is the ``before`` of the page behind it."""

    matches: list[PlayedOut]
    next: str | None


class TotalsOut(BaseModel):
    """All finished matches of a variant, practice left out."""

    variant: str
    matches: int
    places: Annotated[list[int], Field(description="how often first, second, third, fourth")]
    rated: Annotated[int, Field(description="of how many of the newest matches the deals were counted")]
    deals: int
    wins: int
    self_draws: int
    deal_ins: int
