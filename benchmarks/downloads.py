"""Take the files of a league of 100,000 games home: the first byte, the whole, and the memory it takes.

    python -m benchmarks.downloads embedded|servers [games, default 100000]

Each file is asked for over loopback from the server as it is in real life, and read as fast as it comes: seconds to
the first byte and to the last, megabytes, and by how much the most memory that the serving process ever had (VmHWM)
has grown. The floor is what the database takes for the same cells, of which nothing is written: COPY of PostgreSQL,
rows fetched and thrown away on SQLite.
"""

import http.client
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import django

from benchmarks.serving.client import Server
from benchmarks.serving.installation import JANTAKU, installation
from benchmarks.serving.processes import descendants

GAMES = 100_000
FILES = [
    *("standings.csv", "players.csv", "results.csv", "results.json", "results.xlsx", "results-by-player.csv"),
    *("draws.csv", "draws.xlsx", "ledger.csv", "ledger.xlsx"),
]
PIECE = 64 * 1024


@dataclass
class Fetched:
    first: float
    last: float
    size: int


def main() -> None:
    form, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    with installation(form) as installed:
        django.setup()
        from benchmarks import downloads_work as work  # noqa: PLC0415 - needs Django set up

        slug = work.league(games)
        print(
            f"{form}: a league of {games:,} games; the same cells from the database alone: {work.floor():.2f} s"
        )
        print(f"{'':<24}{'first byte':>12}{'last':>10}{'size':>12}{'memory':>12}")
        with installed.serve(JANTAKU) as server:
            fetch(
                server, f"/t/{slug}/downloads/players.csv"
            )  # what a process learns once is no cost of a file
            fetch(server, f"/t/{slug}/downloads/players.xlsx")
            for name in FILES:
                before = most_memory(server)
                found = fetch(server, f"/t/{slug}/downloads/{name}")
                size, grown = found.size / 2**20, most_memory(server) - before
                taken = f"{found.first:>10.2f} s{found.last:>8.1f} s"
                print(f"{name:<24}{taken}{size:>9.1f} MB{grown:>+9.1f} MB", flush=True)


def fetch(server: Server, path: str) -> Fetched:
    """Ask for a file and read it to the end, which must be one."""
    client = http.client.HTTPConnection("127.0.0.1", server.port, timeout=600)
    began = time.perf_counter()
    client.request("GET", path)
    answer = client.getresponse()
    assert answer.status == 200, f"{path}: {answer.status}"
    size = len(answer.read(1))
    first = time.perf_counter() - began
    while piece := answer.read(PIECE):
        size += len(piece)
    client.close()
    return Fetched(first, time.perf_counter() - began, size)


def most_memory(server: Server) -> float:
    """The most MB that each of the serving processes ever had, together."""
    found = 0.0
    for pid in descendants([server.pid]):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                found += int(line.split()[1]) / 1024
    return found


if __name__ == "__main__":
    main()
