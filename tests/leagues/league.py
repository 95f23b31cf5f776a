"""Real leagues, imported game by game; each one's source is in its SOURCE.md."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from django.db.models import Prefetch

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports.results import ResultsReport, import_results
from tournaments.models import Score, Scoresheet, Standing, TeamStanding
from tournaments.standings import publish_standings

DATA = Path(__file__).parent / "data"
DEMO = Path(__file__).parents[2] / "tournaments" / "demo"
MCR = {"rulebook_id": "mcr", "house_rules": {"chombo.kind": "none", "chombo.amount": 0}}
CLUB_NIGHTS = {"rulebook_id": "mleague", "house_rules": {"result.leftover_deposits": "lost"}}


def games_of(league: str) -> str:
    return (DATA / league / "games.csv").read_text()


def expected_of(league: str) -> Any:
    return json.loads((DATA / league / "expected.json").read_text())


def import_league(text: str, **settings: object) -> tuple[Hall, ResultsReport]:
    """Import a league into a fresh tournament and publish its standings."""
    hall = open_hall(players=0, **settings)
    report = import_results(stage=hall.stage, text=text, by=hall.alice)
    publish_standings(hall.stage.pk)
    return hall, report


def total(hall: Hall, units: int) -> Fraction:
    """Return a total as shown."""
    return Fraction(units, hall.tournament.rulebook.units_per_point)


def standings(hall: Hall) -> list[Standing]:
    return list(
        Standing.objects.filter(stage=hall.stage).select_related("entry__player").order_by("position")
    )


def team_standings(hall: Hall) -> list[TeamStanding]:
    return list(TeamStanding.objects.filter(stage=hall.stage).select_related("team").order_by("position"))


def games(hall: Hall) -> dict[int, list[Score]]:
    """Return the scores of each game, East first, by round number."""
    sheets = Scoresheet.objects.filter(table__round__stage=hall.stage).select_related("table__round")
    with_scores = sheets.prefetch_related(
        Prefetch(
            "scores", Score.objects.select_related("entry__player", "entry__team").order_by("seat__wind")
        )
    )
    return {sheet.table.round.number: list(sheet.scores.all()) for sheet in with_scores}
