"""Matches that were taken back, as save files: nothing of a deal that will come again is told, and a forged past is refused."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.commands.record import parse_record, replay
from mahjong_club.commands.saves import check, export, import_file
from mahjong_club.history.records import events_of, summary_of
from mahjong_club.history.verification import verify_record
from mahjong_club.lobby.records import record_json
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import Event, MatchRewound
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.stopping import stop_match
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.rules.views import KeptState
from mahjong_club.settings import Settings
from mahjong_club.storage import saves as store
from mahjong_club.storage.matches import MatchRecord, load_match
from mahjong_club.storage.offline import Offline
from tests.saves.support import LOT, Played, empty_database, setup_for

KEYS = ("hong_kong/2", "riichi/2")


def facts_of(entry: Entry) -> tuple[Any, ...]:
    return entry.seq, entry.kind, json.loads(entry.payload), entry.sealed, entry.act_id


def state_after(match: Played, number: int) -> MatchState:
    state = MatchState(rules_for)
    for entry in match.entries:
        if not entry.sealed and entry.seq <= number:
            evolve(state, decode_stored(entry.kind, entry.payload))
    return state


def taken_back(key: str) -> tuple[Played, str]:
    """A match that was taken back from its third deal into its second; and the third deal's wall, which will come again."""
    match = Played(setup_for(key), seed=3).until(lambda state: state.number == 3 and state.phase == "turn" and state.discards > 4)
    wall = "".join(match.state.wall or ())
    second = next(e.seq for e in match.entries if e.kind == "deal_started" and json.loads(e.payload)["number"] == 2)
    match.add((MatchRewound(second + 20, "rewind", None, "Ada", "x", KeptState(state_after(match, second + 20))),))
    return match, wall


def saved(url: str, match: Played, folder: Path) -> tuple[Path, str]:
    with Offline(url, writing=True) as offline:
        match.store(offline)
    export(Settings(database_url=url), [match.setup.id], folder, running_deal=True)
    (file,) = folder.iterdir()
    return file, gzip.decompress(file.read_bytes()).decode()


@pytest.mark.parametrize("ended", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_a_deal_that_will_come_again_is_not_told(key: str, ended: bool, tmp_path: Path) -> None:
    match, wall = taken_back(key)
    if ended:
        match.until(lambda state: state.number == 2 and state.phase == "settled")
    url = empty_database(tmp_path / "data")
    _, text = saved(url, match, tmp_path / "out")
    assert wall not in text
    log = json.loads(text)["log"]
    assert [line["event"]["number"] for line in log if line["kind"] == "deal_started"] == ([1, 2] if ended else [1])
    with Offline(url, writing=False) as offline:
        record = offline.run(lambda session: load_match(session, "ab12"))
    assert record is not None
    told: dict[str, Any] = json.loads(record_json(record, match.entries))
    assert wall not in json.dumps(told)
    kinds = [event["type"] for event in told["events"]]
    assert kinds.count("deal_started") == kinds.count("deal_ended") == (2 if ended else 1)
    assert [event["seq"] for event in told["events"]] == list(range(1, len(kinds) + 1)) and "match_rewound" not in kinds
    assert len(list(replay(parse_record(told)))) == len(kinds)
    assert {check.outcome for check in verify_record(told)} <= {"holds", "unknown"}


@pytest.mark.parametrize("key", KEYS)
def test_a_match_that_was_taken_back_and_ended_early_is_verified(key: str) -> None:
    match, wall = taken_back(key)
    match.until(lambda state: state.number == 3 and state.phase == "turn" and state.discards > 4)
    match.add(stop_match(match.state, "Ada", "x"))
    record = MatchRecord(match.setup, "over", LOT, 1, 2, (), ())
    told = json.loads(record_json(record, match.entries))
    kinds = [event["type"] for event in told["events"]]
    assert (
        kinds[-3:] == ["match_stopped", "deal_ended", "match_ended"] and told["complete"] and told["secret"] == match.setup.secret
    )
    assert kinds.count("deal_started") == 3 and wall in json.dumps(told)
    assert len(list(replay(parse_record(told)))) == len(kinds)
    assert all(check.outcome == "holds" for check in verify_record(told) if check.what != "lot")
    summary = summary_of(events_of(match.entries))
    assert [deal.number for deal in summary.deals] == [1, 2, 3] and summary.over
    assert (
        not summary.deals[2].wins and summary.deals[2].drawn is None and sum(summary.deals[2].deltas) in (0, -1000, -2000, -3000)
    )


@pytest.mark.parametrize("key", KEYS)
def test_a_match_that_was_taken_back_comes_back_exactly(key: str, tmp_path: Path) -> None:
    match, _ = taken_back(key)
    match.until(lambda state: state.seq % 10 == 0)
    file, _ = saved(empty_database(tmp_path / "data"), match, tmp_path / "out")
    settings = Settings(database_url=f"sqlite+aiosqlite:///{tmp_path / 'data' / 'club.sqlite3'}")
    with Offline(str(settings.database_url), writing=True) as offline:
        offline.run(lambda session: store.delete_match(session, "ab12"))
    import_file(settings, file)
    with Offline(str(settings.database_url), writing=False) as offline:
        entries = offline.run(lambda session: store.read_everything(session, "ab12"))
    assert [(e.seq, e.kind, json.loads(e.payload)) for e in entries] == [
        (e.seq, e.kind, json.loads(e.payload)) for e in match.entries
    ]


@pytest.mark.parametrize("key", KEYS)
def test_a_forged_past_is_refused(key: str) -> None:
    match, _ = taken_back(key)
    events: list[Event] = [decode_stored(entry.kind, entry.payload) for entry in match.entries]
    assert check(events) is None
    rewound = events[-1]
    assert isinstance(rewound, MatchRewound) and isinstance(rewound.position, KeptState)
    place = len(events) - 1
    better = rewound.position.state.copy()
    better.scores = [90_000, 0, 0, 0]
    for forged in (
        replace(rewound, position=KeptState(better)),
        replace(rewound, to=rewound.to - 1),
        replace(rewound, to=99_999),
        replace(rewound, position=None),
    ):
        wrong = check([*events[:-1], forged])
        assert wrong is not None and wrong[0] in (place, place - 1)
