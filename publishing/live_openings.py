"""Who may listen for news: decided by the web server's own code."""

from io import BytesIO

from asgiref.typing import HTTPScope
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import connections
from django.http.response import HttpResponseBase

from publishing.stream.api import IS_LIVE

NOT_ASKED = {b"accept-encoding", b"content-length", b"content-type", b"transfer-encoding"}
# Headers that identify the caller and the connection; others only concern the format.
HEADERS = {b"host", b"cookie", b"x-forwarded-for", b"x-forwarded-proto"}


class Openings(BaseHandler):
    """Answers like the web server, through all its middleware; keeps no database connection open."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def ask(self, scope: HTTPScope, path: str) -> HttpResponseBase:
        """GET `path` with the identity of this scope's request. Run in a thread: it waits for the database."""
        headers = [(name, value) for name, value in scope["headers"] if name in HEADERS]
        asked = {**scope, "method": "GET", "path": path, "query_string": b"", "headers": headers}
        return self._answer(ASGIRequest(asked, BytesIO()))

    def answer(self, scope: HTTPScope) -> HttpResponseBase:
        """Answer this scope's request as it is, but uncompressed and without a body. Run in a thread, too."""
        headers = [(name, value) for name, value in scope["headers"] if name not in NOT_ASKED]
        request = ASGIRequest({**scope, "headers": headers}, BytesIO())
        request.META[IS_LIVE] = "1"
        return self._answer(request)

    def _answer(self, request: ASGIRequest) -> HttpResponseBase:
        try:
            response = self.get_response(request)
            response.close()
        finally:
            connections.close_all()
        return response
