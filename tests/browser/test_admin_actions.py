"""What an admin does about a match, in a browser by mouse and keyboard: what is shown before, what the people at the table are
told, what is written down."""

import re

from playwright.sync_api import expect

from tests.browser.admin_desk import REASON, Contexts, House, at_table, open_desk, seat_names
from tests.browser.people import table_of
from tests.system.client import shown


def test_matches_are_found_and_looked_into(context_factory: Contexts, house: House) -> None:
    suk = house.room.person("Suk")
    table = table_of(suk, ruleset="taiwanese")
    match, code = table["match"]["id"], table["code"]
    suk.sit(match)
    suk.play(answers=1)
    ada = open_desk(house, context_factory, "desktop", "/admin")
    page = ada.page
    ada.press(page.get_by_role("link", name="Saves"))
    found = page.locator("#saves .item")
    page.select_option("#state", "over")
    page.fill("#person", "suk")
    page.keyboard.press("Enter")
    expect(page.locator("#saves")).to_have_text("No match fits.")
    page.select_option("#state", "running")
    page.select_option("#ruleset", "taiwanese")
    page.fill("#code", code.lower())
    page.fill("#since", "2020-01-01")
    ada.press(ada.button("Search"))
    expect(page).to_have_url(re.compile(f"code={code.lower()}"))
    expect(found).to_have_count(1)
    expect(found).to_contain_text(match)
    ada.press(found.get_by_role("link", name=re.compile("^Open")))

    view = suk.player.view
    assert view is not None
    boxes = page.locator("#position .seatbox")
    expect(boxes.nth(0).locator(".back").first).to_be_visible()
    page.select_option("#eyes", label="1: Suk")
    mine = boxes.nth(0).locator(".zone").first.locator(".tiles [role=img]")
    expect(mine).to_have_count(len(shown(view)["seats"][0]["hand"]))
    expect(boxes.nth(0).locator(".back")).to_have_count(0)
    expect(boxes.nth(1).locator(".back").first).to_be_visible()
    assert house.written("look", match, reason="")["details"]["seat"] == 0
    page.fill("#at", "2")
    page.keyboard.press("Enter")
    expect(page.locator("#position [data-seq='2']")).to_contain_text("deal started")
    ada.press(page.locator("#forward"))
    expect(page.locator("#position [data-seq='3']")).to_be_visible()
    ada.press(ada.button("See everything"))
    page.fill("#reason", "a complaint")
    ada.submit()
    expect(page.get_by_role("region", name="Wall")).to_be_visible()
    expect(page.locator("#position .zone .back")).to_have_count(0)
    assert house.written("look_fully", match, "a complaint")["details"]["at"] == 3
    ada.press(page.get_by_role("link", name="As the table"))
    expect(page.locator("#table[data-seq='3']")).to_be_visible()


def test_orders_at_a_match(context_factory: Contexts, house: House) -> None:
    mei, lan, wei, _ = (house.room.person(name) for name in ("Mei", "Lan", "Wei", "Weiwei"))
    table = table_of(mei, lan)
    match = table["match"]["id"]
    mei.sit(match)
    seats = {name: seat for seat, name in enumerate(seat_names(house, match))}
    lans = at_table(context_factory, house, lan, table["code"])
    banner = lans.locator("#table .banner")
    ada = open_desk(house, context_factory, "desktop", f"/admin/saves/{match}")
    page = ada.page

    expect(ada.button("Resume")).to_have_count(0)
    ada.do(ada.button("Pause"), "The match and its clocks stop until an admin resumes it.")
    assert mei.event("match_paused")["note"] == REASON and house.written("pause", match)
    expect(banner).to_contain_text(f"Ada paused the table: {REASON}")
    # Who comes later is told, too.
    lans.reload()
    expect(banner).to_contain_text(f"Ada paused the table: {REASON}")
    expect(ada.button("Pause")).to_have_count(0)

    # By keyboard alone, from the event to the order.
    last = mei.player.seq
    expect(ada.button("Rewind to the chosen event")).to_be_disabled()
    page.locator("#at").focus()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#position [data-seq='3']")).to_be_visible()
    ada.button("Rewind to the chosen event").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog .changes")).to_contain_text("events no longer count")
    expect(page.locator("#reason")).to_be_focused()
    page.keyboard.type(REASON)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)
    back = mei.event("match_rewound")
    assert (back["to"], back["by"], back["reason"], back["number"]) == (3, "Ada", REASON, (last or 0) + 1)
    assert house.written("rewind", match)["details"]["to"] == 3
    expect(lans.get_by_text(f"Ada took the match back to an earlier point: {REASON}").first).to_be_attached()

    ada.do(ada.button("Resume"), "The match goes on.")
    assert mei.event("match_resumed")["by"] == "Ada" and house.written("resume", match)
    expect(banner).not_to_contain_text("paused")
    ada.do(ada.button("Reset the deal"), "with the same wall", "events no longer count")
    assert mei.event("match_rewound")["kind"] == "reset" and house.written("reset_deal", match)

    row = page.locator("#seats .item")
    ada.press(row.nth(seats["Lan"]).get_by_role("button", name=re.compile("^Move the seat")))
    page.select_option("#to", label=f"Swap with {seats['Mei'] + 1}: Mei")
    ada.submit()
    ada.decide("Lan → Mei", "Mei → Lan")
    assert mei.frame("bye")["code"] == "seat_changed" and house.written("swap_seats", match)
    assert seat_names(house, match)[seats["Lan"]] == "Mei"
    mei.sit(match)
    assert mei.player.seat == seats["Lan"]
    expect(banner).to_contain_text(f"takes over a seat. Ada: {REASON}")
    lans.reload()
    expect(lans.locator("#table .hand").first).to_be_visible()

    ada.press(row.nth(seats["Mei"]).get_by_role("button", name=re.compile("^Move the seat")))
    page.select_option("#to", label="Another person…")
    page.fill("#newcomer", "Wei")
    ada.submit()
    expect(page.locator("dialog .message")).to_have_text("Several people fit. Choose one of them.")
    page.select_option("#which", wei.id)
    ada.submit()
    ada.decide("Lan → Wei")
    seated = mei.event("seated")
    assert (seated["name"], seated["by"], seated["reason"]) == ("Wei", "Ada", REASON) and house.written("move_seat", match)
    wei.sit(match)
    assert wei.player.seat == seats["Mei"]
    expect(banner).to_contain_text(f"Wei takes over a seat. Ada: {REASON}")

    ada.do(row.nth(seats["Mei"]).get_by_role("button", name=re.compile("^Free the seat")), "Wei → club-1")
    assert wei.frame("bye")["code"] == "seat_changed" and house.written("free_seat", match)
    assert mei.event("seated")["kind"] == "bot"
    expect(row.nth(seats["Mei"]).get_by_role("button", name=re.compile("^Free the seat"))).to_have_count(0)
    mei.play(answers=1)


def test_a_match_ends_with_settlement(context_factory: Contexts, house: House) -> None:
    mei = house.room.person("Mei")
    match = table_of(mei, ruleset="riichi")["match"]["id"]
    mei.sit(match)
    mei.play(deposits=True)
    view = mei.player.view
    assert view is not None
    scores, deposits = list(view.scores), view.deposits
    assert deposits and sum(scores) == 100_000 - 1000 * deposits
    ada = open_desk(house, context_factory, "desktop", f"/admin/saves/{match}")
    first = max(range(4), key=lambda seat: (scores[seat], -((seat - view.first_dealer) % 4)))
    taken = f"{seat_names(house, match)[first]}, {scores[first] + 1000 * deposits:,} points"
    ada.do(ada.button("End the match"), "deposits go to first place", f"Deposits: {deposits} → 0", f"Place 1: {taken}")
    end = mei.event("match_ended")
    assert end["deposits_taken"] == deposits
    ends = {line["seat"]: line["score"] for line in end["standings"]}
    assert ends == {seat: score + (1000 * deposits if seat == first else 0) for seat, score in enumerate(scores)}
    assert sum(ends.values()) == 100_000 and house.written("end_match", match)
    expect(ada.page.locator("#acts")).to_have_text("This match is over and can only be looked at.")
