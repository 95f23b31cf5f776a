"""What the other phones of a table learn by themselves, and what their asking costs."""

import re

import pytest

from tests.tournaments.hall import play
from tests.tournaments.views.seat.test_seat_pages import (
    GOOD,
    OTHER,
    PAGE,
    form,
    judge,
    report,
    text_of,
    value,
)
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.models import Scoresheet

pytestmark = pytest.mark.django_db


def tag_of(answer) -> str:
    """The tag by which the page's live part asks again."""
    return re.search(r'data-etag="([^"]*)"', answer.content.decode())[1].replace("&quot;", '"')


def news_of(answer) -> str:
    """What the page says in a line has happened at the table."""
    found = re.search(r"data-live-news[^>]*>([^<]*)<", answer.content.decode())
    return " ".join(found[1].split()) if found else ""


def ask_again(phone, tag: str):
    return phone.get(PAGE, headers={"If-None-Match": tag})


def test_a_phone_with_an_empty_form_asks_after_two_queries(table, phones, django_assert_num_queries):
    phone = phones(table)[0]
    tag = tag_of(phone.get(PAGE))

    with django_assert_num_queries(2):
        answer = ask_again(phone, tag)

    assert answer.status_code == 304


def test_an_empty_form_is_six_queries(table, phones, django_assert_num_queries):
    phone = phones(table)[0]

    # The seat with its tournament, what the tag is made of, the players, the sheets, the clock.
    with django_assert_num_queries(6):
        answer = phone.get(PAGE)

    assert answer.status_code == 200


def test_a_result_that_waits_is_eight_queries_while_no_later_round_is_published(
    table, phones, django_assert_num_queries
):
    east, south, *_rest = phones(table)
    report(east)

    # The seat with its tournament, what the tag is made of, players, sheets, scores, confirmations, receipts.
    with django_assert_num_queries(8):
        answer = south.get(PAGE)

    assert answer.status_code == 200
    assert "Is this right?" in text_of(answer)


def test_a_phone_that_waits_asks_after_two_queries_however_many_versions_there_are(
    table, phones, django_assert_num_queries
):
    east, south, *_rest = phones(table)
    report(east)
    again = east.get(PAGE + "?again=1")
    east.post(
        PAGE + "report/",
        form(again, seated=value(again, "seated"), if_match=value(again, "if_match"), **OTHER),
    )
    judge(south, "confirm")
    tag = tag_of(east.get(PAGE))

    with django_assert_num_queries(2):
        answer = ask_again(east, tag)

    assert answer.status_code == 304


def test_an_empty_form_learns_of_a_report(table, phones):
    east, south, *_rest = phones(table)
    tag = tag_of(south.get(PAGE))
    report(east)

    answer = ask_again(south, tag)

    assert answer.status_code == 200
    assert "Is this right?" in text_of(answer)
    assert news_of(answer) == f"{Scoresheet.objects.get().reported_by_seat.entry.player.name} has reported."


def test_a_form_that_changes_a_result_asks_for_the_result_and_not_for_itself(table, phones):
    east, south, west, _north = phones(table)
    report(east)
    changing = south.get(PAGE + "?again=1")

    same = ask_again(south, tag_of(changing))
    judge(west, "dispute", reason="South has 34,000")
    after = ask_again(south, tag_of(changing))

    assert f'data-live-address="{PAGE}"' in changing.content.decode()
    assert [same.status_code, after.status_code] == [304, 200]
    assert news_of(after) == "The result is disputed."


def test_phones_learn_that_the_result_is_void_and_that_it_stands(hall, table, phones):
    phone = phones(table)[0]
    sheet = play(table, hall.alice)
    stands = phones(table)[0].get(PAGE)
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="wrong table", by=hall.rob)
    phone = phones(table)[0]

    answer = ask_again(phone, tag_of(stands))

    assert news_of(stands) == "The result is final."
    assert (answer.status_code, news_of(answer)) == (200, "The referee voided the result.")


def test_a_form_that_was_refused_counts_as_touched(table, phones):
    phone = phones(table)[0]

    untouched = phone.get(PAGE).content.decode()
    refused = report(phone, {**GOOD, "points_3": "99"}).content.decode()

    assert "data-touched" not in untouched
    assert "data-touched" in refused


def test_a_phone_that_has_confirmed_is_not_asked_again(table, phones):
    east, south, *_others = phones(table)
    report(east)
    asked = text_of(south.get(PAGE))

    judge(south, "confirm")

    page = text_of(south.get(PAGE))
    assert ("Is this right?" in asked, "Is this right?" in page, "You have confirmed" in page) == (
        True,
        False,
        True,
    )
