"""Names that people give themselves. Shown as text everywhere; here only what would mislead a reader is kept out."""

import unicodedata
from typing import Final

from mahjong_club.accounts.problems import Problem

LONGEST: Final = 24
#: Categories without a place in a name: controls, formats (among them bidi overrides), surrogates, private use, unassigned,
#: line and paragraph separators.
_KEPT_OUT: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
#: Joins letters of several scripts and emoji; harmless between visible characters.
_JOINER: Final = "\u200d"


def clean_name(raw: str) -> str:
    """The name in NFC, outer and repeated spaces removed. Raises ``bad_name`` unless 1-24 printable characters remain."""
    name = " ".join(unicodedata.normalize("NFC", raw).split(" ")).strip()
    name = " ".join(part for part in name.split(" ") if part)
    if not 1 <= len(name) <= LONGEST:
        raise Problem("bad_name", f"a name has 1 to {LONGEST} characters", longest=LONGEST)
    if any(unicodedata.category(sign) in _KEPT_OUT and sign != _JOINER for sign in name) or not _visible(name):
        raise Problem("bad_name", "a name is made of printable characters", longest=LONGEST)
    return name


def _visible(name: str) -> bool:
    """At least one character leaves a mark: not only spaces, joiners and combining signs."""
    return any(unicodedata.category(sign)[0] in "LNPS" for sign in name)
