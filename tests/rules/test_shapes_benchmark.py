"""The benchmark's own checks: its hands, and that both sides answer alike. How fast they are is not tested."""

import sys

import pytest

from mahjong_club.benchmarks import shapes as benchmark


def test_hands_are_fixed_and_possible() -> None:
    hands = benchmark.make_hands(300)
    assert hands == benchmark.make_hands(300)
    assert all(sum(counts) == 13 and len(counts) == 34 and min(counts) >= 0 and max(counts) <= 4 for counts in hands)


def test_a_missing_peer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mahjong.shanten", None)
    with pytest.raises(benchmark.PeerMissing, match="mahjong"):
        benchmark.run(1)


def test_both_sides_agree_and_every_figure_is_there() -> None:
    pytest.importorskip("mahjong")
    results = benchmark.run(1)
    assert {"shanten", "waits"} <= results.keys()
    for figures in results.values():
        assert figures.keys() == {"ours_per_s", "peer_per_s", "ratio", "spread"}
        assert figures["ours_per_s"] > 0
        assert figures["peer_per_s"] > 0
