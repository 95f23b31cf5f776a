"""What counts for teams in a stage."""

from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.standing.team_matches import MOST_MATCH_POINTS, MOST_PLACES, check_match_points
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE
from tournaments.actions.states import refuse_finished
from tournaments.models import Publication, Stage, TeamCountingRule
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.models.teams.events import TeamCountingSet

LIMITS = ("best_of_a_round", "games_of_a_player", "best_games")
ALL_OF_TEAMS: dict[str, Any] = {**dict.fromkeys(LIMITS, 0), "match_points": []}


@transaction.atomic
def set_team_counting(
    *,
    stage: Stage,
    by: Actor,
    best_of_a_round: int = 0,
    games_of_a_player: int = 0,
    best_games: int = 0,
    match_points: Sequence[int] = (),
    confirm: Collection[str] = (),
) -> TeamCountingRule | None:
    """Let these games of their players make the totals of teams, and rank teams by match points where some are given.

    Of each round the best `best_of_a_round` count for a team, of one player the first `games_of_a_player`, of what is
    left the best `best_games`; 0: all of them. `match_points` are by place from the 1st, for the teams that meet in a
    round. Players' own totals stay as they are. Without any of it every game counts again: None then. Published
    standings follow at once; once results count it is asked first (`RANKS_MAY_CHANGE`). Refused when the tournament
    is finished, and for numbers that are no such rule. The same again changes nothing.
    """
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    terms: dict[str, Any] = dict(zip(LIMITS, (best_of_a_round, games_of_a_player, best_games), strict=True))
    for name, number in terms.items():
        if not 0 <= number <= MOST_GAMES:
            raise _refused(_("A number of games is between 0 and %(most)s.") % {"most": MOST_GAMES}, name)
    terms["match_points"] = _checked(match_points)
    before = TeamCountingRule.objects.filter(stage=stage).first()
    if terms == ({name: getattr(before, name) for name in terms} if before else ALL_OF_TEAMS):
        return before
    if Publication.objects.filter(stage=stage, games_counted__gt=0).exists():
        ask_first({RANKS_MAY_CHANGE: _("Results are in: ranks that are published may change.")}, confirm)
    found: TeamCountingRule | None = None
    if terms != ALL_OF_TEAMS:
        found, _is_new = TeamCountingRule.objects.update_or_create(stage=stage, defaults=terms)
    else:
        TeamCountingRule.objects.filter(stage=stage).delete()
    record(TeamCountingSet(stage=stage.pk, **terms), tournament_id=tournament.pk, by=by)
    return found


def _checked(by_place: Sequence[int]) -> list[int]:
    try:
        points = list(check_match_points(by_place))
    except ScoringError as error:
        message = _(
            "Please list match points by place, from the 1st: at most %(places)s whole numbers from 0 to %(most)s, "
            "none above the one before it, such as 4, 2, 1, 0."
        )
        values = {"places": MOST_PLACES, "most": MOST_MATCH_POINTS}
        raise _refused(message % values, "match_points") from error
    if points and not any(points):
        raise _refused(_("Match points that are all 0 rank nobody."), "match_points")
    return points


def _refused(message: str, field_name: str) -> RulesRefuse:
    return RulesRefuse(message, code="team_counting", fields={field_name: [message]})
