"""Where the files lie that travel with the program: beside the package in a wheel, at the top of the tree in a checkout."""

from pathlib import Path

__all__ = ["alembic_ini", "migrations_dir", "static_dir"]

_PACKAGE = Path(__file__).resolve().parent
_CHECKOUT = _PACKAGE.parents[1]


def static_dir() -> Path:
    """The front end's folder, served as it stands. Raises FileNotFoundError from a broken installation."""
    return _first_existing(_PACKAGE / "_static", _CHECKOUT / "static")


def migrations_dir() -> Path:
    """Alembic's script folder, for `script_location`. Raises FileNotFoundError from a broken installation."""
    return _first_existing(_PACKAGE / "_migrations", _CHECKOUT / "migrations")


def alembic_ini() -> Path:
    """Alembic's settings. Set `script_location` to `migrations_dir()`: the file's own value fits a checkout only."""
    return _first_existing(_PACKAGE / "_migrations" / "alembic.ini", _CHECKOUT / "alembic.ini")


def _first_existing(*candidates: Path) -> Path:
    for candidate in candidates:
        if candidate.exists():
            return candidate
    raise FileNotFoundError(f"not installed with the program: {candidates[0].name}")
