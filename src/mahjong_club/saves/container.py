"""The outside of a save file: gzip and JSON within bounds, and the checksum."""

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any, Final

import msgspec

from mahjong_club.saves.problems import SaveRefused

#: Largest file, and largest text in it. The longest matches come to a few hundred kilobytes, and 5 MiB of text.
MOST_BYTES: Final = 4 * 1024 * 1024
MOST_TEXT: Final = 24 * 1024 * 1024
_GZIP: Final = b"\x1f\x8b"
_WBITS_GZIP: Final = 31


def read_file(file: Path) -> dict[str, Any]:
    """The JSON object in a file, gzipped or plain. Raises :class:`SaveRefused`, ``OSError``."""
    with file.open("rb") as opened:
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise SaveRefused("save_too_large", "$", f"a save has at most {MOST_BYTES} bytes")
    return parse(unzip(data) if data.startswith(_GZIP) else data)


def unzip(data: bytes) -> bytes:
    """The text of one whole gzip member. Raises :class:`SaveRefused`, also for text that would be too large."""
    stream = zlib.decompressobj(_WBITS_GZIP)
    try:
        text = stream.decompress(data, MOST_TEXT + 1)
    except zlib.error as broken:
        raise SaveRefused("save_damaged", "$", "it cannot be unpacked") from broken
    if len(text) > MOST_TEXT:
        raise SaveRefused("save_too_large", "$", f"a save unpacks to at most {MOST_TEXT} bytes")
    if not stream.eof:
        raise SaveRefused("save_truncated", "$", "its end is missing")
    if stream.unused_data:
        raise SaveRefused("save_damaged", "$", "something follows its end")
    return text


def pack(content: dict[str, Any]) -> bytes:
    """A file's bytes, the checksum added; the same content gives the same bytes."""
    whole = {**content, "checksum": checksum_of(content)}
    packer = zlib.compressobj(9, zlib.DEFLATED, _WBITS_GZIP)
    return packer.compress(canonical(whole)) + packer.flush()


def canonical(content: Any) -> bytes:
    """Canonical JSON: keys sorted, no spaces, UTF-8."""
    return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def checksum_of(content: dict[str, Any]) -> str:
    """SHA-256 (hex) of the canonical JSON of everything but the checksum itself."""
    return hashlib.sha256(canonical({name: value for name, value in content.items() if name != "checksum"})).hexdigest()


def parse(text: bytes) -> dict[str, Any]:
    """The object that the text is. Raises :class:`SaveRefused`."""
    if len(text) > MOST_TEXT:
        raise SaveRefused("save_too_large", "$", f"a save unpacks to at most {MOST_TEXT} bytes")
    try:
        content = msgspec.json.decode(text)
    except RecursionError as broken:
        raise SaveRefused("not_a_save", "$", "it is nested too deep") from broken
    except (msgspec.DecodeError, UnicodeDecodeError) as broken:
        code = "save_truncated" if "truncated" in str(broken) else "not_a_save"
        raise SaveRefused(code, "$", "it is not JSON") from broken
    if not isinstance(content, dict):
        raise SaveRefused("not_a_save", "$", "it is not a JSON object")
    return content
