"""Whoever runs the house is told: each fault that stops an evening is seen at /statusz, and that all is well."""

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Now
from django.test import Client, override_settings

from config.health import probes, troubles
from config.health.figures import Figures
from players.mail import MailAway, send_now
from tests.config.accounts.test_mail import refusing
from tests.tournaments.hall import hall_in_play, open_hall, play
from tournaments.actions.people.move_up_mails import send_due_mails
from tournaments.models import Heartbeat, Publication, Registration, Tournament
from tournaments.standings.tasks import reconcile_standings

TOKEN = "t" * 24
Name = Heartbeat.Name


@pytest.fixture(autouse=True)
def house(db: None, settings: Any) -> None:
    """As on a server: a worker was at work and a backup made a moment ago, and the disk is roomy."""
    settings.EMBEDDED = False
    settings.REDIS_URL = ""
    for name in Name.values:
        Heartbeat.objects.beat(name)


@pytest.fixture(autouse=True)
def roomy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(troubles, "LEAST_BYTES", 0)


def ago(name: str, **since: float) -> None:
    Heartbeat.objects.filter(pk=name).update(beat_at=datetime.now(UTC) - timedelta(**since))


def status(**headers: str) -> Any:
    return Client().get("/statusz", headers=headers)


def wrong() -> list[str]:
    answer = status()
    codes = [one["code"] for one in answer.json()["wrong"]]
    assert (answer.status_code, answer.json()["well"]) == ((503, False) if codes else (200, True))
    return codes


def test_all_is_well() -> None:
    assert wrong() == []


def test_a_worker_that_hangs_or_is_stopped_is_missed_until_it_works_again() -> None:
    ago(Name.SWEEP, minutes=3)
    hanging = wrong()
    told = status().json()
    reconcile_standings()

    assert (hanging, wrong()) == (["worker_silent"], [])
    assert told["wrong"][0] == {
        "code": "worker_silent",
        "message": "No worker has run for 3\xa0minutes: standings are not updated.",
        "to_do": "Restart it: systemctl restart jantaku-worker jantaku-beat. It continues where it stopped.",
    }
    assert 180 <= told["worker_silent"] < 200


def test_a_worker_that_was_never_there_is_missed() -> None:
    Heartbeat.objects.filter(pk=Name.SWEEP).delete()

    assert wrong() == ["worker_silent"]


def test_standings_that_stay_behind_are_told_from_the_first_action_they_lack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall, round_ = hall_in_play()
    monkeypatch.setattr(troubles, "LONGEST_BEHIND", 0)
    reconcile_standings()
    level = wrong()
    play(round_.tables.get(number=1), hall.alice)
    behind = wrong()
    lag = status().json()["standings_behind"]
    reconcile_standings()

    assert (level, behind, wrong()) == ([], ["standings_behind"], [])
    # Not since the last publication, but since the game.
    assert 0 < lag < 30


def test_standings_that_cannot_be_worked_out_are_told() -> None:
    open_hall()
    Publication.objects.update(failures=3, as_of_seq=0)

    assert wrong() == ["standings_given_up"]


def test_a_backup_that_was_not_made_last_night_is_missed() -> None:
    ago(Name.BACKUP, hours=27)
    old = wrong()
    Heartbeat.objects.filter(pk=Name.BACKUP).delete()

    assert (old, wrong()) == (["backup_old"], ["backup_missing"])


def test_mail_that_does_not_go_out_is_told_until_one_does() -> None:
    for _time in range(2):
        with refusing(), pytest.raises(MailAway):
            send_now(EmailMessage("?", "?", to=["bob@example.org"]))
    failing = wrong()
    send_now(EmailMessage("?", "?", to=["bob@example.org"]))

    assert (failing, wrong()) == (["mails_failing"], [])


def test_mails_that_wait_are_told_since_when_none_waited() -> None:
    hall = open_hall()
    Registration.objects.create(
        tournament=hall.tournament,
        name="Ken",
        email="ken@home.example",
        mail="due",
        code_hash="c" * 64,
        nonce="n",
        status="pending",
    )
    ago(Name.MAILS, minutes=11)
    waiting = wrong()
    send_due_mails()

    assert (waiting, wrong()) == (["mails_waiting"], [])


def test_migrations_that_one_of_the_two_lacks_are_told() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    missing = wrong()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES"
            " ('tournaments', '9999_later', CURRENT_TIMESTAMP)"
        )

    assert (missing, wrong()) == (["migrations_missing"], ["migrations_unknown"])


def test_a_database_that_is_too_old_is_told() -> None:
    some = "app = 'tournaments' AND (name > '0050' OR name = '0001_initial')"
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM django_migrations WHERE {some}")

    assert wrong() == ["migrations_too_old"]


def test_a_disk_that_is_nearly_full_is_told_before_results_are_refused(
    monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    settings.DATABASE_DISK = str(tmp_path)
    monkeypatch.setattr(troubles, "LEAST_BYTES", 2**62)
    monkeypatch.setattr(troubles, "LEAST_SHARE", 1.0)

    assert wrong() == ["disk_nearly_full"]


def test_a_database_without_any_room_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL's is filled in test_full_disk.py")
    monkeypatch.setattr(probes, "LEAST_ROOM", 2**62)

    assert wrong() == ["database_full"]


def test_on_a_laptop_nobody_misses_a_worker_or_a_nightly_backup(settings: Any) -> None:
    settings.EMBEDDED = True
    Heartbeat.objects.all().delete()

    assert wrong() == []


@pytest.mark.parametrize(
    ("since", "codes"),
    [
        ({"oldest_draw": 901.0}, ["draws_waiting"]),
        ({"oldest_draw": 899.0}, []),
        ({"unverified_for": 50 * 3600.0 + 1}, ["not_verified"]),
        ({"verified_age": 49 * 3600.0, "unverified_for": 49 * 3600.0}, []),
        ({"redis": "away"}, ["redis_away"]),
        ({"redis": "full"}, ["redis_full"]),
        ({"database": "read-only"}, ["database_read_only"]),
        ({"database": "away", "migrations": "unread", "worker_silent": None}, ["database_away"]),
        ({"worker_silent": 121.0, "standings_behind": 121.0}, ["worker_silent", "standings_behind"]),
        ({"mails_not_sent": 1, "mails_failing": 9999.0}, []),
    ],
)
def test_what_is_wrong_follows_from_the_figures(since: dict[str, Any], codes: list[str]) -> None:
    well = Figures(database="ok", redis="ok", migrations="ok", worker_silent=15.0, backup_age=3600.0)

    found = troubles.troubles(Figures(**{**well.as_json(), **since}))

    assert troubles.troubles(well) == []
    assert [one.code for one in found] == codes


class TestWhoMaySee:
    def test_nobody_from_elsewhere_sees_anything(self) -> None:
        answers = [
            Client(REMOTE_ADDR="203.0.113.9").get("/statusz"),
            status(**{"X-Forwarded-For": "127.0.0.1"}),
            status(**{"X-Forwarded-Proto": "https"}),
            status(Forwarded="for=127.0.0.1"),
            Client(REMOTE_ADDR="203.0.113.9").get("/statusz", headers={"Authorization": "Bearer "}),
        ]

        assert [(answer.status_code, answer.content) for answer in answers] == 5 * [(404, b"Not Found\n")]

    def test_whoever_has_the_token_sees_it_from_anywhere(self) -> None:
        with override_settings(STATUS_TOKEN=TOKEN):
            codes = [
                Client(REMOTE_ADDR="203.0.113.9")
                .get("/statusz", headers={"Authorization": f"Bearer {token}"})
                .status_code
                for token in (TOKEN, TOKEN[:-1], "")
            ]

        assert codes == [200, 404, 404]

    def test_nobody_keeps_the_answer(self) -> None:
        assert "no-store" in status()["Cache-Control"]


def test_prometheus_gets_numbers_whatever_they_are() -> None:
    ago(Name.SWEEP, minutes=3)

    answer = status(Accept="text/plain;version=0.0.4;q=0.5,*/*;q=0.1")

    lines = answer.content.decode().splitlines()
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert {"jantaku_well 0", "jantaku_database_ok 1", "jantaku_migrations_ok 1"} <= set(lines)
    assert 'jantaku_wrong{code="worker_silent"} 1' in lines


class TestVerification:
    """The nightly look at all ledgers, and what is so where it does not happen."""

    @pytest.fixture(autouse=True)
    def never(self, house: None) -> None:
        Heartbeat.objects.filter(pk=Name.VERIFIED).delete()

    def test_that_found_all_sound_is_noted(self) -> None:
        assert status().json()["verified_age"] is None

        call_command("verify_ledger", stdout=io.StringIO())

        assert 0 <= status().json()["verified_age"] < 60

    @pytest.mark.parametrize("options", [{"tournament": "spring-open"}, {"copy": True}])
    def test_of_one_ledger_or_a_copy_is_not(self, options: dict[str, Any]) -> None:
        open_hall()

        call_command("verify_ledger", stdout=io.StringIO(), **options)

        assert status().json()["verified_age"] is None

    def test_that_found_something_is_not(self) -> None:
        open_hall()
        Tournament.objects.update(tie_breaks=["lot"])

        with pytest.raises(CommandError):
            call_command("verify_ledger", stdout=io.StringIO())

        assert status().json()["verified_age"] is None

    def test_is_missed_after_two_nights(self) -> None:
        Heartbeat.objects.beat(Name.VERIFIED)
        ago(Name.VERIFIED, hours=51)

        assert wrong() == ["not_verified"]

    def test_is_missed_two_nights_after_an_upgrade_where_it_never_was(self) -> None:
        newest = MigrationRecorder.Migration.objects.order_by("-pk")[0]
        assert wrong() == []

        MigrationRecorder.Migration.objects.filter(pk=newest.pk).update(applied=Now() - timedelta(hours=51))

        assert wrong() == ["not_verified"]


def test_a_hung_worker_does_not_take_the_web_away() -> None:
    ago(Name.SWEEP, days=1)

    assert Client().get("/readyz").status_code == 200


def test_the_status_is_read_in_few_statements(django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(16):
        status()
