"""What the server tells Prometheus of itself, at ``/metrics``: counts and times, never who plays or what."""

import hmac
import ipaddress
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, GCCollector, Histogram, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from mahjong_club.accounts.problems import Problem
from mahjong_club.play.ports import Entry, EventLog
from mahjong_club.play.tables import Tables

#: From a commit on a fast disk to one that has all but failed, in seconds.
BUCKETS: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
#: Says that somebody else asked, and this machine's proxy passed it on.
_PASSED_ON: Final = ("forwarded", "x-forwarded-for", "via")

router = APIRouter()


class Metrics:
    """The figures of one server, in a registry of their own. Who shows ``token`` may read them; without one, this machine."""

    def __init__(self, token: str | None = None) -> None:
        self.token = token
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self._appends = Histogram(
            "mahjong_append_seconds", "Time from a step to its commit.", buckets=BUCKETS, registry=self.registry
        )
        self._failed = Counter("mahjong_append_failures", "Steps that the log refused.", registry=self.registry)
        self._moves = Counter("mahjong_moves", "Events that a seat's own act made, of people and bots.", registry=self.registry)
        self._refused = Counter("mahjong_refused", "Refusals.", ("where", "code"), registry=self.registry)

    def timed(self, events: EventLog) -> EventLog:
        """The log, with its appends counted and timed."""
        return _Timed(events, self._appends, self._failed, self._moves)

    def watch(self, tables: Tables) -> None:
        """Count these tables whenever somebody asks."""
        self.registry.register(_Live(tables))

    def refused_at_table(self, code: str) -> None:
        """A frame was refused."""
        self._refused.labels("table", code).inc()

    def refused_over_http(self, code: str) -> None:
        """A request was refused."""
        self._refused.labels("http", code).inc()


class _Timed:
    def __init__(self, events: EventLog, seconds: Histogram, failed: Counter, moves: Counter) -> None:
        self._events = events
        self._seconds = seconds
        self._failed = failed
        self._moves = moves

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        began = perf_counter()
        try:
            await self._events.append(match_id, entries)
        except BaseException:
            self._failed.inc()
            raise
        self._seconds.observe(perf_counter() - began)
        self._moves.inc(sum([entry.seat is not None for entry in entries]))

    async def read(self, match_id: str, after: int = 0) -> Sequence[Entry]:
        return await self._events.read(match_id, after)

    async def acts(self, match_id: str) -> Mapping[tuple[int, str], int]:
        return await self._events.acts(match_id)


class _Live:
    """Gauges that are read off the tables in memory when they are asked for."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def collect(self) -> Iterator[Metric]:
        tables = list(self._tables)
        yield GaugeMetricFamily("mahjong_live_tables", "Tables in memory.", len(tables))
        yield GaugeMetricFamily("mahjong_sockets", "Connections at these tables.", sum(table.viewers for table in tables))
        yield GaugeMetricFamily("mahjong_bots", "Seats that the server plays there.", sum(table.bots for table in tables))


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """The figures, for this machine only or for who has the token; for others there is nothing here."""
    figures: Metrics = request.app.state.metrics
    if not (_has_token(request, figures.token) if figures.token else _is_near(request)):
        raise Problem("not_found", "there is nothing at this address")
    return Response(generate_latest(figures.registry), media_type=CONTENT_TYPE_LATEST)


def _has_token(request: Request, token: str) -> bool:
    return hmac.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {token}".encode())


def _is_near(request: Request) -> bool:
    if request.client is None or any(name in request.headers for name in _PASSED_ON):
        return False
    try:
        address = ipaddress.ip_address(request.client.host)
    except ValueError:
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback
