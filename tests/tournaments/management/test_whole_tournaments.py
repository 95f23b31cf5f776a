"""From server to server by the console, each with a database of its own: SQLite to the other kind and back again."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings

from tests.console import run_commands
from tests.migrated import copy_migrated
from tests.races.databases import Template
from tests.thorough import THOROUGH, part
from tools.demo_house import Demo
from tools.environment import clean

pytestmark = [pytest.mark.timeout(400), pytest.mark.slow, pytest.mark.database("postgres")]
LEAGUE, EVENT = "m-league-2018", "demo-spring-open"
GO_ON = """
from tests.tournaments.hall import play
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.ending import reopen_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import Tournament
from players.models import User

tournament = Tournament.objects.get(slug="{slug}")
by = Actor(User.objects.get(email="dana@there.example"))
if tournament.status == "finished":
    reopen_tournament(tournament=tournament, by=by)
stage = tournament.stages.order_by("ordinal").first()
for round_ in stage.rounds.filter(status="started"):
    close_round(round_=round_, by=by, leave_open=True)
if stage.rounds.count() < 60:
    round_ = stage.rounds.filter(status__in=["drafted", "published"]).order_by("number").first()
    round_ = round_ or draw(stage=stage, plan=Plan(remainder="byes"), by=by).rounds.get()
    if round_.status == "drafted":
        publish_round(round_=round_, by=by)
    start_round(round_=round_, by=by)
    for table in round_.tables.order_by("number"):
        play(table, by, Figures([tournament.rulebook.table.starting_points] * table.seats.count()))
    close_round(round_=round_, by=by)
penalize(stage=stage, entry=tournament.entries.first(), ruling=Ruling(1, "Late"), by=by)
print(tournament.ledger.count())
"""
FOUND_AN_ACCOUNT = (
    "from players.models import User; User.objects.create_user('dana@there.example', name='Dana')"
)


class Server:
    """The console of a server on a database of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        # The shell looks through nothing, and knows no such option.
        unchecked = () if words[0] == "shell" else ("--skip-checks",)
        return subprocess.run(
            [sys.executable, "manage.py", *words, *unchecked],
            cwd=settings.BASE_DIR,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def do(self, *words: str) -> str:
        done = self.run(*words)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def do_all(self, *commands: Sequence[str]) -> list[str]:
        """One after the other: usually in one process, thoroughly each in its own, as they are typed."""
        if not THOROUGH:
            return run_commands(commands, self.environment)
        return [self.do(*words) for words in commands]

    def file_of(self, slug: str, path: Path) -> bytes:
        self.do("export_tournament", str(path), "--tournament", slug)
        return path.read_bytes()


@pytest.fixture(scope="module")
def laptop(tmp_path_factory: pytest.TempPathFactory, demo: Demo) -> Server:
    """A laptop on SQLite with a finished league and an event in mid-round."""
    folder = tmp_path_factory.mktemp("laptop")
    shutil.copytree(demo.folder, folder / "var")
    return Server(clean(JANTAKU_VAR_DIR=str(folder / "var")))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[Template]:
    made = Template(tmp_path_factory.mktemp("template"))
    yield made
    made.remove()


@pytest.fixture
def server(template: Template) -> Iterator[Server]:
    """A fresh server on the kind of database that this run is about, with one account."""
    with template.copy() as name:
        found = Server(template.environment(template.address(name)))
        found.do("shell", "-c", FOUND_AN_ACCOUNT)
        yield found


@pytest.fixture
def other_laptop(tmp_path: Path) -> Server:
    """A fresh laptop on SQLite."""
    file = tmp_path / "other" / "jantaku.sqlite3"
    found = Server(clean(JANTAKU_VAR_DIR=str(file.parent)))
    if not copy_migrated(file).exists():
        found.do("migrate", "-v0")
    found.do("shell", "-c", FOUND_AN_ACCOUNT)
    return found


@pytest.mark.parametrize("slug", part([EVENT], [LEAGUE]))
def test_a_tournament_goes_from_database_to_database_and_on_and_back(
    laptop: Server, server: Server, other_laptop: Server, tmp_path: Path, slug: str
):
    there = laptop.file_of(slug, tmp_path / "there.jantaku")

    def files(*names: str) -> list[str]:
        return [str(tmp_path / f"{name}.jantaku") for name in names]

    here, played, back = files("here", "played", "back")
    about, by = ("--tournament", slug), ("--by", "dana@there.example")
    go_on, verify = ("shell", "-c", GO_ON.format(slug=slug)), ("verify_ledger", *about)

    _taken, _exported, as_taken, _went_on, as_played, _exported = server.do_all(
        ("take_in_tournament", *files("there"), *by),
        ("export_tournament", here, *about),
        verify,
        go_on,
        verify,
        ("export_tournament", played, *about),
    )
    # Every day it goes on behind one border; thoroughly behind the second, too.
    *_done, as_brought_back = other_laptop.do_all(
        ("take_in_tournament", played, *by),
        ("export_tournament", back, *about),
        *([go_on] if THOROUGH else []),
        verify,
    )

    assert Path(here).read_bytes() == there
    assert Path(played).read_bytes() != there
    assert Path(back).read_bytes() == Path(played).read_bytes()
    for verified in (as_taken, as_played, as_brought_back):
        assert "1 ledger is sound" in verified


def test_the_console_says_why_it_takes_nothing_in(laptop: Server, server: Server, tmp_path: Path):
    path = tmp_path / "there.jantaku"
    path.write_bytes(laptop.file_of(EVENT, tmp_path / "whole.jantaku").replace(b'"lot"', b'"pot"', 1))

    refused = server.run("take_in_tournament", str(path))

    assert refused.returncode == 1
    assert "checksum in its last line" in refused.stdout
    assert "There is no tournament" in server.run("verify_ledger", "--tournament", EVENT).stdout


def test_a_file_that_is_there_is_not_overwritten(laptop: Server, tmp_path: Path):
    path = tmp_path / "mine.txt"
    path.write_text("mine")

    refused = laptop.run("export_tournament", str(path), "--tournament", EVENT)

    assert (refused.returncode, path.read_text()) == (1, "mine")
