"""Streamed files: constant memory, from one snapshot.

A snapshot is held until the last piece is taken or the client disconnects. Proxies and the embedded server buffer for
slow readers; in any case a snapshot is held for at most LONGEST. A truncated file lacks its last chunk, so that
clients notice.
"""

import math
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.translation import get_language, override

from web.snapshots import snapshot

# Seconds.
LONGEST = 600


class TakesTooLong(Exception):
    """A reader is so slow that the file is not sent to the end."""


class Pieces:
    """The pieces of a file, in the language of the request; `make` is called inside the snapshot."""

    def __init__(
        self, make: Callable[[], Iterator[bytes]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.make, self.clock = make, clock
        self.language = get_language()
        self.first: list[bytes] = []
        self.pieces: Iterator[bytes] | None = None
        self.held = ExitStack()
        self.ends_at = math.inf

    def begin(self) -> None:
        """Generate the first piece, so that errors can still be answered as such."""
        self.ends_at = self.clock() + LONGEST
        self.held.enter_context(snapshot())
        try:
            with override(self.language):
                self.pieces = self.make()
                self.first = [next(self.pieces, b"")]
        except BaseException:
            self.close()
            raise

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if self.pieces is None:
            self.begin()
        if self.first:
            return self.first.pop()
        assert self.pieces is not None
        try:
            if self.clock() > self.ends_at:
                raise TakesTooLong(f"a file was not taken within {LONGEST} seconds")
            with override(self.language):
                return next(self.pieces)
        except BaseException:
            # Also at the end: nothing is read afterwards.
            self.close()
            raise

    def close(self) -> None:
        pieces, self.pieces = self.pieces, iter(())
        if isinstance(pieces, Generator):
            pieces.close()
        self.held.close()


class StreamedFile(StreamingHttpResponse):
    """A streamed answer, started by `StreamedFileMiddleware`."""

    def __init__(self, make: Callable[[], Iterator[bytes]], *, content_type: str) -> None:
        self.pieces = Pieces(make)
        super().__init__(self.pieces, content_type=content_type)


class StreamedFileMiddleware:
    """Starts streaming after all other middleware, whose writes, such as the session, precede the read-only part."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, StreamedFile):
            if request.method == "HEAD":
                response.pieces.close()
            else:
                response.pieces.begin()
        return response
