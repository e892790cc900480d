"""A match's results, deal by deal, and the page that shows them."""

import json
import re

import pytest

from mahjong_club import resources
from mahjong_club.history.records import events_of, summary_of
from mahjong_club.protocol.codec import decode_event, encode_event
from mahjong_club.protocol.entries import Entry, MatchSetup, SeatSetup
from mahjong_club.rules.events import DealEnded, DealStarted, DealWon, Event, MatchEnded, MatchStarted, Standing
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.scoring import PatternWorth
from mahjong_club.rules.variants.registry import listed
from mahjong_club.storage.matches import MatchRecord, SeatingRecord
from mahjong_club.web.catalogues import LANGUAGES, Catalogues
from mahjong_club.web.templating import Templates
from tools.fairness_vectors import played_record

NAMES = ("<Mei>", "Ming", "Lin", "Chen")


def entries(events: list[Event]) -> list[Entry]:
    return [Entry(seq, EVENT_NAMES[type(event)], encode_event(event)) for seq, event in enumerate(events, 1)]


def played(ruleset_id: str) -> list[Event]:
    facts = played_record(ruleset_id, 2)["events"]
    return [decode_event(json.dumps(fact)) for fact in facts if fact["type"] != "match_ended"]


def won_match() -> list[Event]:
    """One deal with a win, and the end of the match."""
    start = next(event for event in played("hong_kong") if isinstance(event, MatchStarted))
    deal = next(event for event in played("hong_kong") if isinstance(event, DealStarted))
    win = DealWon(2, "discard", "5m", 1, (), (PatternWorth("all_triplets", 3, 1),), 3, (-800, -1600, 3200, -800))
    ended = DealEnded((-800, -1600, 3200, -800), 1, 0, 0, 0, "", "")
    order = ((2, 3200), (0, -800), (3, -800), (1, -1600))
    return [start, deal, win, ended, MatchEnded(tuple(Standing(seat, i, score) for i, (seat, score) in enumerate(order, 1)))]


@pytest.mark.parametrize("ruleset", listed(), ids=lambda ruleset: ruleset.key)
def test_results_follow_the_books(ruleset: object) -> None:
    events = played(ruleset.id)  # type: ignore[attr-defined]
    summary = summary_of(events_of(entries(events)))
    assert [deal.number for deal in summary.deals] == [1, 2]
    assert not summary.over
    for deal in summary.deals:
        assert bool(deal.wins) != (deal.drawn is not None)
    ends = [event.scores for event in events if isinstance(event, DealEnded)]
    assert [deal.scores for deal in summary.deals] == ends


def test_a_deal_that_runs_is_left_out() -> None:
    events = won_match()[:3]
    assert summary_of(events).deals == ()


def test_standings_come_with_the_end() -> None:
    summary = summary_of(won_match())
    assert summary.over
    assert [line.seat for line in summary.standings] == [2, 0, 3, 1]
    assert summary.deals[0].deltas == (-800, -1600, 3200, -800)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page(language: str) -> None:
    templates = Templates(Catalogues(resources.static_dir() / "i18n"))
    seats = tuple(SeatSetup("person", str(i), name) for i, name in enumerate(NAMES))
    setup = MatchSetup("m1", "t1", "hong_kong/2", {}, (seats[0], seats[1], seats[2], seats[3]), "00", code="ABCDEF")
    seatings = tuple(SeatingRecord(i, name, str(i), None, False) for i, name in enumerate(NAMES))
    match = MatchRecord(setup, "over", {}, 0, 0, seatings, ())
    page = templates.render(
        "record.html",
        language=language,
        path="/records/m1",
        me=None,
        match=match,
        variant="hong_kong",
        summary=summary_of(won_match()),
    )
    assert "&lt;Mei&gt;" in page
    assert "<Mei>" not in page
    assert {"en": "Lin wins on Ming", "zh-Hant": "Lin 食 Ming", "ja": "Lin が Ming からロン"}[language] in page
    assert "+3,200" in page
    assert "−1,600" in page
    assert not re.search(r"\{\w+\}", page)
