"""The sheet of a result, which is built over several frames."""

from collections.abc import Callable
from typing import Final

from playwright.sync_api import BrowserContext

from tests.support.server import LiveServer

#: A result of which only the beginning has been drawn, and what the sheet shows once there is none any more.
CUT_OFF: Final = """async () => {
    const { Sheet } = await import('/static/js/ui/sheet.js');
    const words = { t: (key) => key, points: String, signed: String };
    const rows = { wins: [], shown: [], scores: [], standings: [] };
    const result = { ...rows, key: '1', title: 'won', note: '', over: false, canContinue: true };
    const sheet = new Sheet({ onContinue() {}, onHide() {}, code: '', match: '' });
    document.body.append(sheet.el);
    const shown = [];
    const step = (call) => { call(); shown.push(!sheet.el.hidden); };
    step(() => sheet.update(null, false, words, null));
    step(() => sheet.begin(result, false, words));
    step(() => sheet.update(null, false, words, null));
    step(() => sheet.begin(result, false, words));
    step(() => sheet.update(result, false, words, null));
    step(() => sheet.update(null, false, words, null));
    return shown;
}"""


def test_a_result_that_is_over_before_it_was_drawn_leaves_nothing_behind(
    live_server: LiveServer, context_factory: Callable[..., BrowserContext]
) -> None:
    page = context_factory().new_page()
    page.goto(live_server.url + "/")
    assert page.evaluate(CUT_OFF) == [False, True, False, True, True, False]
