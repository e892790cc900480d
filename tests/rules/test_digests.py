"""A published ruleset never changes: its digest covers the options, the tile set and the flow's data."""

import pytest

from mahjong_club.rules.rulesets import digest, options_json
from mahjong_club.rules.variants.registry import RULESETS, newest, rules_for, ruleset

DIGESTS = {
    "hong_kong/1": "84263e18c2697d96408ac802035a729b47a805d1c5d25f0325395f1c36e55b84",
    "hong_kong/2": "044e2384514a0888ba183e8c1594729f538649e4541f18569a04e51da4658aed",
    "taiwanese/1": "dcae09f716d4c2cf971f94b7d3730845dc2829f0654268532bbca01d815da907",
}


def digest_of(key: str) -> str:
    found = ruleset(key)
    rules = rules_for(key, {})
    return digest(
        {
            "key": key,
            "variant": found.variant,
            "options": options_json(found.options),
            "tiles": list(rules.tiles),
            "hand_size": rules.hand_size,
            "sets": rules.sets,
            "reserve": rules.reserve,
            "replacement_from": rules.replacement_from,
            "max_winners": rules.max_winners,
            "starting_scores": list(rules.starting_scores()),
        }
    )


@pytest.mark.parametrize("key", [found.key for found in RULESETS])
def test_a_published_ruleset_keeps_its_digest(key: str) -> None:
    assert digest_of(key) == DIGESTS[key]


def test_every_digest_belongs_to_a_ruleset() -> None:
    assert set(DIGESTS) == {found.key for found in RULESETS}


def test_the_page_is_revision_two() -> None:
    assert newest("hong_kong").key == "hong_kong/2"
