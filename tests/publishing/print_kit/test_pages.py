"""The print kit of an event, for its referees."""

from io import BytesIO

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.models import PlayerCard

pytestmark = pytest.mark.django_db
PAGE, PDF = "/t/spring-open/desk/print-kit/", "/t/spring-open/desk/print-kit.pdf"


@pytest.fixture
def hall() -> Hall:
    hall = open_hall()
    hall.started()
    return hall


def pages(client: Client, *parts: str, before: str = "", **choice: str) -> list[list[str]]:
    answer = client.get(before + PDF, {"what": parts, "paper": "a4", **choice})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    return [page.extract_text().splitlines() for page in PdfReader(BytesIO(answer.content)).pages]


def test_has_the_cards_that_were_made_and_makes_none(hall: Hall) -> None:
    bob = hall.entries()[0]
    issue_player_cards(tournament=hall.tournament, entries=[bob], by=hall.alice)

    [lines] = pages(signed_in(hall.rob), "cards")

    card = PlayerCard.objects.get()
    code = " ".join(card.code[at : at + 4] for at in range(0, len(card.code), 4))
    assert lines[:3] == ["Bob", "No. 1 · Spring Open", code]
    assert lines[-1] == f"If your phone loses access: PIN {card.pin}"


def test_names_tables_and_winds_as_they_were_drawn(hall: Hall) -> None:
    winds = {1: "東 East", 2: "南 South", 3: "西 West", 4: "北 North"}
    seats = {
        seat.entry.player.name: (seat.table.number, winds[seat.wind])
        for seat in hall.stage.rounds.get().seats.select_related("entry__player", "table")
    }

    listing, schedules = pages(signed_in(hall.rob), "listings", "schedules")[:2]

    assert listing == [
        "Round 1 · Seats by name Spring Open",
        *(f"{name} {table} {wind}" for name, (table, wind) in sorted(seats.items())),
    ]
    table, wind = seats["Bob"]
    assert schedules[2] == f"Round 1 Table {table} {wind}"


def test_is_japanese_on_a_japanese_page(hall: Hall) -> None:
    [sheets] = pages(signed_in(hall.rob), "sheets", before="/ja")

    assert "席 名前 点数 チョンボ 署名" in sheets
    assert not any("East" in line for line in sheets)


def test_says_how_many_pages_a_choice_has(hall: Hall) -> None:
    answer = signed_in(hall.rob).get(PAGE, {"what": ["badges", "numbers"], "paper": "a4"})

    assert (answer.context["pages"], answer.context["without_card"]) == (2, 8)
    assert f'href="{PDF}?what=badges&amp;what=numbers&amp;paper=a4"' in answer.content.decode()


@pytest.mark.parametrize(
    "choice",
    [
        {},
        {"what": "nothing", "paper": "a4"},
        {"what": "badges", "paper": "a5"},
        {"what": "sheets", "round": "999999"},
        {"what": "sheets", "round": "x" * 500},
        {"what": "cards", "paper": "a4"},
        {"what": "badges", "address": "https://evil.example"},
    ],
)
def test_what_cannot_be_printed_leads_back_to_the_form(hall: Hall, choice: dict[str, str]) -> None:
    answer = signed_in(hall.rob).get(PDF, choice)

    expected = "application/pdf" if "address" in choice else "text/html; charset=utf-8"
    assert (answer.status_code, answer["Content-Type"]) == (200, expected)
    assert b"evil.example" not in answer.content


def test_of_a_round_that_is_no_more_than_drafted_shows_nothing() -> None:
    hall = open_hall()
    hall.draw()

    answer = signed_in(hall.rob).get(PDF, {"what": ["listings", "sheets", "schedules"], "paper": "a4"})

    assert answer.context["pages"] == 0
