"""Player cards through the API: made with their secrets, listed without, taken back; and their phones."""

import json

import pytest

from tests.tournaments.api.callers import body_of, code_of, signed_in
from tests.tournaments.hall import Hall
from tournaments.actions.credentials.player_cards import claim_card, enter_pin
from tournaments.actions.errors import NotAllowed
from tournaments.models import IdempotencyKey, PlayerCard

pytestmark = pytest.mark.django_db
PATH = "/v1/tournaments/spring-open/player-cards/"


def made(hall: Hall, **body: object) -> list[dict[str, object]]:
    return body_of(signed_in(hall.rob.user).post(PATH, body))["cards"]


def listed(hall: Hall) -> list[dict[str, object]]:
    return body_of(signed_in(hall.rob.user).get(PATH))["results"]


def test_everybody_without_a_card_gets_one_whose_code_and_pin_open_it(hall: Hall) -> None:
    cards = made(hall)
    again = made(hall)

    first, _secret = claim_card(code=str(cards[0]["code"]), key="one")
    second, _secret = claim_card(code=str(cards[0]["code"]), key="two")
    let_in = enter_pin(phone=second, pin=str(cards[0]["pin"]))
    assert [card["entry"] for card in cards] == hall.entries()
    assert again == []
    assert (first.is_admitted, let_in.admission) == (True, "pin")


def test_named_entries_get_new_cards_and_the_old_ones_open_nothing(hall: Hall) -> None:
    entry = hall.entries()[0]
    (old,) = made(hall, entries=[entry])

    (new,) = made(hall, entries=[entry])

    assert new["code"] != old["code"]
    with pytest.raises(NotAllowed):
        claim_card(code=str(old["code"]), key="one")
    assert claim_card(code=str(new["code"]), key="one")[0].is_admitted


def test_a_repeat_gives_the_codes_again_and_none_of_them_is_stored(hall: Hall) -> None:
    rob, key = signed_in(hall.rob.user), "11111111-1111-4111-8111-111111111111"

    first = body_of(rob.post(PATH, {}, key=key))
    again = body_of(rob.post(PATH, {}, key=key))

    stored = json.dumps([one.answer for one in IdempotencyKey.objects.all()])
    assert again == first
    assert [card for card in first["cards"] if card["code"] in stored or card["pin"] == ""] == []


def test_a_repeat_does_not_give_the_code_of_a_card_that_was_replaced(hall: Hall) -> None:
    rob, key = signed_in(hall.rob.user), "11111111-1111-4111-8111-111111111111"
    entry = hall.entries()[0]
    rob.post(PATH, {"entries": [entry]}, key=key)
    made(hall, entries=[entry])

    (again,) = body_of(rob.post(PATH, {"entries": [entry]}, key=key))["cards"]

    assert (again["code"], again["pin"]) == ("", "")


def test_the_list_has_phones_and_no_secrets(hall: Hall) -> None:
    cards = made(hall)
    claim_card(code=str(cards[0]["code"]), key="one", device_name="A phone")
    claim_card(code=str(cards[0]["code"]), key="two", device_name="Another")

    rows = listed(hall)

    phones = [(one["device_name"], one["admission"], one["admitted_at"] is None) for one in rows[0]["phones"]]
    assert phones == [("A phone", "first", False), ("Another", "", True)]
    text = json.dumps(rows)
    assert [card for card in cards if card["code"] in text] == []
    assert set(rows[0]) == {"id", "entry", "issued_at", "phones"}


def test_a_waiting_phone_is_let_in_and_signed_out(hall: Hall) -> None:
    rob, code = signed_in(hall.rob.user), str(made(hall)[0]["code"])
    claim_card(code=code, key="one")
    waiting, _secret = claim_card(code=code, key="two")

    let_in = body_of(rob.post(f"/v1/card-phones/{waiting.pk}/admit/"))
    out = rob.delete(f"/v1/card-phones/{waiting.pk}/")

    waiting.refresh_from_db()
    assert (let_in["id"], let_in["admission"]) == (waiting.pk, "referee")
    assert (out.status_code, waiting.ended_at is None) == (204, False)


def test_a_card_is_taken_back_with_its_phones_and_can_be_taken_back_again(hall: Hall) -> None:
    rob, (card, *_others) = signed_in(hall.rob.user), made(hall)
    phone, _secret = claim_card(code=str(card["code"]), key="one")

    first = rob.delete(f"/v1/player-cards/{card['id']}/")
    again = rob.delete(f"/v1/player-cards/{card['id']}/")

    phone.refresh_from_db()
    assert (first.status_code, again.status_code, phone.ended_at is None) == (204, 204, False)
    assert hall.kinds().count("card_revoked") == 1
    assert hall.last_payload() == {"entry": card["entry"], "card": card["id"], "phones": [phone.pk]}
    assert card["id"] not in [one["id"] for one in listed(hall)]


def test_an_entry_of_another_tournament_gets_none(hall: Hall) -> None:
    answer = signed_in(hall.rob.user).post(PATH, {"entries": [99_999]})

    assert answer.status_code == 400
    assert not PlayerCard.objects.exists()


def test_a_phone_that_no_longer_waits_is_not_let_in(hall: Hall) -> None:
    rob, (card, *_others) = signed_in(hall.rob.user), made(hall)
    claim_card(code=str(card["code"]), key="one")
    waiting, _secret = claim_card(code=str(card["code"]), key="two")
    rob.delete(f"/v1/player-cards/{card['id']}/")

    answer = rob.post(f"/v1/card-phones/{waiting.pk}/admit/")

    assert code_of(answer) == (409, "phone_does_not_wait")


def test_the_list_costs_the_same_with_one_card_and_with_eight(hall: Hall, django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    made(hall, entries=hall.entries()[:1])
    rob = signed_in(hall.rob.user)
    rob.get(PATH)

    with django_assert_num_queries(6):
        rob.get(PATH)
    made(hall)
    with django_assert_num_queries(6):
        rob.get(PATH)
