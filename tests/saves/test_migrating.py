"""`saves migrate`: old payloads are lifted a match at a time; what cannot be lifted, or is killed, stays as it was."""

import json
import os
import signal
import subprocess
import sys
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer import Exit

from mahjong_club.commands.saves import migrate
from mahjong_club.protocol.codec import BadPayload
from mahjong_club.protocol.upcasts import decode_stored, lift_stored
from mahjong_club.rules.events import Discarded
from mahjong_club.saves.migration import Lifts, migrate_match
from mahjong_club.settings import Settings
from mahjong_club.storage import saves as store
from mahjong_club.storage.offline import Offline
from tests.saves.support import Played, everything, setup_for

ROOT = Path(__file__).resolve().parents[2]


def rename(data: dict[str, Any]) -> dict[str, Any]:
    """Version 1 called the tile a stone."""
    return {("tile" if name == "stone" else name): value for name, value in data.items()}


LIFTS: Lifts = {"discarded": (rename,), "claim_answered": (dict,)}


def make_old(url: str, match_id: str) -> int:
    """Turn every discard of a match into the form of version 1; how many there are."""

    def work(session: Any) -> int:
        rows = [row for row in store.stored_rows(session, match_id) if row.kind == "discarded"]
        store.rewrite(session, [(row, row.payload.replace(b'"tile"', b'"stone"')) for row in rows])
        return len(rows)

    with Offline(url, writing=True) as offline:
        return offline.run(work)


def stored(url: str, match_id: str, key: str = "hong_kong/1") -> Played:
    match = Played(setup_for(key, match_id, pinned=True), seed=5).until(lambda state: state.number == 1 and state.discards > 12)
    match.setup = replace(match.setup, pinned=False)
    with Offline(url, writing=True) as offline:
        return match.store(offline)


def log_of(url: str, match_id: str) -> list[Any]:
    with Offline(url, writing=False) as offline:
        return offline.run(lambda session: store.read_everything(session, match_id))


def test_old_payloads_are_lifted_and_told_about(any_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    match = stored(any_url, "aa")
    count = make_old(any_url, "aa")
    answers = sum(entry.sealed for entry in match.entries)
    before = everything(any_url)
    settings = Settings(database_url=any_url)
    migrate(settings, [], dry_run=True, as_json=True, lifts=LIFTS)
    (report,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert everything(any_url) == before
    assert report["lifted"] == {"discarded": count} | ({"claim_answered": answers} if answers else {})
    assert (report["ruleset"], report["next_ruleset"], report["reason"]) == ("hong_kong/1", "hong_kong/2", None)
    migrate(settings, ["aa"], dry_run=False, as_json=True, lifts=LIFTS)
    events = [decode_stored(entry.kind, entry.payload, LIFTS) for entry in log_of(any_url, "aa")]
    assert events == [decode_stored(entry.kind, entry.payload) for entry in match.entries]
    assert sum(isinstance(event, Discarded) for event in events) == count
    after = everything(any_url)
    capsys.readouterr()
    migrate(settings, [], dry_run=False, as_json=False, lifts=LIFTS)
    assert "0 of 1 matches changed" in capsys.readouterr().out and everything(any_url) == after


def test_the_next_deals_rules_are_told(url: str) -> None:
    stored(url, "aa", "hong_kong/2")
    with Offline(url, writing=False) as offline:
        assert offline.run(lambda session: migrate_match(session, "aa", write=False)).next_ruleset is None
        assert offline.run(lambda session: migrate_match(session, "none", write=False)).reason == "there is no such match"


def test_a_match_that_cannot_be_lifted_is_left_and_listed(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    stored(url, "aa")
    stored(url, "bb")
    make_old(url, "aa")
    make_old(url, "bb")

    def spoil(session: Any) -> None:
        row = next(row for row in store.stored_rows(session, "aa") if row.kind == "drawn")
        store.rewrite(session, [(row, b'{"type":"drawn","seat":"east"}')])

    with Offline(url, writing=True) as offline:
        offline.run(spoil)
    before = log_of(url, "aa")
    with pytest.raises(Exit):
        migrate(Settings(database_url=url), [], dry_run=False, as_json=False, lifts=LIFTS)
    told = capsys.readouterr()
    assert "aa: cannot be lifted: event" in told.out and "(drawn)" in told.out and "$.seat" in told.out
    assert "1 of 2 matches cannot be lifted" in told.err
    assert log_of(url, "aa") == before
    assert all(b"stone" not in entry.payload for entry in log_of(url, "bb"))


def test_unknown_rules_are_a_reason(url: str) -> None:
    stored(url, "aa")
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: session.execute(text("DELETE FROM match_events WHERE seq > 0")))
        offline.run(lambda session: session.execute(text("UPDATE matches SET ruleset_key = 'hong_kong/99/x'")))
    with Offline(url, writing=False) as offline:
        report = offline.run(lambda session: migrate_match(session, "aa", write=True))
    assert report.reason is not None and "rules are not known" in report.reason


@pytest.mark.parametrize(
    "payload", [b"", b"{}", b'{"type":"drawn","seat":0}', b'{"type":"discarded","seat":0}', b'{"v":7}', b"[" * 10]
)
def test_what_is_no_such_payload_is_refused(payload: bytes) -> None:
    with pytest.raises(BadPayload):
        lift_stored("discarded", payload)
    with pytest.raises(BadPayload):
        lift_stored("discarded", payload, LIFTS)


def test_a_stale_snapshot_is_dropped(url: str) -> None:
    stored(url, "aa")
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: session.execute(text("INSERT INTO snapshots VALUES ('aa', 3, x'7b7d')")))
        assert offline.run(lambda session: migrate_match(session, "aa", write=False)).drops_snapshot
    assert everything(url)["snapshots"]
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: migrate_match(session, "aa", write=True))
    assert not everything(url)["snapshots"]


KILLED = """
    import os, signal, sys
    from mahjong_club.storage import saves as store
    from mahjong_club.storage.offline import Offline
    from mahjong_club.saves.migration import migrate_match
    from tests.saves.test_migrating import LIFTS

    rewrite = store.rewrite

    def rewrite_and_die(session, changes):
        rewrite(session, changes)
        session.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    store.rewrite = rewrite_and_die
    with Offline(sys.argv[1], writing=True) as offline:
        offline.run(lambda session: migrate_match(session, "aa", write=True, lifts=LIFTS))
"""


def test_killed_in_the_middle_of_a_match_nothing_of_it_has_changed(any_url: str) -> None:
    stored(any_url, "aa")
    make_old(any_url, "aa")
    before = everything(any_url)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    died = subprocess.run([sys.executable, "-c", textwrap.dedent(KILLED), any_url], env=env, check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL
    assert everything(any_url) == before
    with Offline(any_url, writing=True) as offline:
        report = offline.run(lambda session: migrate_match(session, "aa", write=True, lifts=LIFTS))
    assert report.lifted["discarded"] and everything(any_url) != before
