"""Rows that are worked out as a whole: what stands afterwards, and that no more is written than differs."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import Hall
from tournaments.models import Stage, Team, TeamStanding
from tournaments.models.fast_sql.writing import Numbers, ReplacedRows

MOVING = ("position", "rank")
COLUMNS = (
    *MOVING,
    "total",
    *(
        field.attname
        for field in TeamStanding._meta.concrete_fields
        if field.attname not in ("id", "stage_id", "team_id", "total", *MOVING)
    ),
)
REPLACED = ReplacedRows(TeamStanding, "stage_id", "team_id", COLUMNS, moving=MOVING)


@pytest.fixture
def teams(hall: Hall) -> list[int]:
    return [
        Team.objects.create(tournament=hall.tournament, name=name).pk for name in ("North", "South", "West")
    ]


def first_stage(hall: Hall) -> Stage:
    return hall.tournament.stages.get(ordinal=1)


def row(position: int, rank: int, total: int) -> Numbers:
    return position, rank, total, *[0] * (len(COLUMNS) - 3)


def stands(hall: Hall) -> dict[int, Numbers]:
    rows = TeamStanding.objects.filter(stage=first_stage(hall)).values_list("team", *COLUMNS)
    return {team: numbers for team, *numbers in rows for numbers in [tuple(numbers)]}


def replace(hall: Hall, should: dict[int, Numbers]) -> list[str]:
    """Replace what stands; return the first word of each statement that writes."""
    stage, has = first_stage(hall), stands(hall)
    with CaptureQueriesContext(connection) as made:
        REPLACED.replace(stage.pk, has=has, should=should)
    assert stands(hall) == should
    return [one["sql"].split()[0] for one in made if "teamstanding" in one["sql"]]


def test_only_what_differs_is_written(hall, teams):
    north, south, west = teams

    first = replace(hall, {north: row(1, 1, 500), south: row(2, 2, -500)})
    again = replace(hall, {north: row(1, 1, 500), south: row(2, 2, -500)})
    moved = replace(hall, {north: row(2, 1, 500), south: row(1, 1, -500)})
    partly = replace(hall, {north: row(1, 1, 500), south: row(2, 2, 700), west: row(3, 3, 0)})
    gone = replace(hall, {south: row(1, 1, 700)})

    assert (first, again, moved, partly) == (["INSERT"], [], ["UPDATE"], ["UPDATE", "INSERT"])
    assert gone == ["DELETE", "UPDATE"]


@pytest.mark.parametrize("total", [0.5, Decimal("0.5"), "5"])
def test_what_is_no_whole_number_is_refused_and_never_cut(hall, teams, total):
    replace(hall, {teams[0]: row(1, 1, 500)})

    with pytest.raises((TypeError, ValueError)):
        replace(hall, {teams[0]: row(1, 1, total)})

    assert stands(hall) == {teams[0]: row(1, 1, 500)}


def test_rows_of_another_stage_stay(hall, teams):
    other = hall.tournament.stages.create(ordinal=2, name="Final")
    TeamStanding.objects.create(
        stage=other, team_id=teams[0], **dict(zip(COLUMNS, row(1, 1, 5), strict=True))
    )

    replace(hall, {teams[0]: row(1, 1, 500)})
    replace(hall, {})

    assert [standing.total for standing in TeamStanding.objects.filter(stage=other)] == [5]
