"""The embedded form's web server: one process that serves a hall from a laptop, with nothing in front of it.

waitress reads requests in one thread and hands a whole one to a thread of ours, so a phone that stalls, or leaves in
mid-upload, holds a socket and never a thread. docs/dependencies.md has the figures of what it was weighed with.
"""

import select
import signal
import socket
import time
from typing import TYPE_CHECKING

from django.conf import settings
from waitress import create_server, wasyncore
from waitress.channel import HTTPChannel

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

THREADS = 8
MOST_CONNECTIONS = 2_000
# Where there is no poll(): select() knows 512 sockets on Windows.
CONNECTIONS_WITHOUT_POLL = 400
HAS_POLL = hasattr(select, "poll")
# Seconds without a byte, in either direction, after which a connection is closed: waiting for headers, for the rest
# of a body, for the next request, or for a reader to take an answer. As long as the manual's nginx waits.
SILENCE = 15
CLEANED_EVERY = 2
# Jantaku itself refuses what is too large, in words; this is where not even that is read.
LARGEST_BODY = 10 * 2**20
# Bytes of an answer that wait for their reader before its writer waits, too.
LARGEST_ANSWER = 256 * 2**20
# Bytes of an answer after which its next ones are kept apart: what was sent is given up by such parts alone.
ANSWER_PART = 4 * 2**20
# Seconds that requests which have begun get to end when the server is told to.
GRACE = 15


class Channel(HTTPChannel):  # type: ignore[misc]  # waitress has no types
    """A connection. waitress keeps all of an answer that is read as fast as it is written until LARGEST_ANSWER."""

    current_outbuf_count: int

    def write_soon(self, data: bytes) -> int:
        if self.current_outbuf_count >= ANSWER_PART:
            self.current_outbuf_count = LARGEST_ANSWER
        written: int = super().write_soon(data)
        return written


class EmbeddedServer:
    """Serves `application` at host and port from `serve()` on, until SIGTERM or Ctrl-C."""

    def __init__(self, application: "WSGIApplication", host: str, port: int) -> None:
        self.is_stopping = False
        self.waitress = create_server(
            application,
            sockets=[listening(host, port)],
            threads=THREADS,
            connection_limit=_connections(),
            channel_timeout=SILENCE,
            cleanup_interval=CLEANED_EVERY,
            max_request_body_size=LARGEST_BODY,
            # A file is taken as fast as it is written, from a megabyte on to the disk: a slow reader keeps no thread.
            outbuf_high_watermark=LARGEST_ANSWER,
            asyncore_use_poll=HAS_POLL,  # select() knows a thousand sockets
            expose_tracebacks=False,
            ident="",
            # A phone that hangs up is no event.
            log_socket_errors=False,
            # Without a proxy nobody may say where a request comes from; with one, settings.py counts the hops.
            clear_untrusted_proxy_headers=not settings.PROXY_COUNT,
        )
        self.waitress.channel_class = Channel

    def serve(self) -> None:
        """Serve until told to stop, then answer the requests that have begun, for at most GRACE seconds."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        while not self.is_stopping:
            self._turn()
        self._stop_listening()
        ends = time.monotonic() + GRACE
        while self._is_answering() and time.monotonic() < ends:
            self._turn()
        self.waitress.task_dispatcher.shutdown(timeout=1)

    def _stop(self, number: int, frame: object) -> None:
        self.is_stopping = True
        self.waitress.pull_trigger()

    def _turn(self) -> None:
        wasyncore.loop(timeout=1, use_poll=HAS_POLL, map=self.waitress._map, count=1)

    def _stop_listening(self) -> None:
        self.waitress.del_channel(self.waitress._map)
        self.waitress.socket.close()

    def _is_answering(self) -> bool:
        channels = self.waitress.active_channels.values()
        return any(one.requests or one.total_outbufs_len for one in channels)


def listening(host: str, port: int) -> socket.socket:
    is_ipv6 = ":" in host
    return socket.create_server(
        (host, port),
        family=socket.AF_INET6 if is_ipv6 else socket.AF_INET,
        dualstack_ipv6=is_ipv6 and socket.has_dualstack_ipv6(),
    )


def _connections() -> int:
    """How many connections the machine lets us have, a hundred files besides; the limit is raised where we may."""
    if not HAS_POLL:
        return CONNECTIONS_WITHOUT_POLL
    if resource is None:
        return MOST_CONNECTIONS
    wanted = MOST_CONNECTIONS + 100
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return MOST_CONNECTIONS if soft == resource.RLIM_INFINITY else min(MOST_CONNECTIONS, soft - 100)
