"""Who may listen for news: asked of the web server's own code, so that it is decided in one place."""

from io import BytesIO

from asgiref.typing import HTTPScope
from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.db import connections
from django.http.response import HttpResponseBase

# What says who asks, and how they came. Others say what form of an answer is wanted, or that none is.
HEADERS = {b"host", b"cookie", b"x-forwarded-for", b"x-forwarded-proto"}


class Openings(BaseHandler):
    """Answers as the web server does, through all its middleware; no database connection stays open behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def ask(self, scope: HTTPScope, path: str) -> HttpResponseBase:
        """GET `path` as whoever makes the request of this scope. For a thread: it waits for the database."""
        headers = [(name, value) for name, value in scope["headers"] if name in HEADERS]
        asked = {**scope, "method": "GET", "path": path, "query_string": b"", "headers": headers}
        try:
            response = self.get_response(ASGIRequest(asked, BytesIO()))
            response.close()
        finally:
            connections.close_all()
        return response
