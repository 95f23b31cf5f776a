"""Odd figures on the phone's page and at the desk: a question with a tick, without JavaScript."""

import pytest

from tests.tournaments.hall import play
from tests.tournaments.views.seat.test_seat_pages import GOOD, PAGE, form, report, text_of, value
from tournaments.models import Scoresheet

pytestmark = pytest.mark.django_db
ODD = {"points_0": "1000", "points_1": "0", "points_2": "0", "points_3": "0"}
QUESTION = "One player has all the points, and all others have exactly 0."


def desk_of(table) -> str:
    return f"/t/spring-open/desk/tables/{table.pk}/"


def sent(answer, **fields) -> dict[str, str]:
    """The form that came back, sent again as it stands, with these fields."""
    return form(answer, seated=value(answer, "seated"), **fields)


def test_a_phone_is_asked_and_a_tick_takes_it_down(table, phones):
    phone = phones(table)[0]

    question = report(phone, ODD)
    nothing_yet = Scoresheet.objects.exists()
    taken = phone.post(PAGE + "report/", sent(question, **ODD, confirm="all_points_with_one"))

    assert (question.status_code, nothing_yet, taken.status_code) == (422, False, 302)
    assert QUESTION in text_of(question)
    assert "Yes, this is intended" in text_of(question)
    assert "please_confirm" not in text_of(question)
    assert value(question, "points_0") == "1000"
    assert Scoresheet.objects.get().points == [100_000, 0, 0, 0]


def test_a_phone_that_changes_its_result_is_asked_in_its_form(table, phones):
    phone = phones(table)[0]
    report(phone)
    page = phone.get(PAGE + "?again=1")

    seen = {**ODD, "if_match": value(page, "if_match")}
    question = phone.post(PAGE + "report/", sent(page, **seen))
    seen["if_match"] = value(question, "if_match")
    taken = phone.post(PAGE + "report/", sent(question, **seen, confirm="all_points_with_one"))

    assert (question.status_code, taken.status_code) == (422, 302)
    assert QUESTION in text_of(question)
    assert Scoresheet.objects.live().get().points == [100_000, 0, 0, 0]


def test_a_usual_sheet_is_not_asked_about(table, phones):
    answer = report(phones(table)[0], GOOD)

    assert answer.status_code == 302


def test_more_chombo_than_a_game_can_have_are_refused_with_what_was_typed(table, phones):
    answer = report(phones(table)[0], {**GOOD, "chombo_1": "20"})

    assert answer.status_code == 422
    assert "One player has 20 chombo, but a game here can have at most 12." in text_of(answer)
    assert value(answer, "chombo_1") == "20"
    assert not Scoresheet.objects.exists()


def test_the_question_in_japanese(table, phones):
    phone = phones(table)[0]
    page = phone.get(PAGE)

    question = phone.post("/ja" + PAGE + "report/", sent(page, **ODD))

    assert "一人がすべての点を持ち、ほかの全員がちょうど0点です。" in text_of(question)


def test_the_desk_is_asked_when_it_takes_down(table, alice):
    question = alice.post(desk_of(table), {**ODD, "if_match": "", "do": "report"})
    taken = alice.post(
        desk_of(table), {**ODD, "if_match": "", "do": "report", "confirm": "all_points_with_one"}
    )

    assert (question.status_code, taken.status_code) == (422, 302)
    assert QUESTION in text_of(question)
    assert Scoresheet.objects.get().points == [100_000, 0, 0, 0]


def test_the_tick_stays_from_the_preview_to_the_decision(hall, table, alice):
    sheet = play(table, hall.alice)
    typed = {**ODD, "reason": "signed", "if_match": sheet.tag}

    question = alice.post(desk_of(table), {**typed, "do": "preview"})
    preview = alice.post(desk_of(table), {**typed, "do": "preview", "confirm": "all_points_with_one"})
    before = Scoresheet.objects.live().get(table=table).points
    decided = alice.post(desk_of(table), {**typed, "do": "decide", "confirm": "all_points_with_one"})

    assert (question.status_code, preview.status_code, decided.status_code) == (422, 200, 302)
    assert QUESTION in text_of(question)
    assert "What would change" in text_of(preview)
    assert 'value="all_points_with_one" checked' in preview.content.decode()
    assert before == [40_000, 30_000, 20_000, 10_000]
    assert Scoresheet.objects.live().get(table=table).points == [100_000, 0, 0, 0]
