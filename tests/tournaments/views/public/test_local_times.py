"""Times are those of the hall, and say so; figures have one minus sign."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.dateformat import time_format

from tests.tournaments.hall import BALANCED, Figures, Hall, open_hall, phones_of, seats_of
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import discard_round
from tournaments.actions.draws.draws import commit_seed
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Entry, LedgerEntry, Table

ZONE = "Pacific/Kiritimati"  # 14 hours ahead of UTC: the day is another one as well
NEGATIVE = Figures([-25_300, 65_300, 40_000, 20_000])


@pytest.fixture
def far(db: None) -> Hall:
    return open_hall(time_zone=ZONE)


@pytest.fixture
def reported(far: Hall) -> Table:
    """A table with a report, a penalty, and East's phone that made the report."""
    table = far.started().tables.get(number=1)
    report_sheet(table=table, report=TableReport(NEGATIVE), by=phones_of(table, far.alice)[1])
    penalize(stage=far.stage, entry=Entry.objects.get(number=1), ruling=Ruling(1, "Late"), by=far.rob)
    return table


def shown_at(moment) -> str:
    """A moment as a page of the hall shows it."""
    with timezone.override(ZONE):
        # "5:06 p.m.", "5 p.m.", and "noon" or "midnight" twice a day.
        return time_format(timezone.localtime(moment), "P")


def test_a_phones_receipts_are_in_the_halls_time_and_name_the_zone(far: Hall) -> None:
    table = far.started().tables.get(number=1)
    seat = seats_of(table)[0]
    code = issue_seat_tokens(seats=[seat], by=far.alice)[seat.pk]
    _token, secret = claim_seat(code=code, key="phone")
    from_here = Client()
    from_here.cookies[SEAT_COOKIE] = secret
    page = from_here.get("/seat/table/").content.decode()
    fields = {name: re.search(rf'name="{name}"[^>]*value="([^"]*)"', page)[1] for name in ("key", "seated")}
    points = dict(zip(("points_0", "points_1", "points_2", "points_3"), (400, 300, 200, 100), strict=True))
    from_here.post("/seat/table/report/", {**fields, **points, "if_match": ""})

    page = from_here.get("/seat/table/").content.decode()

    made = LedgerEntry.objects.get(kind="reported")
    with timezone.override(ZONE):
        day = timezone.localtime(made.recorded_at).day
    receipt = re.search(r"Ledger entry <strong>.*?</span>", page, re.DOTALL)
    assert receipt is not None
    assert f" {day}, " in receipt[0]
    assert shown_at(made.recorded_at) in receipt[0]
    assert f"Times are local: {ZONE}." in page


@pytest.mark.parametrize(
    "path", ["ledger/", "tables/{table}/", "desk/phones/", "desk/penalties/", "draw/", "draw/{draw}/"]
)
def test_pages_with_times_name_the_zone(far: Hall, reported: Table, path: str) -> None:
    address = "/t/spring-open/" + path.format(table=reported.pk, draw=reported.round.draw_id)

    page = signed_in(far.alice).get(address).content.decode()

    assert f"Times are local: {ZONE}." in page


def test_the_draw_desk_names_the_zone_once_it_shows_a_time(far: Hall) -> None:
    desk = signed_in(far.alice)
    empty = desk.get("/t/spring-open/desk/draw/plan/").content.decode()
    round_ = far.draw()
    lone = desk.get(f"/t/spring-open/desk/draw/{round_.draw_id}/").content.decode()
    discard_round(round_=round_, by=far.alice)
    second = far.draw().draw_id

    pages = [desk.get(f"/t/spring-open/desk/draw/{which}/").content.decode() for which in ("plan", second)]

    words = f"Times are local: {ZONE}."
    assert [page.count(words) for page in (empty, lone, *pages)] == [0, 0, 1, 1]


def test_a_seed_that_was_fixed_names_the_zone_of_its_time(far: Hall) -> None:
    commit_seed(stage=far.stage, by=far.alice)

    pages = [
        signed_in(far.alice).get(f"/t/spring-open/{path}").content.decode()
        for path in ("draw/", "desk/draw/plan/")
    ]

    assert [page.count(f"Times are local: {ZONE}.") for page in pages] == [1, 1]


@pytest.mark.parametrize("path", ["ledger/", "tables/{table}/"])
def test_a_negative_score_has_one_minus_sign_everywhere(far: Hall, reported: Table, path: str) -> None:
    page = Client().get("/t/spring-open/" + path.format(table=reported.pk)).content.decode()

    assert "−25,300" in page
    assert "-25,300" not in page


def test_a_phone_finds_its_receipts_by_who_wrote_them_and_not_by_the_text_of_the_ledger(far: Hall) -> None:
    table = far.started().tables.get(number=1)
    seat = seats_of(table)[0]
    phone = Client()
    code = issue_seat_tokens(seats=[seat], by=far.alice)[seat.pk]
    token, phone.cookies[SEAT_COOKIE] = claim_seat(code=code, key="phone")
    report_sheet(table=table, report=TableReport(BALANCED), by=Actor(seat_token=token))

    with CaptureQueriesContext(connection) as captured:
        phone.get("/seat/table/")

    of_the_ledger = [query["sql"] for query in captured if 'FROM "tournaments_ledgerentry"' in query["sql"]]
    assert len(of_the_ledger) == 1
    assert "LIKE" not in of_the_ledger[0]
