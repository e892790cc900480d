"""Whatever is asked, the judge answers."""

from hypothesis import given
from hypothesis import strategies as st

from mahjong_club.rules.errors import REFUSALS
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.scoring import WinFacts
from mahjong_club.rules.tiles import ALL_TILES
from mahjong_club.rules.variants.riichi.judge import judge
from mahjong_club.rules.variants.riichi.options import PRESETS

tiles = st.sampled_from([*sorted(ALL_TILES), "8z", "0z", "", "1x"])
rows = st.lists(tiles, max_size=14).map(tuple)
melds = st.builds(
    Meld,
    kind=st.sampled_from(["chow", "pung", "kong"]),
    tiles=st.one_of(rows, tiles.map(lambda tile: (tile,) * 3), tiles.map(lambda tile: (tile,) * 4)),
    from_seat=st.one_of(st.none(), st.integers(0, 3)),
    form=st.sampled_from([None, "exposed", "added", "concealed"]),
)
facts = st.builds(
    WinFacts,
    winner=st.integers(0, 3),
    dealer=st.integers(0, 3),
    round_wind=st.integers(0, 3),
    repeat=st.integers(0, 20),
    hand=st.one_of(rows, tiles.map(lambda tile: (tile,) * 13), st.lists(tiles, min_size=13, max_size=13).map(tuple)),
    melds=st.lists(melds, max_size=5).map(tuple),
    bonus=st.just(()),
    by=st.sampled_from(["self_draw", "discard", "robbed_kong", "eight_flowers"]),
    tile=st.one_of(st.none(), tiles),
    from_seat=st.one_of(st.none(), st.integers(0, 3)),
    ready=st.sampled_from([None, "ordinary", "double", "heavenly"]),
    dora=rows,
    ura=rows,
)


@given(facts, st.sampled_from(PRESETS))
def test_nonsense_is_answered(asked: WinFacts, preset: object) -> None:
    options = next(ruleset.options for ruleset in PRESETS if ruleset == preset)
    verdict = judge(asked, options)  # type: ignore[arg-type]
    assert verdict.wins or verdict.reason in REFUSALS
    assert verdict.wins or verdict.deltas == (0, 0, 0, 0)
