"""Declaring readiness (docs/rules/taiwanese.md#ready.declare)."""

from collections.abc import Sequence

from mahjong_club.rules.melds import Meld
from mahjong_club.rules.variants.taiwanese.options import TaiwaneseOptions
from mahjong_club.rules.variants.taiwanese.waits import waits


def ready_refusal(keys_after: Sequence[int], melds: Sequence[Meld], options: TaiwaneseOptions) -> str | None:
    """Why a discard that leaves ``keys_after`` may not announce readiness, ``None`` when it may.

    Whether the seat has declared before, and whose turn it is, is the flow's question. The answer is an id of
    :data:`mahjong_club.rules.errors.REFUSALS`.
    """
    if not options.open_ready and any(meld.public for meld in melds):
        return "hand_not_concealed"
    return None if waits(keys_after, melds, options) else "not_ready"
