"""`mahjong-club bot`: a built-in player over the socket, like anybody else's bot."""

import asyncio
import logging
from contextlib import suppress

from mahjong_club.bots import STRENGTHS
from mahjong_club.bots.client import Refusal, play
from mahjong_club.bots.remote import BuiltIn
from mahjong_club.commands.console import WRONG_CALL, fail


def bot(url: str, token: str, table: str | None, strength: str, *, rematch: bool, once: bool) -> None:
    """Play until stopped, or with ``once`` until every match is over."""
    if strength not in STRENGTHS:
        fail(f"no bot is called {strength}; there are {', '.join(STRENGTHS)}", WRONG_CALL)
    if not url.startswith(("http://", "https://")):
        fail(f"{url} is not an address: it begins with http:// or https://", WRONG_CALL)
    logging.basicConfig(level="INFO", format="%(asctime)s %(message)s")
    work = play(url, token, lambda match: BuiltIn(strength), table=table, rematch=rematch, once=once)
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(work)
    except Refusal as refusal:
        fail(f"the server refuses: {refusal}")
