"""Player cards at the desk: made once, printed as often as needed, and phones let in by a tap."""

import re
import socket

import pytest
from django.test import Client, override_settings

from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards
from tournaments.models import CardPhone, PlayerCard
from web.networks import network_addresses

CARDS = f"{DESK}cards/"


@pytest.fixture
def rob(hall: Hall) -> Client:
    return signed_in(hall.rob)


@pytest.fixture
def cards(hall: Hall) -> list[PlayerCard]:
    return issue_player_cards(tournament=hall.tournament, by=hall.alice)


def page(browser: Client, path: str) -> str:
    return browser.get(path).content.decode()


def test_one_tap_makes_a_card_for_everybody_and_a_second_none_more(hall: Hall, rob: Client) -> None:
    assert "Make 8 missing cards" in page(rob, CARDS)

    send(rob, f"{CARDS}make/")

    assert PlayerCard.objects.count() == 8
    assert "missing card" not in page(rob, CARDS)


def test_printed_codes_open_the_cards_and_the_same_again_tomorrow(
    rob: Client, cards: list[PlayerCard]
) -> None:
    first, again = (page(rob, f"{CARDS}print/") for _day in range(2))

    codes = [
        code.replace(" ", "") for code in re.findall(r"<strong>([A-Z2-9]{4} [A-Z2-9]{4})</strong>", first)
    ]
    pins = re.findall(r"PIN <strong>(\d{4})</strong>", first)
    assert (codes, pins) == ([card.code for card in cards], [card.pin for card in cards])
    assert first.count("data:image/svg+xml") == 8
    assert re.sub(r'name="csrf\S+ value="\S+"', "", first) == re.sub(r'name="csrf\S+ value="\S+"', "", again)


def test_cards_of_another_secret_are_named_and_not_printed(rob: Client, cards: list[PlayerCard]) -> None:
    assert "The secret key of this server has changed" not in page(rob, f"{CARDS}print/")
    for card in (cards[0], cards[2]):
        PlayerCard.objects.filter(pk=card.pk).update(code_hash=f"of another secret {card.pk}")

    answer = rob.get(f"{CARDS}print/")

    printed = re.findall(r"PIN <strong>(\d{4})</strong>", answer.content.decode())
    assert printed == [card.pin for number, card in enumerate(cards) if number not in (0, 2)]
    assert (
        "The secret key of this server has changed, so these cards can no longer be printed. Make new ones: "
        "Bob , Emil"
    ) in text_of(answer)


def test_where_nobody_takes_part_no_moments_are_explained(rob: Client, db: None) -> None:
    empty = open_hall("empty-cup", players=0)

    shown = [rob.get(CARDS), signed_in(empty.rob).get("/t/empty-cup/desk/cards/")]

    assert ["Times are" in text_of(answer) for answer in shown] == [True, False]


def test_one_card_is_shown_alone(rob: Client, cards: list[PlayerCard]) -> None:
    text = page(rob, f"{CARDS}print/?entry={cards[2].entry_id}")

    assert re.findall(r"PIN <strong>(\d{4})</strong>", text) == [cards[2].pin]


@pytest.mark.parametrize("what", ["x", "9" * 30, "0", "-1"])
def test_a_card_that_there_is_not_is_shown_as_none(rob: Client, cards: list[PlayerCard], what: str) -> None:
    assert "PIN <strong>" not in page(rob, f"{CARDS}print/?entry={what}")


def test_codes_that_no_phone_can_open_are_warned_of(rob: Client, cards: list[PlayerCard]) -> None:
    with override_settings(SITE_URL="http://127.0.0.1:9"):
        assert "These codes lead to this computer only" in page(rob, f"{CARDS}print/")
    with override_settings(SITE_URL="https://league.example.org"):
        assert "These codes lead to this computer only" not in page(rob, f"{CARDS}print/")


def test_a_phone_that_waits_is_an_alarm_and_one_tap_lets_it_in(
    hall: Hall, rob: Client, cards: list[PlayerCard]
) -> None:
    followed, _secret = claim_card(code=cards[0].code, key="k1")
    waiting, _secret = claim_card(code=cards[0].code, key="k2")
    assert "asks to use the card of Bob" in page(rob, DESK)

    send(rob, f"{CARDS}phones/{waiting.pk}/admit/")

    assert set(CardPhone.objects.admitted()) == {followed, waiting}
    assert "asks to use" not in page(rob, DESK)


def test_a_phone_is_put_out_and_the_others_stay(rob: Client, cards: list[PlayerCard]) -> None:
    phones = [claim_card(code=card.code, key="k1")[0] for card in cards[:2]]

    send(rob, f"{CARDS}phones/{phones[0].pk}/out/")

    assert list(CardPhone.objects.admitted()) == [phones[1]]


def test_a_lost_card_is_replaced_and_its_phones_are_out(rob: Client, cards: list[PlayerCard]) -> None:
    claim_card(code=cards[0].code, key="k1")

    send(rob, f"{CARDS}make/", entry=cards[0].entry_id, confirm="sure")

    assert PlayerCard.objects.filter(revoked_at=None).count() == 8
    assert not CardPhone.objects.admitted().exists()


def test_the_codes_of_the_hall_lead_to_the_table_of_the_round_in_play(hall: Hall, rob: Client) -> None:
    first = hall.started()
    text = page(rob, f"{CARDS}tables/").partition("<main")[2]

    assert re.findall(r'<p class="name">\s*(.+?)\s*</p>', text) == [
        "Seats, results, standings",
        "Table 1",
        "Table 2",
    ]
    there = Client().get("/t/spring-open/at/2/")
    table = first.tables.get(number=2)
    assert (there.status_code, there["Location"]) == (302, f"/t/spring-open/tables/{table.pk}/")
    assert Client().get("/t/spring-open/at/9/").status_code == 404


def test_the_pages_of_the_cards_are_a_few_queries(
    rob: Client, cards: list[PlayerCard], django_assert_num_queries
) -> None:
    claim_card(code=cards[0].code, key="k1")
    page(rob, CARDS)

    with django_assert_num_queries(7):
        page(rob, CARDS)
    with django_assert_num_queries(7):
        page(rob, f"{CARDS}print/")


def test_a_laptop_in_several_networks_asks_which_one_the_phones_are_in(
    rob: Client, cards: list[PlayerCard]
) -> None:
    """As with one's own name in the house and an address in the hall's Wi-Fi."""
    mine = network_addresses()
    if not mine:
        pytest.skip("this machine is in no network")
    with socket.create_server(("0.0.0.0", 0)) as server:
        port = server.getsockname()[1]
        named, numbered = f"http://jantaku.home:{port}", f"http://{mine[0]}:{port}"
        with override_settings(EMBEDDED=True, SITE_URL=named, ALLOWED_HOSTS=["testserver", *mine]):
            asked = page(rob, f"{CARDS}print/?entry={cards[0].entry_id}")
            chosen = page(rob, f"{CARDS}print/?entry={cards[0].entry_id}&address={numbered}")

    assert "This computer is in several networks." in asked
    assert re.findall(r'<option value="([^"]*)" ?(\w*)>', asked)[:2] == [(named, "selected"), (numbered, "")]
    assert (numbered, "selected") in re.findall(r'<option value="([^"]*)" ?(\w*)>', chosen)
    assert f'<input type="hidden" name="entry" value="{cards[0].entry_id}">' in chosen
