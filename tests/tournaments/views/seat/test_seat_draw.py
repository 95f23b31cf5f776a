"""The phone draws the seats of its table before the first hand, by what fell or by lot, and opens the wall."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.play.seat_draws import set_seat_draw_rule
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.forms.play.seat_draws import SeatDrawForm
from tournaments.models import SeatDraw, SeatDrawRule, Table

pytestmark = pytest.mark.django_db

TABLE, PAGE, TYPED, LOT = "/seat/table/", "/seat/draw/", "/seat/draw/typed/", "/seat/draw/lot/"
# B takes east and chooses chair 2.
FELL = {"mixer": "D", "tile_A": "N", "tile_B": "E", "tile_C": "W", "tile_D": "S", "east_chair": "2"}


@pytest.fixture
def drawing(hall: Hall, table: Table, phones: Callable[[Table], list[Client]]) -> list[Client]:
    set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    return phones(table)


def names(table: Table) -> list[str]:
    return [seat.entry.player.name for seat in seats_of(table)]


def post(phone: Client, path: str, **fields: str) -> HttpResponse:
    return phone.post(path, {"key": "one-and-the-same-draw", **fields})  # type: ignore[return-value]


def test_my_table_leads_there_until_the_seats_are_drawn(drawing: list[Client]) -> None:
    east, south = drawing[0], drawing[1]
    tag = south.get(TABLE)["ETag"]
    assert f'href="{PAGE}"' in south.get(TABLE).content.decode()

    post(east, LOT)

    page = south.get(TABLE, headers={"If-None-Match": tag})
    assert page.status_code == 200
    assert "Draw your seats first" not in text_of(page)
    assert SeatDraw.objects.count() == 1


def test_without_the_rule_nothing_speaks_of_it(table: Table, phones: Callable[[Table], list[Client]]) -> None:
    east = phones(table)[0]

    assert "Draw your seats first" not in text_of(east.get(TABLE))
    assert east.get(PAGE)["Location"] == TABLE
    assert (post(east, TYPED, **FELL)["Location"], SeatDraw.objects.count()) == (TABLE, 0)


def test_before_the_round_starts_nobody_draws(hall: Hall, phones: Callable[[Table], list[Client]]) -> None:
    set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    east = phones(round_.tables.get(number=1))[0]

    text = text_of(east.get(PAGE))

    assert "Seats can be drawn once the round has started, until the first hand is entered." in text
    assert "Draw the seats" not in text


def test_where_the_rulebook_names_no_procedure_there_is_the_lot_alone(db: None) -> None:
    hall = open_hall(house_rules={"seating.seat_draw": "random"})
    set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    table = hall.started().tables.get(number=1)
    east = Client()
    code = issue_seat_tokens(seats=seats_of(table)[:1], by=hall.alice)
    east.cookies[SEAT_COOKIE] = claim_seat(code=next(iter(code.values())), key="east")[1]

    page = east.get(PAGE)

    assert "Drawn by Jantaku" in text_of(page)
    assert "Drawn at the table" not in text_of(page)
    # The one button there is to tap.
    assert '<button type="submit">Draw the seats</button>' in page.content.decode()


def test_the_preview_says_every_step_and_seats_nobody(drawing: list[Client], table: Table) -> None:
    a, b, c, d = names(table)
    before = digest()

    page = post(drawing[0], TYPED, **FELL, do="preview")

    assert digest() == before
    text = text_of(page)
    assert f"each player takes one, {d} the last." in text
    assert f"{b} takes East." in text
    assert f"In turn order from the first dealer: {b} · {d} · {c} · {a}" in text
    assert "We are seated like this" in text


def test_saved_the_table_sits_by_it_and_every_phone_keeps_its_player(
    drawing: list[Client], table: Table
) -> None:
    a, b, c, d = names(table)

    answer = post(drawing[0], TYPED, **FELL)

    assert answer["Location"] == PAGE
    assert names(table) == [b, d, c, a]
    page = text_of(drawing[0].get(PAGE))
    assert "The seats are drawn. Please sit down like this; East deals first." in page
    assert f"{b} deals first." in page
    assert f"This phone: {a}, North" in text_of(drawing[0].get(TABLE))


def test_jantaku_draws_and_says_by_which_seed(drawing: list[Client]) -> None:
    post(drawing[0], LOT)

    assert f"By lot, with the seed {SeatDraw.objects.get().seed}" in text_of(drawing[1].get(PAGE))


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"tile_A": "E"}, "Each player takes one tile; the tiles are E, S, W and N."),
        ({"tile_A": ""}, "This field is required."),
        ({"east_chair": "7"}, "Select a valid choice."),
    ],
)
@pytest.mark.parametrize("do", ["preview", ""])
def test_what_cannot_have_fallen_is_said_in_the_form(
    drawing: list[Client], changed: dict[str, str], words: str, do: str
) -> None:
    before = digest()

    page = post(drawing[0], TYPED, **{**FELL, **changed}, do=do)

    assert (page.status_code, digest()["tournaments_seat"]) == (422, before["tournaments_seat"])
    assert words in text_of(page)


def test_a_second_draw_is_the_referees(drawing: list[Client]) -> None:
    post(drawing[0], LOT)

    page = drawing[1].post(LOT, {"key": "another-draw-of-the-seats"}, follow=True)

    assert (
        "The seats of this table are already drawn. If something was entered incorrectly, call the referee."
    ) in text_of(page)
    assert SeatDraw.objects.count() == 1


@pytest.mark.parametrize(
    ("total", "words"),
    [("9", "The wall of {east}: 9 stacks at its right end stay"), ("2", "The wall of {south}: 2 stacks")],
)
def test_the_dealers_roll_opens_the_wall(drawing: list[Client], table: Table, total: str, words: str) -> None:
    east, south, _west, _north = names(table)

    page = drawing[0].get(PAGE, {"dealer": "0", "total": total})

    assert words.format(east=east, south=south) in text_of(page)


def test_what_is_no_roll_is_said_beside_its_field(drawing: list[Client]) -> None:
    assert "greater than or equal to 2" in text_of(drawing[0].get(PAGE, {"dealer": "0", "total": "1"}))


def test_the_page_takes_five_statements(
    drawing: list[Client], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    drawing[0].get(PAGE)

    with django_assert_num_queries(5):
        drawing[0].get(PAGE)


def test_the_organizer_lets_a_stage_draw_its_seats(hall: Hall) -> None:
    alice, path = signed_in(hall.alice), f"{DESK}stages/{hall.stage.pk}/seat-draw/"
    assert f'href="{path}"' in alice.get(DESK + "edit/").content.decode()

    send(alice, path, is_on="on")
    assert SeatDrawRule.objects.filter(stage=hall.stage).exists()

    send(alice, path)
    assert not SeatDrawRule.objects.exists()


class TestWhatIsTyped:
    """Every procedure asks for what falls in it, in its order."""

    @pytest.mark.parametrize(
        ("procedure", "fields"),
        [
            ("shinhochi_two_roll", ["mixer", "d1", "row", "d2", "d3", "d4"]),
            ("jpml_one_roll", ["mixer", "row", "d1", "d2"]),
            ("wsom_two_roll", ["roller", "d1", "d2", "row", "east_chair"]),
            ("five_tiles", ["tile_A", "tile_B", "tile_C", "tile_D", "d3", "d4"]),
            ("tile_draw", ["mixer", "tile_A", "tile_B", "tile_C", "tile_D", "east_chair"]),
        ],
    )
    def test_it_asks_for(self, table: Table, procedure: str, fields: list[str]) -> None:
        assert list(SeatDrawForm(procedure, seats_of(table)).fields) == fields

    @pytest.mark.parametrize("row", ["oEWSNe", "奇東西南北偶", " o E W S N e "])
    def test_the_row_is_typed_in_letters_or_as_the_tiles_are_called(self, table: Table, row: str) -> None:
        typed = {"mixer": "0", "row": row, "d1": "5", "d2": "9"}

        form = SeatDrawForm("jpml_one_roll", seats_of(table), typed)

        assert form.is_valid(), form.errors
        assert form.cleaned_data["fell"] == {"mixer": 0, "row": "oEWSNe", "d1": 5, "d2": 9}

    def test_whoever_takes_white_takes_the_wind_that_is_left(self, table: Table) -> None:
        typed = {"tile_A": "N", "tile_B": "P", "tile_C": "W", "tile_D": "S", "d3": "5", "d4": "2"}

        form = SeatDrawForm("five_tiles", seats_of(table), typed)

        assert form.is_valid(), form.errors
        assert form.cleaned_data["fell"]["draws"] == [
            ["A", "N"],
            ["B", "P"],
            ["C", "W"],
            ["D", "S"],
            ["B", "E"],
        ]


def test_the_desk_says_where_the_rulebook_leaves_it_to_the_lot(db: None) -> None:
    halls = [open_hall("tiles"), open_hall("lot", rulebook_id="ema_2016")]

    said = [
        text_of(
            signed_in(hall.alice).get(f"/t/{hall.tournament.slug}/desk/stages/{hall.stage.pk}/seat-draw/")
        )
        for hall in halls
    ]

    by_lot = "The rulebook has no procedure with tiles and dice: Jantaku draws by lot."
    assert [by_lot in one for one in said] == [False, True]
