"""A phone that scanned a player's card is led from round to round, and comes back after it lost everything."""

import pytest
from django.test import Client

from tests.tournaments.hall import BALANCED, Hall, seats_of
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.player_cards import admit_phone, issue_player_cards, sign_phone_out
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.rate_limits import PINS_OF_A_CARD
from tournaments.models import CardPhone, Entry, PlayerCard, Round, Scoresheet, Seat

POINTS = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}


@pytest.fixture(autouse=True)
def _cards(hall: Hall) -> None:
    issue_player_cards(tournament=hall.tournament, by=hall.alice)


def card_of(entry: Entry | int) -> PlayerCard:
    return PlayerCard.objects.get(entry=entry, revoked_at=None)


def scan(card: PlayerCard) -> Client:
    phone = Client()
    phone.get("/seat/")
    phone.post("/seat/", {"code": f"{card.code[:4].lower()} {card.code[4:]}"})
    return phone


def report(phone: Client, seat: Seat, **more: str):
    seated = "-".join(str(pk) for pk in seat.table.seats.order_by("wind").values_list("entry", flat=True))
    return phone.post(
        "/seat/table/report/", {**POINTS, "seat": seat.pk, "seated": seated, "confirm": [], **more}
    )


def where(phone: Client) -> str:
    """Where this phone ends up when it looks for its table."""
    answer = phone.get("/seat/table/", follow=True)
    return str(answer.context["seat"].round) if answer.request["PATH_INFO"] == "/seat/table/" else "card"


def east_of(round_: Round) -> Seat:
    return seats_of(round_.tables.get(number=1))[0]


def test_scanned_before_any_round_it_waits_and_goes_to_the_table_by_itself(hall: Hall) -> None:
    phone = scan(card_of(hall.entries()[0]))
    assert where(phone) == "card"
    tag = phone.get("/seat/card/")["ETag"]
    assert phone.get("/seat/card/", headers={"If-None-Match": tag}).status_code == 304

    hall.started()

    assert phone.get("/seat/card/", headers={"If-None-Match": tag})["Location"] == "/seat/table/"
    assert where(phone) == "Round 1"


def test_one_scan_reports_in_every_round(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))

    assert report(phone, seat).status_code == 302
    close_round(round_=first, by=hall.alice, leave_open=True)
    second = hall.started()
    again = Seat.objects.get(round=second, entry=seat.entry)
    assert report(phone, again).status_code == 302

    reported = Scoresheet.objects.order_by("pk").values_list("table", "reported_by_seat")
    assert list(reported) == [(seat.table_id, seat.pk), (again.table_id, again.pk)]


def test_a_result_sent_late_never_lands_at_the_table_of_the_next_round(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))
    close_round(round_=first, by=hall.alice, leave_open=True)
    hall.started()

    answer = report(phone, seat)

    assert answer.status_code == 409
    assert not Scoresheet.objects.exists()


def test_the_same_form_sent_again_after_the_round_gets_its_first_answer(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))
    key = "11111111-2222-3333-4444-555555555555"
    report(phone, seat, key=key)
    close_round(round_=first, by=hall.alice, leave_open=True)
    hall.started()

    assert report(phone, seat, key=key).status_code == 302
    assert Scoresheet.objects.count() == 1


def test_the_page_of_an_earlier_round_leads_on_when_it_asks_for_news(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))
    page = phone.get("/seat/table/").content.decode()
    assert f'data-live-address="/seat/table/?seat={seat.pk}"' in page
    close_round(round_=first, by=hall.alice, leave_open=True)
    hall.started()

    answer = phone.get(f"/seat/table/?seat={seat.pk}")

    assert (answer.status_code, answer["Location"]) == (302, "/seat/table/")


def test_of_two_rounds_in_play_the_phone_shows_the_one_without_a_result(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))
    hall.started()
    assert where(phone) == "Round 1"

    correct_sheet(table=seat.table, report=TableReport(BALANCED), reason="on paper", by=hall.rob)

    assert where(phone) == "Round 2"


def test_a_played_table_stays_until_its_round_is_over(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))

    correct_sheet(table=seat.table, report=TableReport(BALANCED), reason="on paper", by=hall.rob)

    assert where(phone) == "Round 1"


def test_a_browser_that_lost_everything_comes_back_by_the_pin_and_the_other_stays(hall: Hall) -> None:
    hall.started()
    card = card_of(hall.entries()[0])
    first, lost = scan(card), scan(card)
    assert "PIN on the card" in lost.get("/seat/card/").content.decode()

    answer = lost.post("/seat/card/pin/", {"pin": card.pin})

    assert answer["Location"] == "/seat/table/"
    assert [where(phone) for phone in (first, lost)] == ["Round 1", "Round 1"]


def test_or_by_the_referees_tap(hall: Hall) -> None:
    hall.started()
    card = card_of(hall.entries()[0])
    first, lost = scan(card), scan(card)
    tag = lost.get("/seat/card/")["ETag"]

    admit_phone(phone=CardPhone.objects.waiting().get(), by=hall.rob)

    assert lost.get("/seat/card/", headers={"If-None-Match": tag})["Location"] == "/seat/table/"
    assert [where(phone) for phone in (first, lost)] == ["Round 1", "Round 1"]


def test_a_phone_that_waits_reports_nothing(hall: Hall) -> None:
    seat = east_of(hall.started())
    card = card_of(seat.entry)
    _first, waits = scan(card), scan(card)

    answer = report(waits, seat)

    assert answer.status_code == 302
    assert not Scoresheet.objects.exists()


def test_pins_cannot_be_tried_one_after_the_other(hall: Hall) -> None:
    card = card_of(hall.entries()[0])
    scan(card)
    lost = scan(card)
    wrong = [f"{(int(card.pin) + step) % 10_000:04}" for step in range(1, PINS_OF_A_CARD.most + 1)]

    statuses = [lost.post("/seat/card/pin/", {"pin": pin}).status_code for pin in [*wrong, card.pin]]

    assert statuses == [*[403] * PINS_OF_A_CARD.most, 429]
    assert CardPhone.objects.admitted().count() == 1


def test_a_card_scanned_by_mistake_is_let_go_of_and_free_for_its_player(hall: Hall) -> None:
    hall.started()
    theirs, mine = (card_of(pk) for pk in hall.entries()[:2])
    phone = scan(theirs)
    refused = phone.post("/seat/", {"code": mine.code})
    assert (refused.status_code, "already follows another player" in refused.content.decode()) == (409, True)

    phone.post("/seat/card/leave/")

    phone.post("/seat/", {"code": mine.code})
    assert (where(phone), where(scan(theirs))) == ("Round 1", "Round 1")
    assert phone.get("/seat/table/").context["seat"].entry_id == mine.entry_id


def test_a_phone_that_was_put_out_is_told_so(hall: Hall) -> None:
    hall.started()
    phone = scan(card_of(hall.entries()[0]))

    sign_phone_out(phone=CardPhone.objects.get(), by=hall.rob)

    assert where(phone) == "card"
    assert "no longer follows the card" in phone.get("/seat/card/").content.decode()


def test_a_private_tournament_is_open_to_those_whose_phone_follows_a_card(hall: Hall) -> None:
    hall.tournament.visibility = "private"
    hall.tournament.save(update_fields=["visibility"])
    card = card_of(hall.entries()[0])
    follows, waits = scan(card), scan(card)

    statuses = [phone.get("/t/spring-open/").status_code for phone in (follows, waits, Client())]

    assert statuses == [200, 404, 404]


def test_the_ledger_names_the_player_whose_card_it_was(hall: Hall) -> None:
    seat = east_of(hall.started())
    report(scan(card_of(seat.entry)), seat)

    text = Client().get("/t/spring-open/ledger/").content.decode()

    assert f"A phone follows the card of {seat.entry.player.name}" in text
    assert hall.kinds()[-1] == "reported"


def test_asking_for_news_costs_three_queries(hall: Hall, django_assert_num_queries) -> None:
    phone = scan(card_of(east_of(hall.started()).entry))
    tag = phone.get("/seat/table/")["ETag"]

    with django_assert_num_queries(3):
        answer = phone.get("/seat/table/", headers={"If-None-Match": tag})

    assert answer.status_code == 304


def test_a_signed_in_player_with_a_card_acts_for_the_same_seat(hall: Hall) -> None:
    round_ = hall.started()
    seat = Seat.objects.get(round=round_, entry__player__user=hall.bob)
    phone = scan(card_of(seat.entry))
    phone.force_login(hall.bob)

    report(phone, seat)

    assert Scoresheet.objects.get().reported_by_seat_id == seat.pk


def test_between_two_rounds_the_result_of_the_last_is_one_tap_away(hall: Hall) -> None:
    first = hall.started()
    seat = east_of(first)
    phone = scan(card_of(seat.entry))
    close_round(round_=first, by=hall.alice, leave_open=True)

    page = phone.get("/seat/card/")

    assert f'href="/t/spring-open/tables/{seat.table_id}/"' in page.content.decode()
    assert "The result of your table" in text_of(page)


def test_when_the_tournament_is_over_the_card_says_so(hall: Hall) -> None:
    first = hall.started()
    phone = scan(card_of(east_of(first).entry))
    close_round(round_=first, by=hall.alice, leave_open=True)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["results_missing"])

    text = text_of(phone.get("/seat/card/"))

    assert "The tournament is over. Thank you for playing." in text
    assert "This phone no longer follows the card." not in text
