"""What a referee's decision would move, before it is made."""

from functools import partial

import pytest

from tests.tournaments.hall import BALANCED, Hall, play, seats_of
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize, penalize_team
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.preview import Move, preview
from tournaments.models import Entry, LedgerEntry, Penalty, Scoresheet, Table

pytestmark = pytest.mark.database("sqlite", thorough="both")


def test_a_correction_is_shown_before_it_is_made_and_nothing_changes(hall: Hall, table: Table) -> None:
    sheet = play(table, hall.alice)
    before = LedgerEntry.objects.count()
    east, _south, _west, north = (seat.entry_id for seat in seats_of(table))
    exchanged = partial(
        correct_sheet,
        table=table,
        report=TableReport(Figures([10_000, 30_000, 20_000, 40_000]), if_match=sheet.tag),
        reason="Exchanged",
        by=hall.rob,
    )

    moves = preview(stage=hall.stage, action=exchanged).moves

    assert moves == [Move(north, 4, 1, -50_000, 60_000), Move(east, 1, 4, 60_000, -50_000)]
    assert (Scoresheet.objects.get(), LedgerEntry.objects.count()) == (sheet, before)
    assert sheet.scores.count() == 4


def test_a_decision_that_moves_nobody_is_an_empty_preview(hall: Hall, table: Table) -> None:
    sheet = play(table, hall.alice)
    same = partial(
        correct_sheet,
        table=table,
        report=TableReport(BALANCED, if_match=sheet.tag),
        reason="Checked",
        by=hall.rob,
    )

    assert preview(stage=hall.stage, action=same).moves == []


def test_a_penalty_can_be_previewed_too(hall: Hall) -> None:
    entry = Entry.objects.get(number=1)
    deduct = partial(penalize, stage=hall.stage, entry=entry, ruling=Ruling(5_000, "Late"), by=hall.rob)

    moves = preview(stage=hall.stage, action=deduct).moves

    assert moves == [Move(entry.pk, 1, 8, 0, -5_000)]
    assert not Penalty.objects.exists()


def test_a_penalty_to_a_team_moves_teams(hall: Hall) -> None:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    hall.tournament.entries.filter(number__lte=4).update(team=team)
    deduct = partial(penalize_team, stage=hall.stage, team=team, ruling=Ruling(5_000, "Late"), by=hall.rob)

    moves = preview(stage=hall.stage, action=deduct, teams=True).moves

    assert moves == [Move(team.pk, 1, 1, 0, -5_000)]
    assert preview(stage=hall.stage, action=deduct).moves == []
    assert not Penalty.objects.exists()


def test_a_refused_decision_is_refused_in_the_preview(hall: Hall, table: Table) -> None:
    wrong = partial(
        correct_sheet, table=table, report=TableReport(Figures([1, 2, 3, 4])), reason="?", by=hall.rob
    )

    with pytest.raises(RulesRefuse):
        preview(stage=hall.stage, action=wrong)

    assert not Scoresheet.objects.exists()
