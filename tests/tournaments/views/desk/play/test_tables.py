"""One table at the desk: confirmed, decided, void, and a seat taken over."""

import pytest
from django.test import Client

from tests.tournaments.hall import play, seats_of
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.models import Entry, LedgerEntry, Scoresheet, Seat, Standing

pytestmark = pytest.mark.django_db


def test_deciding_is_shown_before_it_is_done(hall, table, alice):
    play(table, hall.alice)
    hall.stage.publication.refresh_from_db()
    figures = {
        "points_0": "100",
        "points_1": "200",
        "points_2": "300",
        "points_3": "400",
        "reason": "swapped",
    }
    address = f"{DESK}tables/{table.pk}/"
    tag = value(alice.get(address), "if_match")
    before = LedgerEntry.objects.count()

    preview = alice.post(address, {**figures, "if_match": tag, "do": "preview"})

    assert "What would change" in text_of(preview)
    assert "+60.0 → −50.0" in text_of(preview)
    assert LedgerEntry.objects.count() == before

    send(alice, address, **figures, if_match=tag, do="decide")

    sheet = Scoresheet.objects.live().get(table=table)
    assert (sheet.points, sheet.reason, sheet.version) == ([10_000, 20_000, 30_000, 40_000], "swapped", 2)


def test_deciding_without_a_reason_keeps_what_was_typed(table, alice):
    address = f"{DESK}tables/{table.pk}/"

    answer = alice.post(
        address, {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100", "do": "decide"}
    )

    assert answer.status_code == 422
    assert "Please say why the result is decided." in text_of(answer)
    assert value(answer, "points_0") == "400"


@pytest.mark.parametrize("reason", ["a\x00b", "\u202e000,1"])
def test_a_reason_that_cannot_be_read_decides_nothing(table, alice, reason):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    answer = alice.post(f"{DESK}tables/{table.pk}/", {**points, "do": "decide", "reason": reason})

    assert answer.status_code == 422
    assert "The reason has a character that cannot be shown" in text_of(answer)
    assert not Scoresheet.objects.exists()


def test_a_referee_confirms_and_voids(hall, table, phones, alice):
    from_east = phones(table)[0]
    page = from_east.get("/seat/table/")
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
    from_east.post(
        "/seat/table/report/", {"key": value(page, "key"), "seated": value(page, "seated"), **points}
    )
    address = f"{DESK}tables/{table.pk}/"

    send(alice, address + "confirm/", if_match=value(alice.get(address), "if_match"))
    confirmed = Scoresheet.objects.get(table=table).status
    send(alice, address + "void/", if_match=value(alice.get(address), "if_match"), reason="chairs mixed up")

    assert confirmed == "confirmed"
    assert Scoresheet.objects.get(table=table).status == "void"


def test_a_substitute_takes_a_seat(hall, table, alice):
    send(alice, DESK + "entries/", name="Sub Stitute", is_substitute="on")
    substitute = Entry.objects.get(is_substitute=True)
    seat = seats_of(table)[0]

    send(alice, f"{DESK}tables/{table.pk}/substitute/", seat=seat.pk, entry=substitute.pk)

    assert Seat.objects.get(pk=seat.pk).entry == substitute


def test_standings_follow_what_the_desk_decides(hall, table, alice):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    send(alice, f"{DESK}tables/{table.pk}/", **points, do="decide", reason="paper sheet")
    Client().get("/t/spring-open/standings/")

    assert Standing.objects.get(entry=seats_of(table)[0].entry).total == 60_000
