"""What the server tells Prometheus of itself, at ``/metrics``: counts and times, never who plays or what."""

import hmac
import ipaddress
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from time import perf_counter
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, GCCollector, ProcessCollector, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

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
        self._appends = Appends()
        self.registry.register(self._appends)
        self._refused = Counter("mahjong_refused", "Refusals.", ("where", "code"), registry=self.registry)

    def timed(self, events: EventLog) -> EventLog:
        """The log, with its appends counted and timed."""
        return _Timed(events, self._appends)

    def watch(self, tables: Tables) -> None:
        """Count these tables whenever somebody asks."""
        self.registry.register(_Live(tables))

    def refused_at_table(self, code: str) -> None:
        """A frame was refused."""
        self._refused.labels("table", code).inc()

    def refused_over_http(self, code: str) -> None:
        """A request was refused."""
        self._refused.labels("http", code).inc()


class Appends:
    """Counts of the hot path, kept as plain numbers of the one thread that writes them: the library's own, each with a lock,
    were measured to take a thirtieth of a turn's time."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BUCKETS) + 1)
        self.seconds = 0.0
        self.failed = 0
        self.moves = 0

    def stored(self, seconds: float, entries: Sequence[Entry]) -> None:
        """A step is committed."""
        self.buckets[bisect_left(BUCKETS, seconds)] += 1
        self.seconds += seconds
        for entry in entries:
            if entry.seat is not None:
                self.moves += 1

    def collect(self) -> Iterator[Metric]:
        """The figures for Prometheus."""
        histogram = HistogramMetricFamily("mahjong_append_seconds", "Time from a step to its commit.")
        bounds = [*(f"{bound:g}" for bound in BUCKETS), "+Inf"]
        histogram.add_metric([], list(zip(bounds, accumulate(self.buckets), strict=True)), self.seconds)
        yield histogram
        yield CounterMetricFamily("mahjong_append_failures", "Steps that the log refused.", self.failed)
        yield CounterMetricFamily("mahjong_moves", "Events that a seat's own act made, of people and bots.", self.moves)


class _Timed:
    def __init__(self, events: EventLog, appends: Appends) -> None:
        self._events = events
        self._appends = appends

    async def append(self, match_id: str, entries: Sequence[Entry]) -> None:
        began = perf_counter()
        try:
            await self._events.append(match_id, entries)
        except BaseException:
            self._appends.failed += 1
            raise
        self._appends.stored(perf_counter() - began, entries)

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
