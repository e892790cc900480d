"""The app's icons from the club's own tile art: ``python tools/make_icons.py`` draws ``static/art/app/*.png`` anew.

Chromium (``CHROMIUM``, else ``chromium`` on the path) does the drawing. The pictures are committed, so nobody needs this to run
the club.
"""

import os
import shutil
import sys
from base64 import b64encode
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

ART: Final = Path(__file__).resolve().parents[1] / "static" / "art"


@dataclass(frozen=True, slots=True)
class Icon:
    """``tile``: the tile's height as a share of the picture. ``corner``: how round the picture itself is, 0 fills its square."""

    name: str
    size: int
    tile: float
    corner: float


ICONS: Final = (
    Icon("icon-192", 192, 0.70, 0.22),
    Icon("icon-512", 512, 0.70, 0.22),
    # A launcher cuts its own shape: what counts stays inside the middle 80 %.
    Icon("maskable-192", 192, 0.54, 0),
    Icon("maskable-512", 512, 0.54, 0),
    Icon("apple-touch-icon", 180, 0.66, 0),
)


def drawing(icon: Icon, face: bytes) -> str:
    """The picture as SVG of 1000 units: felt with its wooden edge, and the tile 中 on it."""
    height = icon.tile * 1000
    width, side = height * 0.735, height * 0.05
    x, y, corner = (1000 - width) / 2, (1000 - height) / 2 - side * 0.8, height * 0.075
    edge = 26 if icon.corner else 0
    inner = 1000 - 2 * edge
    radius = icon.corner * 1000
    box = f'x="{x}" width="{width}" height="{height}" rx="{corner}"'
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="{icon.size}" height="{icon.size}">
      <defs>
        <radialGradient id="felt" cx=".5" cy=".36" r=".75">
          <stop offset="0" stop-color="#2f8a60"/><stop offset="1" stop-color="#123b2a"/>
        </radialGradient>
        <linearGradient id="face" x2=".35" y2="1">
          <stop offset="0" stop-color="#fffdf5"/><stop offset=".68" stop-color="#f8f1de"/><stop offset="1" stop-color="#efe5c8"/>
        </linearGradient>
        <filter id="soft" x="-30%" y="-30%" width="160%" height="170%"><feGaussianBlur stdDeviation="{height * 0.03}"/></filter>
      </defs>
      <rect width="1000" height="1000" rx="{radius}" fill="#8f6438"/>
      <rect x="{edge}" y="{edge}" width="{inner}" height="{inner}" rx="{max(0, radius - edge)}" fill="url(#felt)"/>
      <rect {box} y="{y + side * 2.6}" fill="#04120b" opacity=".55" filter="url(#soft)"/>
      <rect {box} y="{y + side * 2}" fill="#c67a17"/>
      <rect {box} y="{y + side}" fill="#e0d4b2"/>
      <rect {box} y="{y}" fill="url(#face)"/>
      <image href="data:image/svg+xml;base64,{b64encode(face).decode()}"
        x="{x + width * 0.06}" y="{y + height * 0.05}" width="{width * 0.88}" height="{height * 0.9}"/>
    </svg>"""


def main() -> int:
    """Draw every icon. Exit status 1 without a browser."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if executable is None:
        print("make_icons: Chromium is not installed; name it with CHROMIUM=", file=sys.stderr)
        return 1
    face = (ART / "tiles" / "7z.svg").read_bytes()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        for icon in ICONS:
            page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
            page.set_content(f"<style>*{{margin:0}}svg{{display:block}}</style>{drawing(icon, face)}")
            page.screenshot(path=ART / "app" / f"{icon.name}.png", omit_background=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
