"""`make test` adds up both runs, and is red when one of them is."""

import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.environment import ROOT, clean
from tools.test import NUMBER_OF_PROCESSES, Arguments, Part, Run, Tally, parts_of, run_of, split
from tools.test_runs import (
    AT_A_TABLE,
    IN_ORDER,
    ON_POSTGRES,
    ON_SQLITE,
    ON_SQLITE_USUALLY,
    PROCESSES,
    PURE,
    RUNS,
    Extent,
    is_pure,
    lies_in,
)

# Without what takes pytest long to start and these tests do not use.
BARE = ("-p", "no:schemathesis", "-p", "no:django", "-p", "no:hypothesispytest")
# What a run is given by its name, or leaves to another of the same database.
OF_RUNS = {place for run in (*RUNS, PURE) for place in run}


def test_tallies_add_up_and_read_as_one_line():
    assert str(Tally(840, 1, 2) + Tally(841, 0, 1)) == "1681 passed, 1 failed, 3 skipped"


def test_errors_count_as_failures(tmp_path):
    (tmp_path / "report.xml").write_text(
        '<testsuites><testsuite tests="10" failures="1" errors="2" skipped="3"/></testsuites>'
    )

    assert Run("SQLite", tmp_path, SimpleNamespace(returncode=1)).tally() == Tally(4, 3, 3)


def test_a_run_that_broke_off_counts_as_a_failure(tmp_path):
    assert Run("SQLite", tmp_path, SimpleNamespace(returncode=-9)).tally() == Tally(0, 1, 0)


@pytest.mark.slow
def test_one_failing_test_makes_the_whole_red(tmp_path):
    suite = tmp_path / "test_three.py"
    suite.write_text(
        "import pytest\n"
        "def test_good(): pass\n"
        "def test_bad(): assert 0\n"
        "@pytest.mark.skip(reason='not now')\n"
        "def test_later(): pass\n"
    )

    done = subprocess.run(
        [sys.executable, "-m", "tools.test", "--rootdir", str(tmp_path), "-n0", *BARE, str(suite)],
        cwd=ROOT,
        # Servers that are given are not started; nobody asks these for anything.
        env=clean(DATABASE_URL="postgres://nobody@127.0.0.1:9/nowhere", REDIS_URL="redis://127.0.0.1:9/0"),
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.splitlines()[-3:] == [
        "SQLite:     1 passed, 1 failed, 1 skipped",
        "PostgreSQL: 1 passed, 1 failed, 1 skipped",
        "2 passed, 2 failed, 2 skipped",
    ]
    assert done.returncode == 1


def test_rules_draws_and_tools_run_once_and_everything_else_on_both_databases():
    everything = split([])
    of_all, *others = everything.stored

    assert everything.pure == list(PURE)
    assert everything.is_everything
    assert of_all == [
        "tests",
        *(f"--ignore={place}" for run in RUNS[1:] for place in run),
        *(f"--ignore={place}" for place in PURE),
    ]
    assert [tuple(one for one in run if not one.startswith("--")) for run in others] == list(RUNS[1:])
    assert split(["-x", "tests"]) == Arguments(
        pure=["-x", *PURE], stored=[["-x", *run] for run in everything.stored], is_everything=True
    )


def test_a_run_leaves_to_another_what_lies_in_its_folders():
    left = [{one for one in run if one.startswith("--")} for run in split([]).stored]
    of = dict(zip(RUNS, left, strict=True))

    assert of[("tests/journeys",)] == {f"--ignore={place}" for place in AT_A_TABLE}
    assert of[AT_A_TABLE] == set()
    assert of[PROCESSES] == {f"--ignore={place}" for place in PURE if place.startswith("tests/tools/")}


def test_every_test_file_belongs_to_one_run_of_a_database_or_to_the_rules():
    runs = [list(PURE), *(arguments for arguments in split([]).stored)]

    def has(run: list[str], file: Path) -> bool:
        ignored = [ROOT / one.removeprefix("--ignore=") for one in run if one.startswith("--ignore=")]
        given = [ROOT / one for one in run if not one.startswith("--")]
        return any(map(file.is_relative_to, given)) and not any(map(file.is_relative_to, ignored))

    files = sorted((ROOT / "tests").rglob("test_*.py"))

    assert len(files) > 150
    assert [file.name for file in files if sum(has(run, file) for run in runs) != 1] == []


def test_runs_on_one_server_have_databases_of_their_own():
    parts = parts_of(split([]), {"DATABASE_URL": "postgres://there"}, {"MORE": "1"}, Extent.THOROUGH)
    of = {
        (part.name, part.variables.get("JANTAKU_TEST_NUMBER")): part.variables.get("DATABASE_URL")
        for part in parts
    }

    assert of == {
        **{("PostgreSQL", number): "postgres://there" for number in ("0", "2", "4", "6", "8")},
        **dict.fromkeys(("SQLite", number) for number in ("0", "2", "4", "6", "8", "10", "12", "14", "16")),
        ("Rules", None): None,
    }
    assert len(of) == len(parts)
    more = {"MORE": "1", "JANTAKU_THOROUGH": "1"}
    assert [part for part in parts if not more.items() <= part.variables.items()] == []
    assert Part("Rules", list(PURE), more) in parts
    # Redis has so many databases, and each process of a run on PostgreSQL needs one.
    assert 8 + NUMBER_OF_PROCESSES <= 16


def left_out(of: list[str], extent: Extent = Extent.DAILY) -> list[tuple[str, list[str]]]:
    """Each run of a database, and what it leaves to the other database and to a longer run."""
    parts = parts_of(split(of), {}, {}, extent)
    # What one run leaves to another of the same database is not meant.
    places = {*ON_SQLITE, *ON_SQLITE_USUALLY, *ON_POSTGRES}
    there = {f"--ignore={place}" for place in places - OF_RUNS}
    return sorted((part.name, sorted(there & set(part.arguments))) for part in parts if part.name != "Rules")


def ignored(*places: str) -> list[str]:
    return sorted({f"--ignore={place}" for place in places if place not in OF_RUNS})


def test_what_says_the_same_of_either_database_is_asked_of_one_and_of_both_by_its_path() -> None:
    on_sqlite = [("SQLite", ignored(*ON_POSTGRES))] * 9
    usually = [("PostgreSQL", ignored(*ON_SQLITE, *ON_SQLITE_USUALLY))] * 5
    thoroughly = [("PostgreSQL", ignored(*ON_SQLITE))] * 5

    assert left_out([]) == usually + on_sqlite
    assert left_out(["-x"], Extent.ALL) == usually + on_sqlite
    assert left_out([], Extent.THOROUGH) == thoroughly + on_sqlite
    assert left_out([ON_SQLITE[0]]) == [("PostgreSQL", []), ("SQLite", [])]
    assert left_out(["--sqlite", ON_SQLITE[0]]) == [("SQLite", [])]


@pytest.mark.parametrize(
    ("given", "extent", "is_slow_tried"),
    [
        ([], Extent.DAILY, False),
        (["-x", "tests"], Extent.DAILY, False),
        ([], Extent.ALL, True),
        ([], Extent.THOROUGH, True),
        (["tests/journeys"], Extent.DAILY, True),
    ],
)
def test_what_is_slow_is_tried_with_everything_and_by_its_path(
    given: list[str], extent: Extent, is_slow_tried: bool
) -> None:
    parts = parts_of(split(given), {}, {}, extent)

    assert {"JANTAKU_WITHOUT_SLOW" not in part.variables for part in parts} == {is_slow_tried}


@pytest.mark.slow
def test_what_is_marked_slow_is_left_out() -> None:
    def collected(**variables: str) -> set[str]:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-q", __file__],
            cwd=ROOT,
            env=clean(**variables),
            capture_output=True,
            text=True,
            check=True,
        )
        return {line.partition("::")[2] for line in done.stdout.splitlines() if "::" in line}

    left_out = collected() - collected(JANTAKU_WITHOUT_SLOW="1")

    assert "test_what_is_marked_slow_is_left_out" in left_out
    assert "test_tallies_add_up_and_read_as_one_line" not in left_out


def test_what_an_option_names_stays_with_it() -> None:
    one = f"{ON_POSTGRES[0]}::test_one"

    parts = parts_of(split(["--deselect", one]), {}, {}, Extent.DAILY)

    assert [part for part in parts if part.arguments[:2] != ["--deselect", one]] == []


def test_what_is_of_one_database_alone_is_not_given_to_the_other_by_its_name() -> None:
    elsewhere = {"PostgreSQL": ON_SQLITE, "SQLite": ON_POSTGRES, "Rules": ()}

    given = [
        (part.name, one)
        for part in parts_of(split([]), {}, {}, Extent.THOROUGH)
        for one in part.arguments
        if not one.startswith("-") and lies_in(one, elsewhere[part.name])
    ]

    assert given == []


def test_runs_begin_in_their_order_and_what_is_of_one_database_alone_is_no_run_of_the_other() -> None:
    parts = parts_of(split([]), {}, {}, Extent.ALL)

    assert [(part.name, part.arguments[0]) for part in parts] == [
        ("SQLite", "tests/journeys"),
        ("SQLite", "tests/journeys/test_hall_screens.py"),
        ("SQLite", "tests/config"),
        ("SQLite", "tests/tournaments/actions"),
        ("SQLite", "tests"),
        ("SQLite", "tests/tournaments/views/account"),
        ("Rules", "tests/scoring"),
        ("SQLite", "tests/benchmarks"),
        ("SQLite", "tests/tournaments/api"),
        ("PostgreSQL", "tests/config"),
        ("PostgreSQL", "tests/tournaments/actions"),
        ("PostgreSQL", "tests/races"),
        ("PostgreSQL", "tests"),
        ("PostgreSQL", "tests/tournaments/api"),
        ("SQLite", "tests/races"),
    ]
    assert sorted(IN_ORDER) == sorted((part.name, run_of(part)) for part in parts)


def test_whatever_is_left_to_one_database_or_out_is_there():
    places = (*ON_SQLITE, *ON_SQLITE_USUALLY, *ON_POSTGRES)

    assert [place for place in places if not (ROOT / place).exists()] == []
    assert [place for place in places if is_pure(place)] == []


def test_a_path_goes_to_the_runs_it_belongs_to():
    rules, stored = "tests/scoring/result/test_result.py::test_x", "tests/config/test_closed_by_default.py"

    assert split([rules]) == Arguments(pure=[rules], stored=[])
    assert split(["-q", stored, rules]) == Arguments(pure=["-q", rules], stored=[["-q", stored]])


def test_a_file_that_needs_no_database_runs_once_as_a_folder_of_such_does():
    assert split(["tests/test_floors.py"]) == Arguments(pure=["tests/test_floors.py"], stored=[])
    assert split(["tests/tools/test_test.py::test_x"]).stored == []


def test_what_runs_once_asks_for_no_database():
    asks = re.compile(r"django_db|\b(transactional_)?db\b[:,)]|live_worker|several_processes|template:")
    files = [
        file
        for place in PURE
        for file in ([ROOT / place] if place.endswith(".py") else sorted((ROOT / place).rglob("test_*.py")))
    ]

    assert len(files) > 50
    assert [file.name for file in files if file != Path(__file__) and asks.search(file.read_text())] == []


def test_the_value_of_an_option_is_no_path():
    assert split(["-k", "scoring", "tests/seating"]) == Arguments(
        pure=["-k", "scoring", "tests/seating"], stored=[]
    )


@pytest.mark.slow
def test_no_test_at_all_is_red():
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "tools.test",
            "-n0",
            "--noconftest",
            "tests/scoring/result/test_point_step.py",
            "-k",
            "no_such_test",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.stdout.splitlines()[-2:] == [
        "Rules:      0 passed, 0 failed, 0 skipped",
        "0 passed, 0 failed, 0 skipped",
    ]
    assert done.returncode == 1
