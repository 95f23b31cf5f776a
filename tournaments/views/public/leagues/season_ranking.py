"""The ranking of a season over all its finished tournaments."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.actions.leagues.season_ranking_wording import season_ranking_in_words
from tournaments.models import SeasonRankingRule, Tournament
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.table import season_table
from web.policies import public


@public
@require_safe
def season_ranking(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """Three queries, however much was played. 404 where the season has no ranking."""
    tournaments = list(
        Tournament.objects.listed()
        .filter(season__league__slug=slug, season__league__removed_at=None, season__ordinal=ordinal)
        .with_frame()
        .select_related("season__ranking_rule", "season__league__rating_rule")
        .in_order_of_play()
    )
    rule = getattr(tournaments[0].season, "ranking_rule", None) if tournaments else _rule(slug, ordinal)
    if rule is None:
        raise Http404
    publish_for_readers([one.pk for one in tournaments])
    context = {
        "season": rule.season,
        "league": rule.season.league,
        "words": season_ranking_in_words(rule.rule),
        "table": season_table(rule.rule, tournaments),
        "unfinished": [one for one in tournaments if one.status != Tournament.Status.FINISHED],
    }
    return render(request, "leagues/season_ranking.html", context)


def _rule(slug: str, ordinal: int) -> SeasonRankingRule | None:
    """Of a season that has no tournament yet."""
    rules = SeasonRankingRule.objects.select_related("season__league__rating_rule")
    return rules.filter(
        season__league__slug=slug, season__league__removed_at=None, season__ordinal=ordinal
    ).first()
