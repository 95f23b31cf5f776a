"""What everything costs that people wait for, as ratios to floors measured in the same run.

    python -m benchmarks.serving                      every path, embedded and on servers
    python -m benchmarks.serving desk report          the paths whose names hold one of these words
        --form embedded | servers                     one form alone
        --rounds 5                                    ours and the floor take turns so often
        --games 100000                                the league that the small event stands beside
        --seconds 30                                  how long the load lasts
        --compare                                     beside what benchmarks/results has
        --save                                        write it down there

Measured is the CPU of all processes that serve: the web server's, and on servers PostgreSQL's and Redis's. Every
answer is checked, and one wrong answer ends the run. `fresh` (from a confirmation to a page that counts the game),
`load` (40 reports and 100 reads a second), `writers` (16 tables of a round that report at once), `hands` (250 tables
that enter a hand every 20 seconds, beside spectators), `woken phones` (300 open phones beside a round that reports;
behind nginx, too, where there is one) and `memory` are words, too.
"""

import argparse
import gzip
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import django

from benchmarks.measure import ROOT, in_turns
from benchmarks.serving.client import Server, Taken
from benchmarks.serving.installation import COUNTED, FLOOR, FORMS, JANTAKU, Installation, installation
from benchmarks.serving.processes import children, memory
from benchmarks.serving.results import Row, line_of, load, measured_commit, row_of, save

if TYPE_CHECKING:
    from benchmarks.serving.paths import Measured, Path
    from benchmarks.serving_work import Hall

SMALL, LARGE = (64, 10), (1_000, 8)
# Words of the paths that need the league.
OF_A_LEAGUE = ("beside", "player after")
# Seconds of the clock that a round of one side takes, about.
A_ROUND = 0.2
FEWEST = 3
FRESH = 12  # games, each confirmed when the one before is counted


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.serving",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*")
    parser.add_argument("--form", choices=FORMS)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--save", action="store_true")
    chosen = parser.parse_args()
    if chosen.form is None:
        # Django is set up once in a process, for one database.
        command = [sys.executable, "-m", "benchmarks.serving", *sys.argv[1:], "--form"]
        return max(subprocess.run([*command, form], cwd=ROOT, check=False).returncode for form in FORMS)  # noqa: S603
    with installation(chosen.form) as built:
        django.setup()
        Run(built, chosen).measure()
    return 0


class Run:
    """One form's paths, one after the other."""

    def __init__(self, built: Installation, chosen: argparse.Namespace) -> None:
        self.built, self.chosen = built, chosen
        measured_commit()  # it may be another at the end
        self.before = load(built.form) if chosen.compare else {}

    def measure(self) -> None:
        from benchmarks import serving_work, verifying_work  # noqa: PLC0415 - needs Django set up
        from benchmarks.serving import paths  # noqa: PLC0415

        print(f"{self.built.form}: {self.chosen.rounds} rounds in turns; the floor = 1", flush=True)
        behind = list(self.built.behind.values())
        small = serving_work.open_hall(1, players=SMALL[0], played=SMALL[1])
        large = serving_work.open_hall(1, slug="large", players=LARGE[0], played=LARGE[1])
        serving_work.create_floor()
        paths.refresh_statistics()
        with ExitStack() as stack:
            ours, floor, counted = (
                stack.enter_context(self.built.serve(one)) for one in (JANTAKU, FLOOR, COUNTED)
            )
            for path in paths.paths_of(small, large, behind):
                self._measure(path, ours, floor, counted)
            if self._wants("memory"):
                workers = children(ours.pid) or [ours.pid]
                self._show("memory of a web process", {"MB": round(max(map(memory, workers)))})
            if any(map(self._wants, ("fresh", "load", "hands", "writers", "woken phones"))):
                self._measure_whole(small, large)
            if any(map(self._wants, OF_A_LEAGUE)):
                games = self.chosen.games
                league = verifying_work.tournament("imported", games + verifying_work.PLAYERS)
                paths.refresh_statistics()
                for path in paths.beside_a_league(small, league, games, behind):
                    self._measure(path, ours, floor, counted)
        for hall in (small, large):
            hall.check()

    def _measure_whole(self, small: "Hall", large: "Hall") -> None:
        """What only a whole installation shows: two web processes, and a worker where the form has one."""
        from benchmarks import serving_work  # noqa: PLC0415 - needs Django set up
        from benchmarks.serving import freshness, front, hands, load, paths, phones, writers  # noqa: PLC0415 - needs Django set up

        with self.built.working(), self.built.serve(JANTAKU, workers=2) as server:
            if self._wants("fresh"):
                for hall in (small, large):
                    row = freshness.freshness(hall, server, FRESH)
                    self._show(f"confirm to fresh page, {hall.players:,} players", row)
            if self._wants("writers"):
                with self.built.serve(FLOOR, workers=2) as floor:
                    row = writers.writers(large, server.port, floor.port, self.chosen.rounds)
                self._show(f"{writers.WRITERS} tables of a round report at once", row)
            if self._wants("woken phones"):
                name = f"woken phones: {phones.PHONES} open, an entry every {phones.ENTRY_EVERY:.0f} s"
                large.start_rounds(phones.PHONES // phones.SEATS)
                self._show(name, phones.phones(large, server, self.chosen.seconds))
                if self.built.form == "servers" and front.program():
                    large.start_rounds(phones.PHONES // phones.SEATS)
                    with front.behind_nginx(server) as visited:
                        self._show(
                            f"{name}, behind nginx", phones.phones(large, visited, self.chosen.seconds)
                        )
            if self._wants("load"):
                large.start_rounds(load.tables_for(self.chosen.seconds) + 1)
                paths.refresh_statistics()
                name = f"load of {load.REPORTS} reports and {load.READS} reads a second"
                self._show(name, load.load(large, small, server.port, self.chosen.seconds))
            if self._wants("hands"):
                hall = serving_work.open_hall(hands.TABLES, slug="hands", players=4 * hands.TABLES, played=1)
                name = f"hands of {hands.TABLES} tables every {hands.EVERY:.0f} s, and spectators"
                self._show(name, hands.hands(hall, server, self.chosen.seconds))

    def _wants(self, name: str) -> bool:
        return not self.chosen.words or any(word in name or name in word for word in self.chosen.words)

    def _measure(self, path: "Path", ours: Server, floor: Server, counted: Server) -> None:
        if not any(word in path.name for word in self.chosen.words or [""]):
            return
        statements = self._statements(path, counted) if path.is_request else None
        times = {
            name: self._times(path, one, server)
            for name, one, server in (("ours", path.ours, ours), ("floor", path.floor, floor))
        }
        taken: dict[str, list[Taken]] = in_turns(
            min(self.chosen.rounds, path.rounds or self.chosen.rounds),
            ours=lambda: path.ours(ours, times["ours"]),
            floor=lambda: path.floor(floor, times["floor"]),
        )
        row = row_of(taken["ours"], taken["floor"], path.floor_name)
        if path.is_request:
            row |= {"statements": statements}
            if path.floor_name == "Django bytes" and ours.body:
                row |= {"bytes": len(ours.body), "gzip": len(gzip.compress(ours.body, 6))}
        self._show(path.name, row)

    def _statements(self, path: "Path", counted: Server) -> int | None:
        """How many the second one takes: the first may learn what a process learns once."""
        for _time in range(2):
            path.ours(counted, 1)
        return counted.statements

    def _times(self, path: "Path", measured: "Measured", server: Server) -> int:
        """How many of them fill a round, once the process has learnt what it learns with the first ones."""
        if path.most <= FEWEST:
            return path.most
        measured(server, FEWEST)
        each = measured(server, FEWEST).clock / FEWEST
        return max(FEWEST, min(path.most, round(A_ROUND / each)))

    def _show(self, name: str, row: Row) -> None:
        print(line_of(name, row, self.before.get(name)), flush=True)
        if self.chosen.save:
            save(self.built.form, {name: row})


if __name__ == "__main__":
    sys.exit(main())
