"""Format 1: the club's old snapshot file. A position without events, as docs/saves.md specifies it."""

from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from mahjong_club.protocol.codec import place_of
from mahjong_club.rules.melds import KongForm, Meld, MeldKind
from mahjong_club.rules.state import MatchState
from mahjong_club.saves.problems import SaveRefused

T = TypeVar("T")
Four = tuple[T, T, T, T]
Number = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Score = Annotated[int, msgspec.Meta(ge=-1_000_000_000, le=1_000_000_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Name = Annotated[str, msgspec.Meta(max_length=80)]
TileText = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
Tiles = Annotated[list[TileText], msgspec.Meta(max_length=144)]
Variant = Literal["hong_kong", "riichi"]

VERSION: Final = 1
#: The rules the old program played.
RULESETS: Final[dict[str, str]] = {"hong_kong": "hong_kong/1", "riichi": "riichi/1"}


class OldMeld(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A declared set; the claimed tile is the last (of an added kong's first three)."""

    kind: MeldKind
    tiles: Annotated[list[TileText], msgspec.Meta(min_length=3, max_length=4)]
    from_seat: SeatNumber | None = None
    form: KongForm | None = None

    @property
    def meld(self) -> Meld:
        """In the rules' form."""
        return Meld(self.kind, tuple(self.tiles), self.from_seat, self.form)


class OldDiscard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A discard, and which seat claimed it."""

    tile: TileText
    claimed_by: SeatNumber | None = None


class Snapshot1(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole file. Seat 0 dealt the match's first deal."""

    version: Literal[1]
    variant: Variant
    names: Four[Name]
    scores: Four[Score]
    round_wind: SeatNumber
    dealer: SeatNumber
    repeat: Number
    phase: Literal["draw", "turn", "claim", "kong"]
    turn: SeatNumber
    wall: Tiles
    hands: Four[Annotated[list[TileText], msgspec.Meta(max_length=14)]]
    melds: Four[Annotated[list[OldMeld], msgspec.Meta(max_length=4)]]
    rivers: Four[Annotated[list[OldDiscard], msgspec.Meta(max_length=144)]]
    bonus: Four[Annotated[list[TileText], msgspec.Meta(max_length=8)]]
    drawn: TileText | None = None


def read_snapshot(content: dict[str, Any]) -> Snapshot1:
    """The file's content. Raises :class:`SaveRefused` with the place of what is not as specified."""
    try:
        return msgspec.convert(content, Snapshot1, strict=True)
    except msgspec.ValidationError as wrong:
        raise SaveRefused("bad_field", place_of(wrong), str(wrong).partition(" - at")[0][:200]) from wrong


def snapshot_of(state: MatchState, names: tuple[str, str, str, str] = ("", "", "", "")) -> Snapshot1 | None:
    """A position in the old form; ``None`` where that has no words for it.

    It has none for flowers that are being replaced, an offered flower win, a kong that may be robbed, and declared hands.
    What it leaves out (locks, where the drawn tile came from, which discards were drawn tiles) is lost.
    """
    rules, window = state.rules, state.window
    if rules is None or state.wall is None or state.phase not in ("draw", "turn", "claim") or state.due == "bonus":
        return None
    if (window is not None and window.kind != "discard") or state.deposits or any(seat.ready for seat in state.seats):
        return None
    end = rules.wall_size - rules.reserve
    if rules.replacement_from == "live_end":
        wall = state.wall[state.taken : end - state.replacements]
    else:
        wall = state.wall[state.taken : end] + state.wall[end + state.replacements :]
    melds = [[OldMeld(m.kind, list(m.tiles), m.from_seat, m.form) for m in seat.melds] for seat in state.seats]
    rivers = [[OldDiscard(r.tile, r.claimed_by) for r in seat.river] for seat in state.seats]
    kong = state.phase == "draw" and state.due == "kong"
    return Snapshot1(
        version=1,
        variant="riichi" if rules.variant == "riichi" else "hong_kong",
        names=names,
        scores=(state.scores[0], state.scores[1], state.scores[2], state.scores[3]),
        round_wind=state.round_wind,
        dealer=state.dealer,
        repeat=state.repeat,
        phase="kong" if kong else state.phase,
        turn=state.turn if window is None or window.from_seat is None else window.from_seat,
        wall=list(wall),
        hands=_four([list(seat.hand.tiles()) for seat in state.seats]),
        melds=_four(melds),
        rivers=_four(rivers),
        bonus=_four([list(seat.bonus) for seat in state.seats]),
        drawn=state.seats[state.turn].drawn if state.phase == "turn" else None,
    )


def _four(items: list[T]) -> Four[T]:
    a, b, c, d = items
    return a, b, c, d
