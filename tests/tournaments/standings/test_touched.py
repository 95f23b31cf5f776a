"""Publishing adds up only those whom an action has touched, and comes to the same as adding up everybody."""

from datetime import UTC, datetime

import pytest
from django.db.models import F

from tests.thorough import IS_SECOND_DATABASE, THOROUGH
from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.hall import BALANCED, Hall, play, seats_of
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import reinstate, withdraw
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, undo_confirmation, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import LedgerEntry, LedgerHead, Round, Score, Standing, Team, TeamStanding
from tournaments.standings import publish_standings
from tournaments.standings.sources import adjustments, games
from tournaments.standings.touched import touched_between

pytestmark = pytest.mark.database("sqlite", thorough="both")

# Of those who are listed, how many each action touches; any other action touches nobody.
TOUCHED = {
    "imports.players.import_players": "everybody",
    "imports.results.import_sheet": "everybody",
    "setup.ranking.set_ranking": "everybody",
    "stages.counting.set_counting": "everybody",
    "people.merging.merge_players": "everybody",
    "draws.repairs.repair_schedule": 1,
    # Somebody who signed up did not come, and the night costs that.
    "free_play.nights.settle_night": 1,
    "people.editing.edit_entry": 1,
    "people.editing.edit_player": 1,
    "people.record_proposals.accept_proposal": 1,
    "people.entries.withdraw": 1,
    "teams.rosters.change_team": 1,
    "play.penalties.penalize": 1,
    # One sat out and plays after all, another one is not there.
    "play.rounds.close_round": 2,
    "play.penalties.lift_penalty": 1,
    "play.scoresheets.deciding.correct_sheet": 4,
    "play.scoresheets.deciding.undo_confirmation": 4,
    "play.scoresheets.deciding.void_sheet": 4,
    "play.scoresheets.paper_sheets.enter_paper_sheet": 4,
    "play.scoresheets.paper_sheets.confirm_as_second": 4,
    "play.scoresheets.paper_sheets.confirm_together": 4,
    "play.scoresheets.reporting.confirm_sheet": 4,
}
# Recorded in another tournament's ledger.
ELSEWHERE = {
    "seasons.copying.copy_tournament",
    "seasons.repeating.repeat_tournament",
    "seasons.rehearsals.rehearse",
    "seasons.rehearsals.end_rehearsal",
    "seasons.confirming.confirm_next_season",
    "seasons.revoking.revoke_next_season",
    "setup.tournaments.create_tournament",
    "transfer.taking_in.take_in_tournament",
}

# Has to know itself where everybody stands.
ADDS_UP = {"stages.qualifiers.confirm_qualifiers"}


def rows(model, stage):
    names = [field.name for field in model._meta.fields if field.name != "id"]
    return list(model.objects.filter(stage=stage).order_by("position").values(*names))


def both(stage):
    return rows(Standing, stage), rows(TeamStanding, stage)


@pytest.fixture
def read(monkeypatch):
    """Whose games publishing has read: None stands for everybody's."""
    calls = []

    def watched(stage, entries, through):
        calls.append(entries)
        return games(stage, entries, through)

    monkeypatch.setattr("tournaments.standings.adding_up.SOURCES", (watched, adjustments))
    return calls


def actions_of_a_day(hall):
    """One action after the other, each kind that moves standings, several times."""
    yield import_players(
        tournament=hall.tournament, text="name,team\nKai,Red\nLea,Red\nMio,Blue\nNao,Blue\n", by=hall.alice
    )
    round_ = hall.started()
    one, two, three = round_.tables.order_by("number")
    sheet = play(one, hall.alice, BALANCED)
    yield sheet
    yield play(two, hall.alice, Figures([25_000] * 4, chombo=[0, 1, 0, 0]))
    entries = list(hall.tournament.entries.order_by("number"))
    penalty = penalize(stage=hall.stage, entry=entries[3], ruling=Ruling(7_000, "Late"), by=hall.rob)
    yield penalty
    red = Team.objects.get(name="Red")
    yield penalize_team(stage=hall.stage, team=red, ruling=Ruling(9_000, "Late"), by=hall.rob)
    sheet = correct_sheet(
        table=one,
        report=TableReport(Figures([10_000, 20_000, 30_000, 40_000]), if_match=sheet.tag),
        reason="x",
        by=hall.rob,
    )
    yield sheet
    sheet = undo_confirmation(sheet=sheet, if_match=sheet.tag, by=hall.rob)
    yield sheet
    yield report_sheet(table=three, report=TableReport(BALANCED), by=hall.alice)
    yield void_sheet(sheet=sheet, if_match=sheet.tag, reason="x", by=hall.rob)
    yield lift_penalty(penalty=penalty, reason="x", by=hall.rob)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    yield withdraw(entry=entries[0], by=hall.alice)
    yield reinstate(entry=entries[0], by=hall.alice)
    text = "round,table,player,points\n" + "".join(
        f"2,1,{name},{points}\n"
        for name, points in zip(("Kai", "Bob", "Lea", "Dora"), BALANCED.points, strict=True)
    )
    yield import_results(stage=hall.stage, text=text, by=hall.alice)


def test_after_every_action_it_comes_to_the_same_as_adding_up_everybody(hall, read):
    publish_standings(hall.stage.pk)
    read.clear()
    for _action in actions_of_a_day(hall):
        publish_standings(hall.stage.pk)
        quick = both(hall.stage)

        publish_standings(hall.stage.pk, anew=True)

        assert both(hall.stage) == quick
    assert sum(entries is not None for entries in read) >= 9


def test_only_the_four_of_a_table_are_added_up_again(hall: Hall, read):
    tables = hall.started().tables.order_by("number")
    play(tables[0], hall.alice, BALANCED)
    publish_standings(hall.stage.pk)
    read.clear()

    play(tables[1], hall.alice, BALANCED)
    publish_standings(hall.stage.pk)

    assert [sorted(entries) for entries in read] == [sorted(tables[1].seats.values_list("entry", flat=True))]


# What publishing asks of a database does not depend on the action: on a second one it is usually asked after each
# that touches somebody, and after a few of the others.
TRIED = [
    name
    for number, name in enumerate(ROWS)
    if THOROUGH or not IS_SECOND_DATABASE or name in TOUCHED or number % 8 == 0
]


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_after_any_action_only_those_it_touches_are_added_up_again(name: str, hall: Hall, read):
    stage = hall.stage
    act = ROWS[name].scene(hall)
    publish_standings(stage.pk, anew=True)
    listed = set(Standing.objects.filter(stage=stage).values_list("entry", flat=True))
    read.clear()

    act()
    if name in ELSEWHERE or name in ADDS_UP:
        # What was added up there is that tournament's, or the action's own.
        read.clear()
    # Also after what does not move standings by itself: the next action that does comes after it.
    LedgerHead.objects.filter(tournament=hall.tournament).update(standings_seq=F("seq"))
    publish_standings(stage.pk)
    quick = both(stage)
    publish_standings(stage.pk, anew=True)

    assert both(stage) == quick
    again = ["everybody" if entries is None else len(listed.intersection(entries)) for entries in read[:-1]]
    assert again == ([TOUCHED.get(name, 0)] if ROWS[name].kinds and name not in ELSEWHERE else [])


def test_after_an_action_of_a_newer_version_everybody_is_added_up(hall: Hall, read):
    publish_standings(hall.stage.pk)
    head = LedgerHead.objects.get(tournament=hall.tournament)
    LedgerEntry.objects.create(
        tournament=hall.tournament,
        seq=head.seq + 1,
        kind="of_next_year",
        payload="{}",
        recorded_at=datetime(2027, 1, 1, tzinfo=UTC),
        prev=head.hash,
        hash="f" * 64,
    )
    LedgerHead.objects.filter(pk=head.pk).update(seq=head.seq + 1, standings_seq=head.seq + 1, hash="f" * 64)
    read.clear()

    publish_standings(hall.stage.pk)

    assert read == [None]


def test_far_behind_everybody_is_added_up(hall: Hall, read, monkeypatch):
    publish_standings(hall.stage.pk)
    monkeypatch.setattr("tournaments.standings.touched.MOST_ACTIONS", 1)
    entry = hall.tournament.entries.last()
    lift_penalty(
        penalty=penalize(stage=hall.stage, entry=entry, ruling=Ruling(1, "x"), by=hall.rob),
        reason="x",
        by=hall.rob,
    )
    read.clear()

    publish_standings(hall.stage.pk)

    assert read == [None]


def test_rows_deleted_by_hand_come_back_with_the_next_action_and_changed_ones_anew(hall: Hall):
    tables = hall.started().tables.order_by("number")
    play(tables[0], hall.alice, BALANCED)
    publish_standings(hall.stage.pk)
    good = both(hall.stage)
    Standing.objects.filter(position=1).delete()
    Standing.objects.filter(position=2).update(total=0)

    penalty = penalize(
        stage=hall.stage, entry=hall.tournament.entries.last(), ruling=Ruling(1, "x"), by=hall.rob
    )
    lift_penalty(penalty=penalty, reason="x", by=hall.rob)
    publish_standings(hall.stage.pk)
    assert Standing.objects.filter(stage=hall.stage).count() == len(good[0])
    publish_standings(hall.stage.pk, anew=True)

    assert both(hall.stage) == good


def test_rows_from_before_worst_games_were_kept_are_added_up_anew(hall: Hall, read):
    play(hall.started().tables.first(), hall.alice, BALANCED)
    publish_standings(hall.stage.pk)
    Standing.objects.update(worst=None)
    read.clear()
    penalize(stage=hall.stage, entry=hall.tournament.entries.last(), ruling=Ruling(1, "x"), by=hall.rob)

    publish_standings(hall.stage.pk)

    assert read == [None]
    assert Standing.objects.filter(games__gt=0, worst=None).count() == 0


def test_an_action_that_comes_in_while_we_read_is_read_too(hall: Hall, monkeypatch):
    one, two = hall.started().tables.order_by("number")
    play(one, hall.alice, BALANCED)
    late = []

    def interrupted(stage, entries, through):
        found = games(stage, entries, through)
        if not late:
            late.append(play(two, hall.alice, BALANCED))
        return found

    monkeypatch.setattr("tournaments.standings.adding_up.SOURCES", (interrupted, adjustments))
    publish_standings(hall.stage.pk)

    assert (
        Score.objects.filter(counts=True).count()
        == sum(Standing.objects.values_list("games", flat=True))
        == 8
    )
    assert hall.stage.publication.games_counted == 2
    last = LedgerEntry.objects.order_by("seq").last()
    assert hall.stage.publication.as_of_seq == last.seq


def test_who_sat_at_a_table_that_reported_is_named_whoever_their_games_count_for(
    hall: Hall, round_: Round
) -> None:
    before = LedgerHead.objects.get(tournament=hall.tournament).seq
    table = round_.tables.get(number=1)
    play(table, hall.alice)

    touched = touched_between(
        hall.tournament.pk, before, LedgerHead.objects.get(tournament=hall.tournament).seq
    )

    seated = {seat.entry_id for seat in seats_of(table)}
    assert (touched.seated, touched.entries, touched.tables) == (seated, seated, {table.pk})
