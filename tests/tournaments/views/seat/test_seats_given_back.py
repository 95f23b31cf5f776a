"""A player's phone has lost the seat: the referee gives that one seat back, and nobody else notices."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tournaments.api.callers import Caller, body_of
from tests.tournaments.api.callers import signed_in as program_of
from tests.tournaments.hall import Hall, seats_of
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.play.rounds import close_round
from tournaments.models import IdempotencyKey, LedgerEntry, SeatToken, Table
from tournaments.models.digests import cards_hash

PHONES = "/t/spring-open/desk/phones/"
LEDGER = "/t/spring-open/ledger/"
KEY = "11111111-2222-3333-4444-555555555555"
HOLDS, OUT = 200, 302


@pytest.fixture
def rob(hall: Hall) -> Client:
    return signed_in(hall.rob)


def give_back(rob: Client, table: Table, key: str = KEY) -> HttpResponse:
    """A new card for the seat of East."""
    path = f"/t/spring-open/desk/rounds/{table.round_id}/cards/"
    return rob.post(path, {"key": key, "seat": seats_of(table)[0].pk, "confirm": "sure"})  # type: ignore[return-value]


def codes_on(page: HttpResponse) -> list[str]:
    found = re.findall(r"<br><strong>([^<]+)</strong>", page.content.decode())
    return [re.sub(r"[^A-Z0-9]", "", code) for code in found]


def who_holds(phones: list[Client]) -> list[int]:
    return [phone.get("/seat/table/").status_code for phone in phones]


def take(code: str) -> Client:
    phone = Client()
    phone.get("/seat/")
    phone.post("/seat/", {"code": code})
    return phone


def test_one_seat_gets_a_new_code_and_its_old_phone_alone_is_out(
    hall: Hall, rob: Client, table: Table, phones
) -> None:
    at_this, at_the_other = phones(table), phones(table.round.tables.get(number=2))

    card = give_back(rob, table)

    (code,) = codes_on(card)
    assert who_holds(at_this + at_the_other) == [OUT, *[HOLDS] * 7]
    assert who_holds([take(code)]) == [HOLDS]


def test_the_ledger_says_whose_seat_it_is_and_that_the_phone_is_out(
    hall: Hall, rob: Client, table: Table, phones
) -> None:
    phones(table)
    east = seats_of(table)[0]

    give_back(rob, table)

    card = SeatToken.objects.get(seat=east, revoked_at=None)
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "tokens_issued",
        {
            "seats": [east.pk],
            "tokens": [card.pk],
            "hash": cards_hash([card.code_hash]),
            "phones_out": [east.pk],
        },
    )
    text = Client().get(LEDGER).content.decode()
    words = f"New seat card for {east.entry.player.name} (Table 1, East); the phone that held the seat was signed out"
    assert words in text


def test_two_taps_give_the_same_card_and_put_nobody_out(
    hall: Hall, rob: Client, table: Table, phones
) -> None:
    phones(table)
    first = give_back(rob, table)
    taken = take(codes_on(first)[0])
    before = (LedgerEntry.objects.count(), SeatToken.objects.count())

    again = give_back(rob, table)

    assert codes_on(again) == codes_on(first)
    assert who_holds([taken]) == [HOLDS]
    assert (LedgerEntry.objects.count(), SeatToken.objects.count()) == before


def test_a_card_that_was_replaced_meanwhile_is_not_shown_again(
    hall: Hall, rob: Client, table: Table, phones
) -> None:
    phones(table)
    give_back(rob, table)
    give_back(rob, table, key=KEY[::-1])

    again = give_back(rob, table)

    assert (again.status_code, again["Location"]) == (302, PHONES)


def test_a_key_that_was_cleared_and_is_used_anew_makes_another_card(
    hall: Hall, rob: Client, table: Table
) -> None:
    first = give_back(rob, table)
    IdempotencyKey.objects.all().delete()

    again = give_back(rob, table)

    assert (first.status_code, again.status_code) == (200, 200)
    assert codes_on(again) != codes_on(first)
    assert who_holds([take(codes_on(again)[0])]) == [HOLDS]


def test_of_a_round_that_is_over_no_seat_is_given_back(hall: Hall, rob: Client, table: Table, phones) -> None:
    phones(table)
    close_round(round_=table.round, by=hall.alice, leave_open=True)
    before = SeatToken.objects.count()

    answer = give_back(rob, table)

    assert (answer.status_code, answer["Location"]) == (302, PHONES)
    assert SeatToken.objects.count() == before


def test_a_seat_whose_phone_was_put_out_still_has_its_button(
    hall: Hall, rob: Client, table: Table, phones, django_assert_num_queries
) -> None:
    phones(table)
    token = SeatToken.objects.get(seat=seats_of(table)[0], revoked_at=None)
    rob.post(f"{PHONES}{token.pk}/revoke/", {"key": KEY})
    rob.get(PHONES)

    with django_assert_num_queries(7):
        page = rob.get(PHONES).content.decode()

    assert "no card" in page
    assert page.count('name="seat"') == 4


def test_a_referee_gives_a_seat_back_through_the_api_and_a_repeat_shows_the_same_code(
    hall: Hall, table: Table, phones
) -> None:
    held, program = phones(table), program_of(hall.rob.user)
    path, body = f"/v1/rounds/{table.round_id}/seat-tokens/", {"seats": [seats_of(table)[0].pk]}

    first, again = (program.post(path, body, key=KEY) for _call in range(2))

    assert (first.status_code, again.status_code, body_of(again)) == (201, 201, body_of(first))
    assert who_holds(held) == [OUT, HOLDS, HOLDS, HOLDS]
    (code,) = body_of(first)["codes"]
    assert Caller().post("/v1/seats/claim/", {"code": code["code"]}).status_code == 200


def test_nobody_else_can_work_out_a_code_from_the_key(hall: Hall, table: Table) -> None:
    path, body = f"/v1/rounds/{table.round_id}/seat-tokens/", {"seats": [seats_of(table)[0].pk]}

    codes = {
        body_of(program_of(user).post(path, body, key=KEY))["codes"][0]["code"]
        for user in (hall.rob.user, hall.alice.user)
    }

    assert len(codes) == 2
