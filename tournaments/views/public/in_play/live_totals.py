"""Where the games in play would lead, if they ended as they stand: apart from what is confirmed."""

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Stage, Tournament
from tournaments.standings.in_play.live_totals import (
    LiveGame,
    LiveRow,
    LiveStage,
    LiveTeam,
    live_games,
    live_standings,
)
from tournaments.views.hands_wording import name_of_hand
from tournaments.views.policies import visible
from tournaments.views.public.live_pages import digest_of, live_tag
from web.policies import is_known_to

# Of a large field, those who stand so high, and everybody who plays.
MOST_RANKS = 100


@dataclass(frozen=True)
class ShownStage:
    """A stage as its page shows it: of `rows` each with the hand that is played at the table."""

    stage: Stage
    rows: list[tuple[LiveRow, str]]
    teams: list[LiveTeam]


@visible
@require_safe
def live_totals(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Live totals, stage by stage. The page asks by itself: hands are no news of the tournament."""
    games = live_games(tournament)
    tag = live_tag(request, tournament, digest_of(games))
    if is_known_to(request, tag):
        return HttpResponseNotModified()
    context = {
        "tournament": tournament,
        "stages": list(map(_shown_stage, live_standings(tournament, games))),
        "units": tournament.rulebook.units_per_point,
        "etag": tag,
    }
    return render(request, "public/in_play/live_totals.html", context)


def _shown_stage(found: LiveStage) -> ShownStage:
    @cache
    def now(table: int) -> str:
        return _now(games[table])

    games = {row.game.table: row.game for row in found.rows if row.game}
    rows = [row for row in found.rows if row.seat or (row.live_rank or 1) <= MOST_RANKS]
    return ShownStage(
        found.stage, [(row, now(row.game.table) if row.game else "") for row in rows], found.teams
    )


def _now(game: LiveGame) -> str:
    """Which hand is played, or nothing where the game is over or a result waits."""
    return name_of_hand(game.state) if game.state and not game.state.over else ""
