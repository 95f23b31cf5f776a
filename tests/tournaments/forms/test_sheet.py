import pytest
from django.core.exceptions import ValidationError

from scoring.rulebook import load
from tests.tournaments.hall import Hall, seats_of
from tournaments.forms.sheet import SheetForm, read_points
from tournaments.models import Table

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("412", 41_200),
        ("41200", 41_200),
        ("41,200", 41_200),
        ("４１２", 41_200),
        ("-15", -1_500),
        ("▲15", -1_500),
        ("−1500", -150_000),
        ("-2000", -2_000),
        ("0", 0),
        ("1999", 199_900),
        ("2000", 2_000),
    ],
)
def test_points_are_read_as_players_say_them(typed, meant):
    assert read_points(typed, hundreds=True) == meant


@pytest.mark.parametrize(
    "typed", ["", "abc", "4e4", "NaN", "41250", "12345678901234567890", "99999900", "\x00"]
)
def test_what_is_no_number_of_points_is_refused_with_words(typed):
    with pytest.raises(ValidationError):
        read_points(typed, hundreds=True)


def test_points_of_other_games_are_read_as_they_stand():
    assert read_points("-13", hundreds=False) == -13


def sent(points, **more):
    return {**{f"points_{index}": value for index, value in enumerate(points)}, **more}


def test_a_balanced_sheet_becomes_figures(table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["412", "308", "18000", "90"], sticks="1"))

    assert form.is_valid(), form.errors
    assert form.figures is not None
    assert (list(form.figures.points), form.figures.leftover, form.figures.imbalance) == (
        [41_200, 30_800, 18_000, 9_000],
        1_000,
        0,
    )


def test_the_last_empty_seat_is_filled_in_and_shown_before_it_counts(table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["412", "308", "", "90"], sticks="1"))

    assert not form.is_valid()
    assert form["points_2"].value() == "180"
    assert form.figures is None


def test_what_does_not_add_up_says_how_much_is_missing_and_asks_why(table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["412", "308", "180", "90"]))

    assert not form.is_valid()
    assert form.asks_for_reason
    assert form.non_field_errors() == [
        "The scores and sticks add up to 99,000, not 100,000: 1,000 are missing. "
        "Is a riichi stick missing? If it really does not add up, say why below."
    ]


def test_a_reason_makes_the_imbalance_a_fact(table: Table):
    form = SheetForm(
        load("mleague"),
        seats_of(table),
        data=sent(["412", "308", "180", "90"], imbalance_reason="a stick was lost"),
    )

    assert form.is_valid(), form.errors
    assert form.figures is not None
    assert (form.figures.imbalance, form.figures.imbalance_reason) == (1_000, "a stick was lost")


def test_chombo_counts_by_seat(hall: Hall, table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["250", "250", "250", "250"], chombo_2="1"))

    assert form.is_valid(), form.errors
    assert form.figures is not None
    assert list(form.figures.chombo) == [0, 0, 1, 0]
