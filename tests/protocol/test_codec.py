"""Events, actions and states as text and back."""

import json
from pathlib import Path

import pytest

from mahjong_club.protocol.codec import (
    BadPayload,
    decode_action,
    decode_event,
    encode_action,
    encode_event,
    encode_view,
    texts_of,
)
from mahjong_club.protocol.statedump import dump_state, load_state
from mahjong_club.protocol.upcasts import LIFTS, decode_stored, stored
from mahjong_club.rules.actions import Chow, Discard, Kong, Pass, Win
from mahjong_club.rules.events import (
    EVENT_TYPES,
    Answer,
    ClaimAnswered,
    Discarded,
    Drawn,
    Event,
    WindowClosed,
    WinLock,
    view_classes,
)
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.names import EVENT_NAMES
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import dump, view_for
from tests.protocol.walks import walk

GOLDEN = Path(__file__).parent / "golden" / "events_v1.jsonl"
VIEWERS = (None, 0, 1, 2, 3)


@pytest.mark.parametrize("seed", range(12))
def test_every_text_of_an_event_is_the_event_as_that_viewer_may_see_it(seed: int) -> None:
    for _, event in walk(seed):
        texts = texts_of(event)
        assert decode_event(texts.full) == event
        assert texts.full == encode_event(event)
        for viewer in VIEWERS:
            seen = event.seen_by(viewer)
            assert decode_event(texts.seen_by(viewer)) == seen
            assert texts.seen_by(viewer) == encode_event(seen)


@pytest.mark.parametrize("seed", range(6))
def test_the_law_of_views_holds_through_the_wire(seed: int) -> None:
    for number, (state, event) in enumerate(walk(100 + seed)):
        if event.sealed:
            continue
        texts = texts_of(event)
        after = evolve(state.copy(), event)
        if number % 5 == 0:
            for viewer in VIEWERS:
                view = evolve(view_for(state, viewer), decode_event(texts.seen_by(viewer)))
                assert dump(view) == dump(view_for(after, viewer))


def test_there_are_no_more_texts_than_the_event_declares() -> None:
    counts: dict[str, set[int]] = {}
    for seed in range(6):
        for _, event in walk(seed):
            texts = texts_of(event)
            number = len({texts.seen_by(viewer) for viewer in VIEWERS})
            counts.setdefault(view_classes(event), set()).add(number)
    assert counts["same"] == {1}
    assert counts["owner"] <= {1, 2}
    assert max(counts["each"]) <= 5


def test_what_a_reader_can_supply_is_left_out() -> None:
    assert encode_event(Discarded(1, "5m")) == b'{"type":"discarded","seat":1,"tile":"5m"}'
    assert encode_event(WindowClosed((None,) * 4, (None,) * 4)) == b'{"type":"window_closed"}'
    assert texts_of(Drawn(2, "3p")).public == b'{"type":"drawn","seat":2}'


def test_each_seat_sees_its_own_answer_only() -> None:
    answers = (None, Answer(Pass()), Answer(Chow(("1m", "2m")), timed_out=True), None)
    texts = texts_of(WindowClosed(answers, (None, None, None, WinLock("passed_win"))))
    assert texts.public == b'{"type":"window_closed"}'
    for seat in range(4):
        text = json.loads(texts.seen_by(seat))
        assert [i for i, a in enumerate(text.get("answers", [None] * 4)) if a] == ([seat] if seat in (1, 2) else [])
        assert [i for i, lock in enumerate(text.get("locks", [None] * 4)) if lock] == ([3] if seat == 3 else [])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        '{"type":"discarded"}',
        '{"type":"discarded","seat":"1","tile":"5m"}',
        '{"type":"discarded","seat":true,"tile":"5m"}',
        '{"type":"discarded","seat":1.5,"tile":"5m"}',
        '{"type":"discarded","seat":1,"tile":5}',
        '{"type":"discarded","seat":1,"tile":"5m","drawn":1}',
        '{"type":"discarded","seat":1,"tile":"5m","ready":"no"}',
        '{"type":"discarded","seat":1,"tile":"5m","more":1}',
        '{"type":"Discarded","seat":1,"tile":"5m"}',
        '{"seat":1,"tile":"5m"}',
        '{"type":"meld_claimed","seat":1,"meld":{"kind":"run","tiles":["1m"],"from_seat":0}}',
        '{"type":"window_closed","answers":[null,null,null,{"action":{"type":"jump"}}]}',
        b"\xff\xfe",
    ],
)
def test_bad_events_are_refused(text: str | bytes) -> None:
    with pytest.raises(BadPayload):
        decode_event(text)


def test_errors_do_not_repeat_the_text() -> None:
    with pytest.raises(BadPayload) as failure:
        decode_event('{"type":"discarded","seat":"secret","tile":"5m"}')
    assert "secret" not in str(failure.value)


@pytest.mark.parametrize("seed", range(4))
def test_actions_come_back(seed: int) -> None:
    for state, _ in walk(200 + seed):
        for seat in range(4):
            for action in legal_actions(state, seat):
                assert decode_action(encode_action(action)) == action


def test_actions_are_written_as_documented() -> None:
    assert encode_action(Chow(("3m", "4m"))) == b'{"type":"chow","tiles":["3m","4m"]}'
    assert encode_action(Discard("5m", True)) == b'{"type":"discard","tile":"5m","drawn":true}'
    assert encode_action(Kong("concealed", "1z")) == b'{"type":"kong","form":"concealed","tile":"1z"}'
    assert decode_action('{"type":"win","unknown":1}') == Win()


@pytest.mark.parametrize("text", ['{"type":"chow","tiles":["3m"]}', '{"type":"kong","tile":"1m"}', '{"type":"start_deal"}', "{}"])
def test_bad_actions_are_refused(text: str) -> None:
    with pytest.raises(BadPayload):
        decode_action(text)


@pytest.mark.parametrize("seed", range(6))
def test_a_saved_state_comes_back(seed: int) -> None:
    for number, (state, _) in enumerate(walk(300 + seed, deals=3)):
        if number % 7:
            continue
        payload = dump_state(state, {"asked": 5})
        loaded, extra = load_state(payload, rules_for)
        assert extra == {"asked": 5}
        assert dump(loaded) == dump(state)
        assert (loaded.wall, loaded.secret, loaded.rules) == (state.wall, state.secret, state.rules)
        assert dump_state(loaded, {"asked": 5}) == payload
        for seat in range(4):
            assert legal_actions(loaded, seat) == legal_actions(state, seat)
            assert encode_view(loaded, seat) == encode_view(state, seat)


@pytest.mark.parametrize(
    "payload", [b"", b"{}", b'{"version":99}', b'{"version":1,"state":{},"wall":null,"secret":"","extra":{}}']
)
def test_other_snapshots_are_refused(payload: bytes) -> None:
    with pytest.raises(BadPayload):
        load_state(payload, rules_for)


def test_golden_payloads_are_read_for_ever() -> None:
    seen: set[type[Event]] = set()
    for line in GOLDEN.read_bytes().splitlines():
        kind = json.loads(line)["type"]
        event = decode_stored(kind, line)
        assert EVENT_NAMES[type(event)] == kind
        seen.add(type(event))
        if not LIFTS.get(kind):
            assert encode_event(event) == line
    assert seen == set(EVENT_TYPES)


def test_old_payloads_are_lifted_step_by_step() -> None:
    lifts = {
        "timed_out": (
            lambda data: {"type": "timed_out", "place": data["who"]},
            lambda data: {"type": "timed_out", "seat": data["place"]},
        )
    }
    for rest in (b'"who":2', b'"place":2,"v":2', b'"seat":2,"v":3'):
        event = decode_stored("timed_out", b'{"type":"timed_out",%b}' % rest, lifts)
        assert encode_event(event) == b'{"type":"timed_out","seat":2}'
    assert stored("timed_out", b'{"type":"timed_out","seat":2}', lifts) == b'{"type":"timed_out","seat":2,"v":3}'
    assert stored("drawn", b'{"type":"drawn","seat":2}', lifts) == b'{"type":"drawn","seat":2}'
    for rest in (b'"seat":2,"v":4', b'"seat":2,"v":0', b'"seat":2,"v":"1"', b"["):
        with pytest.raises(BadPayload):
            decode_stored("timed_out", b'{"type":"timed_out",%b}' % rest, lifts)


def test_sealed_answers_are_kept_whole() -> None:
    event = ClaimAnswered(2, Answer(Win()))
    assert decode_event(encode_event(event)) == event
