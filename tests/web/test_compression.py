"""Text goes in gzip where nothing in front of us does it; what is compressed already stays as it is."""

import gzip

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from web.compression import CompressionMiddleware

pytestmark = pytest.mark.once("asks no database")
LONG = "雀卓" * 1_000


def answered(response: HttpResponse | StreamingHttpResponse, accepts: str = "gzip, br"):
    request = RequestFactory().get("/", headers={"Accept-Encoding": accepts})
    return CompressionMiddleware(lambda _request: response)(request)


def test_a_page_is_compressed_and_its_tag_is_weak():
    found = answered(HttpResponse(LONG, headers={"ETag": '"1"'}))

    assert (found["Content-Encoding"], found["ETag"], found["Vary"]) == ("gzip", 'W/"1"', "Accept-Encoding")
    assert gzip.decompress(found.content).decode() == LONG


def test_the_size_of_a_page_does_not_tell_what_is_in_it():
    sizes = {len(answered(HttpResponse(LONG)).content) for _time in range(40)}

    assert len(sizes) > 5


def test_a_file_is_compressed_while_it_is_sent():
    found = answered(StreamingHttpResponse(iter([b"a" * 9_000, b"b" * 9_000]), content_type="text/csv"))

    assert gzip.decompress(found.getvalue()) == b"a" * 9_000 + b"b" * 9_000


@pytest.mark.parametrize(
    ("content_type", "headers", "accepts"),
    [
        ("image/jpeg", {}, "gzip"),
        ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", {}, "gzip"),
        ("text/html", {"Content-Encoding": "gzip"}, "gzip"),
        ("text/html", {}, "br"),
    ],
)
def test_what_is_small_already_or_not_asked_for_is_sent_as_it_is(content_type, headers, accepts):
    found = answered(HttpResponse(LONG, content_type=content_type, headers=headers), accepts)

    assert found.content.decode() == LONG
