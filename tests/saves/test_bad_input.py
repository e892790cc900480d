"""Files that are no saves, or that somebody worked on, are refused whole, with a code and the place of the fault."""

import copy
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer import Exit

from mahjong_club.commands.saves import SUFFIX, bring_in, export, import_file
from mahjong_club.protocol.entries import Entry
from mahjong_club.saves.container import MOST_BYTES, MOST_TEXT, canonical, checksum_of, pack, unzip
from mahjong_club.saves.problems import SaveRefused
from mahjong_club.saves.storing import Wanted
from mahjong_club.settings import Settings
from mahjong_club.storage import saves as store
from mahjong_club.storage.offline import Offline
from tests.saves.support import FIXTURES, Played, everything, setup_for

ROOT = Path(__file__).resolve().parents[2]
Change = Callable[[Any], Any]


def old() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((FIXTURES / "hong_kong_claim.json").read_text(encoding="utf-8"))
    return content


@pytest.fixture
def save(url: str, settings: Settings, tmp_path: Path) -> bytes:
    """A save of a match in its second deal, which is not stored any more."""
    match = Played(setup_for(), seed=3).until(lambda state: state.number == 2 and state.phase == "turn" and state.discards > 4)
    with Offline(url, writing=True) as offline:
        match.store(offline)
    export(settings, ["ab12"], tmp_path, running_deal=True)
    with Offline(url, writing=True) as offline:
        offline.run(lambda session: store.delete_match(session, "ab12"))
    return (tmp_path / f"ab12{SUFFIX}").read_bytes()


def write(folder: Path, data: bytes) -> Path:
    file = folder / "bad.json.gz"
    file.write_bytes(data)
    return file


def refusal(settings: Settings, folder: Path, data: bytes, *, running_deal: bool = True) -> tuple[str, str]:
    """Code and place; nothing in the database has changed."""
    before = everything(settings.url)
    with pytest.raises(SaveRefused) as refused:
        import_file(settings, write(folder, data), running_deal=running_deal)
    assert everything(settings.url) == before
    assert len(str(refused.value)) < 600
    return refused.value.code, refused.value.place


# --- the outside -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "save_truncated"),
        (b"\x1f\x8b", "save_truncated"),
        (b"\x1f\x8bjunk", "save_damaged"),
        (b"no save", "not_a_save"),
        (b"[]", "not_a_save"),
        (b"null", "not_a_save"),
        (b'{"version":1', "save_truncated"),
        (b'{"version":1}}', "not_a_save"),
        (b'{"version":\xff}', "not_a_save"),
        (b"[" * 100_000, "not_a_save"),
        (b'{"a":' * 100_000, "not_a_save"),
        (b'{"format":"mahjong-club/save","version":2,"a":' + b"[" * 400 + b"]" * 400 + b"}", "checksum_mismatch"),
        (b"{" + b" " * (MOST_BYTES + 1), "save_too_large"),
        (gzip.compress(b"{" + b" " * (MOST_TEXT + 1), mtime=0), "save_too_large"),
        (gzip.compress(b"{}", mtime=0) + b"more", "save_damaged"),
        (gzip.compress(b"{}", mtime=0), "not_a_save"),
        (b'{"format":"mahjong-club/save"}', "unknown_version"),
        (b'{"format":"mahjong-club/save","version":3}', "unknown_version"),
        (b'{"format":"mahjong-club/save","version":"2"}', "unknown_version"),
        (b'{"format":"mahjong-club/record","version":2}', "not_a_save"),
        (b'{"version":1}', "bad_field"),
        (b'{"version":7}', "not_a_save"),
    ],
)
def test_what_is_no_save(settings: Settings, tmp_path: Path, data: bytes, code: str) -> None:
    assert refusal(settings, tmp_path, data)[0] == code


def test_a_truncated_file(settings: Settings, tmp_path: Path, save: bytes) -> None:
    for length in (1, 2, 10, len(save) // 2, len(save) - 9, len(save) - 1):
        assert refusal(settings, tmp_path, save[:length])[0] in ("save_truncated", "save_damaged", "not_a_save")


def test_changed_bytes_are_noticed(settings: Settings, tmp_path: Path, save: bytes) -> None:
    text = unzip(save)
    rng = random.Random(5)
    for _ in range(40):
        at = rng.randrange(len(text))
        changed = text[:at] + bytes([text[at] ^ (1 << rng.randrange(7))]) + text[at + 1 :]
        code, _ = refusal(settings, tmp_path, changed)
        assert code in ("checksum_mismatch", "not_a_save", "save_truncated", "unknown_version"), code


# --- format 1 ----------------------------------------------------------------------------------------------------------
def setting(path: str, value: Any) -> Change:
    """Put a value at a place like ``hands.0.3``; ``-`` takes the place away."""

    def change(content: Any) -> None:
        *way, last = (int(part) if part.isdigit() else part for part in path.split("."))
        for part in way:
            content = content[part]
        if value == "-":
            del content[last]
        else:
            content[last] = value

    return change


OLD_FAULTS: list[tuple[Change, str, str]] = [
    (setting("variant", "taiwanese"), "bad_field", "$.variant"),
    (setting("scores", [1, 2, 3]), "bad_field", "$.scores"),
    (setting("scores.2", "1"), "bad_field", "$.scores[2]"),
    (setting("scores.2", 10**12), "bad_field", "$.scores[2]"),
    (setting("scores.2", 1.5), "bad_field", "$.scores[2]"),
    (setting("dealer", 4), "bad_field", "$.dealer"),
    (setting("repeat", -1), "bad_field", "$.repeat"),
    (setting("turn", None), "bad_field", "$.turn"),
    (setting("turn", "-"), "bad_field", "$"),
    (setting("locks", []), "bad_field", "$"),
    (setting("phase", "over"), "bad_field", "$.phase"),
    (setting("names.1", "x" * 99), "bad_field", "$.names[1]"),
    (setting("names.1", "\u202e"), "bad_field", "$.seats[1].name"),
    (setting("hands.0.3", "9x"), "unknown_tile", "$.hands[0][3]"),
    (setting("hands.0.3", "0m"), "unknown_tile", "$.hands[0][3]"),
    (setting("hands.0.3", ["1m"]), "bad_field", "$.hands[0][3]"),
    (setting("wall.4", "1m1m"), "bad_field", "$.wall[4]"),
    (setting("wall", ["1m"] * 500), "bad_field", "$.wall"),
    (setting("wall.0", "-"), "tiles_missing", "$.wall"),
    (setting("hands.0.0", "-"), "tiles_missing", "$.wall"),
    (setting("bonus.0.0", "5m"), "too_many_copies", "$.rivers[2][1].tile"),
    (setting("melds.0.0.form", "exposed"), "bad_meld", "$.melds[0][0]"),
    (setting("melds.0.0.from_seat", 1), "bad_meld", "$.melds[0][0]"),
    (setting("melds.1.0.from_seat", 2), "bad_meld", "$.melds[1][0]"),
    (setting("melds.1.0.tiles", ["7s", "6s", "8s"]), "bad_meld", "$.melds[1][0]"),
    (setting("melds.1.0.kind", "pung"), "bad_meld", "$.melds[1][0]"),
    (setting("melds.1.0.extra", 1), "bad_field", "$.melds[1][0]"),
    (setting("rivers.0.2.claimed_by", 3), "claims_do_not_match", "$.rivers[0]"),
    (setting("rivers.0.2.claimed_by", 9), "bad_field", "$.rivers[0][2].claimed_by"),
    (setting("rivers.3", []), "tiles_missing", "$.wall"),
    (setting("phase", "turn"), "wrong_hand_size", "$.hands[3]"),
    (setting("phase", "kong"), "", ""),
    (setting("drawn", "1m"), "drawn_not_held", "$.drawn"),
]


@pytest.mark.parametrize("number", range(len(OLD_FAULTS)))
def test_faults_of_old_files_are_named(settings: Settings, tmp_path: Path, number: int) -> None:
    change, code, place = OLD_FAULTS[number]
    content = old()
    change(content)
    data = json.dumps(content).encode()
    if not code:
        assert import_file(settings, write(tmp_path, data)).events == 2
        return
    found, at = refusal(settings, tmp_path, data)
    assert (found, at if place != "$.wall" else at[:6]) == (code, place)


def test_a_fifth_copy(settings: Settings, tmp_path: Path) -> None:
    content = old()
    four = content["melds"][0][0]["tiles"][0]
    content["hands"][2][5] = four
    assert refusal(settings, tmp_path, json.dumps(content).encode()) == ("too_many_copies", "$.hands[2][5]")


def test_random_damage_to_old_files_is_refused_or_harmless(settings: Settings, tmp_path: Path) -> None:
    """Whatever a JSON editor does to a file, the answer is a refusal, or a match that can be played."""
    rng = random.Random(11)
    values = [None, -1, 0, 3, 10**30, 1.5, "", "5m", "1f", "\u0000", [], {}, ["5m"], {"tile": "5m"}, True]
    places: set[str] = set()
    for _ in range(150):
        content: Any = copy.deepcopy(old())
        place: Any = content
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = rng.choice(keys)
            if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.3:
                place[key] = rng.choice(values)
                break
            place = place[key]
        try:
            import_file(settings, write(tmp_path, json.dumps(content).encode()))
        except SaveRefused as refused:
            places.add(refused.place[0])
    assert places == {"$"}


# --- format 2, by somebody who makes the checksum right again ------------------------------------------------------------
def forged(save: bytes, change: Change) -> bytes:
    content = json.loads(unzip(save))
    content.pop("checksum")
    change(content)
    return pack(content)


NEW_FAULTS: list[tuple[Change, str, str]] = [
    (setting("match.ruleset", "hong_kong/9"), "unknown_ruleset", "$.match.ruleset"),
    (setting("match.options", {"minimum": 99}), "unknown_ruleset", "$.match.options"),
    (setting("match.options", {"shares": [[1]]}), "bad_field", "$.match.options"),
    (setting("match.state", "over"), "bad_field", "$.match.secret"),
    (setting("match.id", "../../x"), "bad_field", "$.match.id"),
    (setting("match.code", "abcdef"), "bad_field", "$.match.code"),
    (setting("match.secret", "c5" * 32), "bad_field", "$.match.secret"),
    (setting("match.clock.bank_ms", -4), "bad_field", "$.match.clock.bank_ms"),
    (setting("match.away.policy", "leave"), "bad_field", "$.match.away.policy"),
    (setting("seats.0.bot", "expert"), "bad_field", "$.seats[0].bot"),
    (setting("next.scores.0", 99_000), "checksum_mismatch", "$.running"),
    (setting("log.5.event.seat", 7), "checksum_mismatch", "$.running"),
    (setting("log.5.kind", "no_such_kind"), "bad_event", "$.log[5].event"),
    (setting("log.5.seq", 99), "bad_event", "$.log[5].seq"),
    (setting("log.5.event", {"type": "drawn"}), "bad_event", "$.log[5].event"),
    (setting("log.5.event", None), "bad_event", "$.log[5].event"),
    (setting("log.5", "-"), "bad_event", "$.log[5].seq"),
    (setting("log.5.banks", [1, 2]), "bad_field", "$.log[5].banks"),
    (setting("log.5.extra", 1), "bad_field", "$.log[5]"),
    (setting("running", "junk"), "sealed_elsewhere", "$.running"),
    (setting("running", 5), "bad_field", "$.running"),
    (setting("running", "-"), "bad_field", "$"),
    (setting("running", None), "running_left_out", "$.running"),
    (setting("extra", 1), "bad_field", "$"),
]


@pytest.mark.parametrize("number", range(len(NEW_FAULTS)))
def test_faults_of_new_files_are_named(settings: Settings, tmp_path: Path, save: bytes, number: int) -> None:
    change, code, place = NEW_FAULTS[number]
    found, at = refusal(settings, tmp_path, forged(save, change))
    assert found == code and at.startswith(place), at


def _other_tile(content: Any) -> None:
    line = next(line for line in content["log"] if line["kind"] == "drawn")
    line["event"]["tile"] = "1m" if line["event"]["tile"] != "1m" else "9s"


def _more_points(content: Any) -> None:
    line = next(line for line in content["log"] if line["kind"] == "deal_ended")
    line["event"]["scores"][0] += 8000


def _fifth_copy(content: Any) -> None:
    line = next(line for line in content["log"] if line["kind"] == "deal_started")
    line["event"]["wall"] = "1m" * 144


def _position(content: Any) -> None:
    content["log"][2] = {**content["log"][2], "kind": "position_restored"}
    content["log"][2]["event"] = {
        "type": "position_restored", "phase": "turn", "number": 1, "ruleset": "hong_kong/2", "options": {}, "dealer": 77,
        "round_wind": 0, "repeat": 0, "deposits": 0, "scores": [1, 2, 3, 4], "melds": [], "rivers": [[]],
    }  # fmt: skip


@pytest.mark.parametrize("change", [_other_tile, _more_points, _fifth_copy, _position])
def test_a_log_that_the_rules_do_not_lead_to(settings: Settings, tmp_path: Path, save: bytes, change: Change) -> None:
    data = forged(save, change)
    assert refusal(settings, tmp_path, data)[0] == "checksum_mismatch"
    code, place = refusal(settings, tmp_path, data, running_deal=False)
    assert (code, place.startswith("$.log[")) == ("bad_event", True)


def test_scores_that_do_not_follow(settings: Settings, tmp_path: Path, save: bytes) -> None:
    data = forged(save, setting("next.scores.0", 99_000))
    assert refusal(settings, tmp_path, data, running_deal=False) == ("bad_field", "$.next")


def test_the_checksum_is_as_documented(save: bytes) -> None:
    content = json.loads(unzip(save))
    told = content.pop("checksum")
    assert told == checksum_of(content) and canonical(content) == canonical(json.loads(canonical(content)))


def test_a_stored_match_that_cannot_be_read_is_not_exported(
    url: str, settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Played(setup_for(), seed=3).until(lambda state: state.discards > 4)
    match.entries[0] = Entry(1, "match_started", b'{"type":"match_started"}')
    with Offline(url, writing=True) as offline:
        match.store(offline)
    with pytest.raises(Exit):
        export(settings, ["ab12"], tmp_path / "out", running_deal=True)
    assert capsys.readouterr().err.startswith("mahjong-club: bad_event at $.log")
    assert not list((tmp_path / "out").iterdir())


def test_one_bad_file_does_not_spoil_the_others(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [FIXTURES / "riichi_turn.json", write(tmp_path, b"{}"), tmp_path / "missing", FIXTURES / "riichi_kong.json"]
    with pytest.raises(Exit):
        bring_in(settings, files, Wanted(), None, running_deal=True)
    told = capsys.readouterr()
    assert len(everything(settings.url)["matches"]) == 2
    assert "refused: not_a_save at $.format" in told.out and "cannot be read" in told.out
    assert told.err == "mahjong-club: 2 of 4 saves were refused\n"


KILLED = """
    import os, signal, sys
    from pathlib import Path
    from mahjong_club.commands import saves
    from mahjong_club.saves import storing
    from mahjong_club.settings import Settings

    save_table = storing.save_table

    def save_and_die(session, record):
        save_table(session, record)
        session.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    storing.save_table = save_and_die
    saves.import_file(Settings(database_url=sys.argv[1]), Path(sys.argv[2]))
"""


def test_killed_in_the_middle_of_an_import_nothing_has_changed(any_url: str, tmp_path: Path) -> None:
    settings = Settings(database_url=any_url)
    before = everything(any_url)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")])}
    call = [sys.executable, "-c", textwrap.dedent(KILLED), any_url, str(FIXTURES / "riichi_claim.json")]
    died = subprocess.run(call, env=env, check=False, timeout=120)
    assert died.returncode == -signal.SIGKILL
    assert everything(any_url) == before
    import_file(settings, FIXTURES / "riichi_claim.json")
    assert len(everything(any_url)["matches"]) == 1
