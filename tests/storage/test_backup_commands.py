"""The two commands, as an admin uses them: while four people play at a real server, and into a server that goes on from there."""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from mahjong_club.storage import migrate
from tests.support import forge, postgres
from tests.support.server import LiveServer
from tests.system.client import LOST
from tests.system.sitting import Sitting

Start = Callable[..., LiveServer]
TOGETHER = {"MAHJONG_CLUB_LOG_LEVEL": "warning"}


@pytest.fixture(params=["sqlite", "postgres"])
async def places(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[tuple[list[str], list[str]]]:
    """Options that name a database, and another one of the same kind, both migrated or to be made."""
    if request.param == "sqlite":
        yield ["--data", str(tmp_path / "first")], ["--data", str(tmp_path / "second")]
        return
    request.getfixturevalue("postgres_url")  # skips or fails where there is no server
    made = [await asyncio.to_thread(postgres.create_database) for _ in range(2)]
    texts = [url.render_as_string(hide_password=False) for url in made]
    await asyncio.to_thread(migrate.upgrade, texts[0])
    yield ["--database-url", texts[0]], ["--database-url", texts[1]]
    for url in made:
        await asyncio.to_thread(postgres.drop_database, url)


async def command(*words: str) -> subprocess.CompletedProcess[str]:
    return await asyncio.to_thread(forge.command, *words)


def at(sitting: Sitting) -> int:
    """The least that all four know."""
    return min(player.seq or 0 for player in sitting.players)


async def test_a_match_goes_on_in_the_restored_server(
    places: tuple[list[str], list[str]], start_server: Start, tmp_path: Path
) -> None:
    old, new = places
    file = tmp_path / "club.backup"
    first = start_server("first", env=TOGETHER, args=old)
    sitting = Sitting(first.url, "taiwanese/1", "backup", {"rounds": 1})
    await sitting.begin()
    await sitting.resume()
    playing = asyncio.create_task(sitting.play())
    copying = asyncio.create_task(command("backup", str(file), *old))
    done, _ = await asyncio.wait([playing, copying], return_when=asyncio.FIRST_COMPLETED)
    assert copying in done, "the match was over first"
    copied, known = copying.result(), at(sitting)
    assert copied.returncode == 0, copied.stderr
    assert str(file) in copied.stdout
    further = asyncio.Event()

    def look() -> None:
        if at(sitting) >= known + 10:
            further.set()

    sitting.on_frame(look)
    moved = asyncio.create_task(further.wait())
    await asyncio.wait([playing, moved], return_when=asyncio.FIRST_COMPLETED)
    assert moved.done(), "play stopped for the backup"
    await asyncio.to_thread(first.kill)
    with pytest.raises(LOST):
        await playing

    restored = await command("restore", str(file), *new)
    assert restored.returncode == 0, restored.stderr
    again = await command("restore", str(file), *new)
    assert again.returncode == 1
    assert "not_empty" in again.stderr and again.stderr.count("\n") == 1

    second = start_server("second", env=TOGETHER, args=new)
    # The same cookies, the same seats; what was played after the copy is not there.
    for player in sitting.players:
        player.url = second.url
        player.http.base_url = f"{second.url}/api/v1"
        player.begin(sitting.match)
    await sitting.resume()
    assert 0 < at(sitting) <= known + 10
    reached = at(sitting) + 20
    await sitting.play(lambda: at(sitting) >= reached)
    await sitting.close()


async def test_a_damaged_file_is_named_in_one_line(tmp_path: Path) -> None:
    data, file = ["--data", str(tmp_path / "club")], tmp_path / "club.backup"
    assert (await command("backup", str(file), *data)).returncode == 1
    assert (await command("migrate", *data)).returncode == 0
    assert (await command("backup", str(file), *data)).returncode == 0
    with file.open("r+b") as changed:
        changed.seek(5000)
        changed.write(b"?")
    refused = await command("restore", str(file), "--data", str(tmp_path / "other"))
    assert refused.returncode == 1
    assert "damaged" in refused.stderr and refused.stderr.count("\n") == 1
    assert not (tmp_path / "other" / "club.sqlite3").exists()
    missing = await command("restore", str(tmp_path / "nothing"), *data)
    assert missing.returncode == 1 and missing.stderr.count("\n") == 1
