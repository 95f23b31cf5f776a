"""Team stages, and how they are drawn by default."""

from collections.abc import Collection

from django.utils.translation import gettext as _

from tournaments.actions.draws.from_standings import drawn_in
from tournaments.actions.draws.plans import Method, Plan, StoredDraw
from tournaments.models import (
    Draw,
    Entry,
    GameQuota,
    LineUpRule,
    Qualification,
    QualifyingRule,
    Stage,
)
from tournaments.models.draws.draws import OF_TEAMS

# Asked before team mates may share a table; see `ask_first`.
TEAM_MATES = "team_mates_together"


def is_of_teams(stage: Stage) -> bool:
    """Whether teams compete in a stage: they qualify for it or from it, have captains who name line-ups, or were
    drawn against each other before. There must be enough of them to fill a table.
    """
    people = Entry.objects.active().filter(tournament=stage.tournament_id).exclude(team=None).order_by()
    if people.values("team").distinct().count() < stage.tournament.usual_format.players:
        return False
    return (
        Qualification.objects.filter(stage=stage, of_teams=True).exists()
        or QualifyingRule.objects.filter(source=stage, qualification__of_teams=True).exists()
        or LineUpRule.objects.filter(stage=stage).exists()
        or stage.draws.filter(method__in=OF_TEAMS).exists()
    )


def usual_plan(stage: Stage) -> Plan:
    """Return the default plan of a stage's next round: by lot, with as many games a match day as the last draw of the
    stage, or as a season in a team stage.

    The size of line-ups and the number of matches follow the tournament's last team season. Without one a team sends
    one player if a quota limits games, else all.
    """
    if not is_of_teams(stage):
        last_round = stage.rounds.order_by("number").last()
        if last_round is None or last_round.game is None:
            return Plan()
        return Plan(games=last_round.game).in_whole_days()
    drawn = Draw.objects.filter(stage__tournament=stage.tournament_id, method=Method.TEAM_SEASON)
    last = drawn.select_related("origin").order_by("stage__ordinal", "pk").last()
    if last is not None:
        before = StoredDraw.of(last).plan
        return Plan(
            method=Method.TEAM_SEASON, line_up=before.line_up, games=before.games, matches=before.matches
        )
    limited = GameQuota.objects.filter(stage__tournament=stage.tournament_id, most__gt=0)
    return Plan(method=Method.TEAM_SEASON, line_up=1 if limited.exists() else 0)


def team_mates_may_meet(stage: Stage, plan: Plan, confirm: Collection[str] = ()) -> dict[str, str]:
    """Return the question whether team mates may share a table, in a team stage."""
    if plan.method in OF_TEAMS or "team" in plan.apart or TEAM_MATES in confirm or not is_of_teams(stage):
        return {}
    teams = [team for team in drawn_in(stage).order_by().values_list("team", flat=True) if team is not None]
    if len(set(teams)) == len(teams):
        return {}
    message = _(
        "Teams compete in “%(stage)s”, and this method may put players of one team at the same table. "
        "Please draw “%(method)s”, or keep teams apart."
    )
    return {TEAM_MATES: message % {"stage": stage.name, "method": Method.TEAM_SEASON.label}}
