"""Bodies of requests and answers about people."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[str, Field(max_length=200, description="1 to 24 printable characters", examples=["Mei"])]
Language = Literal["zh-Hant", "en", "ja"]


class Strict(BaseModel):
    """A request body: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class SignIn(Strict):
    """A guest's nickname."""

    name: Name
    language: Language | None = None


class ChangePerson(Strict):
    """What is to change; absent fields stay."""

    name: Name | None = None
    language: Language | None = None


class CreateBot(Strict):
    """A bot account's name."""

    name: Name


class PersonOut(BaseModel):
    """Oneself."""

    id: str
    kind: Literal["guest", "bot"]
    name: str
    language: str | None


class BotOut(BaseModel):
    """A bot account."""

    id: str
    name: str
    created_ms: int


class NewBot(BotOut):
    """A bot account with its token, which is never shown again."""

    token: str


class ErrorDetail(BaseModel):
    """``code`` names the reason; ``message`` is English; ``params`` fill the sentence of the catalogue ``errors``."""

    code: str
    message: str
    params: dict[str, Any] = {}


class ErrorBody(BaseModel):
    """Every refusal has this body."""

    error: ErrorDetail


ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": text}
    for status, text in {
        400: "The request cannot be read or asks for something that does not exist",
        401: "Not signed in",
        403: "Not allowed",
        404: "Not found",
        409: "Not possible now",
        429: "Too often",
        503: "Nothing can be stored now; try again",
    }.items()
}
