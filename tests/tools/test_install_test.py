"""The installation test's own look at the journal finds what it is there to find."""

import json

import pytest

from tools.install_test.faults import not_json

pytestmark = pytest.mark.database("none")

LINE = '{"time": "2026-11-22T12:00:00.000+00:00", "level": "WARNING", "logger": "celery", "message": "Bye"}'


def entry(program: str, message: object) -> str:
    """A line as `journalctl -o json` writes it."""
    return json.dumps({"SYSLOG_IDENTIFIER": program, "MESSAGE": message})


def test_lines_of_the_log_pass_and_so_do_the_plain_words_of_others() -> None:
    lines = [
        *(entry(program, LINE) for program in ("gunicorn", "celery", "python")),
        entry("systemd", "Started jantaku-worker.service - Jantaku, standings and draws."),
        entry("backup", "/var/backups/jantaku/jantaku-2026-11-21T040000Z.dump"),
    ]

    assert not_json(lines) == []


@pytest.mark.parametrize(
    "message",
    [
        "worker: Warm shutdown (MainProcess)",
        "Traceback (most recent call last):",
        '{"level": "WARNING"}',
        '["time", "level", "logger", "message"]',
        "",
    ],
)
def test_a_line_of_ours_in_plain_words_is_found(message: str) -> None:
    assert not_json([entry("celery", LINE), entry("celery", message)]) == [f"celery: {message}"]


def test_what_the_journal_gives_as_bytes_is_read_as_well() -> None:
    assert not_json([entry("python", [104, 105]), entry("python", None)]) == ["python: hi", "python: "]
