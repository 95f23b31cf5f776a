"""197 hanchan of a student club, with slips, chombo and lost sticks. Golden figures: data/club_nights_2019_2026."""

import csv
import io
from fractions import Fraction

import pytest

from tests.leagues.league import CLUB_NIGHTS, expected_of, games, games_of, import_league, standings, total
from tests.tournaments.hall import open_hall
from tournaments.actions.imports.players import ImportRefused
from tournaments.actions.imports.results import ResultsOptions, import_results
from tournaments.models import Scoresheet

TEXT = games_of("club_nights_2019_2026")
EXPECTED = expected_of("club_nights_2019_2026")
ODD = {str(game["game"]): game["total"] for game in EXPECTED["checks"]["games_not_100000"]}


def without(*columns):
    rows = list(csv.DictReader(TEXT.splitlines()))
    out = io.StringIO()
    writer = csv.DictWriter(out, [name for name in rows[0] if name not in columns], extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


@pytest.fixture
def league(db):
    return import_league(TEXT, **CLUB_NIGHTS)


def test_every_score_of_all_197_games_is_the_clubs_own(league):
    hall, report = league
    official = {}
    for row in csv.DictReader(TEXT.splitlines()):
        score = (row["player"], int(row["points"]), int(row["place"]), Fraction(row["total"]))
        official.setdefault(int(row["game"]), []).append(score)

    ours = {
        number: [(s.entry.player.name, s.points, s.place, total(hall, s.total)) for s in scores]
        for number, scores in games(hall).items()
    }

    assert ours == official
    assert (report.new_games, report.findings) == (197, [])


def test_every_players_sum_and_places_are_the_clubs_own(league):
    hall, _ = league

    ours = {row.entry.player.name: (row.games, total(hall, row.total), row.places) for row in standings(hall)}

    assert ours == {
        # Nobody was fifth: there was no table of five.
        row["player"]: (row["games"], Fraction(str(row["score"])), [*row["places"], 0])
        for row in EXPECTED["totals"]
    }


def test_exactly_the_22_games_that_do_not_add_up_are_listed_each_with_its_reason(league):
    _, report = league

    assert len(ODD) == 22
    assert {game.game: game.found for game in report.unbalanced} == ODD
    assert all(game.reason for game in report.unbalanced)
    assert [
        (g.game, g.missing, g.leftover, g.reason) for g in report.unbalanced if g.game in ("6", "86", "159")
    ] == [
        ("6", 10_000, 0, "Chombo in hand 7: 10,000 paid to nobody"),
        ("86", -1_000, 0, "A riichi stick too many: 1,000"),
        ("159", 2_000, 2_000, "Riichi sticks left on the table at the end: lost"),
    ]


def test_without_reasons_exactly_those_22_are_refused_and_nothing_is_imported(db):
    hall = open_hall(players=0, **CLUB_NIGHTS)
    text = without("leftover", "imbalance_reason")
    before = hall.kinds()

    with pytest.raises(ImportRefused) as refusal:
        import_results(stage=hall.stage, text=text, by=hall.alice)
    report = import_results(stage=hall.stage, text=text, by=hall.alice, options=ResultsOptions(dry_run=True))

    assert {line["code"] for line in refusal.value.fields["lines"]} == {"unbalanced"}
    assert len(refusal.value.fields["lines"]) == 22
    assert {game.game: game.found for game in report.unbalanced} == ODD
    assert (hall.kinds(), hall.tournament.entries.count()) == (before, 0)


def test_asked_to_they_are_imported_for_one_reason_and_listed_all_the_same(db):
    hall = open_hall(players=0, **CLUB_NIGHTS)
    text = without("leftover", "imbalance_reason")

    report = import_results(
        stage=hall.stage,
        text=text,
        by=hall.alice,
        options=ResultsOptions(accept_unbalanced="As written that night"),
    )

    assert {game.game: (game.found, game.reason) for game in report.unbalanced} == {
        game: (found, "As written that night") for game, found in ODD.items()
    }
    odd = Scoresheet.objects.exclude(imbalance=0)
    assert {sheet.imbalance_reason for sheet in odd} == {"As written that night"}
    assert odd.count() == 22
