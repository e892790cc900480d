"""Who is an admin, and what everybody else finds: nothing."""

import re
from typing import Any

from fastapi.routing import APIRoute

from mahjong_club.administration.actors import Actor
from mahjong_club.administration.roles import SESSION_S
from mahjong_club.storage.administrators import find_admin
from mahjong_club.web import admin_pages
from tests.administration.support import PASSWORD, admin, code_of, console, rows, sign_in
from tests.support.club import Club, open_club


def admin_routes(club: Club) -> list[tuple[str, str]]:
    """Every method and path of the administration but signing in, parameters filled in."""
    found = {
        (method, route.path)
        for route in admin_pages.router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    }
    for path, operations in club.app.openapi()["paths"].items():
        if path.startswith("/api/v1/admin"):
            found |= {(method.upper(), path) for method in operations}
    return sorted((method, re.sub(r"\{\w+\}", "ab12", path)) for method, path in found if not path.endswith("/sign-in"))


async def test_nobody_else_finds_anything(club: Club) -> None:
    revoked = await admin(club)
    assert (await revoked.get("/admin/me"))["login"] == "ada"
    shell = await console(club)
    assert (await shell.ask("DELETE", "/admin/administrators/ada")).status_code == 200
    forger = await club.stranger(authorization="Bearer " + "x" * 43)
    cookie = await club.stranger(cookie="mahjong_club_admin=WyJhYiIsMV0.aaaaaa.bbbbbbbb")
    others = {"stranger": await club.stranger(), "guest": await club.guest("Ada"), "revoked": revoked}
    others |= {"forger": forger, "cookie": cookie}
    routes = admin_routes(club)
    assert {("POST", "/api/v1/admin/act"), ("GET", "/admin/saves/ab12")} < set(routes) and len(routes) > 20
    for who, guest in others.items():
        for method, path in [*routes, ("GET", "/api/v1/admin"), ("PATCH", "/api/v1/admin/act"), ("GET", "/api/v1/admin/none")]:
            for body in (b"", b"{}", b"not json"):
                answer = await guest.client.request(method, path, content=body, headers={"content-type": "application/json"})
                if path.startswith("/api/"):
                    assert (answer.status_code, code_of(answer)) == (404, "not_found"), (who, method, path)
                else:
                    assert answer.status_code == 303, (who, method, path)
                    assert answer.headers["location"].startswith("/admin/sign-in?next=/admin"), (who, method, path)


async def test_the_roles_are_given_at_the_command_line_only(club: Club) -> None:
    ada = await admin(club)
    assert await ada.refused("POST", "/admin/administrators", {"who": "Eve"}) == (403, "console_only")
    assert await ada.refused("DELETE", "/admin/administrators/ada") == (403, "console_only")
    assert await ada.refused("PUT", "/admin/administrators/ada/password", {"password": PASSWORD}) == (403, "console_only")


async def test_a_name_is_one_person(club: Club) -> None:
    shell = await console(club)
    for _ in range(2):
        await club.guest("Twin")
    status, code = await shell.refused("POST", "/admin/administrators", {"who": "Twin"})
    assert (status, code) == (409, "ambiguous_person")
    one = (await (await club.guest("Twin")).get("/me"))["id"]
    assert (await shell.post("/admin/administrators", {"who": one}))["person"] == one
    assert await shell.refused("POST", "/admin/administrators", {"who": one}) == (409, "already_admin")
    other = (await (await club.guest("ＴＷＩＮ")).get("/me"))["id"]
    assert await shell.refused("POST", "/admin/administrators", {"who": other}) == (409, "login_taken")
    assert (await shell.post("/admin/administrators", {"who": other, "login": "Second"}))["login"] == "second"
    # An admin has no password at first, and nobody signs in without one.
    stranger = await club.stranger()
    assert await stranger.refused("POST", "/admin/sign-in", {"login": "second", "password": ""}) == (401, "wrong_password")


async def test_passwords(club: Club) -> None:
    ada = await admin(club)
    stored = await club.app.state.database.query(lambda session: find_admin(session, login="ada"))
    assert stored.password.startswith("$argon2id$") and PASSWORD not in stored.password
    elsewhere = await sign_in(club, "ADA")
    assert await ada.refused("POST", "/admin/password", {"old": "wrong", "new": "another long one"}) == (401, "wrong_password")
    assert await ada.refused("POST", "/admin/password", {"old": PASSWORD, "new": "short"}) == (400, "bad_password")
    assert (await ada.ask("POST", "/admin/password", {"old": PASSWORD, "new": "another long one"})).status_code == 204
    # The one who changed it stays, everybody else is signed out.
    await ada.get("/admin/me")
    assert await elsewhere.refused("GET", "/admin/me") == (404, "not_found")
    stranger = await club.stranger()
    assert await stranger.refused("POST", "/admin/sign-in", {"login": "ada", "password": PASSWORD}) == (401, "wrong_password")
    await sign_in(club, password="another long one")
    assert [row["action"] for row in await rows(ada)].count("password") == 2


async def test_the_cookie(club: Club) -> None:
    await admin(club)
    who = await club.stranger()
    answer = await who.ask("POST", "/admin/sign-in", {"login": "ada", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert all(part in cookie for part in ("HttpOnly", "SameSite=strict", f"Max-Age={SESSION_S}"))
    roles: Any = club.app.state.administration.roles
    value = cookie.partition("=")[2].partition(";")[0]
    assert (await roles.by_cookie(value)).login == "ada"
    # Old enough, the same cookie is nobody's: its time is signed with it.
    signer = roles._signer
    aged = signer.make_signer(signer.salt)
    aged.get_timestamp = lambda: 1
    old = aged.sign(signer.dump_payload(signer.loads(value))).decode()
    assert await roles.by_cookie(old) is None
    assert (await who.ask("POST", "/admin/sign-out")).status_code == 204
    assert await who.refused("GET", "/admin/me") == (404, "not_found")
    # A page of another site cannot act with it.
    again = await sign_in(club)
    refused = await again.ask(
        "POST", "/admin/preview", {"action": {"do": "tell_lobby", "text": "x"}}, headers={"origin": "https://evil.example"}
    )
    assert (refused.status_code, code_of(refused)) == (403, "wrong_origin")


async def test_signing_in_is_limited(tmp_path: Any) -> None:
    limits = {"admin_burst": 3, "admin_per_minute": 0, "admin_from_burst": 5, "admin_from_per_minute": 0}
    async with open_club(tmp_path / "data", **limits) as club:
        shell = await console(club)
        await shell.post("/admin/administrators", {"who": "Ada"})
        await shell.ask("PUT", "/admin/administrators/ada/password", {"password": PASSWORD})
        who = await club.stranger()
        tried = [await who.refused("POST", "/admin/sign-in", {"login": " AdA ", "password": f"{n}"}) for n in range(4)]
        assert tried == [(401, "wrong_password")] * 3 + [(429, "too_many_requests")]
        # With the right password it is no better now, and another name from this address has one try left.
        assert await who.refused("POST", "/admin/sign-in", {"login": "ada", "password": PASSWORD}) == (429, "too_many_requests")
        assert (await who.refused("POST", "/admin/sign-in", {"login": "eve", "password": "x"}))[0] == 429
        told = await rows(shell, "sign_in_refused")
        assert [row["details"]["code"] for row in told].count("wrong_password") == 3
        assert {row["subject"] for row in told} == {"ada", "eve"}
        assert all("address" in row["details"] and PASSWORD not in str(row) for row in told)


async def test_a_stranger_s_name_in_the_log_is_text(club: Club) -> None:
    who = await club.stranger()
    hostile = "\x1b[31m\u202eeve\n<script>"
    await who.refused("POST", "/admin/sign-in", {"login": hostile, "password": "x"})
    (row,) = await rows(await console(club), "sign_in_refused")
    assert row["subject"].isprintable()
    assert row["actor"] == Actor("nobody", "").name
