"""What a scorer types from signed paper: what the desk says of it, who confirms it, and what the lists count."""

import re

import pytest
from django.test import Client

from players.models import User
from tests.tournaments.hall import BALANCED, Hall, phones_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.actor import Actor
from tournaments.actions.play.scoresheets.reporting import TableReport, dispute_sheet, report_sheet
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Round, Scoresheet, Staff, Tournament
from tournaments.views.form_answers import MEDIA_TYPE
from web.idempotency_keys import new_key

pytestmark = pytest.mark.django_db

SHEETS = DESK + "sheets/"
TYPED = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
Paper = Tournament.PaperCounts


def a_scorer(hall: Hall, name: str) -> Client:
    user = User.objects.create_user(f"{name}@scorers.example", name=name.title())
    appoint(tournament=hall.tournament, user=user, role=Staff.Role.SCORER, by=hall.alice)
    return signed_in(Actor(user))


@pytest.fixture
def scorer(hall: Hall) -> Client:
    return a_scorer(hall, "dora")


@pytest.fixture
def another(hall: Hall) -> Client:
    return a_scorer(hall, "emil")


@pytest.fixture
def asks_a_second(hall: Hall) -> None:
    Tournament.objects.update(paper_counts=Paper.SECOND_PERSON)


def type_in(browser: Client, round_: Round, *numbers: int) -> None:
    for number in numbers:
        send(browser, SHEETS, round=round_.pk, number=str(number), **TYPED)


def statuses() -> list[str]:
    return list(Scoresheet.objects.order_by("table__number").values_list("status", flat=True))


def heads(page) -> dict[str, int]:
    """The lists of the page and what each counts."""
    found = re.findall(
        r"<h2 id=\"(\w+)\">(?:.*?)<span class=\"chip \w+\">(\d+)</span>", page.content.decode(), re.S
    )
    return {name: int(count) for name, count in found}


def test_where_no_phone_is_a_scorers_sheet_is_in_at_once_and_the_desk_says_why(round_, scorer):
    said = "Signed sheets count as soon as they are entered: no phones are in use."
    desk, page = scorer.get(DESK), scorer.get(SHEETS)

    answer = send(scorer, SHEETS, round=round_.pk, number="1", **TYPED)

    assert "Table 1 entered:" in text_of(answer)
    assert [said in text_of(one) for one in (desk, page)] == [True, True]
    assert (statuses(), heads(answer)) == (["confirmed"], {"missing": 1})


def test_a_phone_keeps_the_paper_of_its_table_waiting_and_is_named(hall, round_, scorer):
    phones_of(round_.tables.get(number=2), hall.alice)
    said = "Signed sheets count as soon as they are entered, except at table 2, where a phone is in use."

    type_in(scorer, round_, 1, 2)

    assert [said in text_of(scorer.get(one)) for one in (DESK, SHEETS)] == [True, True]
    assert statuses() == ["confirmed", "submitted"]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"paper_counts": Paper.ALWAYS}, "Signed sheets count as soon as they are entered."),
        ({"paper_counts": Paper.SECOND_PERSON}, "Sheets entered by a scorer wait for a second person."),
        ({"confirmation_rule": "referee"}, "Sheets entered by a scorer wait for the referee."),
    ],
)
def test_the_desk_says_by_which_rule_paper_counts(round_, scorer, settings, said):
    Tournament.objects.update(**settings)

    assert [said in text_of(scorer.get(one)) for one in (DESK, SHEETS)] == [True, True]


@pytest.mark.usefixtures("asks_a_second")
def test_what_is_typed_is_no_longer_missing_though_it_waits(hall, round_, scorer, another):
    type_in(scorer, round_, 1)
    reported = report_sheet(
        table=round_.tables.get(number=2),
        report=TableReport(BALANCED),
        by=phones_of(round_.tables.get(number=2), hall.alice)[0],
    )

    before = another.get(SHEETS)
    dispute_sheet(sheet=reported, if_match=reported.tag, reason="No", by=hall.rob)

    assert heads(before) == {"typed": 1, "waiting": 1, "missing": 0}
    assert heads(another.get(SHEETS)) == {"typed": 1, "disputed": 1, "missing": 0}
    assert "Nothing is missing; sheets to confirm are above." in text_of(before)


@pytest.mark.usefixtures("asks_a_second")
def test_a_second_person_confirms_one_by_one_tap_and_reads_which(round_, scorer, another):
    type_in(scorer, round_, 1)
    sheet = Scoresheet.objects.get()
    assert f'name="if_match" value="{sheet.tag}"' in another.get(SHEETS).content.decode()

    answer = send(another, f"{SHEETS}{sheet.pk}/confirm/", if_match=sheet.tag)

    assert "Table 1 confirmed." in text_of(answer)
    assert statuses() == ["confirmed"]


@pytest.mark.usefixtures("asks_a_second")
def test_who_typed_it_is_offered_nothing_to_confirm_and_refused(round_, scorer):
    type_in(scorer, round_, 1)
    sheet, page = Scoresheet.objects.get(), scorer.get(SHEETS)

    answer = send(scorer, f"{SHEETS}{sheet.pk}/confirm/", if_match=sheet.tag)
    together = send(scorer, f"{DESK}rounds/{round_.pk}/confirm-sheets/", sheet=f"{sheet.pk}/{sheet.tag}")

    assert "Entered by you: someone else confirms it" in text_of(page)
    assert "/confirm" not in page.content.decode()
    said = "You reported this result; someone else must confirm it."
    assert said in text_of(answer)
    assert f"Table 1 is not confirmed: {said}" in text_of(together)
    assert statuses() == ["submitted"]


@pytest.mark.usefixtures("asks_a_second")
def test_all_that_add_up_are_confirmed_together_and_the_one_that_changed_is_named(round_, scorer, another):
    type_in(scorer, round_, 1, 2)
    page = another.get(SHEETS).content.decode()
    seen = re.findall(r'name="sheet" value="([^"]+)"', page)
    changed = Scoresheet.objects.get(table__number=1)
    send(
        scorer,
        SHEETS,
        round=round_.pk,
        number="1",
        if_match=changed.tag,
        **{**TYPED, "points_0": "390", "points_3": "110"},
    )

    answer = send(another, f"{DESK}rounds/{round_.pk}/confirm-sheets/", sheet=[*seen, "nonsense", "1/"])

    assert "Confirm all 2 that add up" in " ".join(text_of_html(page).split())
    words = text_of(answer)
    assert "Table 2 confirmed." in words
    assert (
        "Table 1 is not confirmed: The result has changed since you opened it; it is now version 2." in words
    )
    assert statuses() == ["superseded", "submitted", "confirmed"]


def text_of_html(html: str) -> str:
    return re.sub(r"<[^>]+>", " ", html)


@pytest.mark.usefixtures("asks_a_second")
def test_one_tap_counts_once_however_often_it_is_sent(hall, round_, scorer, another):
    type_in(scorer, round_, 1, 2)
    seen = [f"{sheet.pk}/{sheet.tag}" for sheet in Scoresheet.objects.all()]
    form = {"sheet": seen, "key": new_key()}

    answers = [send(another, f"{DESK}rounds/{round_.pk}/confirm-sheets/", **form) for _time in range(2)]

    assert ["Tables 1, 2 confirmed." in text_of(one) for one in answers] == [True, True]
    assert (statuses(), hall.kinds().count("paper_confirmed")) == (["confirmed"] * 2, 2)


@pytest.mark.usefixtures("asks_a_second")
def test_the_referees_page_has_one_line_for_all_typed_sheets_which_confirms_them(hall, round_, scorer):
    type_in(scorer, round_, 1, 2)
    rob = signed_in(hall.rob)
    at_the_desk, page = text_of(rob.get(DESK)), rob.get(f"{DESK}referee/").content.decode()
    form = re.search(r'action="([^"]*confirm-sheets/)".*?</form>', page, re.S)
    assert form is not None
    seen = re.findall(r'name="sheet" value="([^"]+)"', form[0])

    answer = send(rob, form[1], sheet=seen, back="referee")

    assert re.findall(r'id="need-([a-z]+)', page) == ["paper"]
    assert "2 entered sheets are waiting for confirmation" in " ".join(text_of_html(page).split())
    assert "2 entered sheets are waiting for confirmation" in at_the_desk
    assert answer.redirect_chain[-1][0] == f"{DESK}referee/"
    assert "Tables 1, 2 confirmed." in text_of(answer)
    assert hall.kinds()[-2:] == ["confirmed", "confirmed"]


@pytest.mark.usefixtures("asks_a_second")
def test_the_desk_leads_to_the_typed_sheets(round_, scorer, alice):
    type_in(scorer, round_, 1)

    page = alice.get(DESK).content.decode()

    assert f'href="{SHEETS}?round={round_.pk}#typed"' in page


def test_a_sheet_that_another_account_typed_here_is_not_taken_under_this_ones_name(round_, scorer, another):
    typed_by = value(scorer.get(SHEETS), "typed_by")

    answer = another.post(
        SHEETS,
        {"round": round_.pk, "number": "1", "typed_by": typed_by, "key": new_key(), **TYPED},
        headers={"Accept": MEDIA_TYPE},
    )

    told = answer.json()
    assert (told["done"], told["leads_to"]) == (False, "")
    assert "A different account entered this sheet on this computer" in told["page"]
    assert not Scoresheet.objects.exists()


def test_what_a_computer_held_is_answered_as_a_form_is_and_counts_once(round_, scorer):
    form = {"round": round_.pk, "number": "1", "key": new_key(), **TYPED}

    first, again = (scorer.post(SHEETS, form, headers={"Accept": MEDIA_TYPE}).json() for _time in range(2))

    assert (first["done"], again["done"], first["leads_to"]) == (True, True, f"{SHEETS}?round={round_.pk}")
    assert again["leads_to"] == first["leads_to"]
    assert statuses() == ["confirmed"]
