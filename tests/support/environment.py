"""What the machine must offer. On CI a thing that is missing is a failure; on a person's machine its tests skip."""

import os
from typing import NoReturn

import pytest

IN_CI = os.environ.get("CI", "").lower() in {"1", "true"}


def missing(what: str) -> NoReturn:
    """Ends the running test: failed on CI, skipped elsewhere."""
    if IN_CI:
        pytest.fail(f"{what} (a failure because CI is set)", pytrace=False)
    pytest.skip(what)
