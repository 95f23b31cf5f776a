"""WSGI wrappers: requests are decoded as UTF-8, whatever encoding they name, and always read to the end.

Django decodes address and form by the Content-Type's charset, which may be any Python codec: some are not text
encodings, others yield surrogates that no database stores. This happens while the request object is made, before our
error handling.

And many requests are refused by their headers alone. A web server that closes a connection with unread data resets
it, and the answer is lost: nginx then reports a bad gateway, a browser a failed connection.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from django.utils.http import parse_header_parameters

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

OURS = {"utf-8", "utf8", "us-ascii", "ascii"}
# Other charsets are treated as neither form nor JSON.
BYTES = "application/octet-stream"
# Above nginx's limits: deploy/nginx.
LARGEST = 20 * 1024 * 1024
PIECE = 64 * 1024


def in_utf8(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap an application so that requests in other encodings than UTF-8 have no accepted content type."""

    def utf8_application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        named = environ.get("CONTENT_TYPE", "")
        if "charset" in named.lower():
            environ["CONTENT_TYPE"] = _without_charset(named)
        return application(environ, start_response)

    return utf8_application


def read_to_the_end(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap an application so that at most 20 MB of a request left unread are read after its answer."""

    def reading_application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        answer = application(environ, start_response)
        # The client disconnected: the answer is dropped as usual.
        with suppress(OSError):
            for _piece in range(LARGEST // PIECE):
                if not environ["wsgi.input"].read(PIECE):
                    break
        return answer

    return reading_application


def _without_charset(content_type: str) -> str:
    media_type, parameters = parse_header_parameters(content_type)
    if parameters.pop("charset", "utf-8").lower() not in OURS:
        return BYTES
    return "; ".join([media_type, *(f"{name}={_quoted(value)}" for name, value in parameters.items())])


def _quoted(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
