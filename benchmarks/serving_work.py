"""What `benchmarks.serving` times. Imported once Django is set up."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.db import connection, transaction

from benchmarks import floor_api
from benchmarks.floor import TABLES
from benchmarks.measure import ROOT
from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.api_tokens import create_api_token
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, start_round
from tournaments.actions.setup.tournaments import appoint, create_tournament
from tournaments.models import Scoresheet, Table

PLAYERS = 64
PLAYED = 10
POINTS = [41_200, 30_100, 19_900, 8_800]
PATIENCE = 30
FLOORS_TOKEN = "a-floor-has-one-caller"  # noqa: S105
Taken = tuple[float, float]  # seconds of CPU, seconds of the clock


class WrongAnswer(Exception):
    """The run is worth nothing."""


@dataclass
class Server:
    """A gunicorn and one connection to it, kept open."""

    process: "subprocess.Popen[bytes]"
    port: int
    client: http.client.HTTPConnection = field(init=False)

    def __post_init__(self) -> None:
        self.client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.client.request(method, path, body, named)
        return self.client.getresponse()

    def post(self, path: str, body: bytes, status: int, **headers: str) -> dict[str, Any]:
        """Return the answer to something done once; it must have this status."""
        headers |= {"Content_Type": "application/json", "Idempotency_Key": str(uuid4())}
        answer = self.ask("POST", path, body, **headers)
        text = answer.read()
        if answer.status != status:
            raise WrongAnswer(f"{answer.status}: {text.decode()[:300]}")
        found: dict[str, Any] = json.loads(text)
        return found

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        answer = self.ask("GET", path, None, **headers)
        return answer.status, answer.read()

    def tag_of(self, path: str) -> str:
        answer = self.ask("GET", path)
        answer.read()
        return answer.headers.get("ETag", "any")

    def read(self, path: str, times: int, says: str) -> Taken:
        with self.spent() as spent:
            for _time in range(times):
                status, body = self.get(path)
                if status != 200 or says.encode() not in body:
                    raise WrongAnswer(f"{path}: {status}")
        return spent()

    def poll(self, path: str, times: int) -> Taken:
        tag = self.tag_of(path)
        with self.spent() as spent:
            for _time in range(times):
                if self.get(path, If_None_Match=tag) != (304, b""):
                    raise WrongAnswer(f"{path}: not 304")
        return spent()

    @contextmanager
    def spent(self) -> Iterator[Callable[[], Taken]]:
        """Gives a function that knows, after the block, what the block has cost."""
        cpu, clock = self._cpu(), time.perf_counter()
        taken: list[float] = []
        yield lambda: (taken[0], taken[1])
        taken += [self._cpu() - cpu, time.perf_counter() - clock]

    def _cpu(self) -> float:
        """What the server's processes have used so far."""
        return sum(_cpu_of(pid) for pid in [self.process.pid, *_children(self.process.pid)])


@dataclass
class Hall:
    """A tournament with games played and many tables waiting to report."""

    page: str
    api: str
    says: str
    about: str
    tables: list[int]
    organizer: str
    referee: str
    sheets: list[tuple[int, str]] = field(default_factory=list)
    reported: int = 0
    confirmed: int = 0

    def report(self, server: Server, times: int) -> Taken:
        body = json.dumps({"points": POINTS}).encode()
        tables = [self.tables.pop() for _time in range(times)]
        with server.spent() as spent:
            for table in tables:
                path = f"/api/v1/tables/{table}/scoresheets/"
                answer = server.post(path, body, 201, Authorization=f"Bearer {self.organizer}")
                self.sheets.append((answer["id"], answer["tag"]))
        self.reported += times
        return spent()

    def confirm(self, server: Server, times: int) -> Taken:
        """The referee confirms reports, and each of them counts at once."""
        body = json.dumps({"as_referee": True}).encode()
        sheets = [self.sheets.pop() for _time in range(times)]
        with server.spent() as spent:
            for sheet, tag in sheets:
                path = f"/api/v1/scoresheets/{sheet}/confirm/"
                named = {"Authorization": f"Bearer {self.referee}", "If_Match": f'"{tag}"'}
                if server.post(path, body, 200, **named)["status"] != "confirmed":
                    raise WrongAnswer(f"{path}: not confirmed")
        self.confirmed += times
        return spent()

    def check(self) -> None:
        """Every report and every confirmation that was accepted is there, once."""
        sheets = Scoresheet.objects.exclude(table__round__status="closed")
        for status, accepted in (
            ("submitted", self.reported - self.confirmed),
            ("confirmed", self.confirmed),
        ):
            found = sheets.filter(status=status).count()
            if found != accepted:
                raise WrongAnswer(f"{accepted} accepted as {status}, {found} found")


def open_hall(reports: int) -> Hall:
    """64 players with ten rounds behind them, and rounds enough in play for so many reports."""
    with connection.cursor() as cursor:
        for statement in (*TABLES, *floor_api.TABLES):
            cursor.execute(statement.format(id=floor_api.ID[connection.vendor]))
    floor_api.Caller.objects.create(token_hash=floor_api.hash_of(FLOORS_TOKEN), name="Bench")
    with transaction.atomic():
        by = Actor(User.objects.create_user("bench@example.org", name="Bench"))
        tournament = create_tournament(slug="bench", name="Bench", rulebook_id="mleague", by=by)
        stage = tournament.stages.get()
        names = "\n".join(f"Player {number}" for number in range(1, PLAYERS + 1))
        import_players(tournament=tournament, text=f"name\n{names}\n", by=by)
        import_results(stage=stage, text=_played(), by=by)
        tables: list[int] = []
        while len(tables) < reports:
            # More rounds than anybody plays: each table can report once.
            round_ = draw_round(stage=stage, by=by)
            publish_round(round_=round_, by=by)
            start_round(round_=round_, by=by, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
            tables += Table.objects.filter(round=round_).values_list("pk", flat=True)
        referee = Actor(User.objects.create_user("referee@example.org", name="Referee"))
        appoint(tournament=tournament, user=referee.user, role="referee", by=by)
        secrets = [create_api_token(name="bench", scope="manage", days=1, by=one)[1] for one in (by, referee)]
    return Hall(
        page="/t/bench/standings/",
        api=f"/api/v1/stages/{stage.pk}/standings/",
        says="Player 64",
        about=f"{PLAYERS} players x {PLAYED} rounds",
        tables=tables,
        organizer=secrets[0],
        referee=secrets[1],
    )


def insert(server: Server, path: str, times: int) -> Taken:
    """What one of the floors does with the same figures."""
    body = json.dumps({"points": POINTS}).encode()
    with server.spent() as spent:
        for _time in range(times):
            if server.post(path, body, 201, Authorization=f"Bearer {FLOORS_TOKEN}")["points"] != POINTS:
                raise WrongAnswer(path)
    return spent()


@contextmanager
def serve(module: str, environment: dict[str, str]) -> Iterator[Server]:
    """Run gunicorn with one worker until the block ends."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "gunicorn",
        module,
        "--worker-class=gthread",
        "--threads=2",
        "--workers=1",
    ]
    command += [f"--bind=127.0.0.1:{port}", "--no-control-socket", "--log-level=warning", "--keep-alive=60"]
    more = {"API_READS_PER_MINUTE": "1000000", "API_DEEDS_PER_MINUTE": "1000000"}
    process = subprocess.Popen(command, cwd=ROOT, env={**environment, **more}, start_new_session=True)  # noqa: S603
    try:
        _wait_for(port)
        yield Server(process, port)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def _wait_for(port: int) -> None:
    patience_ends = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > patience_ends:
                raise
            time.sleep(0.1)
        else:
            return


def _played() -> str:
    lines = ["round,table,player,points"]
    for number in range(1, PLAYED + 1):
        for table in range(PLAYERS // 4):
            for seat, points in enumerate(POINTS):
                player = (seat * PLAYERS // 4 + table + seat * number) % (PLAYERS // 4) + seat * PLAYERS // 4
                lines.append(f"{number},{table + 1},Player {player + 1},{points}")
    return "\n".join(lines)


def _cpu_of(pid: int) -> float:
    """Seconds on a core, of all threads: finer than the ticks of /proc/PID/stat."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
