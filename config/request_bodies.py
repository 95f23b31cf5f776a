"""How every request is read: as UTF-8, whatever encoding it names, and to its end, whatever becomes of it.

Django reads address and form in the encoding that Content-Type names, in any that Python knows: some cannot read text
at all, others make halves of characters that no database stores. It does so while it makes the request, before
anything of ours could answer the error that comes of it.

And a request is often refused by its headers alone. A web server that closes a connection while the rest of a large
file is still under way resets it, and the answer is lost: nginx then says that Jantaku is away, a browser that the
connection failed.
"""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from django.utils.http import parse_header_parameters

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

OURS = {"utf-8", "utf8", "us-ascii", "ascii"}
# What we are not able to read is neither a form nor JSON to us.
BYTES = "application/octet-stream"
# More than nginx lets through anywhere: deploy/nginx.
LARGEST = 20 * 1024 * 1024
PIECE = 64 * 1024


def in_utf8(application: "WSGIApplication") -> "WSGIApplication":
    """Return the application, which then sees no encodings: what is in another than UTF-8 is of no type it takes."""

    def utf8_application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        named = environ.get("CONTENT_TYPE", "")
        if "charset" in named.lower():
            environ["CONTENT_TYPE"] = _without_charset(named)
        return application(environ, start_response)

    return utf8_application


def read_to_the_end(application: "WSGIApplication") -> "WSGIApplication":
    """Return the application, of whose requests nothing is left unread (of at most 20 MB) when it has an answer."""

    def reading_application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        answer = application(environ, start_response)
        # Whoever leaves in the middle: the answer goes the way of every other that nobody waits for.
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
