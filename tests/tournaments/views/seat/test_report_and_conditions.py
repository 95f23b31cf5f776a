"""The figures of a report that is not sent yet go to "What do I need?" and come back; nothing is written."""

import re
from html import unescape

import pytest
from django.test import Client

from tests.tournaments.hall import seats_of
from tests.tournaments.views.seat.test_player_cards import card_of, scan
from tests.tournaments.views.seat.test_seat_pages import GOOD, PAGE, form, report, text_of, value
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.models import IdempotencyKey, LedgerEntry, Scoresheet

pytestmark = pytest.mark.django_db
# South needs the last hand; a stick lies on the table.
DRAFT = {"points_0": "299", "points_1": "180", "points_2": "280", "points_3": "", "sticks": "1"}


def ask(phone: Client, figures, **more):
    """Press "What do I need?" in the form."""
    page = phone.get(PAGE)
    return phone.post(PAGE + "report/", form(page, do="conditions", if_match="", **figures, **more))


def way_back(answer) -> str:
    """Where the page of conditions leads back to."""
    return unescape(re.search(r'href="(/seat/table/[^"]*)"', main_of(answer))[1])


def main_of(answer) -> str:
    return answer.content.decode().split("<main")[1]


def test_the_form_asks_what_is_needed_with_what_is_typed_in_it(table, phones):
    south = phones(table)[1]
    name = seats_of(table)[1].entry.player.name
    entries = LedgerEntry.objects.count()

    answer = ask(south, DRAFT)
    page = south.get(answer.headers["Location"])

    assert answer.status_code == 303
    assert f"{name} 18,000" in text_of(page)
    assert "Tsumo" in text_of(page)
    assert [value(page, wind) for wind in "ESW"] == ["299", "180", "280"]
    assert value(page, "sticks") == "1"
    assert (Scoresheet.objects.count(), LedgerEntry.objects.count(), IdempotencyKey.objects.count()) == (
        0,
        entries,
        0,
    )


def test_the_way_back_keeps_what_was_typed(table, phones):
    south = phones(table)[1]
    draft = {**DRAFT, "chombo_2": "1", "imbalance_reason": "a stick & a half"}

    page = south.get(way_back(south.get(ask(south, draft).headers["Location"])))

    assert {name: unescape(value(page, name)) for name in draft} == draft
    assert "data-touched" in page.content.decode()
    assert "data-touched" not in south.get(PAGE).content.decode()


def test_it_keeps_what_was_changed_on_the_way_and_asked_again(table, phones):
    south = phones(table)[1]
    page = south.get(ask(south, {**DRAFT, "chombo_0": "2"}).headers["Location"])
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode()))

    again = south.get(
        page.request["PATH_INFO"],
        {**hidden, "E": "301", "S": "180", "W": "", "N": "", "sticks": "0", "hand": "S3", "goal": "2"},
    )
    back = south.get(way_back(again))

    assert [value(back, f"points_{index}") for index in range(4)] == ["301", "180", "", ""]
    assert (value(back, "sticks"), value(back, "chombo_0")) == ("0", "2")


def test_an_empty_form_asks_nothing_yet(table, phones):
    south = phones(table)[1]
    empty = dict.fromkeys(GOOD, "")

    page = south.get(ask(south, {**empty, "sticks": "0"}).headers["Location"])

    assert 'role="alert"' not in page.content.decode()
    assert '<option value="S" selected>' in page.content.decode()
    assert way_back(page) == f"{PAGE}?seat={seats_of(table)[1].pk}"


def test_what_cannot_be_read_is_shown_on_the_page_of_conditions(table, phones):
    south = phones(table)[1]

    page = south.get(ask(south, {**DRAFT, "points_0": "29.95", "points_3": "<b>"}).headers["Location"])

    assert "29.95 is not a whole number" in text_of(page)
    assert "Please enter a number, such as 412 for 41,200." in text_of(page)
    assert value(page, "N") == "&lt;b&gt;"


def test_a_result_that_arrived_meanwhile_is_shown_instead(table, phones):
    east, south, *_rest = phones(table)
    page = south.get(ask(south, DRAFT).headers["Location"])
    report(east)

    again = south.get(page.request["PATH_INFO"], {"back": seats_of(table)[1].pk}, follow=True)
    back = south.get(way_back(page))

    assert again.request["PATH_INFO"] == PAGE
    assert "Is this right?" in text_of(again)
    assert "data-points" not in back.content.decode()


def test_nobody_else_is_led_to_a_seat(table, phones):
    """A page of conditions without a phone's figures, or with those of another table's seat, leads to no seat."""
    other = table.round.tables.exclude(pk=table.pk).first()
    address = f"/t/{table.round.stage.tournament.slug}/tables/{table.pk}/conditions/"

    for back in ("", str(seats_of(other)[0].pk), "x", "9" * 40, "²"):
        page = Client().get(address, {"back": back, "E": "300"})

        assert page.status_code == 200
        assert PAGE not in main_of(page)


def test_a_card_that_leads_elsewhere_by_now_takes_no_figures_along(hall, table):
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    seat = seats_of(table)[1]
    phone = scan(card_of(seat.entry))
    page = phone.get(ask(phone, DRAFT, seat=str(seat.pk)).headers["Location"])
    elsewhere = way_back(page).replace(f"seat={seat.pk}", f"seat={seats_of(table)[0].pk}")

    assert value(phone.get(way_back(page)), "points_0") == "299"
    assert phone.get(elsewhere).headers["Location"] == PAGE
