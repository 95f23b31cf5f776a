"""The clock of a round: on the desk, on the phones, and on everybody's pages."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.play.clocks import pause_clock, start_clock
from tournaments.actions.play.rounds import close_round
from tournaments.models import Round, RoundClock, TableClock, TimeLimit

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(round_: Round) -> str:
    return f"{DESK}rounds/{round_.pk}/clock/"


def faces(answer) -> list[dict[str, str]]:
    """The clocks of a page, as its script reads them."""
    found = re.findall(r"data-clock data-now=\"(\d+)\"\s+(?:data-ends=\"(\d+)\")?", answer.content.decode())
    return [{"now": int(now), "ends": int(ends) if ends else None} for now, ends in found]


def test_a_clock_is_started_given_time_stopped_and_set_back(page, round_, alice):
    send(alice, page, minutes="60", after_gong="one_more_hand")
    clock = RoundClock.objects.get()
    first = clock.ends_at
    send(alice, page + "extend/", table="", minutes="5")
    clock.refresh_from_db()

    assert (clock.minutes, clock.after_gong) == (60, "one_more_hand")
    assert (clock.ends_at - first).total_seconds() == 300

    send(alice, page + "pause/", table="")
    clock.refresh_from_db()

    assert clock.ends_at is None

    send(alice, page + "resume/", table="")
    send(alice, page + "reset/", confirm="sure")

    assert not RoundClock.objects.exists()


def test_one_table_is_stopped_and_the_page_shows_it(page, round_, table, alice, hall):
    start_clock(round_=round_, minutes=60, by=hall.rob)

    send(alice, page + "pause/", table=table.pk)

    assert TableClock.objects.get().is_held
    assert [face["ends"] is None for face in faces(alice.get(page))] == [False, True]


def test_a_table_of_another_round_is_not_found(page, round_, alice, hall):
    start_clock(round_=round_, minutes=60, by=hall.rob)
    other = hall.started().tables.first()

    for typed in (other.pk, "x", "²", "9" * 30):
        assert alice.post(page + "pause/", {"table": typed}).status_code == 404
    assert not TableClock.objects.exists()


@pytest.mark.parametrize("minutes", ["", "0", "601", "1e3", "NaN", "-5", "9" * 40])
def test_a_time_that_is_none_is_refused(minutes, page, round_, alice):
    assert alice.post(page, {"minutes": minutes, "after_gong": "finish_hand"}).status_code == 422
    assert not RoundClock.objects.exists()


def test_more_than_is_left_cannot_be_taken_and_the_form_says_so(page, round_, alice, hall):
    start_clock(round_=round_, minutes=20, by=hall.rob)

    answer = alice.post(page + "extend/", {"table": "", "minutes": "-30"})

    assert answer.status_code == 422
    assert "minutes are left" in answer.content.decode()


def test_the_length_is_set_for_one_round_or_for_all(page, round_, alice):
    place = {"limit-minutes": "50", "limit-after_gong": "stop"}

    send(alice, page + "limit/", **place, **{"limit-applies_to": "round"})
    send(alice, page + "limit/", **{**place, "limit-minutes": "70"}, **{"limit-applies_to": "all"})

    rows = TimeLimit.objects.order_by("minutes").values_list("number", "minutes", "after_gong")
    assert list(rows) == [(round_.number, 50, "stop"), (None, 70, "stop")]
    assert 'value="50"' in alice.get(page).content.decode()


def test_page_phone_table_and_desk_show_the_same_end(round_, table, alice, hall, phones):
    start_clock(round_=round_, minutes=60, by=hall.rob)
    addresses = (
        DESK,
        f"/t/spring-open/rounds/{round_.number}/",
        f"/t/spring-open/tables/{table.pk}/",
    )

    shown = [faces(alice.get(address)) for address in addresses]
    shown.append(faces(phones(table)[0].get("/seat/table/")))

    end = int(RoundClock.objects.get().ends_at.timestamp() * 1000)
    assert [[face["ends"] for face in one] for one in shown] == [[end]] * 4
    assert all(3_590_000 < end - face["now"] <= 3_600_000 for one in shown for face in one)


def test_without_a_script_the_end_is_a_time_of_day_in_the_tournaments_zone(round_, hall):
    hall.tournament.time_zone = "Asia/Tokyo"
    hall.tournament.save(update_fields=["time_zone"])
    start_clock(round_=round_, minutes=60, by=hall.rob)

    page = Client().get(f"/t/spring-open/rounds/{round_.number}/").content.decode()

    end = RoundClock.objects.get().ends_at.astimezone(ZoneInfo("Asia/Tokyo"))
    assert re.search(rf"Ends at</span>\s*<strong data-clock-digits>{end:%H:%M}</strong>", page)


def test_an_open_phone_learns_of_a_stopped_clock_without_losing_its_form(round_, table, hall, phones):
    start_clock(round_=round_, minutes=60, by=hall.rob)
    phone = phones(table)[0]
    before = phone.get("/seat/table/")

    pause_clock(round_=round_, table=table, by=hall.rob)

    after = phone.get("/seat/table/", headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    # What the script takes as the same form: only the clock beside it is another.
    states = [re.search(r'data-state="([^"]+)"', one.content.decode()) for one in (before, after)]
    assert states[0] is not None
    assert states[1] is not None
    assert states[0][1] == states[1][1]
    assert faces(after)[0]["ends"] is None


def test_another_tables_time_does_not_wake_a_phone(round_, table, hall, phones):
    start_clock(round_=round_, minutes=60, by=hall.rob)
    phone = phones(table)[0]
    before = phone.get("/seat/table/")

    pause_clock(round_=round_, table=round_.tables.get(number=2), by=hall.rob)

    assert phone.get("/seat/table/", headers={"If-None-Match": before["ETag"]}).status_code == 304


def test_the_page_of_a_clock_is_so_many_queries(page, round_, hall, alice, django_assert_num_queries):
    start_clock(round_=round_, minutes=60, by=hall.rob)
    alice.get(page)

    with django_assert_num_queries(8):
        alice.get(page)


def test_in_a_round_that_is_closed_no_clock_is_started(page, round_, alice, hall):
    close_round(round_=round_, by=hall.alice, leave_open=True)

    shown = alice.get(page)

    assert "This round is closed." in text_of(shown)
    assert "Start the clock" not in text_of(shown)


def test_a_referee_starts_it_and_leaves_the_length_to_the_organizer(page, round_, alice, hall):
    shown = [browser.get(page) for browser in (alice, signed_in(hall.rob))]

    said = [text_of(one) for one in shown]
    assert ["Start the clock" in one for one in said] == [True, True]
    assert ["Length of rounds" in one for one in said] == [True, False]
    assert [f'action="{page}limit/"' in one.content.decode() for one in shown] == [True, False]
