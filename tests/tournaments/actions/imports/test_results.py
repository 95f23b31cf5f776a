from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.actions import add_player
from players.models import Player
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tournaments.actions.errors import StateRefuses
from tournaments.actions.imports.players import ImportedMeanwhile, ImportRefused
from tournaments.actions.imports.results import ResultsOptions, import_results
from tournaments.actions.people.entries import register
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.models import (
    Entry,
    LedgerEntry,
    Round,
    Score,
    Scoresheet,
    Seat,
    Table,
    TableFormat,
    Team,
    Tournament,
)

GAMES = """game,date,table,seat,player,team,points
1,2026-04-01,A,E,Ann,Red,45000
1,,,S,Ben,Blue,30000
1,,,W,Cat,Red,20000
1,,,N,Dan,Blue,5000
2,2026/04/08,B,East,Ann,Red,25000
2,,,South,Ben,Blue,25000
2,,,West,Cat,Red,−1000
2,,,North,Dan,Blue,51000
"""


@pytest.fixture
def empty(db) -> Hall:
    return open_hall(players=0)


def take_in(hall, text, **options):
    return import_results(stage=hall.stage, text=text, by=hall.alice, options=ResultsOptions(**options))


def everything():
    models = (Player, Team, Entry, Round, Table, Seat, Scoresheet, Score, LedgerEntry, Tournament)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def refused(hall, text, **options):
    """The findings of a file that must be refused and change nothing."""
    before = everything()
    with pytest.raises(ImportRefused) as refusal:
        take_in(hall, text, **options)
    assert everything() == before
    return [(line["line"], line["code"]) for line in refusal.value.fields["lines"]]


def test_games_come_in_as_confirmed_results_of_closed_rounds(empty):
    report = take_in(empty, GAMES)

    sheets = Scoresheet.objects.order_by("table__round__number").select_related("table__round")
    assert [
        (s.table.round.number, str(s.table.round.played_on), s.table.number, s.points, s.status)
        for s in sheets
    ] == [
        (1, "2026-04-01", 1, [45_000, 30_000, 20_000, 5_000], "confirmed"),
        (2, "2026-04-08", 2, [25_000, 25_000, -1_000, 51_000], "confirmed"),
    ]
    assert [
        (s.place, s.total, s.counts) for s in Score.objects.filter(sheet=sheets[1]).order_by("seat__wind")
    ] == [
        (2, -5_000, True),
        (2, -5_000, True),
        (4, -61_000, True),
        (1, 71_000, True),
    ]
    assert (report.games, report.new_games, report.new_players) == (2, 2, 4)


def test_the_first_import_pins_the_rulebook_and_every_game_has_its_line_in_the_ledger(empty):
    take_in(empty, GAMES)

    assert empty.kinds()[-5:] == [
        "rulebook_pinned",
        "players_imported",
        "results_imported",
        "imported",
        "imported",
    ]
    assert empty.last_payload()["points"] == [25_000, 25_000, -1_000, 51_000]
    empty.tournament.refresh_from_db()
    assert empty.tournament.status == "running"


def test_a_dry_run_tells_what_would_happen_and_changes_nothing(empty):
    before = everything()

    report = take_in(empty, GAMES, dry_run=True)

    assert everything() == before
    assert (report.new_games, report.new_players, report.is_dry_run) == (2, 4, True)


def test_a_file_may_be_imported_again_and_changes_nothing(empty):
    take_in(empty, GAMES)
    before = everything()

    report = take_in(empty, GAMES)

    assert everything() == before
    assert (report.games, report.new_games, report.known_games, report.findings) == (2, 0, 2, [])


JUDGED = """game,player,points,place,total
1,Ann,45000,1,65
1,Ben,30000,2,10
1,Cat,20000,3,-20
1,Dan,5000,4,▲55
"""


def test_places_and_totals_of_the_file_are_compared_with_ours(empty):
    assert take_in(empty, JUDGED, dry_run=True).findings == []
    assert refused(empty, JUDGED.replace("45000,1,65", "45000,2,65")) == [(2, "another_place")]
    assert refused(empty, JUDGED.replace("▲55", "▲54")) == [(5, "another_total")]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("45000,1,", "45000,first,", [(2, "bad_count")]),
        ("45000,1,", "45000,100,", [(2, "bad_count")]),
        ("▲55", "minus 55", [(5, "bad_total")]),
        ("game,player", "number,player", [(1, "missing_column")]),
    ],
)
def test_what_cannot_be_compared_or_told_apart_is_named(empty, old, new, found):
    assert refused(empty, JUDGED.replace(old, new)) == found


def test_later_games_of_a_longer_file_are_added(empty):
    take_in(empty, "".join(GAMES.splitlines(keepends=True)[:5]))

    report = take_in(empty, GAMES)

    assert (report.known_games, report.new_games, Scoresheet.objects.count()) == (1, 1, 2)


def test_a_game_that_was_corrected_here_is_not_overwritten(empty):
    take_in(empty, GAMES)
    sheet = Scoresheet.objects.get(table__round__number=1)
    correct_sheet(
        table=sheet.table,
        report=TableReport(Figures([40_000, 35_000, 20_000, 5_000]), if_match=sheet.tag),
        reason="Misread",
        by=empty.alice,
    )

    assert refused(empty, GAMES) == [(2, "other_figures")]


def test_players_of_the_tournament_are_known_by_name_and_others_are_entered(empty):
    ann = register(tournament=empty.tournament, player=add_player(name="Ann"), by=empty.alice)

    report = take_in(empty, GAMES)

    assert (report.already_entered, report.new_players) == (1, 3)
    assert Score.objects.filter(entry=ann).count() == 2


def test_a_round_that_was_drawn_here_is_not_imported_into(db):
    hall = open_hall()
    play(hall.started().tables.get(number=1), hall.alice, BALANCED)

    assert refused(hall, GAMES) == [(2, "round_drawn_here")]


def test_a_file_imported_by_somebody_else_in_the_meantime_is_refused(empty):
    preview = take_in(empty, GAMES, dry_run=True)
    take_in(empty, GAMES)
    before = everything()

    with pytest.raises(ImportedMeanwhile):
        take_in(empty, GAMES, as_of=preview.as_of)

    assert everything() == before


def test_rules_changed_after_the_file_was_settled_by_the_old_ones_are_refused(empty):
    assert empty.stage.tournament.rulebook.value("result.oka") != 0
    change_house_rules(
        tournament=Tournament.objects.get(),
        house_rules={"result.oka": 0},
        seen=empty.stage.tournament.rulebook.hash(),
        by=empty.alice,
        confirm=["game_sum"],
    )
    before = everything()

    with pytest.raises(StateRefuses) as refusal:
        take_in(empty, GAMES)

    assert (refusal.value.code, everything()) == ("rules_changed_meanwhile", before)


def test_a_finished_tournament_takes_no_results(empty):
    TableFormat.objects.update(rulebook_content="{}")
    Tournament.objects.update(status=Tournament.Status.FINISHED)

    with pytest.raises(StateRefuses):
        take_in(empty, GAMES)


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Blue,29000", [(2, "unbalanced")]),
        ("1,,,S,Ben,Blue,30000\n", "", [(2, "wrong_number_of_players")]),
        ("1,,,S,Ben,Blue,30000", "1,,,E,Ben,Blue,30000", [(2, "bad_seats")]),
        ("1,,,S,Ben,Blue,30000", "1,,,Q,Ben,Blue,30000", [(3, "bad_seat")]),
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Red,30000", [(7, "another_team")]),
        ("1,,,S,Ben,Blue,30000", "1,,,S,,Blue,30000", [(3, "name_missing")]),
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ann,Blue,30000", None),
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Blue,", [(3, "points_missing")]),
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Blue,30000.5", [(3, "bad_points")]),
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Blue,1e400", [(3, "bad_points")]),
        ("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Blue,99999999999999999999", [(3, "bad_points")]),
        ("1,,,S,Ben,Blue,30000", "1,2026-04-02,,S,Ben,Blue,30000", [(2, "contradiction")]),
        ("2026-04-01", "April 1", [(2, "bad_date")]),
        ("1,2026-04-01,A,", "1,2026-04-01,AB,", [(2, "bad_table")]),
        ("45000", "45050", [(2, "unbalanced")]),
        ("1,", "0,", [(2, "bad_round")]),
        ("1,", "one,", [(2, "bad_round")]),
    ],
)
def test_each_line_is_judged_and_named(empty, old, new, found):
    text = (
        GAMES.replace(old, new)
        if old != "1,"
        else "\n".join(new + line[2:] if line.startswith("1,") else line for line in GAMES.splitlines())
    )

    codes = refused(empty, text)

    assert codes == found or found is None


def test_points_that_are_no_hundreds_are_refused_by_the_rules(empty):
    text = GAMES.replace("45000", "45050").replace("1,,,S,Ben,Blue,30000", "1,,,S,Ben,Blue,29950")

    assert refused(empty, text) == [(2, "invalid_points")]


def test_one_player_at_two_tables_of_a_round_is_refused(empty):
    text = "round," + GAMES.replace("\n1,", "\n1,1,").replace("\n2,", "\n1,2,")

    assert refused(empty, text) == [(line, "two_tables") for line in (6, 7, 8, 9)]


def test_a_place_or_total_that_the_rulebook_gives_otherwise_is_an_error(empty):
    text = "\n".join(
        line + ending
        for line, ending in zip(
            GAMES.splitlines(),
            (",place,total", ",1,65.0", ",2,+10", ",3,-20.0", ",4,-54.9", ",2,", ",3,-5", ",4,-61", ",1,71"),
            strict=True,
        )
    )

    assert refused(empty, text) == [(5, "another_total"), (7, "another_place")]


def test_what_is_missing_needs_a_reason_and_what_is_left_does_not(empty):
    text = """round,table,player,points,leftover,imbalance_reason
1,1,Ann,30000,1000,
1,1,Ben,30000,,
1,1,Cat,25000,,
1,1,Dan,14000,,
1,2,Eve,30000,,Chombo paid to nobody
1,2,Fay,30000,,
1,2,Gus,25000,,
1,2,Hal,5000,,
"""
    report = take_in(empty, text)

    assert [(g.game, g.found, g.missing, g.leftover, g.reason) for g in report.unbalanced] == [
        ("1/1", 99_000, 1_000, 1_000, "Riichi sticks were left on the table."),
        ("1/2", 90_000, 10_000, 0, "Chombo paid to nobody"),
    ]
    assert [
        (s.leftover, s.imbalance, s.imbalance_reason) for s in Scoresheet.objects.order_by("table__number")
    ] == [
        (1_000, 0, ""),
        (0, 10_000, "Chombo paid to nobody"),
    ]


def test_three_player_games_have_three_lines(db):
    hall = open_hall(players=0, rulebook_id="tenhou_sanma")

    report = take_in(hall, "game,seat,player,points\n1,E,A,50000\n1,S,B,35000\n1,W,C,20000\n")

    assert report.new_games == 1
    assert Scoresheet.objects.get().north is None


def test_chombo_are_counted_as_the_rulebook_says(empty):
    text = "game,seat,player,points,chombo\n1,E,A,25000,\n1,S,B,25000,1\n1,W,C,25000,\n1,N,D,25000,\n"

    take_in(empty, text)

    assert [Fraction(s.chombo, 1000) for s in Score.objects.order_by("seat__wind")] == [0, -20, 0, 0]


def test_a_header_in_japanese_is_understood(empty):
    report = take_in(
        empty, "半荘,席,選手,持ち点\n1,東,甲,40000\n1,南,乙,30000\n1,西,丙,20000\n1,北,丁,10000\n"
    )

    assert (report.new_games, report.findings) == (1, [])


def test_a_hundred_games_take_at_most_seventy_statements(empty):
    text = "game,player,points\n" + "".join(
        f"{n},{name},{points}\n"
        for n in range(1, 101)
        for name, points in (("A", 40_000), ("B", 30_000), ("C", 20_000), ("D", 10_000))
    )

    with CaptureQueriesContext(connection) as statements:
        take_in(empty, text)

    assert len(statements) <= 70
