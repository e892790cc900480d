"""Riichi matches as mjai records: one JSON object for each line, the format that riichi programs exchange.

In a record player 0 is the first dealer, whoever sat there; tiles are ``5m``, ``5mr`` (red), ``E S W N P F C``.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from mahjong_club.rules.events import (
    DealDrawn,
    DealEnded,
    DealStarted,
    DealWon,
    DepositPaid,
    Discarded,
    Drawn,
    Event,
    IndicatorRevealed,
    KongDeclared,
    MatchEnded,
    MatchStarted,
    MeldClaimed,
    PositionRestored,
)
from mahjong_club.rules.melds import Meld
from mahjong_club.rules.seats import Seat
from mahjong_club.rules.tiles import Tile

Line = dict[str, Any]

_HONOURS: Final = dict(zip(("1z", "2z", "3z", "4z", "5z", "6z", "7z"), "ESWNPFC", strict=True))
_WINDS: Final = "ESWN"
#: Tiles of another seat that the record's viewer did not see.
_UNSEEN: Final = "?"


class NotRiichi(ValueError):
    """Only matches without bonus tiles have words in mjai."""


def mjai_tile(tile: Tile | None) -> str:
    """A tile in mjai's spelling; ``?`` for a hidden one."""
    if tile is None:
        return _UNSEEN
    if tile[0] == "0":
        return f"5{tile[1]}r"
    return _HONOURS.get(tile, tile)


def mjai_lines(events: Iterable[Event], names: Sequence[str] = ("", "", "", "")) -> Iterator[Line]:
    """The lines of a match from its first event on; ``names`` are those of seats 0-3.

    What is left of a deal that was restored from a save has no words and is left out.

    Events as one seat saw them give that seat's record: what it did not see is ``?``. Raises :class:`NotRiichi`.
    """
    writer: _Writer | None = None
    restored = False
    for event in events:
        restored = isinstance(event, PositionRestored) or (restored and not isinstance(event, DealStarted | MatchEnded))
        if restored:
            continue
        if isinstance(event, MatchStarted):
            writer = _Writer(event.first_dealer)
            yield {"type": "start_game", "names": writer.turned(names)}
        elif writer is not None:
            yield from writer.lines(event)


def mjai_text(events: Iterable[Event], names: Sequence[str] = ("", "", "", "")) -> str:
    """The record as text, a line for each object."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in mjai_lines(events, names))


class _Writer:
    """Turns seats into players and events into lines."""

    def __init__(self, first_dealer: Seat) -> None:
        self._first = first_dealer

    def turned(self, entries: Sequence[Any]) -> list[Any]:
        """What is written by seat, by player."""
        return [*entries[self._first :], *entries[: self._first]]

    def _player(self, seat: Seat) -> int:
        return (seat - self._first) & 3

    def lines(self, event: Event) -> Iterator[Line]:
        """The lines of one event; most have one, some none."""
        match event:
            case DealStarted():
                yield self._start(event)
            case Drawn(seat, tile):
                yield {"type": "tsumo", "actor": self._player(seat), "pai": mjai_tile(tile)}
            case Discarded(seat, tile, drawn, ready):
                player = self._player(seat)
                if ready is not None:
                    yield {"type": "reach", "actor": player}
                yield {"type": "dahai", "actor": player, "pai": mjai_tile(tile), "tsumogiri": drawn}
            case DepositPaid(seat):
                yield {"type": "reach_accepted", "actor": self._player(seat)}
            case MeldClaimed(seat, meld):
                yield self._claim(seat, meld)
            case KongDeclared(seat, meld):
                yield self._kong(seat, meld)
            case IndicatorRevealed(tile):
                yield {"type": "dora", "dora_marker": mjai_tile(tile)}
            case DealWon():
                yield self._won(event)
            case DealDrawn():
                yield {"type": "ryukyoku", "reason": event.reason, "deltas": self.turned(event.deltas)}
            case DealEnded():
                yield {"type": "end_kyoku"}
            case MatchEnded():
                yield {"type": "end_game"}
            case _:
                pass

    def _start(self, event: DealStarted) -> Line:
        if not event.indicators:
            raise NotRiichi(event.ruleset)
        size = sum(len(hand) for hand in event.hands if hand is not None) // sum(hand is not None for hand in event.hands)
        return {
            "type": "start_kyoku",
            "bakaze": _WINDS[event.round_wind & 3],
            "dora_marker": mjai_tile(event.indicators[0]),
            "kyoku": self._player(event.dealer) + 1,
            "honba": event.repeat,
            "kyotaku": event.deposits,
            "oya": self._player(event.dealer),
            "scores": self.turned(event.scores),
            "tehais": [[mjai_tile(tile) for tile in hand or [None] * size] for hand in self.turned(event.hands)],
        }

    def _claim(self, seat: Seat, meld: Meld) -> Line:
        assert meld.from_seat is not None
        *own, claimed = meld.tiles
        return {
            "type": {"chow": "chi", "pung": "pon", "kong": "daiminkan"}[meld.kind],
            "actor": self._player(seat),
            "target": self._player(meld.from_seat),
            "pai": mjai_tile(claimed),
            "consumed": [mjai_tile(tile) for tile in own],
        }

    def _kong(self, seat: Seat, meld: Meld) -> Line:
        tiles = [mjai_tile(tile) for tile in meld.tiles]
        if meld.form == "concealed":
            return {"type": "ankan", "actor": self._player(seat), "consumed": tiles}
        return {"type": "kakan", "actor": self._player(seat), "pai": tiles[3], "consumed": tiles[:3]}

    def _won(self, event: DealWon) -> Line:
        line = {
            "type": "hora",
            "actor": self._player(event.seat),
            "target": self._player(event.seat if event.from_seat is None else event.from_seat),
            "pai": mjai_tile(event.tile),
            "deltas": self.turned(event.deltas),
        }
        return line | {"ura_markers": [mjai_tile(tile) for tile in event.indicators]} if event.indicators else line
