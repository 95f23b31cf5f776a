"""The connection to a server that is measured is kept open, but for one that was silent for long."""

from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from benchmarks.serving.client import SILENT_FOR, Server


class SaysThePort(BaseHTTPRequestHandler):
    """Answers with the visitor's port, which another connection has another of."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = str(self.client_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@pytest.fixture
def server() -> Iterator[Server]:
    with ThreadingHTTPServer(("127.0.0.1", 0), SaysThePort) as serving:
        Thread(target=serving.serve_forever).start()
        measured = Server(serving.server_port, ())
        with closing(measured.client):
            yield measured
        serving.shutdown()


def test_one_connection_serves_many_requests(server: Server) -> None:
    first, second = (server.get("/")[0] for _time in range(2))

    assert first == second


def test_one_that_was_silent_is_opened_again(server: Server) -> None:
    first = server.get("/")[0]

    server.asked_at -= SILENT_FOR + 1
    second = server.get("/")[0]

    assert first != second
