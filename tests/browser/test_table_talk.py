"""Talk at a running table: words are text, phrases come in the reader's language, and all can be muted but oneself."""

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.axe import violations
from tests.browser.people import UNPACED
from tests.support.browser import Locale
from tests.support.server import LiveServer

EVIL = "<img src=x onerror=document.title='owned'>"
Contexts = Callable[..., BrowserContext]


@pytest.fixture(scope="module")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    """One server for this module; it outlives the browsers' contexts."""
    server = LiveServer(tmp_path_factory.mktemp("club") / "data")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def table(context_factory: Contexts, live_server: LiveServer) -> dict[str, Page]:
    """The pages of two people at a running table and of one who looks on, each in a language of his own."""
    people: dict[str, tuple[BrowserContext, Locale]] = {}
    locales: dict[str, Locale] = {"Mei": "en", EVIL[:20]: "ja", "Lin": "zh-Hant"}
    for name, locale in locales.items():
        people[name] = (context_factory(locale=locale, reduced_motion="reduce"), locale)
    api = live_server.url + "/api/v1"
    requests = [context.request for context, _ in people.values()]
    for name, request in zip(people, requests, strict=True):
        assert request.post(f"{api}/guests", data={"name": name}).ok
    code = requests[0].post(f"{api}/tables", data={**UNPACED, "bots": 2}).json()["code"]
    assert requests[1].post(f"{api}/tables/{code}/join", data={}).ok
    for request in requests[:2]:
        assert request.post(f"{api}/tables/{code}/ready", data={}).ok
    if requests[0].get(f"{api}/tables/{code}").json()["state"] != "playing":
        assert requests[0].post(f"{api}/tables/{code}/start", data={}).ok
    pages = {}
    for role, (context, _) in zip(("mei", "evil", "onlooker"), people.values(), strict=True):
        pages[role] = page = context.new_page()
        page.goto(f"{live_server.url}/table/{code}")
        page.wait_for_selector('#table[data-connection="open"]')
    return pages


def say(page: Page, text: str) -> None:
    field = page.locator(".say input")
    field.fill(text)
    field.press("Enter")


def say_again(page: Page, text: str) -> None:
    """Say another word: the server refuses one that follows too fast, and it stands in the field again."""
    say(page, text)
    heard, refused = page.locator(".chat li", has_text=text), page.locator(".talk-problem")
    while True:
        expect(heard.or_(refused).first).to_be_visible()
        if heard.count():
            return
        page.locator(".say input").press("Enter")
        expect(heard.or_(refused).first).to_be_visible()


def mute(page: Page, name: str, *, on: bool) -> None:
    if page.locator(".mutes[open]").count() == 0:
        page.locator(".mutes summary").click()
    page.get_by_role("checkbox", name=name).set_checked(on)


def test_words_are_text_and_phrases_are_the_readers(table: dict[str, Page]) -> None:
    mei, evil, onlooker = table.values()
    say(evil, EVIL)
    for page in table.values():
        expect(page.locator(".chat li")).to_have_text(f"{EVIL[:20]}: {EVIL}" if page is mei else f"{EVIL[:20]}：{EVIL}")
        assert page.locator("img[src=x]").count() == 0
        assert page.title() != "owned"
    mei.get_by_role("button", name="Nice hand").click()
    for page, words in ((mei, "Nice hand"), (evil, "お見事"), (onlooker, "好牌")):
        expect(page.locator(".chat li").last).to_contain_text(words)
    # The list of whom to mute is made of names, too.
    mei.locator(".mutes summary").click()
    expect(mei.locator(".mute-names label")).to_have_text([EVIL[:20]])
    assert mei.locator(".mutes img").count() == 0
    assert violations(mei) == []


def test_all_can_be_muted_but_oneself(table: dict[str, Page]) -> None:
    mei, evil, onlooker = table.values()
    mute(mei, "everybody", on=True)
    say(evil, "one")
    onlooker.locator(".phrase").first.click()
    expect(mei.locator(".talk-muted")).to_have_text("2 muted")
    say(mei, "mine")
    expect(mei.locator(".chat li")).to_have_text(["Mei: mine"])
    mute(mei, "everybody", on=False)
    expect(mei.locator(".chat li")).to_have_count(3)
    expect(mei.locator(".talk-muted")).to_be_hidden()


def test_one_can_be_muted_and_is_still_on_another_visit(table: dict[str, Page]) -> None:
    mei, evil, onlooker = table.values()
    say(evil, "one")
    expect(mei.locator(".chat li")).to_have_count(1)
    mute(mei, EVIL[:20], on=True)
    expect(mei.locator(".chat li")).to_have_count(0)
    say_again(evil, "two")
    onlooker.locator(".phrase").first.click()
    expect(mei.locator(".chat li")).to_have_count(1)
    expect(mei.locator(".chat li")).to_contain_text("Lin")
    # The others hear whom she does not.
    expect(onlooker.locator(".chat li")).to_have_count(3)
    mei.reload()
    mei.wait_for_selector('#table[data-connection="open"]')
    say_again(evil, "three")
    say(mei, "mine")
    expect(mei.locator(".chat li")).to_have_text(["Mei: mine"])
    mute(mei, EVIL[:20], on=False)
    expect(mei.locator(".chat li")).to_have_count(2)


#: A word is said, Enter pressed again in the empty field, and then the word comes back. What was said, what stands there.
SENT_BACK: Final = """async () => {
    const { Talk } = await import('/static/js/ui/talk.js');
    const said = [];
    const talk = new Talk((say) => said.push(say.text), () => {});
    document.body.append(talk.el);
    talk.input.value = 'two';
    talk.form.requestSubmit();
    talk.form.requestSubmit();
    talk.tooFast({ t: (key) => key });
    return [said, talk.input.value];
}"""


def test_a_word_that_is_sent_back_is_not_lost_by_another_press(table: dict[str, Page]) -> None:
    page = next(iter(table.values()))
    assert page.evaluate(SENT_BACK) == [["two"], "two"]


def test_no_phrase_is_cut_on_a_small_desktop(table: dict[str, Page]) -> None:
    for page in table.values():
        page.set_viewport_size({"width": 1280, "height": 800})
        page.evaluate("document.querySelector('.game').classList.add('talking')")
        phrases = page.locator(".phrases")
        expect(phrases).to_be_visible()
        assert phrases.evaluate("(row) => row.scrollWidth <= row.clientWidth")
