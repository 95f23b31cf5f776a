"""Places and totals of what is typed, before it is sent: as `scoring` settles it, and nothing is written."""

import re

import pytest

from tests.tournaments.views.seat.test_seat_pages import GOOD, PAGE, form, report, text_of, value
from tournaments.models import IdempotencyKey, LedgerEntry, Scoresheet

pytestmark = pytest.mark.django_db


def preview(phone, figures, **more):
    page = phone.get(PAGE)
    return phone.post(
        PAGE + "report/",
        form(page, seated=value(page, "seated"), if_match="", do="preview", **figures, **more),
    )


def previewed(answer) -> list[str]:
    """Place and total of each seat, East first."""
    slots = re.findall(r"data-previewed>(.*?)</span>\s*</p>", answer.content.decode(), re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", slot).split()) for slot in slots]


def test_places_and_totals_are_shown_and_nothing_is_written(table, phones):
    phone = phones(table)[0]
    entries = LedgerEntry.objects.count()

    answer = preview(phone, {**GOOD, "points_0": "390", "sticks": "1"})

    assert answer.status_code == 200
    assert previewed(answer) == ["1 +60.0", "2 +10.0", "3 −20.0", "4 −50.0"]
    assert (Scoresheet.objects.count(), LedgerEntry.objects.count(), IdempotencyKey.objects.count()) == (
        0,
        entries,
        0,
    )


def test_what_was_previewed_is_sent_with_the_same_key(table, phones):
    phone = phones(table)[0]
    seen = preview(phone, GOOD)

    answer = phone.post(PAGE + "report/", form(seen, seated=value(seen, "seated"), if_match="", **GOOD))

    assert answer.status_code == 302
    assert Scoresheet.objects.get().points == [40_000, 30_000, 20_000, 10_000]


def test_the_empty_form_and_what_does_not_add_up_show_no_places(table, phones):
    phone = phones(table)[0]

    empty = phone.get(PAGE)
    wrong = preview(phone, {**GOOD, "points_3": "99"})

    assert previewed(empty) == [""] * 4
    assert wrong.status_code == 422
    assert previewed(wrong) == [""] * 4
    assert "1,900" not in text_of(wrong)
    assert "100 are missing" in text_of(wrong)


def test_what_can_hardly_be_meant_is_asked_before_it_is_sent_and_not_again(table, phones):
    phone = phones(table)[0]
    odd = {"points_0": "1000", "points_1": "0", "points_2": "0", "points_3": "0"}

    asked = preview(phone, odd)
    ticked = {**odd, "confirm": "all_points_with_one"}
    answer = phone.post(PAGE + "report/", form(asked, seated=value(asked, "seated"), if_match="", **ticked))

    assert "One player has all the points, and all others have exactly 0." in text_of(asked)
    assert answer.status_code == 302


def test_a_phone_that_changes_a_result_previews_its_change(table, phones):
    east, south, *_rest = phones(table)
    report(east)
    page = south.get(PAGE + "?again=1")
    seen = {"seated": value(page, "seated"), "if_match": value(page, "if_match")}

    answer = south.post(
        PAGE + "report/", form(page, do="preview", **seen, **{**GOOD, "points_0": "200", "points_2": "400"})
    )

    assert [line.split()[0] for line in previewed(answer)] == ["3", "2", "1", "4"]
    assert Scoresheet.objects.get().version == 1
