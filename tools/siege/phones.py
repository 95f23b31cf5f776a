"""Phones that report and confirm as the API requires: with one key for each action, until acknowledged."""

import contextlib
import http.client
import itertools
import json
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

POINTS = [41_200, 30_100, 19_900, 8_800]
CSRF = "c" * 32
PAUSE = 0.1
# How long a phone retries one action before it is counted as given up.
STUBBORN = 90.0


@dataclass(frozen=True)
class Seat:
    """A seat, and the secret of its phone."""

    pk: int
    table: int
    secret: str


@dataclass
class Score:
    """Results of calls, counted by several threads."""

    statuses: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    reported: dict[int, int] = field(default_factory=dict)  # table → sheet
    confirmed: set[tuple[int, int]] = field(default_factory=set)  # (sheet, seat)
    given_up: int = 0
    replayed: int = 0  # repeats that got the first answer again
    things: Iterator[int] = field(default_factory=itertools.count)
    bare_503: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def acknowledged(self) -> int:
        return len(self.reported) + len(self.confirmed)

    @property
    def errors(self) -> int:
        """Count answers that no call should get."""
        return sum(n for s, n in self.statuses.items() if s.startswith("5") and s != "503") + self.bare_503

    @property
    def refused(self) -> int:
        """Count refusals that a phone alone at its table never gets: a repeat was taken for a new call."""
        return sum(count for status, count in self.statuses.items() if status.startswith("4"))

    def count(self, status: int, seconds: float, retry_after: str | None) -> None:
        with self.lock:
            self.statuses[str(status) if status else "cut off"] += 1
            self.slowest = max(self.slowest, seconds)
            self.bare_503 += status == 503 and not retry_after

    def summary(self) -> str:
        return " ".join(f"{status}×{count}" for status, count in sorted(self.statuses.items()))


class Phone:
    """A client. With `seat`, its cookie; each call has a new connection."""

    def __init__(self, url: str, score: Score, seat: Seat | None = None, *, loses_wifi: bool = False) -> None:
        parts = urlsplit(url)
        self.loses_wifi = loses_wifi
        self.host, self.port, self.score, self.seat = parts.hostname or "", parts.port, score, seat

    def ask(
        self, method: str, path: str, body: str | None = None, **headers: str
    ) -> tuple[int, dict[str, Any]]:
        """Return status and JSON of one call; 0 if the connection was cut."""
        client = http.client.HTTPConnection(self.host, self.port, timeout=30)
        began, status, after, text = time.monotonic(), 0, None, b""
        try:
            client.request(method, path, body, self._named(headers))
            answer = client.getresponse()
            status, after, text = answer.status, answer.headers.get("Retry-After"), answer.read()
            with self.score.lock:
                self.score.replayed += answer.headers.get("Idempotent-Replay") == "true"
        except (OSError, http.client.HTTPException):
            status = 0
        finally:
            client.close()
        self.score.count(status, time.monotonic() - began, after)
        try:
            return status, json.loads(text)
        except ValueError:
            return status, {}

    def insist(self, path: str, content: object, **headers: str) -> tuple[int, dict[str, Any]]:
        """Repeat one call with one key until it is finally answered; the first answer to every fourth is ignored."""
        key, ends = str(uuid.uuid4()), time.monotonic() + STUBBORN
        body = json.dumps(content)
        if self.loses_wifi and next(self.score.things) % 4 == 0:
            self._send_unheard(path, body, Content_Type="application/json", Idempotency_Key=key, **headers)
        while True:
            status, reply = self.ask(
                "POST", path, body, Content_Type="application/json", Idempotency_Key=key, **headers
            )
            if status not in (0, 429) and status < 500:
                return status, reply
            if time.monotonic() > ends:
                with self.score.lock:
                    self.score.given_up += 1
                return 0, {}
            time.sleep(PAUSE)

    def _send_unheard(self, path: str, body: str, **headers: str) -> None:
        client = http.client.HTTPConnection(self.host, self.port, timeout=30)
        with contextlib.suppress(OSError, http.client.HTTPException):
            client.request("POST", path, body, self._named(headers))
            time.sleep(PAUSE)
        client.close()

    def _named(self, headers: Mapping[str, str]) -> dict[str, str]:
        cookies = [f"csrftoken={CSRF}"] + ([f"jantaku_seat={self.seat.secret}"] if self.seat else [])
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return {**named, "Cookie": "; ".join(cookies), "X-CSRFToken": CSRF}

    def report(self) -> tuple[int, dict[str, Any]]:
        assert self.seat is not None
        status, reply = self.insist(f"/api/v1/tables/{self.seat.table}/scoresheets/", {"points": POINTS})
        if status == 201:
            with self.score.lock:
                self.score.reported[self.seat.table] = reply["id"]
        return status, reply

    def confirm(self, sheet: int, tag: str) -> int:
        assert self.seat is not None
        status, _reply = self.insist(f"/api/v1/scoresheets/{sheet}/confirm/", {}, If_Match=f'"{tag}"')
        if status == 200:
            with self.score.lock:
                self.score.confirmed.add((sheet, self.seat.pk))
        return status


def play(url: str, table: list[Seat], score: Score) -> None:
    """Let a table's four phones play: the first reports, the others confirm."""
    first, *others = [Phone(url, score, seat, loses_wifi=True) for seat in table]
    status, reply = first.report()
    if status == 201:
        for phone in others:
            phone.confirm(reply["id"], reply["tag"])


def side_by_side(calls: Iterable[Callable[[], object]]) -> None:
    """Run all at once, as far as one machine can."""
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Hall:
    """Clients that play one table after another until told to stop."""

    def __init__(self, url: str, tables: list[list[Seat]], clients: int = 4) -> None:
        self.url, self.tables, self.score = url, tables, Score()
        self.is_over = threading.Event()
        self.threads = [threading.Thread(target=self._play) for _one in range(clients)]

    def __enter__(self) -> "Hall":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.is_over.set()
        for thread in self.threads:
            thread.join()

    def _play(self) -> None:
        while not self.is_over.is_set():
            try:
                table = self.tables.pop()
            except IndexError:
                return
            play(self.url, table, self.score)
