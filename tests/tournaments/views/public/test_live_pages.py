"""The tiny address by which an open page learns that there is something to fetch."""

import pytest
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, confirm_all, phones_of, play
from tests.tournaments.views.conftest import signed_in
from tests.web.clock import Clock
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.hall.announcements import announce
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Round, Tournament
from tournaments.standings import publish_standings, publish_tournament
from tournaments.views.public.live_pages import LATEST
from web.page_memory import LIFETIME, memory

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/news/"


def news() -> str:
    return Client().get(ADDRESS).json()["news"]


def test_every_entry_of_the_ledger_is_news(hall: Hall, round_: Round):
    seen = [news()]

    sheet = report_sheet(table=round_.tables.get(number=1), report=TableReport(BALANCED), by=hall.rob)
    seen.append(news())
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    seen.append(news())

    assert sheet.pk
    assert len(set(seen)) == 3
    assert news() == seen[-1]


def test_a_publication_is_news_although_it_writes_no_entry(hall: Hall, round_: Round):
    play(round_.tables.get(number=1), hall.alice)
    confirmed = news()

    publish_tournament(hall.tournament.pk)
    published = news()
    publish_standings(hall.stage.pk, anew=True)

    assert len({confirmed, published, news()}) == 3


def test_it_says_which_tables_the_latest_entries_concern(hall: Hall, round_: Round):
    first, second = round_.tables.order_by("number")
    phones = phones_of(first, hall.alice)
    before = Client().get(ADDRESS).json()

    report_sheet(table=second, report=TableReport(BALANCED), by=hall.rob)
    announce(tournament=hall.tournament, text="Lunch", by=hall.alice)
    confirm_all(report_sheet(table=first, report=TableReport(BALANCED), by=phones[0]), phones)
    issue_seat_tokens(seats=second.seats.all(), by=hall.alice)
    code = issue_seat_tokens(seats=second.seats.filter(wind=1), by=hall.alice)
    claim_seat(code=next(iter(code.values())), key="phone")
    after = Client().get(ADDRESS).json()

    at_first, at_second = str(first.pk), str(second.pk)
    since = [at_second, "*", *[at_first] * 4, "*", "*", ""]
    assert after["seq"] - before["seq"] == len(since)
    assert after["concerned"][-len(since) :] == since
    assert len(before["concerned"]) == len(after["concerned"]) == LATEST


def test_it_says_whether_a_round_is_played_or_about_to_be(hall: Hall):
    states = [Client().get(ADDRESS).json()["in_play"]]

    round_ = hall.started()
    states.append(Client().get(ADDRESS).json()["in_play"])
    close_round(round_=round_, by=hall.alice, leave_open=True)
    states.append(Client().get(ADDRESS).json()["in_play"])

    assert states == [False, True, False]


def test_it_costs_one_statement_a_second_one_more_when_it_is_new_and_nothing_in_between(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries
):
    clock = Clock()
    monkeypatch.setattr(memory, "clock", clock)
    with django_assert_num_queries(2):
        first = Client().get(ADDRESS)

    with django_assert_num_queries(0):
        young = Client().get(ADDRESS)
    clock.now += LIFETIME
    with django_assert_num_queries(1):
        looked_at = Client().get(ADDRESS)

    assert first.content == young.content == looked_at.content
    assert len(first.content) < 100 + 8 * LATEST


def test_who_has_it_gets_a_304(hall: Hall):
    etag = Client().get(ADDRESS).headers["ETag"]

    answer = Client().get(ADDRESS, headers={"If-None-Match": etag})
    signed = signed_in(hall.alice).get(ADDRESS, headers={"If-None-Match": etag})

    assert [(one.status_code, one.content, one.headers["ETag"]) for one in (answer, signed)] == 2 * [
        (304, b"", etag)
    ]


def test_a_shared_cache_may_keep_it_for_a_second_and_gives_nothing_older(hall: Hall):
    assert Client().get(ADDRESS).headers["Cache-Control"] == "public, max-age=1"


def test_that_of_a_private_tournament_is_for_those_who_may_know_of_it_and_kept_by_nobody(hall: Hall):
    Tournament.objects.update(visibility="private")

    answers = [who.get(ADDRESS) for who in (signed_in(hall.alice), signed_in(hall.charlie), Client())]

    assert [answer.status_code for answer in answers] == [200, 404, 404]
    assert answers[0].headers["Cache-Control"] == "private, no-store"
    assert len(memory) == 0


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_read(hall: Hall, method: str):
    assert getattr(Client(), method)(ADDRESS).status_code == 405
