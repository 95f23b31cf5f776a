"""`make test` adds up both runs, and is red when one of them is."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools.environment import ROOT, clean
from tools.test import NUMBER_OF_PROCESSES, Arguments, Part, Run, Tally, parts_of, read
from tools.test_runs import (
    BOTH,
    IN_ORDER,
    POSTGRES,
    RULES,
    RUNS,
    SQLITE,
    TESTS,
    Extent,
    Mark,
    WrongMarkError,
    databases_of,
    files,
    files_of,
    marked,
    marks_of,
    run_of,
    written_in,
)

pytestmark = pytest.mark.database("none")

# Without what takes pytest long to start and these tests do not use.
BARE = ("-p", "no:schemathesis", "-p", "no:django", "-p", "no:hypothesispytest")
SERVER = {"DATABASE_URL": "postgres://there"}


def given(*arguments: str, extent: Extent = Extent.DAILY) -> list[Part]:
    return parts_of(read(list(arguments)), SERVER, {}, extent)


def tried(extent: Extent, *arguments: str) -> dict[str, set[str]]:
    """The files that each database and the rules try."""
    found: dict[str, set[str]] = {}
    for part in given(*arguments, extent=extent):
        found.setdefault(part.name, set()).update(part.arguments)
    return found


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


def test_every_test_file_is_in_one_run_of_each_database_it_is_marked_with() -> None:
    names = [str(file.relative_to(ROOT)) for file in files()]

    assert len(names) > 600
    for extent in Extent:
        parts = [(part.name, file) for part in given(extent=extent) for file in part.arguments]

        assert sorted(parts) == sorted(
            (database, name) for name in names for database in databases_of(ROOT / name, extent)
        )


def test_everything_is_what_lies_in_the_folder_of_all_tests() -> None:
    def without_keys(parts: list[Part]) -> list[tuple[str, str, list[str]]]:
        return [(part.name, part.run, part.arguments) for part in parts]

    assert without_keys(given("tests")) == without_keys(given())


def test_runs_on_one_server_have_databases_of_their_own() -> None:
    parts = parts_of(read([]), SERVER, {"MORE": "1"}, Extent.THOROUGH)
    of = {
        (part.name, part.variables.get("JANTAKU_TEST_NUMBER")): part.variables.get("DATABASE_URL")
        for part in parts
    }

    assert of == {
        **{(POSTGRES, number): "postgres://there" for number in ("0", "2", "4", "6", "8")},
        **dict.fromkeys((SQLITE, number) for number in ("0", "2", "4", "6", "8", "10", "12", "14", "16")),
        (RULES, None): None,
    }
    assert len(of) == len(parts)
    more = {"MORE": "1", "JANTAKU_THOROUGH": "1"}
    assert [part for part in parts if not more.items() <= part.variables.items()] == []
    # Redis has so many databases, and each process of a run on PostgreSQL needs one.
    assert 8 + NUMBER_OF_PROCESSES <= 16


def test_what_says_the_same_of_either_database_is_asked_of_one_and_of_both_by_its_path() -> None:
    alone = "tests/tournaments/test_etags.py"
    usually_alone = "tests/tournaments/standings/test_meetings.py"
    on_servers = "tests/tournaments/views/test_hostile_forms.py"
    both = "tests/tournaments/credentials/test_claims.py"
    without = "tests/test_floors.py"
    all_of_them = {alone, usually_alone, on_servers, both, without}

    def databases(extent: Extent) -> dict[str, set[str]]:
        return {name: there & all_of_them for name, there in tried(extent).items()}

    usually = {SQLITE: {alone, usually_alone, both}, POSTGRES: {on_servers, both}, RULES: {without}}
    assert databases(Extent.DAILY) == databases(Extent.ALL) == usually
    assert databases(Extent.THOROUGH) == {**usually, POSTGRES: {usually_alone, on_servers, both}}
    assert [(part.name, part.arguments) for part in given(alone)] == [(SQLITE, [alone]), (POSTGRES, [alone])]
    assert [(part.name, part.arguments) for part in given("--sqlite", alone)] == [(SQLITE, [alone])]


def test_a_mark_of_a_folder_holds_for_its_files_and_theirs_goes_before(
    request: pytest.FixtureRequest,
) -> None:
    assert marks_of(TESTS / "tournaments/views/paper/test_sheets.py") == {
        **written_in(TESTS / "tournaments/views/paper/test_sheets.py"),
        "database": Mark(("sqlite",), (("thorough", "both"),)),
        "run": Mark(("asking",)),
    }
    assert run_of(TESTS / "tournaments/views/test_policies.py") == "asking"
    assert run_of(TESTS / "tournaments/views/desk/test_desk.py") == "pages"
    assert run_of(TESTS / "journeys/test_outbox.py") == "at a table"
    assert run_of(TESTS / "journeys/test_evening.py") == "browsers"
    # pytest reads the same: of this test's folder, and of its file.
    assert [request.node.get_closest_marker(name).args for name in ("run", "database")] == [
        ("processes",),
        ("none",),
    ]


def test_marks_are_read_from_every_way_of_writing_them(tmp_path: Path) -> None:
    module = tmp_path / "test_this.py"

    module.write_text("import pytest\n\nx = 1\n")
    assert written_in(module) == {}
    module.write_text("pytestmark = pytest.mark.slow\n")
    assert written_in(module) == {"slow": Mark()}
    module.write_text(
        'pytestmark = [\n    pytest.mark.slow,\n    pytest.mark.run("races"),\n]\nmark = pytest.mark.race\n'
    )
    assert written_in(module) == {"slow": Mark(), "run": Mark(("races",))}


@pytest.mark.parametrize(
    ("mark", "find", "message"),
    [
        ('run("racing")', run_of, 'pytest.mark.run takes one of "asking", "actions", '),
        (
            'database("mysql")',
            lambda file: databases_of(file, Extent.ALL),
            'takes "none", "sqlite" or "postgres"',
        ),
        ('database("sqlite", daily="both")', lambda file: databases_of(file, Extent.ALL), 'thorough="both"'),
    ],
)
def test_a_mark_that_is_unknown_says_what_it_may_be(
    tmp_path: Path, mark: str, find: Callable[[Path], object], message: str
) -> None:
    module = tmp_path / "test_this.py"
    module.write_text(f"pytestmark = pytest.mark.{mark}\n")

    with pytest.raises(WrongMarkError, match=re.escape(message)):
        find(module)


def test_files_are_chosen_and_left_out_by_their_mark() -> None:
    trusted = {str(file.relative_to(ROOT)) for file in marked("most_trusted")}

    chosen, others = (
        tried(Extent.ALL, "--sqlite", "--marked=most_trusted"),
        tried(Extent.ALL, "--not-marked=most_trusted"),
    )

    assert len(trusted) == 7
    assert chosen == {SQLITE: trusted}
    assert others == {name: there - trusted for name, there in tried(Extent.ALL).items()}
    with pytest.raises(SystemExit, match="No test file is marked 'most_trused'"):
        read(["--marked=most_trused"])


def test_a_path_to_ignore_is_ignored_in_every_run() -> None:
    ignored = "tests/tournaments/views"

    parts = given(f"--ignore={ignored}") + given("--ignore", ignored)

    left = [one for part in parts for one in part.arguments if one.startswith(f"{ignored}/")]
    assert left == []


@pytest.mark.parametrize(
    ("arguments", "extent", "is_slow_tried"),
    [
        ([], Extent.DAILY, False),
        (["-x", "tests"], Extent.DAILY, False),
        ([], Extent.ALL, True),
        ([], Extent.THOROUGH, True),
        (["tests/journeys"], Extent.DAILY, True),
    ],
)
def test_what_is_slow_is_tried_with_everything_and_by_its_path(
    arguments: list[str], extent: Extent, is_slow_tried: bool
) -> None:
    parts = given(*arguments, extent=extent)

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
    one = "tests/tournaments/views/test_hostile_forms.py::test_one"

    parts = given("--deselect", one)

    assert [part for part in parts if part.arguments[:2] != ["--deselect", one]] == []


def test_runs_begin_in_their_order_and_what_is_of_one_database_alone_is_no_run_of_the_other() -> None:
    parts = given(extent=Extent.ALL)

    assert [(part.name, part.run) for part in parts] == list(IN_ORDER)


def test_what_runs_on_postgresql_has_a_place_among_its_runs() -> None:
    placed = {run for database, run in IN_ORDER if database == POSTGRES}

    misplaced = [
        f'{file.relative_to(ROOT)} is of the run "{run}", which PostgreSQL does not have:'
        f' mark the file database("sqlite"), or add (POSTGRES, "{run}") to IN_ORDER of tools/test_runs.py'
        for extent in Extent
        for run in RUNS
        if run not in placed
        for file in files_of(POSTGRES, run, extent)
    ]

    assert misplaced == []


def test_a_path_goes_to_the_runs_it_belongs_to() -> None:
    rules, stored = "tests/scoring/result/test_result.py::test_x", "tests/config/test_closed_by_default.py"

    assert [(part.name, part.arguments) for part in given(rules)] == [(RULES, [rules])]
    assert [(part.name, part.arguments) for part in given("-q", stored, rules)] == [
        (SQLITE, ["-q", stored]),
        (POSTGRES, ["-q", stored]),
        (RULES, ["-q", rules]),
    ]


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("tests/test_floors.py", [RULES]),
        ("tests/tools/test_test.py::test_x", [RULES]),
        ("tests/scoring/hand", [RULES]),
        ("tests/tools", list(BOTH)),
    ],
)
def test_a_file_that_needs_no_database_runs_once_as_a_folder_of_such_does(
    path: str, names: list[str]
) -> None:
    assert [part.name for part in given(path)] == names


def test_what_runs_once_asks_for_no_database():
    asks = re.compile(r"django_db|(?<!@)\b(transactional_)?db\b[:,)]|live_worker|several_processes|template:")
    pure = [file for file in files() if databases_of(file, Extent.DAILY) == (RULES,)]

    assert len(pure) > 100
    assert [file.name for file in pure if file != Path(__file__) and asks.search(file.read_text())] == []


def test_the_value_of_an_option_is_no_path():
    assert read(["-k", "scoring", "tests/seating"]) == Arguments(["-k", "scoring"], ["tests/seating"])


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
