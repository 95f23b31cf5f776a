"""`make test` adds up both runs, and is red when one of them is."""

import subprocess
import sys
from types import SimpleNamespace

from tools.environment import ROOT
from tools.test import Run, Tally


def test_tallies_add_up_and_read_as_one_line():
    assert str(Tally(840, 1, 2) + Tally(841, 0, 1)) == "1681 passed, 1 failed, 3 skipped"


def test_errors_count_as_failures(tmp_path):
    (tmp_path / "report.xml").write_text(
        '<testsuites><testsuite tests="10" failures="1" errors="2" skipped="3"/></testsuites>'
    )

    assert Run("SQLite", tmp_path, SimpleNamespace(returncode=1)).tally() == Tally(4, 3, 3)


def test_a_run_that_broke_off_counts_as_a_failure(tmp_path):
    assert Run("SQLite", tmp_path, SimpleNamespace(returncode=-9)).tally() == Tally(0, 1, 0)


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
        [sys.executable, "-m", "tools.test", "--rootdir", str(tmp_path), "-n0", str(suite)],
        cwd=ROOT,
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
