"""What has run its time is deleted, and nothing else."""

import io
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db.models.functions import Now

from tests.tournaments.hall import Hall
from tournaments.actions.idempotency import Answer, once
from tournaments.actions.rate_limits import SEAT_CODES_OF_A_NETWORK, attempts_counted, count_attempt
from tournaments.models import Attempts, IdempotencyKey, LedgerEntry

pytestmark = pytest.mark.django_db


def clear() -> str:
    out = io.StringIO()
    call_command("clear_expired", stdout=out)
    return out.getvalue().strip()


def ask(hall: Hall, key: str) -> Answer:
    return once(by=hall.alice, key=key, fingerprint="f" * 64, action=lambda: Answer(200, {"done": key}))


def test_a_key_of_half_a_year_ago_goes_and_one_of_this_season_still_gets_its_answer(hall: Hall) -> None:
    ask(hall, "old-key-0001")
    ask(hall, "new-key-0001")
    IdempotencyKey.objects.filter(key="old-key-0001").update(created_at=Now() - timedelta(days=181))
    IdempotencyKey.objects.filter(key="new-key-0001").update(created_at=Now() - timedelta(days=179))

    assert clear() == "1 keys, 0 counts of attempts, 0 photos and 0 addresses deleted."
    assert (ask(hall, "old-key-0001").repeated, ask(hall, "new-key-0001").repeated) == (False, True)


def test_attempts_of_the_last_quarter_of_an_hour_stay_counted() -> None:
    count_attempt(SEAT_CODES_OF_A_NETWORK, "203.0.113.7")
    count_attempt(SEAT_CODES_OF_A_NETWORK, "203.0.113.8")
    newest = Attempts.objects.order_by("bucket").first()
    assert newest is not None
    Attempts.objects.filter(pk=newest.pk).update(period=newest.period - 900)

    assert clear() == "0 keys, 1 counts of attempts, 0 photos and 0 addresses deleted."
    counted = [attempts_counted(SEAT_CODES_OF_A_NETWORK, one) for one in ("203.0.113.7", "203.0.113.8")]
    assert sorted(counted) == [0, 1]


def test_a_session_that_is_over_goes() -> None:
    for key, days in (("over", -1), ("open", 1)):
        Session.objects.create(session_key=key, session_data="", expire_date=Now() + timedelta(days=days))

    clear()

    assert list(Session.objects.values_list("session_key", flat=True)) == ["open"]


def test_the_ledger_is_never_touched(hall: Hall) -> None:
    before = list(LedgerEntry.objects.values_list("pk", "hash"))

    clear()

    assert list(LedgerEntry.objects.values_list("pk", "hash")) == before
