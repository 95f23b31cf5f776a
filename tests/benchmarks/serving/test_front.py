"""The nginx in front of what is measured is that of `deploy/`."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from benchmarks.serving.client import Server
from benchmarks.serving.front import behind_nginx, program, site_at

pytestmark = pytest.mark.once("asks no database")


class News(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(200)
        self.send_header("Cache-Control", "public, max-age=60" if "news" in self.path else "no-store")
        self.send_header("Content-Length", "4")
        self.end_headers()
        self.wfile.write(b"news")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def server(asked: list[str]) -> Iterator[Server]:
    handler = type("OfThisTest", (News,), {"asked": asked})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as listening:
        thread = threading.Thread(target=listening.serve_forever)
        thread.start()
        yield Server(listening.server_address[1], [])
        listening.shutdown()
        thread.join()


@pytest.mark.skipif(program() is None, reason="needs nginx")
def test_what_may_be_kept_is_asked_for_once_and_what_may_not_each_time(
    server: Server, asked: list[str]
) -> None:
    with behind_nginx(server) as visited:
        answers = [visited.get(path)[0] for path in ("/t/large/news/", "/seat/table/") for _time in range(3)]
        visited.client.close()

    assert answers == [b"news"] * 6
    assert asked == ["/t/large/news/", *["/seat/table/"] * 3]
    assert len(visited.roots) == 1


def test_it_needs_no_certificate_and_has_its_own_places() -> None:
    site = site_at(8443, 8123, "/tmp/here")

    assert "listen 127.0.0.1:8443;" in site
    assert "proxy_cache_path /tmp/here/pages " in site
    assert [word for word in ("ssl_", "league.example.org", "127.0.0.1:8000", "[::]") if word in site] == []
    assert site.count("server {") == 1
