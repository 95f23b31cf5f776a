"""A hall of misbehaving phones: connections that stall, idle, or leave. Real sockets on this machine."""

import contextlib
import http.client
import select
import socket
import struct
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\n"


@dataclass
class Crowd:
    """Connections to one server, open until the server closes them or the crowd leaves."""

    address: tuple[str, int]
    sockets: list[socket.socket] = field(default_factory=list)

    def stall_uploads(self, count: int) -> None:
        """Announce a body of a thousand bytes, send one of them, and wait."""
        for _one in range(count):
            self._open().sendall(self._head() + b"Content-Length: 1000\r\n\r\na")

    def stall_chunks(self, count: int) -> None:
        """Send one chunk of an unfinished body, and wait."""
        for _one in range(count):
            self._open().sendall(self._head() + b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n")

    def stall_headers(self, count: int) -> None:
        """Send half of a request's headers, and wait."""
        for _one in range(count):
            self._open().sendall(self._head() + b"X-Half: ")

    def idle(self, count: int) -> None:
        """Connect in advance, as browsers do, and send nothing."""
        for _one in range(count):
            self._open()

    def leave_in_mid_upload(self, count: int) -> None:
        """Send half a body and disconnect with a reset, as for a phone that left the network."""
        for _one in range(count):
            leaving = self._open()
            leaving.sendall(self._head() + b"Content-Length: 1000\r\n\r\nlogin=")
            leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            leaving.close()
            self.sockets.remove(leaving)

    def open_still(self) -> int:
        """Count connections that the server has not closed; final responses are read."""
        for one in [one for one in self.sockets if _is_closed(one)]:
            one.close()
            self.sockets.remove(one)
        return len(self.sockets)

    def leave(self) -> None:
        for one in self.sockets:
            one.close()

    def _open(self) -> socket.socket:
        self.sockets.append(socket.create_connection(self.address, timeout=10))
        return self.sockets[-1]

    def _head(self) -> bytes:
        return HEAD % f"{self.address[0]}:{self.address[1]}".encode()


@contextlib.contextmanager
def crowd(url: str) -> Iterator[Crowd]:
    parts = urlsplit(url)
    hall = Crowd((parts.hostname or "", parts.port or 80))
    try:
        yield hall
    finally:
        hall.leave()


def seconds_to_answer(url: str, path: str, *, patience: float = 20) -> tuple[int, float]:
    """Return status and duration of a request on a new connection."""
    parts = urlsplit(url)
    client = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=patience)
    began = time.monotonic()
    try:
        client.request("GET", path)
        answer = client.getresponse()
        answer.read()
        return answer.status, time.monotonic() - began
    except OSError:
        return 0, time.monotonic() - began
    finally:
        client.close()


def _is_closed(one: socket.socket) -> bool:
    while select.select([one], [], [], 0)[0]:
        try:
            if not one.recv(4096):
                return True
        except OSError:
            return True
    return False
