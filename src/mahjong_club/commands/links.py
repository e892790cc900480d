"""`mahjong-club saves link`: a link with which somebody takes a seat of a stored match, or an end to such links."""

from mahjong_club.accounts.service import now_ms
from mahjong_club.commands.console import OUT, fail
from mahjong_club.commands.migrate import checked
from mahjong_club.protocol.entries import StorageUnavailable
from mahjong_club.saves.links import new_link
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.settings import Settings
from mahjong_club.storage.links import revoke_links
from mahjong_club.storage.offline import Offline


def link(settings: Settings, match_id: str, seat: int, address: str | None, days: int, *, revoke: bool) -> None:
    """Print a new link of a seat; its older ones end. With ``revoke`` they end, and there is no new one. A server may run."""
    checked(settings)
    try:
        with Offline(settings.url, writing=True, beside=True) as offline:
            if revoke:
                gone = offline.run(lambda session: revoke_links(session, match_id, seat, now_ms()))
                OUT.print(f"{gone} unused links of seat {seat} revoked", markup=False)
                return
            token = offline.run(lambda session: new_link(session, match_id, seat, days))
    except StorageUnavailable as failure:
        fail(f"the database cannot be used: {failure}")
    except SaveRefused as wrong:
        fail(str(wrong))
    tell_link(settings, address, match_id, seat, token)


def tell_link(settings: Settings, address: str | None, match_id: str, seat: int, token: str) -> None:
    """The link as it is to be handed on. What follows the # is not sent to any server by opening it."""
    club = (address or f"http://{settings.host}:{settings.port or 8000}").rstrip("/")
    OUT.print(f"seat {seat}: {club}/claim/{match_id}#{token}", markup=False, soft_wrap=True)
