"""The pages of the administration. The door lets in whom it may concern; what they show is fetched and done over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from mahjong_club.administration.endpoints import Mine
from mahjong_club.rules.variants import registry
from mahjong_club.web.pages import render

router = APIRouter(prefix="/admin", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/sign-in")
async def sign_in(request: Request) -> Response:
    """Name and password; somebody who is signed in already goes on."""
    if hasattr(request.state, "actor"):
        return RedirectResponse("/admin", 303)
    return render(request, "admin/sign_in.html")


@router.get("")
async def tables(request: Request, admin: Mine) -> HTMLResponse:
    """Tables with who is connected, and announcements."""
    return render(request, "admin/tables.html", admin=admin)


@router.get("/saves")
async def saves(request: Request, admin: Mine) -> HTMLResponse:
    """The save browser."""
    rulesets: dict[str, list[str]] = {}
    for each in registry.RULESETS:
        rulesets.setdefault(each.variant, []).append(each.key)
    return render(request, "admin/saves.html", admin=admin, rulesets=rulesets)


@router.get("/saves/{match_id}")
async def save(match_id: Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")], request: Request, admin: Mine) -> HTMLResponse:
    """One match, at any event."""
    return render(request, "admin/save.html", admin=admin, match=match_id)


@router.get("/saves/{match_id}/table")
async def table(match_id: Annotated[str, Path(pattern="^[0-9a-f]{1,32}$")], request: Request, admin: Mine) -> HTMLResponse:
    """One match at any event, on the table's own page."""
    return render(request, "admin/table.html", admin=admin, match=match_id)


@router.get("/people")
async def people(request: Request, admin: Mine) -> HTMLResponse:
    """Persons, and who is banned."""
    return render(request, "admin/people.html", admin=admin)


@router.get("/audit")
async def audit(request: Request, admin: Mine) -> HTMLResponse:
    """The audit log."""
    return render(request, "admin/audit.html", admin=admin)


@router.get("/system")
async def system(request: Request, admin: Mine) -> HTMLResponse:
    """Version, configuration and figures; one's own password."""
    return render(request, "admin/system.html", admin=admin)
