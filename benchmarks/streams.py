"""From a committed result to 500 programs that listen to its tournament, as a ratio to the least that could be done.

    python -m benchmarks.streams [listeners, default 500] [results]

Ours is the process of streams (`jantaku live`) on PostgreSQL and Redis: it hears a ring, reads the result with names
and places, and sends it to each listener with its own position. The floor hears of it likewise and sends bytes of
the same length that it has already. Time runs from the commit until a listener has the event. Both take turns, and an
event that is missing or comes twice ends the run.
"""

import os
import sys

import django

from benchmarks.serving.installation import installation
from benchmarks.serving.results import percentile

PROXY = {"LIVE_STREAMS": "1", "PROXY_COUNT": "1"}


def main() -> None:
    listeners = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    results = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    with installation("servers") as built:
        os.environ |= PROXY
        built.environment |= PROXY
        django.setup()
        from benchmarks import streams_work as work  # noqa: PLC0415 - needs Django set up

        ours, floor = work.measured(built, listeners, results)
    print(f"A result to {listeners} listeners, {results} times; the same bytes without reading = 1")
    for name, share in (("p50", 50), ("p95", 95), ("last", 100)):
        mine, least = percentile(ours, share) * 1000, percentile(floor, share) * 1000
        print(f"{name:>5}  {mine:7.1f} ms  {least:7.1f} ms  x {mine / least:.1f}")


if __name__ == "__main__":
    main()
