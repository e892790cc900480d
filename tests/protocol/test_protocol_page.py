"""docs/protocol.md: every example is read by the code and fits the schema, and every frame, action and event has one."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest

from mahjong_club.protocol.codec import BadPayload, decode_action, decode_event, encode_action
from mahjong_club.protocol.frames import ClientFrame, ServerFrame, decode_client
from mahjong_club.protocol.schema import frames_schema
from mahjong_club.rules.events import EVENT_TYPES
from mahjong_club.rules.names import ACTION_TYPES, EVENT_NAMES
from mahjong_club.web.sockets import CLOSE_CODES
from mahjong_club.web.wire import NOT_UTF8, PROTOCOL_ERROR, TOO_BIG

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [(kind, text) for kind, text in re.findall(r"```json (\w+)\n(.*?)```", PAGE, re.DOTALL)]
SCHEMA = frames_schema()


def of(kind: str) -> list[str]:
    return [text for found, text in EXAMPLES if found == kind]


def validate(data: Any, part: str) -> None:
    jsonschema.Draft202012Validator(SCHEMA | {"anyOf": [{"$ref": f"#/$defs/{part}"}]}).validate(data)


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize("text", of("client"))
def test_client_examples_are_read(text: str) -> None:
    frame = decode_client(text)
    validate(json.loads(text), "client")
    assert json.loads(text)["type"] == frame.__struct_config__.tag


@pytest.mark.parametrize("text", of("server"))
def test_server_examples_are_read(text: str) -> None:
    frame = msgspec.json.decode(text, type=ServerFrame, strict=True)
    validate(json.loads(text), "server")
    assert json.loads(text)["type"] == frame.__struct_config__.tag


@pytest.mark.parametrize("text", of("action"))
def test_action_examples_are_read(text: str) -> None:
    assert json.loads(encode_action(decode_action(text))) == json.loads(text)
    validate({"type": "act", "id": "a", "prompt": 1, "seq": 1, "action": json.loads(text)}, "client")


@pytest.mark.parametrize("text", of("event"))
def test_event_examples_are_read(text: str) -> None:
    assert EVENT_NAMES[type(decode_event(text))] == json.loads(text)["type"]
    validate({"type": "events", "from": 1, "items": [json.loads(text)]}, "server")


def test_everything_has_an_example() -> None:
    assert {json.loads(text)["type"] for text in of("client")} == tags(ClientFrame)
    assert {json.loads(text)["type"] for text in of("server")} == tags(ServerFrame)
    assert {json.loads(text)["type"] for text in of("action")} == set(ACTION_TYPES)
    assert {json.loads(text)["type"] for text in of("event")} == {EVENT_NAMES[kind] for kind in EVENT_TYPES if not kind.sealed}
    headings = set(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE))
    assert headings == tags(ClientFrame) | tags(ServerFrame)


def test_close_codes_are_as_written() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d{4}) \|", PAGE, re.MULTILINE)
    assert {code: int(number) for code, number in rows} == CLOSE_CODES
    bare = re.findall(r"^\| (\d{4}) \|", PAGE, re.MULTILINE)
    assert [int(number) for number in bare] == [PROTOCOL_ERROR, NOT_UTF8, TOO_BIG]


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "act", "id": "a", "prompt": -1, "seq": 1, "action": {"type": "pass"}},
        {"type": "act", "id": "a" * 65, "prompt": 1, "seq": 1, "action": {"type": "pass"}},
        {"type": "act", "id": "a", "prompt": 1, "seq": 1, "action": {"type": "fly"}},
        {"type": "hello", "ticket": "t", "match": "m"},
        {"type": "say", "text": ""},
        {"type": "events", "from": 1, "items": [{"type": "claim_answered", "seat": 1}]},
    ],
)
def test_the_schema_refuses_what_the_code_refuses(frame: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(SCHEMA).validate(frame)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(frame, ClientFrame | ServerFrame)


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"say"}',
        '{"type":"say","text":"a","phrase":"b"}',
        '{"type":"say","phrase":"<b>"}',
        '{"type":"act","id":"a\\u0000b","prompt":1,"seq":1,"action":{"type":"pass"}}',
        '{"type":"undo","id":"\\u0000"}',
        "\ud800",
    ],
)
def test_frames_that_no_schema_can_refuse_are_refused_too(text: str) -> None:
    with pytest.raises(BadPayload):
        decode_client(text)
