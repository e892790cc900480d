"""HTTP: sign in as a guest, change name and language, keep bot accounts."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from mahjong_club.accounts.limits import Buckets
from mahjong_club.accounts.problems import Problem
from mahjong_club.accounts.schemas import (
    ERRORS,
    BotOut,
    ChangePerson,
    CreateBot,
    NewBot,
    PersonOut,
    SignIn,
)
from mahjong_club.accounts.service import COOKIE, Accounts
from mahjong_club.storage.people import PersonRecord

router = APIRouter(prefix="/api/v1", tags=["people"], responses=ERRORS)
_YEAR_S = 365 * 24 * 3600


def accounts_of(request: Request) -> Accounts:
    """The accounts that ``app`` put into the application's state."""
    found: Accounts = request.app.state.accounts
    return found


async def maybe_person(request: Request) -> PersonRecord | None:
    """Who asks, by bearer token or cookie; ``None`` for a stranger. Raises ``not_signed_in`` for a token that is not valid."""
    accounts = accounts_of(request)
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        bot = await accounts.by_token(token.strip())
        if bot is None:
            raise Problem("not_signed_in", "this token is not valid")
        return bot
    cookie = request.cookies.get(COOKIE)
    return await accounts.by_cookie(cookie) if cookie else None


async def signed_in(person: Annotated[PersonRecord | None, Depends(maybe_person)]) -> PersonRecord:
    """Who asks. Raises ``not_signed_in``."""
    if person is None:
        raise Problem("not_signed_in", "sign in with a nickname first")
    return person


Somebody = Annotated[PersonRecord | None, Depends(maybe_person)]
Me = Annotated[PersonRecord, Depends(signed_in)]


def address_of(request: Request) -> str:
    """Where a request comes from, for limits."""
    return request.client.host if request.client else "?"


def limit(request: Request, name: str, key: str) -> None:
    """Take a token from the bucket ``name`` of the application's limits."""
    buckets: dict[str, Buckets] = request.app.state.limits
    buckets[name].take(key)


@router.post("/guests", status_code=201)
async def sign_in(body: SignIn, request: Request, response: Response, person: Somebody) -> PersonOut:
    """Sign in with a nickname. Somebody who is signed in already is renamed."""
    accounts = accounts_of(request)
    if person is not None and person.kind == "guest":
        guest = await accounts.change(person, body.name, body.language)
    else:
        limit(request, "guests", address_of(request))
        guest = await accounts.sign_in(body.name, body.language)
    set_cookie(request, response, accounts.cookie_of(guest))
    return _out(guest)


@router.get("/me")
async def me(person: Me) -> PersonOut:
    """Oneself."""
    return _out(person)


@router.patch("/me")
async def change_me(body: ChangePerson, request: Request, person: Me) -> PersonOut:
    """A new name or language."""
    return _out(await accounts_of(request).change(person, body.name, body.language))


@router.post("/sign-out", status_code=204)
async def sign_out(response: Response) -> None:
    """Forget the cookie. A guest without it cannot come back as the same person."""
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")


@router.post("/bots", status_code=201)
async def create_bot(body: CreateBot, request: Request, person: Me) -> NewBot:
    """A bot account. Its token is in this answer and nowhere else."""
    limit(request, "bots", person.id)
    bot, token = await accounts_of(request).create_bot(person, body.name)
    return NewBot(id=bot.id, name=bot.name, created_ms=bot.created_ms, token=token)


@router.get("/bots")
async def my_bots(request: Request, person: Me) -> list[BotOut]:
    """One's bot accounts."""
    return [BotOut(id=bot.id, name=bot.name, created_ms=bot.created_ms) for bot in await accounts_of(request).bots_of(person)]


@router.delete("/bots/{bot_id}", status_code=204)
async def revoke_bot(bot_id: str, request: Request, person: Me) -> None:
    """Revoke a bot's token."""
    await accounts_of(request).revoke_bot(person, bot_id)


def _out(person: PersonRecord) -> PersonOut:
    return PersonOut(id=person.id, kind="bot" if person.kind == "bot" else "guest", name=person.name, language=person.language)


def set_cookie(request: Request, response: Response, cookie: str) -> None:
    """Sign the browser in with :meth:`Accounts.cookie_of`."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, cookie, max_age=_YEAR_S, path="/", httponly=True, samesite="lax", secure=secure)
