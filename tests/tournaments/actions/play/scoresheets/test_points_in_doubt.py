"""Figures on a sheet that no game ends with are refused; those that hardly any ends with have to be confirmed."""

from dataclasses import replace

import pytest

from tests.tournaments.hall import Hall, open_hall, phones_of, play, seats_of
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.imports.players import ImportRefused
from tournaments.actions.imports.results import ResultsReport, import_results
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import LedgerEntry, Scoresheet, Table

pytestmark = pytest.mark.database("sqlite", thorough="both")

ALL_WITH_ONE = Figures([100_000, 0, 0, 0])
USUAL = [40_000, 30_000, 20_000, 10_000]


def refused(table: Table, hall: Hall, figures: Figures, **more: object) -> RulesRefuse:
    """The refusal of a report, which must change nothing."""
    east = phones_of(table, hall.alice)[0]
    before = (Scoresheet.objects.count(), LedgerEntry.objects.count())
    with pytest.raises(RulesRefuse) as refusal:
        report_sheet(table=table, report=TableReport(figures, **more), by=east)  # type: ignore[arg-type]
    assert (Scoresheet.objects.count(), LedgerEntry.objects.count()) == before
    return refusal.value


def test_all_points_with_one_player_are_asked_about_and_taken_when_it_is_meant(
    hall: Hall, table: Table
) -> None:
    refusal = refused(table, hall, ALL_WITH_ONE)

    sheet = report_sheet(
        table=table, report=TableReport(ALL_WITH_ONE, confirm=["all_points_with_one"]), by=hall.alice
    )

    assert (refusal.code, refusal.fields["confirm"]) == ("please_confirm", ["all_points_with_one"])
    assert refusal.fields["points"] == ["One player has all the points, and all others have exactly 0."]
    assert sheet.points == [100_000, 0, 0, 0]


def test_everything_odd_is_asked_at_once_and_each_has_to_be_confirmed(hall: Hall, table: Table) -> None:
    odd = Figures([580_000, -380_000, -50_000, -50_000], chombo=[0, 4, 0, 0])

    refusal = refused(table, hall, odd)
    again = refused(table, hall, odd, confirm=["strange_points"])

    assert refusal.fields["confirm"] == ["many_chombo", "strange_points"]
    assert again.fields["confirm"] == ["many_chombo"]


def test_more_chombo_than_a_game_can_have_are_refused_whatever_is_confirmed(hall: Hall, table: Table) -> None:
    answer = refused(table, hall, Figures(USUAL, chombo=[13, 0, 0, 0]), confirm=["many_chombo"])

    assert (answer.code, list(answer.fields)) == ("too_many_chombo", ["chombo"])


def test_deeper_than_the_last_hand_nobody_falls_where_bankruptcy_ends_the_game(db: None) -> None:
    hall = open_hall(rulebook_id="tenhou", house_rules={"chombo.kind": "none", "chombo.amount": 0})
    table = hall.started().tables.get(number=1)

    answer = refused(table, hall, Figures([990_000, 0, 0, -890_000]), confirm=["strange_points"])

    assert (answer.code, list(answer.fields)) == ("fallen_too_far", ["points"])


def test_the_referee_is_asked_the_same(hall: Hall, table: Table) -> None:
    sheet = play(table, hall.alice)
    how = {"table": table, "reason": "signed", "by": hall.rob}
    asked = TableReport(ALL_WITH_ONE, if_match=sheet.tag)

    with pytest.raises(RulesRefuse) as refusal:
        correct_sheet(**how, report=asked)  # type: ignore[arg-type]
    before = Scoresheet.objects.live().get(table=table).points
    decided = correct_sheet(**how, report=replace(asked, confirm=["all_points_with_one"]))  # type: ignore[arg-type]

    assert (refusal.value.code, before, decided.points) == ("please_confirm", USUAL, [100_000, 0, 0, 0])


def test_what_was_confirmed_is_on_no_record_but_the_sheet(hall: Hall, table: Table) -> None:
    report_sheet(
        table=table, report=TableReport(ALL_WITH_ONE, confirm=["all_points_with_one"]), by=hall.alice
    )

    payload = hall.last_payload()
    assert payload["points"] == [100_000, 0, 0, 0]
    assert "confirm" not in payload
    assert len(seats_of(table)) == 4


def file_of(points: list[int], chombo: int = 0) -> str:
    lines = [
        f"1,1,{seat},{name},{own},{chombo}"
        for seat, name, own in zip("ESWN", ("Ann", "Ben", "Cat", "Dan"), points, strict=True)
    ]
    return "\n".join(["game,table,seat,player,points,chombo", *lines])


def take_in(points: list[int], chombo: int = 0) -> ResultsReport:
    hall = open_hall(players=0)
    return import_results(stage=hall.stage, text=file_of(points, chombo), by=hall.alice)


def test_a_file_with_odd_figures_is_taken_in_with_a_warning(db: None) -> None:
    report = take_in([100_000, 0, 0, 0])

    assert [(line.line, line.code, line.is_error) for line in report.findings] == [
        (2, "all_points_with_one", False)
    ]
    assert report.new_games == 1


def test_a_file_with_impossible_figures_is_refused(db: None) -> None:
    with pytest.raises(ImportRefused) as refusal:
        take_in(USUAL, chombo=13)

    assert [line["code"] for line in refusal.value.fields["lines"]] == ["too_many_chombo"]  # type: ignore[attr-defined]
    assert not Scoresheet.objects.exists()
