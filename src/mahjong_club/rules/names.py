"""Names of actions and events on the wire: the class name in snake case."""

import re
from typing import Final, get_args

from mahjong_club.rules.actions import Action
from mahjong_club.rules.events import EVENT_TYPES, Event


def wire_name(kind: type) -> str:
    """``MeldClaimed`` → ``meld_claimed``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


ACTION_TYPES: Final[dict[str, type]] = {wire_name(kind): kind for kind in get_args(Action)}
EVENT_NAMES: Final[dict[type[Event], str]] = {kind: wire_name(kind) for kind in EVENT_TYPES}
EVENTS_BY_NAME: Final[dict[str, type[Event]]] = {name: kind for kind, name in EVENT_NAMES.items()}
