"""Superusers are mailed when something lasts, once, and when it is over; and about every unit that fails."""

import json
import stat
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from config.health import alarms
from config.health.alarms import DAY, HOUR, MINUTE, Memory, counted, watched
from config.health.troubles import Trouble
from config.management.commands import watch as watch_command
from players.models import User
from tests.config.accounts.servers import nobody
from tests.config.accounts.test_mail import refusing
from tournaments.models import Heartbeat

SILENT = Trouble("worker_silent", "No worker.", "Restart it.")
FULL = Trouble("database_full", "No room.", "Free some.")


def told_at(*looks: tuple[float, list[Trouble]]) -> list[tuple[float, list[str]]]:
    """When something is told, of what: `looks` are minutes and what is wrong then."""
    memory, told = Memory(), []
    for minutes, wrong in looks:
        memory, found = watched(memory, wrong, minutes * MINUTE)
        memory = Memory(**json.loads(json.dumps(alarms.asdict(memory))))
        if found is not None:
            told.append((minutes, [one.code for one in found]))
    return told


class TestWhenSomethingIsTold:
    def test_what_passes_within_five_minutes_is_not(self) -> None:
        assert told_at((1, [SILENT]), (5, [SILENT]), (6, []), (8, [SILENT]), (12, [])) == []

    def test_what_lasts_is_told_once_and_its_end_once(self) -> None:
        looks = [(minutes, [SILENT] if minutes < 30 else []) for minutes in range(0, 60, 2)]

        assert told_at(*looks) == [(6, ["worker_silent"]), (36, [])]

    def test_what_comes_to_it_is_told_with_the_rest(self) -> None:
        looks = [(minutes, [SILENT] if minutes < 20 else [SILENT, FULL]) for minutes in range(0, 40, 2)]

        assert told_at(*looks) == [(6, ["worker_silent"]), (26, ["worker_silent", "database_full"])]

    def test_what_stays_is_told_again_a_day_later(self) -> None:
        looks = [(float(minutes), [SILENT]) for minutes in range(0, 2 * 24 * 60, 10)]

        assert told_at(*looks) == [(10, ["worker_silent"]), (10 + DAY / MINUTE, ["worker_silent"])]

    def test_what_comes_and_goes_is_told_once_an_hour_at_most(self) -> None:
        looks = [(float(minutes), [SILENT] if minutes % 20 < 8 else []) for minutes in range(0, 3 * 60, 2)]

        troubled = [minutes for minutes, codes in told_at(*looks) if codes]
        assert troubled[0] == 6
        assert all(later - earlier >= HOUR / MINUTE for earlier, later in pairwise(troubled))


class TestWhatDiesAgainAndAgain:
    def test_three_restarts_within_ten_minutes_are_told(self) -> None:
        memory = Memory()
        found = []
        for minute, restarts in enumerate([7, 7, 8, 9, 10, 10]):
            memory, wrong = counted(memory, {"jantaku-worker": restarts}, minute * MINUTE)
            found.append([one.code for one in wrong])

        assert found == [[], [], [], [], ["restarts_jantaku-worker"], ["restarts_jantaku-worker"]]
        assert wrong[0].is_so == "jantaku-worker crashed and was restarted 3 times within ten minutes."

    def test_restarts_of_long_ago_and_a_count_that_begins_anew_are_not(self) -> None:
        memory, _none = counted(Memory(), {"jantaku-web": 1}, 0)
        memory, later = counted(memory, {"jantaku-web": 9}, 11 * MINUTE)
        memory, anew = counted(memory, {"jantaku-web": 0}, 12 * MINUTE)

        assert (later, anew) == ([], [])

    def test_they_are_read_from_systemd(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        systemctl = tmp_path / "systemctl"
        units = [("web", 0), ("worker", 4)]
        said = "\\n\\n".join(f"Id=jantaku-{unit}.service\\nNRestarts={count}" for unit, count in units)
        systemctl.write_text(f"#!/bin/sh\nprintf '{said}\\n'\n")
        systemctl.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")

        assert watch_command.restarts() == {"jantaku-web": 0, "jantaku-worker": 4}


@pytest.fixture
def house(db: None, settings: Any, tmp_path: Path) -> Path:
    """A server on which all is well, with two superusers and somebody who is none."""
    settings.VAR_DIR, settings.EMBEDDED, settings.DATABASE_DISK = tmp_path, False, "/nowhere"
    settings.REDIS_URL = ""
    settings.SITE_URL = "https://league.example.org"
    User.objects.create_superuser("alice@example.org", name="Alice")
    User.objects.create_superuser("ops@example.org", name="Ops")
    User.objects.create_user("bob@example.org", name="Bob")
    for name in Heartbeat.Name.values:
        Heartbeat.objects.beat(name)
    return tmp_path


@pytest.fixture(autouse=True)
def without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")


def a_while_ago(folder: Path, minutes: float) -> None:
    """As if what was last seen was seen so long before."""
    memory = alarms.remembered(folder / "watch.json")
    seen = {code: at - minutes * MINUTE for code, at in memory.seen.items()}
    since = memory.well_since - minutes * MINUTE if memory.well_since else 0
    alarms.remember(
        folder / "watch.json", Memory(**{**alarms.asdict(memory), "seen": seen, "well_since": since})
    )


def letters() -> list[tuple[str, str]]:
    return [(letter.to[0], letter.subject) for letter in mail.outbox]


def test_superusers_are_told_what_is_wrong_and_that_it_is_over(house, monkeypatch):
    monkeypatch.setattr("config.health.troubles.LEAST_BYTES", 0)
    Heartbeat.objects.filter(pk=Heartbeat.Name.SWEEP).delete()
    call_command("watch")
    at_once = letters()
    a_while_ago(house, 6)
    call_command("watch")
    call_command("watch")
    told, text = letters(), mail.outbox[0].body if mail.outbox else ""
    Heartbeat.objects.beat(Heartbeat.Name.SWEEP)
    call_command("watch")
    a_while_ago(house, 6)
    call_command("watch")
    call_command("watch")

    assert at_once == []
    assert told == [
        ("alice@example.org", "Jantaku needs your attention: league.example.org"),
        ("ops@example.org", "Jantaku needs your attention: league.example.org"),
    ]
    assert text == (
        "No worker has run yet: standings are not updated.\n"
        "Restart it: systemctl restart jantaku-worker jantaku-beat. It continues where it stopped.\n\n"
        "If something is wrong, see docs/install.md and https://league.example.org/is-it-well/\n"
    )
    assert letters()[2:] == [
        ("alice@example.org", "Jantaku is working again: league.example.org"),
        ("ops@example.org", "Jantaku is working again: league.example.org"),
    ]
    assert stat.S_IMODE((house / "watch.json").stat().st_mode) == 0o600


def test_a_web_server_that_does_not_answer_is_told(house, capsys):
    with nobody() as port:
        call_command("watch", "--web", f"http://127.0.0.1:{port}/healthz")

    assert "web_away: The web server does not answer" in capsys.readouterr().out


def test_while_the_database_is_away_those_are_told_who_were_superusers_before(house, monkeypatch):
    call_command("watch")

    def away(*_arguments: object) -> None:
        raise OperationalError("the database system is shutting down")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", away)
        patch.setattr(connection, "chunked_cursor", away)
        call_command("watch")
        a_while_ago(house, 6)
        call_command("watch")

    assert letters() == [
        ("alice@example.org", "Jantaku needs your attention: league.example.org"),
        ("ops@example.org", "Jantaku needs your attention: league.example.org"),
    ]
    assert mail.outbox[0].body.startswith("The database does not answer: results are refused")


def test_a_unit_that_failed_is_told_once_an_hour_and_in_the_language_of_the_house(house, settings):
    call_command("alarm", "jantaku-backup")
    call_command("alarm", "jantaku-backup.service")
    settings.LANGUAGE_CODE = "ja"
    call_command("alarm", "jantaku-verify")

    assert [subject for _to, subject in letters()] == [
        *2 * ["jantaku-backup failed: league.example.org"],
        *2 * ["jantaku-verifyが失敗しました：league.example.org"],
    ]
    assert mail.outbox[0].body == (
        "jantaku-backup failed.\n\n"
        "There is no new backup. Make one once this is fixed: deploy/bin/backup as root.\n\n"
        "See the log: journalctl -u jantaku-backup. Check its state: systemctl status jantaku-backup\n\n"
        "If something is wrong, see docs/install.md and https://league.example.org/is-it-well/\n"
    )


def test_an_alarm_that_no_mail_carries_fails_and_is_tried_again(house):
    with refusing(), pytest.raises(CommandError, match="no mail goes out"):
        call_command("alarm", "jantaku-backup")
    call_command("alarm", "jantaku-backup")

    assert len(letters()) == 2


def test_without_a_superuser_it_says_so(house):
    User.objects.update(is_superuser=False)

    with pytest.raises(CommandError, match="no superuser"):
        call_command("alarm", "jantaku-web")
