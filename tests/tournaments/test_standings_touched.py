"""Publishing adds up only those whom an action has touched, and comes to the same as adding up everybody."""

import pytest

from tests.tournaments.hall import BALANCED, Hall, play
from tournaments import standings
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import reinstate, withdraw
from tournaments.actions.play.penalties import lift_penalty, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets import Figures, correct_sheet, report_sheet, void_sheet
from tournaments.models import LedgerEntry, Score, Standing, TeamStanding
from tournaments.standings import OF_A_TABLE, OF_ONE, STILL, publish_standings


def rows(model, hall):
    names = [field.name for field in model._meta.fields if field.name not in ("id", "as_of_seq")]
    return list(model.objects.filter(stage=hall.stage).order_by("position").values(*names))


def both(hall):
    return rows(Standing, hall), rows(TeamStanding, hall)


@pytest.fixture
def read(monkeypatch):
    """Whom publishing has added up: None stands for everybody."""
    asked = []
    sums = standings._sums

    def watched(stage, entries):
        asked.append(entries)
        return sums(stage, entries)

    monkeypatch.setattr(standings, "_sums", watched)
    return asked


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
    penalty = penalize(stage=hall.stage, entry=entries[3], amount=7_000, reason="Late", by=hall.rob)
    yield penalty
    sheet = correct_sheet(
        table=one,
        figures=Figures([10_000, 20_000, 30_000, 40_000]),
        reason="x",
        by=hall.rob,
        if_match=sheet.tag,
    )
    yield sheet
    yield report_sheet(table=three, figures=BALANCED, by=hall.alice)
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
        quick = both(hall)

        publish_standings(hall.stage.pk, anew=True)

        assert both(hall) == quick
    assert sum(asked is not None for asked in read) >= 9


def test_only_the_four_of_a_table_are_added_up_again(hall: Hall, read):
    tables = hall.started().tables.order_by("number")
    play(tables[0], hall.alice, BALANCED)
    publish_standings(hall.stage.pk)
    read.clear()

    play(tables[1], hall.alice, BALANCED)
    publish_standings(hall.stage.pk)

    assert [sorted(asked) for asked in read] == [sorted(tables[1].seats.values_list("entry", flat=True))]


def test_after_an_action_of_a_kind_it_does_not_know_everybody_is_added_up(hall: Hall, read, monkeypatch):
    publish_standings(hall.stage.pk)
    play(hall.started().tables.first(), hall.alice, BALANCED)
    monkeypatch.setattr(standings, "STILL", STILL - {"agreed"})
    read.clear()

    publish_standings(hall.stage.pk)

    assert read == [None]


def test_rows_deleted_by_hand_come_back_with_the_next_action_and_changed_ones_anew(hall: Hall):
    tables = hall.started().tables.order_by("number")
    play(tables[0], hall.alice, BALANCED)
    publish_standings(hall.stage.pk)
    good = both(hall)
    Standing.objects.filter(position=1).delete()
    Standing.objects.filter(position=2).update(total=0)

    penalty = penalize(
        stage=hall.stage, entry=hall.tournament.entries.last(), amount=1, reason="x", by=hall.rob
    )
    lift_penalty(penalty=penalty, reason="x", by=hall.rob)
    publish_standings(hall.stage.pk)
    assert Standing.objects.filter(stage=hall.stage).count() == len(good[0])
    publish_standings(hall.stage.pk, anew=True)

    assert both(hall) == good


def test_rows_from_before_worst_games_were_kept_are_added_up_anew(hall: Hall, read):
    play(hall.started().tables.first(), hall.alice, BALANCED)
    publish_standings(hall.stage.pk)
    Standing.objects.update(worst=None)
    read.clear()
    penalize(stage=hall.stage, entry=hall.tournament.entries.last(), amount=1, reason="x", by=hall.rob)

    publish_standings(hall.stage.pk)

    assert read == [None]
    assert Standing.objects.filter(games__gt=0, worst=None).count() == 0


def test_an_action_that_comes_in_while_we_read_is_read_too(hall: Hall, monkeypatch):
    one, two = hall.started().tables.order_by("number")
    play(one, hall.alice, BALANCED)
    sums, late = standings._sums, []

    def interrupted(stage, entries):
        found = list(sums(stage, entries))
        if not late:
            late.append(play(two, hall.alice, BALANCED))
        return found

    monkeypatch.setattr(standings, "_sums", interrupted)
    publish_standings(hall.stage.pk)

    assert (
        Score.objects.filter(counts=True).count()
        == sum(Standing.objects.values_list("games", flat=True))
        == 8
    )
    assert hall.stage.publication.games_counted == 2
    last = LedgerEntry.objects.order_by("seq").last()
    assert set(Standing.objects.values_list("as_of_seq", flat=True)) == {last.seq}


def test_no_action_is_listed_twice():
    assert len(OF_A_TABLE | OF_ONE | STILL) == len(OF_A_TABLE) + len(OF_ONE) + len(STILL)
