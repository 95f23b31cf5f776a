"""A server that is measured, and one connection to it, kept open. Every answer is checked."""

import gzip
import http.client
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from benchmarks.serving.processes import cpu_seconds

# A server goes on for a moment after its last byte: it closes the request, and writes its log.
AFTERWARDS = 0.02
STATEMENTS = "X-Statements"
# A server closes what is silent for longer, while something else is measured for minutes.
SILENT_FOR = 10.0


class WrongAnswer(Exception):
    """The run is worth nothing."""


@dataclass
class Taken:
    """What some requests have cost: seconds of CPU and of the clock, for how many of them."""

    cpu: float
    clock: float
    times: int

    @property
    def each(self) -> float:
        """Milliseconds of CPU a request."""
        return self.cpu / self.times * 1000


@dataclass
class Server:
    """Whoever answers at `port`. `roots` are the processes whose work counts, with all they started."""

    port: int
    roots: Sequence[int]
    pid: int = 0
    statements: int | None = None
    """How many statements the last answer took, where the server counts them."""
    size: int = 0
    """Bytes of the last body, as they were sent."""
    body: bytes = b""
    """The last body, unpacked."""
    client: http.client.HTTPConnection = field(init=False)
    asked_at: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        """Status, body (unpacked) and headers of one call. Names of headers are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if time.monotonic() - self.asked_at > SILENT_FOR:
            self.client.close()  # the next request opens it again
        self.asked_at = time.monotonic()
        self.client.request(method, path, body, {"Accept-Encoding": "gzip", **named})
        answer = self.client.getresponse()
        text = answer.read()
        self.size = len(text)
        counted = answer.headers.get(STATEMENTS)
        self.statements = None if counted is None else int(counted)
        if answer.headers.get("Content-Encoding") == "gzip":
            text = gzip.decompress(text)
        self.body = text
        return answer.status, text, answer.headers

    def get(self, path: str, says: str = "", **headers: str) -> tuple[bytes, str]:
        """Body and ETag of a page, which must be there and say this."""
        status, body, found = self.ask("GET", path, None, **headers)
        if status != 200 or says.encode() not in body:
            raise WrongAnswer(f"{path}: {status}, and {says!r} was expected in it")
        return body, found.get("ETag", "")

    def post(self, path: str, content: object, status: int, **headers: str) -> dict[str, Any]:
        """The answer to something done once; it must have this status."""
        headers = {"Content_Type": "application/json", "Idempotency_Key": str(uuid4())} | headers
        found, text, _headers = self.ask("POST", path, json.dumps(content).encode(), **headers)
        if found != status:
            raise WrongAnswer(f"{path}: {found}: {text.decode()[:300]}")
        answer: dict[str, Any] = json.loads(text)
        return answer

    def read(self, path: str, times: int, says: str, **headers: str) -> Taken:
        with self.spent(times) as spent:
            for _time in range(times):
                self.get(path, says, **headers)
        return spent()

    def poll(self, path: str, times: int) -> Taken:
        """Ask for what is known already."""
        tag = self.get(path)[1] or "any"
        with self.spent(times) as spent:
            for _time in range(times):
                status, body, _headers = self.ask("GET", path, If_None_Match=tag)
                if (status, body) != (304, b""):
                    raise WrongAnswer(f"{path}: {status} instead of 304")
        return spent()

    @contextmanager
    def spent(self, times: int) -> Iterator[Callable[[], Taken]]:
        """Gives a function that knows, after the block, what the block has cost."""
        cpu, clock = cpu_seconds(self.roots), time.perf_counter()
        taken: list[Taken] = []
        yield lambda: taken[0]
        clock = time.perf_counter() - clock
        time.sleep(AFTERWARDS)
        taken.append(Taken(cpu_seconds(self.roots) - cpu, clock, times))
