"""Files that are sent while they are read: in little memory, as everything was at one moment.

What is read stays as it was when the first line was: one snapshot is held until the last piece is taken or whoever
asked has gone. Servers in front of us, and the embedded one, take a file as fast as it is written and pass it on as
slowly as its reader reads; nobody holds a snapshot for longer than LONGEST all the same. A file that breaks off lacks
its last chunk: browsers and programs say that it is not whole.
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
    """Somebody reads a file so slowly that it is not sent to the end."""


class Pieces:
    """The pieces of a file, in the language in which it was asked for; `make` is called inside the snapshot."""

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
        """Take the first piece. What goes wrong now is still answered as an error."""
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
            # Also at the end: nothing is read any more.
            self.close()
            raise

    def close(self) -> None:
        pieces, self.pieces = self.pieces, iter(())
        if isinstance(pieces, Generator):
            pieces.close()
        self.held.close()


class StreamedFile(StreamingHttpResponse):
    """An answer that is made while it is sent. `StreamedFileMiddleware` begins it."""

    def __init__(self, make: Callable[[], Iterator[bytes]], *, content_type: str) -> None:
        self.pieces = Pieces(make)
        super().__init__(self.pieces, content_type=content_type)


class StreamedFileMiddleware:
    """Begins files once all others have had the answer: what they write is written, as a session, before anything is
    only read.
    """

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
