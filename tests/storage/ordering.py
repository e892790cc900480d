"""A process that plays a match at a database and gives order after order at its table, until it is killed.

    python -m tests.storage.ordering URL MATCH SEED

Each order that was carried out is a line on standard output: the number and the kind of its first event.
"""

import asyncio
import json
import random
import sys

from mahjong_club.bots import choose
from mahjong_club.play.audience import Member
from mahjong_club.play.clock import LoopTicker
from mahjong_club.play.operations import (
    FreeSeat,
    MoveSeat,
    Operation,
    OperationRefused,
    Pause,
    ResetDeal,
    Resume,
    Rewind,
    SwapSeats,
)
from mahjong_club.play.ports import SeatSetup
from mahjong_club.play.table import Table
from mahjong_club.play.tables import Tables
from mahjong_club.protocol.frames import decode_client
from mahjong_club.rules.variants.registry import rules_for
from mahjong_club.storage.database import Database, open_database
from mahjong_club.storage.matches import Setups

PEOPLE = tuple(SeatSetup("person", f"person{n}", f"Person {n}") for n in range(3))
#: How many questions a client answers between two orders.
ANSWERS = 6
#: The first event of each order.
KINDS = {
    ResetDeal: "match_rewound", Rewind: "match_rewound", MoveSeat: "seated", SwapSeats: "seated", FreeSeat: "seated",
    Pause: "match_paused", Resume: "match_resumed",
}  # fmt: skip
WHO = {"by": "Ada", "reason": "a drill"}


def tables_at(database: Database) -> Tables:
    return Tables(
        database, database.snapshots, Setups(database), ticker=LoopTicker(), rules_for=rules_for, choose=choose, rng=random.Random
    )


class Answering:
    """A client that answers at random what it is asked, a few questions for each order."""

    def __init__(self, table: Table, seat: int, rng: random.Random) -> None:
        self.member = Member(self, seat, f"seat {seat}")
        self.gone = False
        self.answers = ANSWERS
        self._waiting: bytes | None = None
        self._table = table
        self._rng = rng
        table.connect(self.member)

    def keep(self, data: bytes) -> None:
        self.send_nowait(data)

    def flush(self) -> None:
        pass

    def send_nowait(self, data: bytes) -> None:
        frame = json.loads(data)
        if frame["type"] != "prompt" or self.gone:
            return
        self._waiting = data
        if self.answers:
            self.answers -= 1
            self._waiting = None
            answer = {name: frame[name] for name in ("seq",)} | {"type": "act", "id": f"{self._rng.getrandbits(60):x}"}
            answer |= {"prompt": frame["id"], "action": self._rng.choice(frame["legal"])}
            self._table.receive(self.member, decode_client(json.dumps(answer)))

    def go_on(self) -> None:
        """Answer a few more questions, the one that waits first."""
        self.answers = ANSWERS
        if self._waiting is not None:
            self.send_nowait(self._waiting)

    def bye(self, code: str) -> None:
        self.gone = True


def order_for(table: Table, rng: random.Random) -> Operation:
    """Any order, whether it can be carried out or not."""
    seat, other = rng.sample(range(4), 2)
    return rng.choice([
        ResetDeal(by="Ada", reason="a drill"),
        Rewind(to=rng.randint(1, max(1, table.state.seq - 1)), by="Ada", reason="a drill"),
        Pause(by="Ada", reason="a drill"),
        Resume(by="Ada", reason="a drill"),
        Resume(by="Ada", reason="a drill"),
        MoveSeat(seat=seat, to=rng.choice(PEOPLE), by="Ada", reason="a drill"),
        SwapSeats(seat=seat, other=other, by="Ada", reason="a drill"),
        FreeSeat(seat=seat, by="Ada", reason="a drill"),
    ])  # fmt: skip


async def main(url: str, match_id: str, seed: str) -> None:
    rng = random.Random(seed)
    database = open_database(url)
    await database.open()
    tables = tables_at(database)
    clients: dict[int, Answering] = {}
    while True:
        table = await tables.get(match_id)
        for seat, who in enumerate(table.setup.seats):
            if who.kind == "person" and (seat not in clients or clients[seat].gone):
                clients[seat] = Answering(table, seat, rng)
            elif who.kind == "person":
                clients[seat].go_on()
        operation = order_for(table, rng)
        people = [seat for seat, who in enumerate(table.setup.seats) if who.kind == "person"]
        if isinstance(operation, FreeSeat) and people == [operation.seat]:
            continue  # bots among themselves would play on for as long as they liked
        try:
            number = await tables.operate(match_id, operation)
        except OperationRefused as refused:
            if refused.code == "match_over":
                return
            continue
        print(number, KINDS[type(operation)], flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
