"""A web server on this machine that takes down what it is sent, and answers as it is told."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Sent(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """`answers` is asked for each request and returns status, headers and body."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.answers: Callable[[Sent], tuple[int, dict[str, str], bytes]] = lambda _sent: (200, {}, b"ok")
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?a=1"


@contextmanager
def receiving() -> Iterator[Receiver]:
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent = Sent(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            receiver.sent.append(sent)
            status, headers, answer = receiver.answers(sent)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(answer)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *said: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
