"""Requests are read as UTF-8, whatever encoding they name, and to their end: docs/test_nginx.py in a real server."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.utils.http import parse_header_parameters

from config.request_bodies import LARGEST, in_utf8, read_to_the_end
from config.wsgi import application

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

# Every page, a refusal too, has the brand of the site.
pytestmark = [pytest.mark.django_db, pytest.mark.once("how a body is read")]

# Names that Python knows, and with which it cannot read text; with the last it reads halves of characters.
ENCODINGS = ["rot13", "hex", "idna", "punycode", "undefined", "nonsense", "utf-16", "utf-7"]


@contextmanager
def other_connections_left_alone() -> Iterator[None]:
    """A request looks after the thread's database connection; that of the test beside us is not its affair."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        yield
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)


def answered(method: str, address: str, content_type: str, body: bytes = b"") -> tuple[int, bytes]:
    """Status and body from the application that real servers call."""
    path, _mark, query = address.partition("?")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "CONTENT_TYPE": content_type,
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": "testserver",
        "wsgi.input": BytesIO(body),
    }
    setup_testing_defaults(environ)
    statuses: list[str] = []
    with other_connections_left_alone():
        answer = application(environ, lambda status, *_headers: statuses.append(status))
        try:
            return int(statuses[0].split()[0]), b"".join(answer)
        finally:
            answer.close()


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_page_opens_whatever_encoding_its_request_names(encoding: str) -> None:
    status, page = answered("GET", "/seat/?q=abc%ff", f"text/plain; charset={encoding}")

    assert (status, b"<form" in page) == (200, True)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    "media_type", ["multipart/form-data; boundary=B", "application/x-www-form-urlencoded"]
)
def test_a_form_in_another_encoding_is_refused(encoding: str, media_type: str) -> None:
    body = b'--B\r\nContent-Disposition: form-data; name="code"\r\n\r\n+2AA-\r\n--B--\r\n'

    status, _page = answered("POST", "/seat/", f"{media_type}; charset={encoding}", body)

    assert status == 403  # nothing of it is read, the form's own token neither


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_program_that_names_another_encoding_is_told_what_is_taken(encoding: str) -> None:
    status, body = answered(
        "POST",
        "/api/v1/rulebooks/mleague/wall/",
        f"application/json; charset={encoding}",
        b"{}",
    )

    assert (status, b'"unsupported_media_type"' in body) == (415, True)


@pytest.mark.parametrize("encoding", ["utf-8", "UTF-8", '"utf8"', "us-ascii"])
def test_json_in_utf_8_is_read(encoding: str) -> None:
    status, body = answered(
        "POST",
        "/api/v1/rulebooks/mleague/wall/",
        f"application/json; charset={encoding}",
        '{"席": 1}'.encode(),
    )

    assert (status, "席: This field does not exist here.".encode() in body) == (400, True)


def test_too_many_questions_in_one_address_are_refused() -> None:
    many = urlencode([("q", "1")] * 2_501)

    status, _page = answered("GET", f"/conditions/?{many}", "text/plain; charset=utf-8")

    assert status == 400


def test_what_else_the_content_type_says_is_left_as_it_was() -> None:
    content_type = r'multipart/form-data; boundary="a;b\"c\\d"; charset=UTF-8; part=one'
    found: list[object] = []

    def application(environ: dict[str, Any], _start: object) -> list[bytes]:
        found.append(parse_header_parameters(environ["CONTENT_TYPE"]))
        return []

    in_utf8(application)({"CONTENT_TYPE": content_type}, None)  # type: ignore[arg-type]

    assert found == [("multipart/form-data", {"boundary": r'a;b"c\d', "part": "one"})]


def half_reading(environ: "WSGIEnvironment", _start_response: "StartResponse") -> Iterable[bytes]:
    return [b"Read: " + environ["wsgi.input"].read(5)]


def answer_to(body: Any) -> bytes:
    environ: WSGIEnvironment = {"wsgi.input": body}
    setup_testing_defaults(environ)
    return b"".join(read_to_the_end(half_reading)(environ, lambda *_said: lambda _piece: None))


@pytest.mark.parametrize("size", [0, 5, 100_000, 2_900_000])
def test_nothing_is_left_unread(size: int) -> None:
    body = BytesIO(b"x" * size)

    assert answer_to(body) == b"Read: " + b"x" * min(size, 5)
    assert body.tell() == size


def test_what_no_address_takes_is_not_read_to_its_end() -> None:
    body = BytesIO(b"x" * (LARGEST + 100))

    assert answer_to(body) == b"Read: xxxxx"
    assert body.tell() == LARGEST + 5


def test_whoever_leaves_in_mid_upload_disturbs_nobody() -> None:
    class Left(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell():
                raise ConnectionResetError
            return super().read(size)

    assert answer_to(Left(b"x" * 100)) == b"Read: xxxxx"
