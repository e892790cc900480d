"""Refusals as answers: JSON with a code for programs, a page for people."""

import logging
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.exceptions import HTTPException
from starlette.responses import Response

from mahjong_club.accounts.problems import STATUS, Problem
from mahjong_club.protocol.entries import StorageUnavailable, UnknownMatch
from mahjong_club.web.catalogues import language_of
from mahjong_club.web.metrics import Metrics
from mahjong_club.web.templating import Templates

log: Final = logging.getLogger(__name__)
_HTTP_CODES: Final = {404: "not_found", 405: "method_not_allowed", 413: "too_large"}
_MOST_FIELDS: Final = 10


def install(app: FastAPI) -> None:
    """Answer every exception in one form."""
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(StorageUnavailable, _unavailable)
    app.add_exception_handler(UnknownMatch, _unknown_match)
    app.add_exception_handler(Exception, _internal)


def problem_response(problem: Problem) -> JSONResponse:
    """The JSON answer."""
    detail: dict[str, Any] = {"code": problem.code, "message": problem.message, "params": problem.params}
    headers = {"retry-after": str(problem.params["seconds"])} if problem.code == "too_many_requests" else None
    return JSONResponse({"error": detail}, problem.status, headers=headers)


def _answer(request: Request, problem: Problem) -> Response:
    metrics: Metrics = request.app.state.metrics
    metrics.refused_over_http(problem.code)
    path = request.url.path
    if path.startswith(("/api/", "/healthz", "/readyz")) or "text/html" not in request.headers.get("accept", ""):
        return problem_response(problem)
    templates: Templates = request.app.state.templates
    language = language_of(request.query_params.get("lang"), request.cookies.get("lang"), request.headers.get("accept-language"))
    page = templates.render("error.html", language=language, path="/", code=problem.code, params=problem.params)
    return HTMLResponse(page, problem.status)


async def _problem(request: Request, failure: Exception) -> Response:
    assert isinstance(failure, Problem)
    return _answer(request, failure)


async def _invalid(request: Request, failure: Exception) -> Response:
    assert isinstance(failure, RequestValidationError)
    fields = [".".join(str(part) for part in error["loc"]) for error in failure.errors()][:_MOST_FIELDS]
    first = failure.errors()[0]["msg"] if failure.errors() else ""
    return _answer(request, Problem("bad_request", f"{fields[0] if fields else 'request'}: {first}"[:300], fields=fields))


async def _http(request: Request, failure: Exception) -> Response:
    assert isinstance(failure, HTTPException)
    code = _HTTP_CODES.get(failure.status_code, "bad_request")
    if STATUS[code] != failure.status_code:
        log.debug("status %d is answered as %s", failure.status_code, code)
    return _answer(request, Problem(code, code.replace("_", " ")))


async def _unavailable(request: Request, failure: Exception) -> Response:
    log.error("the database cannot be used: %s", failure)
    return _answer(request, Problem("storage_unavailable", "nothing can be stored now, and nothing was changed"))


async def _unknown_match(request: Request, _failure: Exception) -> Response:
    return _answer(request, Problem("match_not_found", "there is no such match"))


async def _internal(request: Request, failure: Exception) -> Response:
    log.error("request to %s failed", request.url.path, exc_info=failure)
    return _answer(request, Problem("internal", "something went wrong on the server"))
