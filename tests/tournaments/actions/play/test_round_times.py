"""When a round is to begin: said by the organizer, changed until it starts, taken back, and told in the ledger."""

from datetime import UTC, datetime

import pytest

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.play.round_times import plan_times
from tournaments.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

TEN, ELEVEN = datetime(2026, 12, 6, 10, tzinfo=UTC), datetime(2026, 12, 6, 11, tzinfo=UTC)


def test_a_time_is_set_changed_and_taken_back(hall: Hall):
    round_ = hall.draw()
    seen = []
    for time in (TEN, ELEVEN, None):
        plan_times(tournament=hall.tournament, times={round_.pk: time}, by=hall.alice)
        round_.refresh_from_db()
        seen.append((round_.planned_at, hall.last_payload()["planned_at"]))

    assert seen == [
        (TEN, "2026-12-06T10:00:00.000000Z"),
        (ELEVEN, "2026-12-06T11:00:00.000000Z"),
        (None, None),
    ]
    assert hall.kinds()[-3:] == ["round_planned"] * 3


def test_the_same_time_again_changes_nothing(hall: Hall):
    round_ = hall.draw()
    plan_times(tournament=hall.tournament, times={round_.pk: TEN}, by=hall.alice)
    before = hall.kinds()

    changed = plan_times(tournament=hall.tournament, times={round_.pk: TEN}, by=hall.alice)

    assert (changed, hall.kinds()) == ([], before)


def test_a_round_in_play_keeps_its_time(hall: Hall, round_: Round):
    with pytest.raises(StateRefuses) as refusal:
        plan_times(tournament=hall.tournament, times={round_.pk: TEN}, by=hall.alice)

    round_.refresh_from_db()
    assert (refusal.value.code, round_.planned_at) == ("round_started", None)


@pytest.mark.parametrize("year", [1, 1999, 2100, 9999])
def test_a_year_that_nobody_means_is_refused(hall: Hall, year: int):
    round_ = hall.draw()

    with pytest.raises(RulesRefuse) as refusal:
        plan_times(
            tournament=hall.tournament, times={round_.pk: datetime(year, 1, 1, tzinfo=UTC)}, by=hall.alice
        )

    round_.refresh_from_db()
    assert (refusal.value.code, round_.planned_at) == ("time_out_of_range", None)


def test_a_round_of_another_tournament_is_refused(hall: Hall):
    foreign = open_hall("other").draw()

    with pytest.raises(RulesRefuse):
        plan_times(tournament=hall.tournament, times={foreign.pk: TEN}, by=hall.alice)

    foreign.refresh_from_db()
    assert foreign.planned_at is None


def test_all_or_nothing(hall: Hall, round_: Round):
    draft = hall.draw()

    with pytest.raises(StateRefuses):
        plan_times(tournament=hall.tournament, times={draft.pk: TEN, round_.pk: TEN}, by=hall.alice)

    draft.refresh_from_db()
    assert draft.planned_at is None
