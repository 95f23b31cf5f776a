"""A file is sent while it is read: begun before the answer leaves, closed with it, and never whole if it broke."""

import contextlib
import http.client
import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.test import RequestFactory, override_settings
from django.urls import path
from django.utils.translation import get_language, override
from waitress import wasyncore

from jantaku.embedded_server import EmbeddedServer
from web.streamed_files import LONGEST, Pieces, StreamedFile, StreamedFileMiddleware, TakesTooLong

pytestmark = pytest.mark.django_db


PIECE, PIECES = 64 * 1024, 1_000
# How many pieces of the long file its reader waits for.
wanted = threading.Semaphore(2)


class Broken(Exception):
    """Something is wrong in the middle."""


def answered(make: Callable[[], Iterator[bytes]], method: str = "GET") -> StreamedFile:
    made = StreamedFile(make, content_type="text/csv")
    return StreamedFileMiddleware(lambda _request: made)(RequestFactory().generic(method, "/"))


def test_the_first_piece_is_there_before_the_answer_leaves() -> None:
    def broken() -> Iterator[bytes]:
        raise Broken
        yield b""

    with pytest.raises(Broken):
        answered(broken)


def test_a_file_is_in_the_language_in_which_it_was_asked_for() -> None:
    with override("ja"):
        found = answered(lambda: (get_language().encode() for _piece in range(3)))

    assert list(found) == [b"ja"] * 3


def test_nothing_is_read_for_who_only_asks_whether_it_is_there() -> None:
    asked: list[bytes] = []

    assert list(answered(lambda: iter(asked.append(b"x") or asked), "HEAD")) == []
    assert asked == []


@pytest.mark.parametrize("taken", [1, 2])
def test_it_is_closed_when_whoever_asked_has_gone(taken: int) -> None:
    closed = []

    def pieces() -> Iterator[bytes]:
        try:
            while True:
                yield b"x"
        finally:
            closed.append(True)

    found = answered(pieces)
    for _piece in range(taken):
        next(iter(found))
    found.close()

    assert (closed, list(found)) == ([True], [])


def test_nobody_holds_a_snapshot_for_ever() -> None:
    now = [0.0]
    pieces = Pieces(lambda: iter([b"1", b"2", b"3"]), clock=lambda: now[0])

    assert [next(pieces), next(pieces)] == [b"1", b"2"]
    now[0] = LONGEST + 1
    with pytest.raises(TakesTooLong):
        next(pieces)


def broken_off(_request: HttpRequest) -> StreamedFile:
    def pieces() -> Iterator[bytes]:
        yield b"1,Bob\r\n" * 1_000
        raise Broken

    return StreamedFile(pieces, content_type="text/csv")


def long(_request: HttpRequest) -> StreamedFile:
    """A piece is there as soon as its reader waits for it, as of a file that takes longer to make than to read."""

    def pieces() -> Iterator[bytes]:
        for _piece in range(PIECES):
            wanted.acquire()
            yield b"x" * PIECE

    return StreamedFile(pieces, content_type="text/csv")


urlpatterns = [path("broken.csv", broken_off), path("long.csv", long)]


@pytest.fixture
def port() -> Iterator[int]:
    """An embedded server with a file that breaks off, and a long one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with override_settings(
        ROOT_URLCONF=__name__, MIDDLEWARE=["web.streamed_files.StreamedFileMiddleware"], ALLOWED_HOSTS=["*"]
    ):
        server = EmbeddedServer(WSGIHandler(), "127.0.0.1", port)

        def serve() -> None:
            while not server.is_stopping:
                server._turn()

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield port
        finally:
            server._stop(0, None)
            thread.join()
            wasyncore.close_all(server.waitress._map)
            server.waitress.task_dispatcher.shutdown(timeout=5)


@pytest.mark.once("is embedded on either database")
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_a_file_that_breaks_off_does_not_look_whole(port: int, encoding: str) -> None:
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as client:
        client.request("GET", "/broken.csv", headers={"Accept-Encoding": encoding})
        answer = client.getresponse()

        with pytest.raises(http.client.IncompleteRead):
            answer.read()

    assert answer.status == 200


@pytest.mark.once("is embedded on either database")
def test_what_was_sent_of_a_long_file_is_kept_no_longer(port: int) -> None:
    tracemalloc.start()
    try:
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as client:
            client.request("GET", "/long.csv")
            answer = client.getresponse()
            size = 0
            while piece := answer.read(PIECE):
                size += len(piece)
                wanted.release()
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert size == PIECES * PIECE
    assert peak < size // 4
