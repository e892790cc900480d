"""Every byte that leaves the server while whole matches are played, held against what its reader may know.

The truth is the log. What each viewer may know is said here without the server's own redaction: his own tiles, what lies open,
and the secrets of deals that are over. Whatever else a frame, an HTTP body or a log line carries is a leak.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from mahjong_club.protocol.codec import encode_json
from mahjong_club.rules.events import ClaimAnswered, DealEnded, DealStarted, MatchEnded, WindowClosed
from mahjong_club.rules.evolve import evolve
from mahjong_club.rules.legal import legal_actions
from mahjong_club.rules.names import wire_name
from mahjong_club.rules.state import MatchState
from mahjong_club.rules.tiles import ALL_TILES
from mahjong_club.rules.variants import registry
from mahjong_club.rules.walls import deal_secret, unpack_wall
from tests.support.server import LiveServer
from tests.system.client import Json, Person, Player
from tests.system.ledger import Log, SqliteLedger
from tests.system.sitting import Sitting, all_of

#: So many tiles of the coming wall, or of another's hand, in a row are no accident.
RUN = 7
TILE = re.compile(r"(?<![0-9a-z])([0-9][mpszf])(?![0-9a-z])")
PACKED = re.compile(r"(?:[0-9][mpszf]){3,}")
#: Fields of events in which tiles lie open for everybody.
OPEN = {
    "bonus_exposed": {"tile"},
    "discarded": {"tile"},
    "meld_claimed": {"meld"},
    "kong_declared": {"meld"},
    "indicator_revealed": {"tile"},
    "deal_started": {"indicators"},
    "win_offered": {"tile"},
    "deal_won": {"tile", "hand", "blocks", "indicators"},
    "deal_drawn": {"shown"},
    "deal_ended": {"wall"},
}


@dataclass
class Truth:
    """The match as it was after each number: hands, the wall that was still to come, who was asked what."""

    log: Log
    hands: dict[int, list[list[str]]] = field(default_factory=dict)
    coming: dict[int, tuple[str, ...]] = field(default_factory=dict)
    questions: dict[int, list[list[Json]]] = field(default_factory=dict)
    #: Number of the event from which on each secret is public.
    public_at: dict[str, int] = field(default_factory=dict)
    answers: dict[int, list[Json | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        state = MatchState(registry.rules_for)
        sealed: dict[int, list[Any]] = {}
        for row in self.log.answers:
            sealed.setdefault(row.seq, []).append(row.event)
        running: str | None = None
        for row in self.log.events:
            event = row.event
            evolve(state, event)
            if isinstance(event, DealStarted):
                assert event.wall and event.secret
                running = event.secret
                assert running == deal_secret(self.log.secret, event.number)
                self.public_at[running] = self.public_at[event.wall] = 10**9
            elif isinstance(event, DealEnded):
                assert running
                self.public_at[running] = self.public_at[event.wall] = row.seq
            elif isinstance(event, MatchEnded):
                self.public_at[self.log.secret] = row.seq
            elif isinstance(event, WindowClosed):
                self.answers[row.seq] = [None if a is None else json.loads(encode_json(wire(a.action))) for a in event.answers]
            self._keep(state, running)
            for answer in sealed.get(row.seq, ()):
                assert isinstance(answer, ClaimAnswered)
                evolve(state, answer)
        self.public_at.setdefault(self.log.secret, 10**9)

    def _keep(self, state: MatchState, running: str | None) -> None:
        at = state.seq
        self.hands[at] = [list(seat.hand.tiles()) for seat in state.seats]
        playing = state.phase not in ("idle", "settled", "over")
        self.coming[at] = tuple(state.wall[state.taken :]) if playing and state.wall else ()
        self.questions[at] = [[json.loads(encode_json(wire(a))) for a in legal_actions(state, s)] for s in range(4)]


def wire(action: Any) -> Json:
    """An action as a prompt shows it."""
    fields = {name: getattr(action, name) for name in type(action).__dataclass_fields__}
    return {"type": wire_name(type(action)), **{k: v for k, v in fields.items() if v not in (None, False)}}


def tiles_in(value: Any) -> Iterator[str]:
    """Every tile anywhere in a value, packed ones included."""
    if isinstance(value, str):
        if value in ALL_TILES:
            yield value
        else:
            for run in PACKED.findall(value):
                yield from unpack_wall(run)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from tiles_in(key)
            yield from tiles_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from tiles_in(item)


def check_secrets(text: str, truth: Truth, at: int, what: str) -> None:
    """No seed and no packed wall before its time."""
    for secret, public in truth.public_at.items():
        assert at >= public or secret not in text, f"{what} at {at}: a secret that is public from {public} on"


def check_runs(text: str, truth: Truth, viewer: int | None, at: int, what: str) -> None:
    """No stretch of the coming wall, in drawing order or against it, and no hand of another seat."""
    seen = TILE.findall(text)
    coming = truth.coming.get(at, ())
    if len(seen) < RUN or not coming:
        return
    runs = {tuple(seen[start : start + RUN]) for start in range(len(seen) - RUN + 1)}
    for wall in (coming, coming[::-1]):
        found = runs & {wall[start : start + RUN] for start in range(len(wall) - RUN + 1)}
        assert not found, f"{what} at {at}: the coming wall"
    shown = " ".join(seen)
    for seat, hand in enumerate(truth.hands[at]):
        if seat != viewer and len(hand) >= RUN:
            assert " ".join(hand) not in shown, f"{what} at {at}: the hand of seat {seat}"


def check_event(item: Json, number: int, viewer: int | None, truth: Truth) -> None:
    """Tiles stand only in open fields, in one's own events, or at one's own place of a list of four."""
    kind = item["type"]
    assert kind != "claim_answered", "a sealed answer was published"
    own = viewer is not None and item.get("seat") == viewer
    for name, value in item.items():
        if name == "secret":
            assert kind in ("deal_ended", "match_ended")
        elif name in ("hands", "answers", "locks"):
            assert all(each is None for seat, each in enumerate(value) if seat != viewer), (kind, name)
            if name == "answers":
                told = value[viewer]["action"] if viewer is not None and value[viewer] else None
                assert told == (None if viewer is None else truth.answers[number][viewer])
        elif name == "options" or name in OPEN.get(kind, ()) or own:
            continue
        else:
            assert not [*tiles_in(value)], (kind, name)


def check_view(view: Json, viewer: int | None) -> None:
    assert not {"wall", "secret", "rules", "cache"} & set(view)
    for seat, side in enumerate(view["seats"]):
        if seat != viewer:
            assert side["hand"] is None and side["lock"] is None and side["drawn"] in (None, "?")
    if view["window"] is not None:
        assert "options" not in view["window"] and "completes" not in view["window"]
        assert all(each is None for seat, each in enumerate(view["window"]["answers"]) if seat != viewer)


def walk(player: Player, truth: Truth) -> int:
    """Every frame a viewer was sent; how many tiles of his own he was told of."""
    at, own, viewer = 0, 0, player.seat
    for heard in player.heard:
        if heard.way == "out":
            continue
        frame = json.loads(heard.text)
        match frame["type"]:
            case "events":
                for number, item in enumerate(frame["items"], frame["from"]):
                    check_event(item, number, viewer, truth)
                at = frame["from"] + len(frame["items"]) - 1
                own += heard.text.count('"drawn"')
            case "snapshot":
                assert frame["viewer"] == viewer
                check_view(frame["view"], viewer)
                at = frame["seq"]
            case "prompt":
                assert viewer is not None, "a spectator was asked"
                assert frame["id"] in truth.questions
                assert frame["legal"] == truth.questions[frame["id"]][viewer], f"the question of seat {viewer} at {frame['id']}"
            case "accepted" | "refused" | "answer":
                assert viewer is not None and frame.get("id", "").startswith(player.name), "somebody else's answer"
            case "presence" | "notice" | "said" | "pong":
                assert not [*tiles_in(frame)]
            case other:
                raise AssertionError(f"a frame of kind {other}")
        check_secrets(heard.text, truth, at, f"{player.name}, {frame['type']}")
        check_runs(heard.text, truth, viewer, at, f"{player.name}, {frame['type']}")
    return own


class Walk(Sitting):
    """A sitting with onlookers, people who are turned away, and a look at every page in between."""

    async def asked_around(self, stranger: Person) -> None:
        """Requests of somebody outside and of those at the table, good ones and bad ones."""
        for who in (stranger, self.players[0], self.players[2]):
            for method, path in (
                ("GET", f"/matches/{self.match}"),
                ("GET", f"/matches/{self.match}/record"),
                ("GET", f"/tables/{self.code}"),
                ("GET", "/tables"),
                ("POST", f"/matches/{self.match}/ticket"),
                ("POST", f"/matches/{self.match}/return"),
                ("POST", f"/tables/{self.code}/start"),
                ("POST", f"/tables/{self.code}/seat"),
                ("GET", f"/matches/{self.match}/secret"),
            ):
                await who.ask(method, path, {} if method == "POST" else None)


async def turned_away(stranger: Person, match: str, foreign: Json) -> list[str]:
    """All that sockets hear which are refused: wrong ticket, wrong match, a ticket used twice."""
    heard: list[str] = []
    used = (await stranger.ticket(match))["ticket"]
    for ticket, to in (("no such ticket", match), (used, "0" * 32), (used, match), (foreign["ticket"], match)):
        ws = await stranger.socket()
        await ws.send(json.dumps({"type": "hello", "protocol": 1, "ticket": ticket, "match": to, "since": 0}))
        with suppress(ConnectionClosed):
            while True:
                heard.append(str(await ws.recv()))
    return heard


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["hong_kong", "taiwanese", "riichi"])
async def test_nobody_is_told_what_he_may_not_know(ruleset: str, start_server: Callable[..., LiveServer]) -> None:
    seed = secrets.token_hex(4)
    print(f"seed {seed}")
    server = start_server(env={"MAHJONG_CLUB_LOG_LEVEL": "debug"})
    sitting = Walk(server.url, ruleset, seed, {"rounds": 1})
    sitting.skill(0.9)
    onlooker, stranger = Player(server.url, "onlooker", sitting.players[0].rng), Person(server.url, "stranger")
    other = Sitting(server.url, ruleset, seed)
    for player in other.players:
        player.name += "-other"
    await sitting.begin()
    await other.begin()
    await stranger.sign_in()
    await sitting.resume()
    onlooker.begin(sitting.match)
    await onlooker.join()
    turned: list[str] = []

    async def bystanders() -> None:
        while not sitting.players[0].over:
            await sitting.asked_around(stranger)
            turned.extend(await turned_away(stranger, sitting.match, await other.players[1].ticket(other.match)))
            for player in sitting.players:
                for what in ("waits", "discards", "why_not"):
                    await player.send({"type": "ask", "id": f"{player.name}-{what}", "what": what, "action": {"type": "win"}})

    await all_of(sitting.play(), onlooker.play(), bystanders())
    truth = Truth(await SqliteLedger(server.data_dir / "club.sqlite3").read(sitting.match))
    viewers = [*sitting.players, onlooker]
    assert onlooker.seat is None and [player.seat for player in sitting.players].count(None) == 0
    assert all(walk(player, truth) > 20 for player in viewers)
    bodies = [reply for who in (*sitting.players, stranger) for reply in who.replies]
    assert len(bodies) > 50
    for reply in bodies:
        # A record ends with the last deal that is over; what is public then may stand in it.
        told = [each["seq"] for each in json.loads(reply.body)["events"]] if reply.path.endswith("/record") else [0]
        check_secrets(reply.body.decode(), truth, max(told, default=0), reply.path)
    for text in turned:
        assert json.loads(text)["type"] == "bye"
        assert not [*tiles_in(json.loads(text))]
    assert len(turned) >= 4
    server.stop()
    check_secrets(server.log, truth, 0, "the server's log")
    assert not [line for line in server.log.splitlines() if PACKED.search(line) or len(TILE.findall(line)) > 2]
    assert_quiet(server.log, (player.name for player in sitting.players))
    for who in (*viewers, stranger, *other.players):
        await who.close()


def assert_quiet(log: str, names: Iterable[str]) -> None:
    """The server's log names no payload: neither people nor what they did."""
    for name in names:
        assert name not in log
    assert "Traceback" not in log
