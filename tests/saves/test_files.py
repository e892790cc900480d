"""Format 2: a match goes into a file and comes back as it was, and nothing that was hidden can be read from the file."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mahjong_club.commands.saves import SUFFIX, export, import_file, show_list
from mahjong_club.protocol.entries import Entry
from mahjong_club.protocol.upcasts import decode_stored
from mahjong_club.rules.events import DealStarted, MatchStarted, PositionRestored
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.walls import commitment_of
from mahjong_club.saves.container import unzip
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.saves.storing import Wanted
from mahjong_club.saves.writing import KEY
from mahjong_club.settings import Settings
from mahjong_club.storage import saves as store
from mahjong_club.storage.matches import load_match
from mahjong_club.storage.offline import Offline
from mahjong_club.storage.people import put_meta
from mahjong_club.storage.saves import UNFINISHED, Filter
from tests.play.support import World
from tests.saves.support import FIXTURES, SECRET, Played, empty_database, everything, setup_for

Moment = Callable[[MatchState], object]
#: States of a match in which it may be saved.
MOMENTS: dict[str, Moment] = {
    "begun": lambda state: state.rules is not None,
    "dealt": lambda state: state.phase == "opening",
    "turn": lambda state: state.number == 2 and state.phase == "turn" and state.discards > 8,
    "answered": lambda state: state.number == 2 and state.window is not None and any(state.window.answers),
    "settled": lambda state: state.number == 2 and state.phase == "settled",
    "idle": lambda state: state.number == 2 and state.phase == "idle",
    "over": lambda state: state.phase == "over",
}
KEYS = ("hong_kong/2", "taiwanese/1", "riichi/2")


def stored(url: str, key: str = "hong_kong/2", moment: str = "turn", **changes: Any) -> Played:
    # By random play a Hong Kong dealer deals for ever.
    key, options = ("riichi/2", {"rounds": 1, "extension": "none"}) if moment == "over" else (key, {})
    match = Played(setup_for(key, options=options, **changes), seed=3).until(MOMENTS[moment])
    with Offline(url, writing=True) as offline:
        return match.store(offline, "over" if moment == "over" else "running")


def saved(settings: Settings, folder: Path, match_id: str = "ab12", *, running_deal: bool = True) -> Path:
    export(settings, [match_id], folder, running_deal=running_deal)
    return folder / f"{match_id}{SUFFIX}"


def forget(url: str, match_id: str = "ab12") -> None:
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: store.delete_match(session, match_id))


def rows_of(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """All rows but numbers the database gives itself, tables of the lobby and facts of the installation."""
    logs = ("match_events", "match_answers")
    all_rows = everything(url)
    for name in ("matches", "match_events"):
        all_rows[name] = [tuple(map(_sorted, row)) for row in all_rows[name]]
    return {
        name: sorted((row[1:] for row in rows), key=repr) if name in logs else rows
        for name, rows in all_rows.items()
        if name in (*logs, "matches", "seatings", "results", "persons")
    }


def _facts(entry: Entry) -> tuple[Any, ...]:
    payload = json.loads(entry.payload)
    return entry.seq, entry.kind, payload, entry.sealed, entry.seat, entry.act_id, entry.banks, entry.at_ms


def _sorted(value: Any) -> Any:
    """JSON objects are the same whatever the order of their names."""
    if isinstance(value, bytes):
        value = value.decode()
    return json.dumps(json.loads(value), sort_keys=True) if isinstance(value, str) and value.startswith("{") else value


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_match_comes_back_exactly(any_url: str, tmp_path: Path, moment: str) -> None:
    settings = Settings(database_url=any_url)
    stored(any_url, moment=moment)
    before = rows_of(any_url)
    file = saved(settings, tmp_path)
    assert rows_of(any_url) == before
    again = saved(settings, tmp_path / "again").read_bytes()
    forget(any_url)
    assert not rows_of(any_url)["matches"]
    taken = import_file(settings, file)
    after = rows_of(any_url)
    moved = [column for column in zip(*before["matches"], *after["matches"], strict=True) if column[0] != column[1]]
    # It has a table of its own again, since there was none here.
    assert {value for column in moved for value in column} == {"7ab1e0", taken_table(any_url)}
    assert {**after, "matches": []} == {**before, "matches": []}
    assert taken.match_id == "ab12" and again


def taken_table(url: str) -> str:
    (row,) = everything(url)["club_tables"]
    return str(row[0])


@pytest.mark.parametrize("key", KEYS)
async def test_the_match_that_came_back_is_the_same_at_the_table(url: str, settings: Settings, tmp_path: Path, key: str) -> None:
    match = stored(url, key)
    file = saved(settings, tmp_path)
    forget(url)
    import_file(settings, file)
    with Offline(url, writing=False) as offline:
        record = offline.run(lambda session: load_match(session, "ab12"))
        entries = offline.run(lambda session: store.read_everything(session, "ab12"))
    assert record is not None
    assert replace(record.setup, table_id="", code="") == replace(match.setup, table_id="", code="")
    assert record.seatings[1].left and not record.seatings[0].left
    came_back = Played(record.setup, entries=list(entries))
    world = World(record.setup)
    world.log.rows["ab12"] = list(entries)
    table = await world.table()
    assert table.state.wall == match.state.wall and table.state.secret == match.state.secret
    assert table.state.scores == match.state.scores and table.banks == match.entries[-1].banks
    assert list(map(_facts, came_back.entries)) == list(map(_facts, match.entries))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("moment", ["dealt", "turn", "answered", "settled"])
def test_nothing_hidden_can_be_read_from_a_file(url: str, settings: Settings, tmp_path: Path, key: str, moment: str) -> None:
    match = stored(url, key, moment)
    text = gzip.decompress(saved(settings, tmp_path).read_bytes()).decode()
    content = json.loads(text)
    running = content["running"]
    assert SECRET not in text and commitment_of(SECRET) in text
    finished = json.dumps(content["log"])
    state = match.state
    if state.phase == "settled":
        assert running and state.secret in text
        return
    assert state.secret not in text and "".join(state.wall or ()) not in text
    assert not any(f'"number": {state.number}' in json.dumps(line) for line in content["log"] if line["kind"] == "deal_started")
    last = max((i for i, line in enumerate(content["log"]) if line["kind"] == "deal_ended"), default=-1)
    told = {line["kind"] for line in content["log"][last + 1 :]}
    assert told <= {"match_started", "match_continued"} and finished
    without = gzip.decompress(saved(settings, tmp_path / "w", running_deal=False).read_bytes()).decode()
    assert json.loads(without)["running"] is None and state.secret not in without


def test_another_instance_cannot_read_the_running_deal(url: str, settings: Settings, tmp_path: Path) -> None:
    stored(url)
    file = saved(settings, tmp_path)
    elsewhere = empty_database(tmp_path / "elsewhere")
    before = everything(elsewhere)
    with pytest.raises(SaveRefused) as refused:
        import_file(Settings(database_url=elsewhere), file)
    assert (refused.value.code, refused.value.place) == ("sealed_elsewhere", "$.running")
    assert everything(elsewhere) == before


@pytest.mark.parametrize("moment", ["begun", "dealt", "turn", "settled", "idle"])
@pytest.mark.parametrize("key", KEYS)
async def test_without_the_running_deal_it_is_dealt(url: str, settings: Settings, tmp_path: Path, key: str, moment: str) -> None:
    match = stored(url, key, moment)
    file = saved(settings, tmp_path, running_deal=False)
    with pytest.raises(SaveRefused, match="running_left_out"):
        import_file(settings, file, Wanted(replace=True))
    elsewhere = empty_database(tmp_path / "elsewhere")
    taken = import_file(Settings(database_url=elsewhere), file, running_deal=False)
    assert taken.match_id != "ab12"
    with Offline(elsewhere, writing=False) as offline:
        record = offline.run(lambda session: load_match(session, taken.match_id))
        entries = offline.run(lambda session: store.read_everything(session, taken.match_id))
    assert record is not None and record.setup.secret != SECRET and record.setup.entropy == match.setup.entropy
    started, position = (decode_stored(entry.kind, entry.payload) for entry in entries)
    assert isinstance(started, MatchStarted) and started.commitment == commitment_of(record.setup.secret)
    assert isinstance(position, PositionRestored)
    world = World(record.setup)
    world.log.rows[taken.match_id] = list(entries)
    for seat in range(3):
        await world.join(seat)
    dealt = next(
        event
        for event in (decode_stored(row.kind, row.payload) for row in world.log.rows[taken.match_id])
        if isinstance(event, DealStarted)
    )
    begins = [e for e in (decode_stored(row.kind, row.payload) for row in match.entries) if isinstance(e, DealStarted)]
    if moment in ("dealt", "turn"):
        was = begins[-1]
        assert (dealt.number, dealt.dealer, dealt.repeat, dealt.scores, dealt.deposits) == (
            was.number, was.dealer, was.repeat, was.scores, was.deposits,
        )  # fmt: skip
        assert dealt.wall != was.wall
    else:
        assert (dealt.dealer, dealt.round_wind, dealt.repeat) == match.state.upcoming
        assert list(dealt.scores) == match.state.scores
        assert dealt.number == match.state.number + 1


def test_a_stored_match_is_replaced_only_when_asked(url: str, settings: Settings, tmp_path: Path) -> None:
    match = stored(url)
    file = saved(settings, tmp_path)
    forget(url)
    match.until(lambda state: state.phase == "settled")
    with Offline(url, writing=True) as offline:
        match.store(offline)
    before = everything(url)
    with pytest.raises(SaveRefused, match=r"match_exists at \$\.match\.id"):
        import_file(settings, file)
    assert everything(url) == before
    taken = import_file(settings, file, Wanted(replace=True))
    assert taken.events < match.state.seq
    with Offline(url, writing=False) as offline:
        assert offline.run(lambda session: store.read_everything(session, "ab12"))[-1].seq == taken.events


def test_other_people_can_be_seated(url: str, settings: Settings, tmp_path: Path) -> None:
    stored(url)
    file = saved(settings, tmp_path)
    forget(url)
    taken = import_file(settings, file, Wanted(seats={0: "club", 3: "a1"}))
    with Offline(url, writing=False) as offline:
        record = offline.run(lambda session: load_match(session, taken.match_id))
    assert record is not None
    assert [(seating.person_id, seating.bot) for seating in record.seatings] == [
        (None, "club"), ("b2", None), ("c3", None), ("a1", None),
    ]  # fmt: skip
    with pytest.raises(SaveRefused, match=r"unknown_person at \$\.seats\[2\]"):
        import_file(settings, file, Wanted(replace=True, seats={2: "nobody"}))
    with pytest.raises(SaveRefused, match="person_twice"):
        import_file(settings, file, Wanted(replace=True, seats={2: "a1"}))


def test_people_who_play_elsewhere_find_it_saved(url: str, settings: Settings, tmp_path: Path) -> None:
    stored(url)
    file = saved(settings, tmp_path)
    forget(url)
    stored(url, moment="dealt", match_id="0ther")
    import_file(settings, file)
    states = {row[0]: row[3] for row in everything(url)["matches"]}
    assert states == {"0ther": "running", "ab12": "saved"}


def test_files_are_canonical(url: str, settings: Settings, tmp_path: Path) -> None:
    stored(url, moment="over")
    data = saved(settings, tmp_path).read_bytes()
    assert data == saved(settings, tmp_path / "again").read_bytes()
    content = json.loads(unzip(data))
    assert content["match"]["secret"] == SECRET and content["running"] is None
    assert list(content) == sorted(content)


def test_the_list(url: str, settings: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    stored(url)
    stored(url, moment="over", match_id="0ver")
    show_list(settings, UNFINISHED, as_json=True)
    (line,) = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert (line["match"], line["state"], line["deals"]) == ("ab12", "running", 2)
    show_list(settings, Filter(states=()), as_json=False)
    rows = [text.split("\t") for text in capsys.readouterr().out.splitlines()]
    people = "Name a1, Name b2, Name c3, Bot"
    assert [row[:6] for row in rows] == [
        ["0ver", "ABCDEF", "over", "riichi/2", people, "4"],
        ["ab12", "ABCDEF", "running", "hong_kong/2", people, "2"],
    ]


@pytest.mark.parametrize(
    ("name", "key"), [("hong_kong", "hong_kong/2"), ("taiwanese", "taiwanese/1"), ("riichi", "riichi/2"), ("over", "riichi/2")]
)
def test_files_that_earlier_versions_wrote_are_taken_in_whole(name: str, key: str, url: str, settings: Settings) -> None:
    """On the instance that sealed them the deal goes on; anywhere, the match does."""
    file = FIXTURES / f"format2_{name}.mahjong.json.gz"
    if name != "over":
        with pytest.raises(SaveRefused, match=r"sealed_elsewhere at \$\.running.*--without-running-deal"):
            import_file(settings, file)
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: put_meta(session, KEY, (FIXTURES / "format2.key").read_text(encoding="ascii").strip()))
    taken = import_file(settings, file)
    with Offline(url, writing=False) as offline:
        match = offline.run(lambda session: load_match(session, taken.match_id))
        entries = offline.run(lambda session: store.read_everything(session, taken.match_id))
    assert match is not None and (match.setup.ruleset_key, match.state) == (key, "over" if name == "over" else "running")
    assert [entry.kind for entry in entries if not entry.sealed][-1] == ("match_ended" if name == "over" else entries[-1].kind)
    if name != "over":
        assert import_file(settings, file, running_deal=False).events == 2
    assert taken.guests == (0, 1, 2, 3) and sum(not entry.sealed for entry in entries) == taken.events > 100
