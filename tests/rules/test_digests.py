"""A published ruleset never changes: its digest covers the options, the tile set and the flow's data."""

import pytest

from mahjong_club.rules.rulesets import digest, options_json
from mahjong_club.rules.variants.registry import RULESETS, newest, rules_for, ruleset

DIGESTS = {
    "hong_kong/1": "84263e18c2697d96408ac802035a729b47a805d1c5d25f0325395f1c36e55b84",
    "hong_kong/2": "044e2384514a0888ba183e8c1594729f538649e4541f18569a04e51da4658aed",
    "riichi/1": "551c9b1445f1348295be590ddb3557d30eadae24b9a7426726d4c2a651043c8d",
    "riichi/2": "db2320013ba3ea2b0525e8673c5782ea8a459c835c5bf99bb669aa4f3ea54cb2",
    "riichi_tenhou/1": "f076095bf444dfd512e532dc9b5b4bae0990d86ae31efb9d86e5e7e94f03991b",
    "riichi_wrc/1": "ec0f116b02f8bc128a0468775c4eefdf678020ba5002679f119f60880c8bd26f",
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
    assert newest("riichi").key == "riichi/2"
