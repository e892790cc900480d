"""What `pip install .` gives: the front end and the migrations travel along, and the server runs from any folder."""

import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.support.server import LiveServer


@pytest.fixture(scope="module")
def wheel(root_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(root_dir)]
    built = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert built.returncode == 0, built.stdout
    return next(folder.glob("*.whl"))


@pytest.fixture
def installed(wheel: Path, tmp_path: Path) -> Path:
    """The wheel's contents alone, as a folder for PYTHONPATH."""
    folder = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.parametrize(("source", "target"), [("static", "_static"), ("migrations", "_migrations")])
def test_every_file_travels_in_the_wheel(source: str, target: str, root_dir: Path, installed: Path) -> None:
    tracked = subprocess.run(
        ["git", "ls-files", "--cached", "-z", "--", source], cwd=root_dir, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    wanted = {name.removeprefix(f"{source}/") for name in tracked.split("\0") if name}
    packed = installed / "mahjong_club" / target
    carried = {path.relative_to(packed).as_posix() for path in packed.rglob("*") if path.is_file()}
    assert wanted, f"{source}/ is empty"
    assert wanted <= carried
    assert not [name for name in carried if "__pycache__" in name]


def test_the_server_runs_from_the_wheel_in_any_folder(installed: Path, start_server: Callable[..., LiveServer]) -> None:
    elsewhere = installed.parent
    script = "from mahjong_club import resources as r; print(r.static_dir(), r.migrations_dir(), r.alembic_ini(), sep='\\n')"
    env = {"PYTHONPATH": str(installed)}
    printed = subprocess.run(
        [sys.executable, "-c", script], cwd=elsewhere, env=env, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert all(Path(line).is_relative_to(installed) for line in printed.splitlines())
    server = start_server("club", env=env)
    assert httpx.get(f"{server.url}/", follow_redirects=True).status_code == httpx.codes.OK
