"""axe-core on a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.support.environment import missing

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """What axe calls serious or critical, one line each."""
    if not AXE.is_file():
        missing("axe-core is not installed (npm ci)")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document)).violations")
    return [
        f"{each['id']}: {each['help']} ({'; '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


SMALL_TARGETS = """() => [...document.querySelectorAll('a, button, select, summary, input:not([type=hidden])')]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => !e.closest('p, dd, td') && !e.matches('.skip, .pick input, .file'))
  .map((e) => ({ e: e.outerHTML.slice(0, 90), r: e.getBoundingClientRect() }))
  .filter(({ e, r }) => r.height < 43.5 || (r.width < 43.5 && !e.startsWith('<input')))
  .map(({ e, r }) => `${Math.round(r.width)}x${Math.round(r.height)} ${e}`)"""


def small_targets(page: Page) -> list[str]:
    """Controls smaller than 44 CSS pixels, links within sentences left out."""
    found: list[str] = page.evaluate(SMALL_TARGETS)
    return [each for each in found if 'type="checkbox"' not in each]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wider: int = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wider
