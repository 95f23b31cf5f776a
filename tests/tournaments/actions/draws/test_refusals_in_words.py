"""What cannot be drawn is refused with names and with what to do; nothing is drawn."""

import re

import pytest

from players.models import Player
from tests.tournaments.actions.draws.test_seating_constraints import NEVER, TABLE, WIND, entry
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.people.entries import form_team
from tournaments.models import Draw, Entry, SeatingConstraint

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]


def refused(hall: Hall, *wishes: tuple[object, int, dict[str, object]], **plan: object) -> tuple[str, str]:
    """Code and words of the refusal of a draw with these wishes: kind, number of the entry, what about it."""
    for kind, number, about in wishes:
        SeatingConstraint.objects.create(tournament=hall.tournament, kind=kind, entry=entry(number), **about)

    with pytest.raises(RulesRefuse) as refusal:
        draw(stage=hall.stage, plan=Plan(**{"method": "schedule", **plan}), by=hall.alice)

    assert not Draw.objects.exists()
    return refusal.value.code, refusal.value.message


def apart(one: int, other: int) -> tuple[object, int, dict[str, object]]:
    return NEVER, one, {"other": entry(other)}


@pytest.fixture
def wide() -> Hall:
    """Sixteen players, four tables."""
    return open_hall(players=16)


METHODS = ["schedule", "swiss", "random", "snake"]


@pytest.mark.parametrize("method", METHODS)
def test_a_table_that_there_is_not(wide: Hall, method: str) -> None:
    assert refused(wide, (TABLE, 1, {"table": 9}), method=method) == (
        "table_unknown",
        "Bob is fixed at table 9, but there are 4 tables.",
    )


@pytest.mark.parametrize("method", METHODS)
def test_more_at_a_table_than_sit_there(wide: Hall, method: str) -> None:
    five = [(TABLE, number, {"table": 2}) for number in range(1, 6)]

    assert refused(wide, *five, method=method) == (
        "table_overbooked",
        "More players are fixed at table 2 than it has seats: Bob, Dora, Emil, Fumi, Goro.",
    )


@pytest.mark.parametrize("method", METHODS)
def test_more_on_a_wind_than_there_are_tables(wide: Hall, method: str) -> None:
    five = [(WIND, number, {"wind": 2}) for number in range(1, 6)]

    assert refused(wide, *five, method=method) == (
        "seat_overbooked",
        "More players are fixed as South than there are tables: Bob, Dora, Emil, Fumi, Goro.",
    )


@pytest.mark.parametrize("method", METHODS)
def test_two_on_one_seat_of_one_table(wide: Hall, method: str) -> None:
    for number in (1, 2):
        add_seating_constraint(
            tournament=wide.tournament, wish=Wish(TABLE, entry(number), table=1), by=wide.alice
        )

    assert refused(wide, (WIND, 1, {"wind": 3}), (WIND, 2, {"wind": 3}), method=method) == (
        "seat_overbooked",
        "Bob and Dora are both fixed as West at table 1. Please drop one of these wishes.",
    )


def test_somebody_who_may_meet_hardly_anybody(wide: Hall) -> None:
    assert refused(wide, *[apart(1, number) for number in range(2, 16)]) == (
        "nobody_left",
        "Bob is allowed to meet too few others to fill a table. Please drop a wish.",
    )


@pytest.mark.parametrize(
    ("method", "words"),
    [
        ("swiss", "No round can meet all wishes: {} cannot be kept apart. Please drop a wish."),
        (
            "schedule",
            "No draw meeting all wishes was found; {} did not fit. Please drop a wish or a round.",
        ),
        ("random", "No draw meeting all wishes was found; {} did not fit. Please drop a wish or a round."),
    ],
)
def test_wishes_that_no_round_meets(hall: Hall, method: str, words: str) -> None:
    """Bob sits with Hana, Iris and Jun, the only ones he may meet; but Hana and Iris never meet."""
    wishes = [apart(1, number) for number in range(2, 6)] + [apart(6, 7)]

    code, message = refused(hall, *wishes, method=method)

    assert code == "wishes_conflict"
    # Which two are named is the search's, and its seed's.
    assert re.fullmatch(words.format(r"(\w+), (\w+)").replace(".", r"\."), message)


def test_too_many_of_one_country(wide: Hall) -> None:
    Player.objects.filter(entries__number__lte=5).update(country="JP")

    assert refused(wide, apart=["country"]) == (
        "group_too_large",
        "The 5 players of JP cannot be kept apart on 4 tables.",
    )


@pytest.mark.parametrize(
    ("sizes", "code", "words"),
    [
        ((5, 3, 4, 4), "teams_uneven", "For team matches every team needs the same number of players."),
        ((8, 8), "too_few_players", "There are too few players for this draw."),
    ],
)
def test_teams_that_cannot_meet(wide: Hall, sizes: tuple[int, ...], code: str, words: str) -> None:
    entries = iter(Entry.objects.order_by("number"))
    for number, size in enumerate(sizes):
        team = form_team(tournament=wide.tournament, name=f"Team {number}", by=wide.alice)
        for _place in range(size):
            Entry.objects.filter(pk=next(entries).pk).update(team=team)

    assert refused(wide, method="teams") == (code, words)
