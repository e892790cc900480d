"""The JSON Schema of all frames, from the structs that read and write them."""

from functools import cache
from typing import Any, get_args

import msgspec

from mahjong_club.protocol.frames import PROTOCOL, ClientFrame, ServerFrame

#: Where references inside the document point.
_DEFS = "#/$defs/{name}"


@cache
def frames_schema() -> dict[str, Any]:
    """A document whose ``$defs`` hold every frame by name, and ``client`` and ``server`` the union of each direction."""
    client, server = get_args(ClientFrame), get_args(ServerFrame)
    refs, defs = msgspec.json.schema_components((*client, *server), ref_template=_DEFS)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Mahjong club frames",
        "version": PROTOCOL,
        "anyOf": [{"$ref": "#/$defs/client"}, {"$ref": "#/$defs/server"}],
        "$defs": {
            **defs,
            "client": {"anyOf": list(refs[: len(client)])},
            "server": {"anyOf": list(refs[len(client) :])},
        },
    }
