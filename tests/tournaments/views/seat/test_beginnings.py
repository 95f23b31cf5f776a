"""When a round begins: counted down on phones and in the hall by the database's time, once it is published."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import PAGE, report, text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.round_times import plan_times
from tournaments.actions.play.rounds import start_round
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db
HALL = "/t/spring-open/hall/screen/"


@pytest.fixture
def waiting(hall: Hall) -> Round:
    """A published round that is to begin in twenty minutes."""
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    at = (timezone.now() + timedelta(minutes=20)).replace(microsecond=0)
    plan_times(tournament=hall.tournament, times={round_.pk: at}, by=hall.alice)
    round_.refresh_from_db()
    return round_


def begins_at(page: str) -> datetime:
    ends = page.partition('data-ends="')[2].partition('"')[0]
    return datetime.fromtimestamp(int(ends) / 1000, UTC)


def test_the_hall_counts_down_to_it(waiting: Round) -> None:
    page = Client().get(HALL).content.decode()

    assert 'data-clock-words="Begins in"' in page
    assert begins_at(page) == waiting.planned_at


def test_so_does_a_phone_at_its_table(waiting: Round, phones) -> None:
    phone = phones(waiting.tables.get(number=1))[0]

    page = phone.get(PAGE).content.decode()

    assert 'data-clock-words="Begins in"' in page
    assert begins_at(page) == waiting.planned_at


def test_and_one_whose_result_is_in_for_its_next_round(
    hall: Hall, round_: Round, table: Table, phones
) -> None:
    phone = phones(table)[0]
    report(phone)
    second = publish_round(round_=hall.draw(), by=hall.alice)
    before = text_of(phone.get(PAGE))

    plan_times(
        tournament=hall.tournament, times={second.pk: timezone.now() + timedelta(hours=1)}, by=hall.alice
    )

    assert ("Begins" in before, "Begins in" in phone.get(PAGE).content.decode()) == (False, True)


def test_in_play_it_is_over_and_a_draft_has_none(hall: Hall, waiting: Round) -> None:
    start_round(round_=waiting, by=hall.alice)
    in_play = Client().get(HALL).content.decode()
    Round.objects.update(status="drafted")
    drafted = Client().get(HALL).content.decode()

    assert ("Begins" in in_play, "Begins" in drafted) == (False, False)


def test_once_its_time_has_come_it_begins_any_moment(waiting: Round) -> None:
    Round.objects.update(planned_at=timezone.now() - timedelta(minutes=1))

    assert "<span data-clock-over >" in Client().get(HALL).content.decode()
