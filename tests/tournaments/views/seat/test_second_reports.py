"""What a phone reads when its numbers meet those of another: the same, different, or changed since."""

import re

import pytest

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
from tournaments.models import LedgerEntry, Scoresheet, Tournament

pytestmark = pytest.mark.django_db


def late_report(phone, page, figures):
    """Send the form of a page that was opened before anybody had reported."""
    return phone.post(PAGE + "report/", form(page, seated=value(page, "seated"), if_match="", **figures))


def change(phone, figures):
    """Report anew over the version that the phone shows."""
    page = phone.get(PAGE + "?again=1")
    seen = {"seated": value(page, "seated"), "if_match": value(page, "if_match")}
    return phone.post(PAGE + "report/", form(page, **seen, **figures))


def marked(answer) -> list[str]:
    """The cells that the page marks as different."""
    cells = re.findall(r"<mark>(.*?)</mark>", answer.content.decode(), re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in cells]


def test_the_same_numbers_are_a_confirmation(table, phones):
    east, south, *_rest = phones(table)
    page = south.get(PAGE)
    report(east)

    answer = late_report(south, page, GOOD)

    shown = text_of(south.get(PAGE))
    sheet = Scoresheet.objects.get()
    assert answer.status_code == 302
    assert (sheet.version, sheet.status, sheet.confirmations.count()) == (1, "submitted", 1)
    assert LedgerEntry.objects.filter(kind="agreed").count() == 1
    assert "Your numbers match those reported by" in shown
    assert "This counts as your confirmation." in shown
    assert "Confirm: this is right" not in shown


def test_four_phones_with_the_same_numbers_are_a_confirmed_result(table, phones):
    all_four = phones(table)
    pages = [phone.get(PAGE) for phone in all_four]

    for phone, page in zip(all_four, pages, strict=True):
        late_report(phone, page, GOOD)

    assert Scoresheet.objects.get().status == "confirmed"


def test_ones_own_numbers_sent_again_are_nothing_new(table, phones):
    east = phones(table)[0]
    page = east.get(PAGE)
    report(east)
    entries = LedgerEntry.objects.count()

    answers = [late_report(east, page, GOOD), change(east, GOOD)]

    assert [answer.status_code for answer in answers] == [302, 302]
    assert (Scoresheet.objects.count(), LedgerEntry.objects.count()) == (1, entries)


def test_the_same_numbers_after_a_dispute_are_a_new_version(table, phones):
    east, south, *_rest = phones(table)
    report(east)
    judge(south, "dispute", reason="South has 34,000")

    change(east, GOOD)

    assert [sheet.status for sheet in Scoresheet.objects.order_by("version")] == ["superseded", "submitted"]


def test_where_the_referee_confirms_the_same_numbers_confirm_nothing(hall, table, phones):
    Tournament.objects.update(confirmation_rule=Tournament.ConfirmationRule.REFEREE)
    east, south, *_rest = phones(table)
    page = south.get(PAGE)
    report(east)

    answer = late_report(south, page, GOOD)

    assert answer.status_code == 302
    assert Scoresheet.objects.get().confirmations.count() == 0
    assert "Your numbers match those reported by" in (shown := text_of(south.get(PAGE)))
    assert "This counts as your confirmation." not in shown


def test_different_numbers_are_marked_cell_by_cell(table, phones):
    east, south, *_rest = phones(table)
    page = south.get(PAGE)
    report(east)

    answer = late_report(south, page, {**GOOD, "points_0": "390", "points_2": "210"})

    assert answer.status_code == 409
    assert "What you entered" in text_of(answer)
    assert marked(answer) == ["39,000", "21,000"]
    assert "Confirm: this is right" in text_of(answer)
    assert Scoresheet.objects.get().confirmations.count() == 0


def test_sticks_and_chombo_that_differ_are_marked(table, phones):
    east, south, *_rest = phones(table)
    page = south.get(PAGE)
    report(east)

    answer = late_report(south, page, {**GOOD, "points_0": "390", "sticks": "1", "chombo_1": "1"})

    assert marked(answer) == ["39,000", "1,000", "1"]


def test_after_a_change_a_phone_reads_what_was_and_that_its_confirmation_is_void(table, phones):
    east, south, west, _north = phones(table)
    report(east)
    judge(south, "confirm")

    change(east, {**GOOD, "points_0": "390", "points_2": "210"})

    of_south, of_west = text_of(south.get(PAGE)), text_of(west.get(PAGE))
    assert marked(south.get(PAGE)) == ["39,000 was 40,000", "21,000 was 20,000"]
    assert marked(west.get(PAGE)) == ["39,000 was 40,000", "21,000 was 20,000"]
    assert "You confirmed version 1. It was changed, so your confirmation no longer counts." in of_south
    assert "You confirmed version" not in of_west
    assert "Confirm: this is right" in of_south


def test_who_confirms_the_change_reads_no_more_of_the_void_confirmation(table, phones):
    east, south, *_rest = phones(table)
    report(east)
    judge(south, "confirm")
    change(east, OTHER)

    judge(south, "confirm")

    assert "You confirmed version" not in text_of(south.get(PAGE))


def test_a_disputed_result_is_not_asked_about(table, phones):
    east, south, west, _north = phones(table)
    report(east)
    judge(south, "dispute", reason="South has 34,000")

    shown = text_of(west.get(PAGE))

    assert "Is this right?" not in shown
    assert "This result is disputed" in shown


def test_a_late_confirmation_of_a_disputed_result_says_what_the_table_can_do(table, phones):
    east, south, west, _north = phones(table)
    report(east)
    seen = west.get(PAGE)
    judge(south, "dispute", reason="South has 34,000")

    answer = west.post(PAGE + "confirm/", form(seen, if_match=value(seen, "if_match")))

    assert answer.status_code == 409
    assert "This result is disputed. Agree at the table and enter it again, or call the referee." in (
        text_of(answer)
    )
    assert "The referee can correct it" not in text_of(answer)
