"""Every recorded win, equal to the reference engine in yaku, fu, points and payments."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.rules.scoring import Verdict, WinFacts
from mahjong_club.rules.variants.riichi.judge import judge
from mahjong_club.rules.variants.riichi.options import RiichiOptions
from tests.oracles.majiang_notation import facts_from, verdict_to
from tests.oracles.majiang_vectors import read, rows

CLUB = RiichiOptions()
LEAST = 20_000


def cases() -> Iterator[tuple[str, WinFacts, dict[str, Any] | None]]:
    for row in rows("hule"):
        text = f"{row['s']} {row.get('r')} {row['p']}"
        yield text, facts_from(row["s"], row.get("r"), row["p"]), row["e"]


def test_wins_equal_the_engine() -> None:
    seen = 0
    for text, facts, expected in cases():
        verdict = judge(facts, CLUB)
        assert verdict_to(verdict, facts) == expected, text
        # The engine calls a fifth copy merely no win.
        assert verdict.reason != "invalid_tiles" or expected is None, text
        seen += 1
    assert seen > LEAST or seen == sum(1 for _ in rows("hule"))


def test_every_win_explains_its_fu_and_shows_its_tiles() -> None:
    for text, facts, _ in cases():
        verdict = judge(facts, CLUB)
        if not verdict.wins:
            assert verdict.deltas == (0, 0, 0, 0), text
            continue
        assert verdict.yakuman or sum(part.fu for part in verdict.fu_parts) == verdict.fu, text
        assert sum(verdict.deltas) == 1000 * facts.deposits, text
        held = [*facts.hand, facts.tile, *(tile for meld in facts.melds for tile in meld.tiles)]
        assert sorted(tile for group in verdict.blocks for tile in group) == sorted(map(str, held)), text


def test_a_lock_refuses_discards_and_nothing_else() -> None:
    for text, facts, _ in cases():
        free, locked = judge(facts, CLUB), judge(replace(facts, locked_all=True), CLUB)
        if facts.by == "self_draw" or free.reason in ("not_a_hand", "invalid_tiles"):
            assert locked == free, text
        else:
            assert (locked.wins, locked.reason, locked.patterns) == (False, "furiten", free.patterns), text


@pytest.mark.parametrize("name", ["real_agari", "upstream_agari"])
def test_recorded_wins_of_elsewhere(shared_dir: Path, name: str) -> None:
    path = shared_dir / "oracles" / "majiang" / "vectors" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"{path.name} is not there")
    # That place knows no double yakuman.
    options = RiichiOptions(double_yakuman=False)
    for row in read(path):
        param = row["param"] if row.get("nth", 1) == 1 else {**row["param"], "changbang": 0, "lizhibang": 0}
        facts = facts_from(row["shoupai"], row["rongpai"], param)
        verdict = judge(facts, options)
        assert list(verdict.deltas) == row["delta"], row
        assert (verdict.fu, verdict.total) == (row["fu"], row["han"]) or row["yakuman"], row
        result = verdict_to(verdict, facts)
        assert result is not None
        ours = {line["name"]: line["fanshu"] for line in result["hupai"]}
        assert verdict.yakuman == len(row["yakuman"]), row
        if not row["yakuman"]:
            assert ours == {name: han for name, han in row["yaku"] if han}, row


def test_impossible_tiles_are_refused() -> None:
    facts = next(facts for _, facts, expected in cases() if expected and expected.get("defen") and not facts.melds)

    def refused(**changes: Any) -> Verdict:
        return judge(replace(facts, **changes), CLUB)

    assert refused(hand=facts.hand[:-1]).reason == "invalid_tiles"
    assert refused(hand=("1m",) * 13).reason == "invalid_tiles"
    assert refused(hand=(*facts.hand[:-1], "8z")).reason == "invalid_tiles"
    assert refused(hand=(*facts.hand[:-1], "1f")).reason == "invalid_tiles"
    assert refused(tile=None).reason == "invalid_tiles"
    assert refused(bonus=("1f",)).reason == "invalid_tiles"
    assert refused(dora=("9z",)).reason == "invalid_tiles"
    assert refused(hand=("0m", "0m", *facts.hand[2:])).reason == "invalid_tiles"
