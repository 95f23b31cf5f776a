from dataclasses import asdict

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.standing.season_ranking import SeasonRanking
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.models import Season, SeasonRankingRule
from tournaments.models.leagues.events import SeasonRankingSet
from tournaments.models.leagues.season_rankings import MOST_RANK_POINTS, MOST_RANKS, MOST_TOURNAMENTS


@transaction.atomic
def set_season_ranking(*, season: Season, rule: SeasonRanking | None, by: Actor) -> SeasonRankingRule | None:
    """Rank a season over its finished tournaments by this rule; None removes the ranking.

    Refuses an invalid rule and says what is wrong. Repeating it changes nothing.
    """
    lock_league(season.league_id)
    if rule is not None:
        _refuse_bad(rule)
    before = SeasonRankingRule.objects.filter(season=season).first()
    if (before.rule if before else None) == rule:
        return before
    found: SeasonRankingRule | None = None
    if rule is None:
        SeasonRankingRule.objects.filter(season=season).delete()
    else:
        fields = {**asdict(rule), "by_rank": list(rule.by_rank)}
        found, _is_new = SeasonRankingRule.objects.update_or_create(season=season, defaults=fields)
    record_league(
        SeasonRankingSet(
            season=season.pk, ordinal=season.ordinal, rule=found.stored() if found is not None else None
        ),
        league_id=season.league_id,
        by=by,
    )
    return found


def _refuse_bad(rule: SeasonRanking) -> None:
    if rule.worth not in SeasonRankingRule.Worth.values:
        raise _refused(
            _("A tournament contributes the total, points for the rank, or the share of players behind."),
            "worth",
        )
    if (rule.worth == "rank") != bool(rule.by_rank):
        raise _refused(_("Please enter points by rank only if ranks count."), "by_rank")
    if len(rule.by_rank) > MOST_RANKS or not all(0 <= points <= MOST_RANK_POINTS for points in rule.by_rank):
        words = _("Up to %(ranks)s ranks can earn points, each from 0 to %(most)s.")
        raise _refused(words % {"ranks": MOST_RANKS, "most": MOST_RANK_POINTS}, "by_rank")
    if any(later > earlier for earlier, later in zip(rule.by_rank, rule.by_rank[1:], strict=False)):
        raise _refused(_("A rank cannot earn more than a better rank."), "by_rank")
    for name in ("best", "minimum"):
        if not 0 <= getattr(rule, name) <= MOST_TOURNAMENTS:
            words = _("A number of tournaments must be between 0 and %(most)s.")
            raise _refused(words % {"most": MOST_TOURNAMENTS}, name)


def _refused(message: str, field_name: str) -> RulesRefuse:
    return RulesRefuse(message, code="season_ranking", fields={field_name: [message]})
