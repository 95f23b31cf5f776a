"""A network between phones and the server that cuts, loses, duplicates and delays requests."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

PORTAL = (
    b"<!doctype html><html><head><title>Wi-Fi</title></head><body><main>Please sign in.</main></body></html>"
)
NOT_PASSED_ON = {"connection", "keep-alive", "transfer-encoding"}


class BadNetwork:
    """Forwards requests to the server at `url`. `fault` applies to the next `left` forms of an outbox, or to all
    requests if it is one of `TO_ALL`; without one, all succeed.

    `no answer`: the request arrives, its answer is lost. `no request`: it is cut off before it arrives. `twice`: it
    arrives again a second later. `both at once`: it arrives twice at the same time. `slow`: the answer takes five
    seconds. `portal`: a captive portal answers with a page and status 200. `redirect`: the portal redirects to its
    own page. `away`: there is no server. `busy`: a proxy says that the server is unavailable.
    """

    TO_ALL = frozenset({"portal", "redirect", "away", "busy"})

    def __init__(self, url: str) -> None:
        self.server = urlsplit(url).netloc
        self.fault, self.left = "", 0
        # Forms sent by outboxes so far, whatever their result.
        self.sent = 0
        # Files as in another release.
        self.released: dict[str, Callable[[bytes], bytes]] = {}
        self.url = ""
        self._lock = threading.Lock()

    def be(self, fault: str, times: int = 1) -> None:
        with self._lock:
            self.fault, self.left = fault, times

    def take(self, *, is_form: bool) -> str:
        """Return the fault of this request."""
        with self._lock:
            self.sent += is_form
            if self.fault in self.TO_ALL:
                return self.fault
            if not is_form or self.left == 0:
                return ""
            self.left -= 1
            return self.fault

    def ask(self, method: str, path: str, headers: dict[str, str], body: bytes) -> "Answer":
        connection = http.client.HTTPConnection(self.server, timeout=60)
        try:
            if path in self.released:
                # Content to be changed must not be compressed.
                headers = {
                    name: value for name, value in headers.items() if name.lower() != "accept-encoding"
                }
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            content = self.released.get(path, bytes)(answer.read())
            return Answer(answer.status, answer.getheaders(), content)
        finally:
            connection.close()


class Answer:
    def __init__(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


@contextmanager
def bad_network(url: str) -> Iterator[BadNetwork]:
    """Forward requests to the server at `url`, at another address."""
    network = BadNetwork(url)

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            pass

        def do_GET(self) -> None:
            self._pass_on(b"")

        do_HEAD = do_GET

        def do_POST(self) -> None:
            fault = network.take(is_form="jantaku.form" in self.headers["Accept"])
            if fault == "no request":
                # Unread data is dropped: the phone sees a reset.
                self.close_connection = True
                self.connection.close()
                return
            self._pass_on(self.rfile.read(int(self.headers["Content-Length"])), fault)

        def _pass_on(self, body: bytes, fault: str | None = None) -> None:
            fault = network.take(is_form=False) if fault is None else fault
            if fault == "away":
                self.connection.close()
                return
            if fault == "portal":
                self._answer(Answer(200, [("Content-Type", "text/html")], PORTAL))
                return
            if fault == "redirect":
                self._answer(Answer(302, [("Location", "/portal/")], b""))
                return
            if fault == "busy":
                self._answer(Answer(502, [("Content-Type", "text/html")], b"<html>Bad gateway</html>"))
                return
            asked = (self.command, self.path, dict(self.headers.items()), body)
            if fault == "both at once":
                other = threading.Thread(target=network.ask, args=asked)
                other.start()
                answer = network.ask(*asked)
                other.join()
            else:
                answer = network.ask(*asked)
            if fault == "no answer":
                self.connection.close()
                return
            if fault == "slow":
                time.sleep(5)
            self._answer(answer)
            if fault == "twice":
                time.sleep(1)
                network.ask(*asked)

        def _answer(self, answer: Answer) -> None:
            try:
                self.send_response_only(answer.status)
                for name, value in answer.headers:
                    if name.lower() not in NOT_PASSED_ON | {"content-length"}:
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(answer.body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(answer.body)
            except OSError:
                pass  # the phone disconnected

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    network.url = f"http://127.0.0.1:{server.server_port}"
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    try:
        yield network
    finally:
        server.shutdown()
        server.server_close()
        serving.join()
