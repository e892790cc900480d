"""The page about the HTTP interface: its requests, read from the OpenAPI document."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from mahjong_club.accounts.endpoints import Somebody
from mahjong_club.web.pages import render

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@dataclass(frozen=True, slots=True)
class Call:
    """One request: what a program sends, and what it does in a sentence."""

    method: str
    path: str
    about: str


def calls_by_tag(document: Mapping[str, Any]) -> dict[str, list[Call]]:
    """The requests of an OpenAPI document under their tags, in the document's order."""
    found: dict[str, list[Call]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["other"])[0]
            found.setdefault(tag, []).append(Call(method.upper(), path, operation.get("description", operation["summary"])))
    return found


@router.get("/docs")
async def docs(request: Request, person: Somebody) -> HTMLResponse:
    """The description of the HTTP interface for people; for programs it is at /openapi.json."""
    return render(request, "api.html", person, calls=calls_by_tag(request.app.openapi()))
