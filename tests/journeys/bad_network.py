"""A network between phones and the server that cuts, loses, doubles and delays what is sent over it."""

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
    """Passes requests on to the server at `url`. `fault` says what happens to the next `left` forms that an outbox
    sends, or to everything while it is one of `TO_ALL`; without one all is well.

    `no answer`: it arrives, the answer is lost. `no request`: it is cut off before it has arrived. `twice`: it
    arrives once more, a second later. `both at once`: two of it arrive together. `slow`: the answer takes five
    seconds. `portal`: a captive portal answers in place of the server, with a page and the status 200. `redirect`: it
    answers by leading to its own page. `away`: nobody answers. `busy`: the server is away, says a proxy.
    """

    TO_ALL = frozenset({"portal", "redirect", "away", "busy"})

    def __init__(self, url: str) -> None:
        self.server = urlsplit(url).netloc
        self.fault, self.left = "", 0
        # How many forms an outbox has sent so far, whatever became of them.
        self.sent = 0
        # Files that come as another release has them.
        self.released: dict[str, Callable[[bytes], bytes]] = {}
        self.url = ""
        self._lock = threading.Lock()

    def be(self, fault: str, times: int = 1) -> None:
        with self._lock:
            self.fault, self.left = fault, times

    def take(self, *, is_form: bool) -> str:
        """What happens to this request."""
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
                # What is changed on the way must not be compressed.
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
    """Stand between whoever asks and the server at `url`, at an address of its own."""
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
                # What was under way is thrown away unread: the phone sees a reset.
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
                pass  # the phone has gone

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
