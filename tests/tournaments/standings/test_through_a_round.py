"""Standings as they were after a round: the same pipeline, over the rounds up to it."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, play
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.models import CountingRule, Round
from tournaments.standings import COLUMNS, Tally, add_up

pytestmark = pytest.mark.django_db
SECOND = Figures([25_000, 25_000, 10_000, 40_000])


def played(hall: Hall, figures: Figures) -> Round:
    round_ = hall.started()
    for table in round_.tables.all():
        play(table, hall.alice, figures)
    return close_round(round_=round_, by=hall.alice)


def figures_of(tallies: list[Tally]) -> dict[int, list[object]]:
    return {row.key: [getattr(row, name) for name in COLUMNS] for row in tallies}


def test_after_the_first_round_they_are_what_they_were_then(hall: Hall):
    played(hall, BALANCED)
    then = figures_of(add_up(hall.stage).entries)
    played(hall, SECOND)

    assert figures_of(add_up(hall.stage, through=1).entries) == then
    assert figures_of(add_up(hall.stage, through=2).entries) == figures_of(add_up(hall.stage).entries) != then


def test_a_penalty_counts_from_the_round_before_the_next_one_began(hall: Hall):
    played(hall, BALANCED)
    entry = hall.tournament.entries.get(number=1)
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(10_000, "late"), by=hall.rob)
    played(hall, SECOND)
    second = penalize(stage=hall.stage, entry=entry, ruling=Ruling(5_000, "late again"), by=hall.rob)

    def deducted(through: int) -> int:
        return next(row.penalty for row in add_up(hall.stage, through=through).entries if row.key == entry.pk)

    assert (deducted(1), deducted(2)) == (10_000, 15_000)

    lift_penalty(penalty=second, reason="mistaken", by=hall.rob)

    assert (deducted(1), deducted(2)) == (10_000, 10_000)


def test_where_not_all_games_count_those_through_the_round_are_looked_at(hall: Hall):
    CountingRule.objects.create(stage=hall.stage, selection="best", number=1)
    played(hall, BALANCED)
    then = figures_of(add_up(hall.stage).entries)
    played(hall, SECOND)

    assert figures_of(add_up(hall.stage, through=1).entries) == then
    assert figures_of(add_up(hall.stage, through=2).entries) == figures_of(add_up(hall.stage).entries) != then
