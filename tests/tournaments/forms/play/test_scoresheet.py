import pytest
from django.core.exceptions import ValidationError

from rules.forms.points import read_points
from scoring.rulebook.rulebook import load
from tests.tournaments.hall import Hall, seats_of
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import Table

pytestmark = pytest.mark.django_db
MLEAGUE_PARTS = [
    (("Uma", 30_000), ("Oka", 20_000), ("Sticks", 1_000)),
    (("Uma", 10_000),),
    (("Uma", -10_000),),
    (("Uma", -30_000), ("Chombo", -20_000)),
]
JPML_PARTS = [((("Rank points", units),)) for units in (12_000, -1_000, -3_000, -8_000)]


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


@pytest.mark.parametrize(
    ("hundreds", "message"),
    [
        (True, "Please enter a number, such as 412 for 41,200."),
        (False, "Please enter a number, such as 1950."),
    ],
)
def test_the_example_of_a_number_is_one_that_can_be_typed_here(hundreds: bool, message: str):
    with pytest.raises(ValidationError) as refused:
        read_points("many", hundreds=hundreds)

    assert refused.value.messages == [message]


@pytest.mark.parametrize("typed", ["-37.5", "37,5", "300.5", "1.5", "412.", "4.1200", "3.14.15", "−37．5"])
@pytest.mark.parametrize("hundreds", [True, False])
def test_a_fraction_is_refused_and_not_read_without_its_point(typed: str, hundreds: bool) -> None:
    with pytest.raises(ValidationError) as refused:
        read_points(typed, hundreds=hundreds)

    assert "is not a whole number. Points are whole numbers." in refused.value.messages[0]


@pytest.mark.parametrize(("typed", "meant"), [("1.950", 1_950), ("1,950", 1_950), ("-1 950", -1_950)])
def test_thousands_may_be_set_apart(typed: str, meant: int) -> None:
    assert read_points(typed, hundreds=False) == meant


def test_points_of_other_games_are_read_as_they_stand():
    assert read_points("-13", hundreds=False) == -13


def sent(points, **more):
    return {**{f"points_{index}": value for index, value in enumerate(points)}, **more}


def test_a_balanced_sheet_becomes_figures(table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["412", "308", "18000", "90"], sticks="1"))

    assert form.is_valid(), form.errors
    assert form.reported is not None
    assert (list(form.reported.points), form.reported.leftover, form.reported.imbalance) == (
        [41_200, 30_800, 18_000, 9_000],
        1_000,
        0,
    )


DOUBLED_NOTEN = {"overlay.wareme": "wareme", "overlay.wareme_on_noten": True}


def test_where_scores_may_end_in_50_they_are_typed_in_full(table: Table):
    """A noten penalty doubled by wareme moves 2,250: 1950 is then 1,950 points and no hundreds."""
    book = load("mleague").with_house_rules("wareme", DOUBLED_NOTEN)

    form = SheetForm(book, seats_of(table), data=sent(["1950", "45,800", "▲2,250", ""], sticks="1"))

    assert not form.is_valid()
    assert (form.hundreds, form.takes_sticks, form["points_3"].value()) == (False, True, "53500")
    form = SheetForm(book, seats_of(table), data=sent(["1950", "45,800", "▲2,250", "53500"], sticks="1"))
    assert form.is_valid(), form.errors
    assert form.reported is not None
    assert (list(form.reported.points), form.reported.leftover) == ([1_950, 45_800, -2_250, 53_500], 1_000)


def test_the_last_empty_seat_is_filled_in_and_shown_before_it_counts(table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["412", "308", "", "90"], sticks="1"))

    assert not form.is_valid()
    assert form["points_2"].value() == "180"
    assert form.reported is None


def test_what_does_not_add_up_says_how_much_is_missing_and_asks_why(table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["412", "308", "180", "90"]))

    assert not form.is_valid()
    assert form.asks_for_reason
    assert form.non_field_errors() == [
        "The scores and sticks add up to 99,000, not 100,000: 1,000 are missing. Is a riichi stick missing? "
        "If it really does not add up, give the reason below."
    ]


def test_a_reason_makes_the_imbalance_a_fact(table: Table):
    form = SheetForm(
        load("mleague"),
        seats_of(table),
        data=sent(["412", "308", "180", "90"], imbalance_reason="a stick was lost"),
    )

    assert form.is_valid(), form.errors
    assert form.reported is not None
    assert (form.reported.imbalance, form.reported.imbalance_reason) == (1_000, "a stick was lost")


def test_chombo_counts_by_seat(hall: Hall, table: Table):
    form = SheetForm(load("mleague"), seats_of(table), data=sent(["250", "250", "250", "250"], chombo_2="1"))

    assert form.is_valid(), form.errors
    assert form.reported is not None
    assert list(form.reported.chombo) == [0, 0, 1, 0]


@pytest.mark.parametrize(("edition", "is_stated"), [("shinhochi_kenko", True), ("ema_2025", False)])
def test_chombo_that_change_no_result_say_so(table: Table, edition: str, is_stated: bool) -> None:
    form = SheetForm(load(edition), seats_of(table))

    assert form.chombo_are_paid_at_the_table is is_stated


@pytest.mark.parametrize(
    ("edition", "figures", "more", "parts"),
    [
        ("mleague", ["412", "308", "180", "90"], {"sticks": "1", "chombo_3": "1"}, MLEAGUE_PARTS),
        ("jpml_a", ["450", "280", "260", "210"], {}, JPML_PARTS),
        ("mcr", ["30", "10", "-10", "-30"], {}, [(), (), (), ()]),
    ],
)
def test_a_total_says_what_it_is_made_of_in_the_words_of_the_rulebook(
    table: Table, edition: str, figures: list[str], more: dict[str, str], parts: list[object]
):
    form = SheetForm(load(edition), seats_of(table), data=sent(figures, **more))
    assert form.is_valid(), form.errors

    form.settle()

    assert [row.parts for row in form.rows] == parts


def test_the_phone_gets_the_rulebooks_table(table: Table):
    tables = [SheetForm(load(edition), seats_of(table)).result_table for edition in ("mleague", "wsom")]

    assert [one and one["start"] for one in tables] == [100_000, None]


def test_points_that_a_rulebook_cannot_settle_say_why(table: Table) -> None:
    """Whoever shares a place here is not said: the rulebook leaves it to the event."""
    form = SheetForm(load("beginner"), seats_of(table), data=sent(["400", "250", "250", "100"]))
    assert form.is_valid(), form.errors

    form.settle()

    says = "The rulebook leaves open: result.tie. The organizer must decide this as a house rule."
    assert (form.settled, form.errors) == (None, {"__all__": [says]})
