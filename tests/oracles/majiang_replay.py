"""A recorded match of the reference engine, played again by ours and compared event by event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.oracles.majiang_match import EngineMatch, Message, Replies
from tests.oracles.majiang_random import seeded_wall

CLUB = "riichi/2"


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a comparison came to: events compared, replies that ours was asked for and refused, and the match itself."""

    compared: int
    refused: int
    match: EngineMatch


def walls_of(query: Mapping[str, Any]) -> Sequence[Sequence[str]]:
    """The given walls of an oracle's request; a wall is a list or all its tiles in one text."""
    walls = query.get("walls") or []
    return [[wall[i : i + 2] for i in range(0, len(wall), 2)] if isinstance(wall, str) else wall for wall in walls]


def wall_maker(query: Mapping[str, Any], red_fives: tuple[int, ...] = (1, 1, 1)) -> Any:
    """The wall of every deal: the given ones, then seeded ones."""
    given = walls_of(query)

    def wall(deal: int) -> Sequence[str]:
        return given[deal] if deal < len(given) else seeded_wall(query.get("seed", 1), deal, red_fives)

    return wall


def replay(
    query: Mapping[str, Any],
    events: Sequence[Mapping[str, Any]],
    *,
    key: str = CLUB,
    options: Mapping[str, Any] | None = None,
) -> Replayed:
    """Play the match with the recorded replies; every message and every digest of state and legal replies must be equal."""
    at = iter(events)
    compared = 0

    def players(message: Message) -> Replies:
        nonlocal compared
        event = next(at, None)
        where = f"event {compared} of the match with seed {query.get('seed')}"
        assert event is not None, f"{where}: the engine has no more, ours has {message}"
        assert (message.type, message.msg) == (event["t"], event["m"]), where
        assert message.digest == event["h"], f"{where}: {message}"
        compared += 1
        return {int(seat): reply for seat, reply in event.get("r", {}).items()}

    match = EngineMatch(
        key,
        players,
        wall_maker(query, (options or {}).get("red_fives", (1, 1, 1))),
        options=options,
        first_dealer=query.get("qijia") or 0,
        init=query.get("init"),
        most_deals=query.get("max_hands"),
    )
    match.play()
    assert next(at, None) is None, "ours ended first"
    return Replayed(compared, match.refused, match)
