"""The least that a stream costs: an event loop that sends what it hears on Redis to everyone who is connected.

python -m benchmarks.streams_floor PORT REDIS_URL CHANNEL
"""

import asyncio
import sys
from contextlib import suppress

from redis.asyncio import Redis

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"


async def main(port: int, url: str, channel: str) -> None:
    connected: set[asyncio.StreamWriter] = set()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, OSError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(HEAD)
            connected.add(writer)
            await reader.read()
        connected.discard(writer)
        writer.close()

    async with (
        await asyncio.start_server(connect, "127.0.0.1", port, backlog=1_000),
        Redis.from_url(url) as redis,
        redis.pubsub() as heard,
    ):
        await heard.subscribe(channel)
        async for message in heard.listen():
            if message["type"] == "message":
                for writer in connected:
                    writer.write(message["data"])


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:]))
