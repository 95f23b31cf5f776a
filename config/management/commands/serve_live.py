import contextlib
import socket
from argparse import ArgumentParser

import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError

from publishing.live_openings import Openings
from publishing.live_streams import LiveStreams
from web.schema_versions import ForeignSchema, refuse_foreign_schema

HOST, PORT = "127.0.0.1", 8001
# Seconds for clients to receive the end of their stream.
GRACE = 5


class Server(uvicorn.Server):
    """uvicorn, which would wait for endless streams at shutdown."""

    def __init__(self, config: uvicorn.Config, streams: LiveStreams) -> None:
        super().__init__(config)
        self.streams = streams

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.streams.end()
        await super().shutdown(sockets)


class Command(BaseCommand):
    """Serves news streams until SIGTERM or Ctrl-C, behind a proxy."""

    help = "Serve the streams on which open pages hear of news at once; needs REDIS_URL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default=HOST)
        parser.add_argument("--port", type=int, default=PORT)

    def handle(self, *, host: str, port: int, **options: object) -> None:
        if settings.EMBEDDED:
            raise CommandError(
                "REDIS_URL is not set: Jantaku runs embedded, and pages ask for news. See .env.example."
            )
        try:
            refuse_foreign_schema()
        except ForeignSchema as refusal:
            raise CommandError(str(refusal)) from refusal
        streams = LiveStreams(Openings(), settings.REDIS_URL)
        config = uvicorn.Config(
            streams,
            host=host,
            port=port,
            lifespan="on",
            # Django determines the client's address and https, and logs requests.
            proxy_headers=False,
            log_config=None,
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=GRACE,
        )
        with contextlib.suppress(KeyboardInterrupt):
            Server(config, streams).run()
