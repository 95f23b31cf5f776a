from typing import Annotated, TypedDict

from django.db.models import Q

from tournaments.models import Award, Season, SeasonAwardRule, Tournament
from web.api.answers import By, Of, filled

_PUBLIC = Tournament.Visibility.PUBLIC


def _player(award: Award) -> int | None:
    return award.entry.player_id if award.entry is not None else None


def _holder(award: Award) -> str:
    holder = award.entry.player if award.entry is not None else award.team
    return holder.name if holder is not None else ""


class SeasonAwardRuleShape(TypedDict):
    """How titles are awarded."""

    titles: Annotated[list[str], "Which titles, in their order.", SeasonAwardRule.Title]
    minimum: Annotated[int, "Games needed for points, rates and averages; 0 if none are needed."]
    stages: Annotated[str, "Which games count.", SeasonAwardRule.Stages]
    ties: Annotated[str, "Who has the title where players are level.", SeasonAwardRule.Ties]


class AwardShape(TypedDict):
    """A title with one who holds it: a player, or a team as champion. `value` is an exact fraction."""

    level: Annotated[int, "Level of the division, 1 the top one."]
    title: Annotated[str, "Which title.", SeasonAwardRule.Title]
    player: Annotated[int | None, By(_player), "The player; null where a team holds it."]
    team: Annotated[int | None, Of("team_id"), "The team; null where a player holds it."]
    name: Annotated[str, By(_holder), "Name of the player or the team."]
    games: Annotated[int, "Games that counted; 0 for a champion."]
    value: Annotated[
        str,
        Of("value", str),
        "Points of a total or a game, a rate or an average place, as a fraction such as 9/10.",
    ]


_rule_shape = filled(SeasonAwardRuleShape, SeasonAwardRule)
_award_shape = filled(AwardShape, Award)


class SeasonAwardsShape(TypedDict):
    """`rule` is null if the season has no titles. `awards` are empty until they are awarded."""

    season: int
    rule: Annotated[SeasonAwardRuleShape | None, "How titles are awarded; null if the season has none."]
    awards: Annotated[list[AwardShape], "Awarded titles of public tournaments, from the top division."]


def season_awards_shape(season: Season) -> SeasonAwardsShape:
    stored = SeasonAwardRule.objects.filter(season=season).first()
    public = Q(entry__tournament__visibility=_PUBLIC) | Q(team__tournament__visibility=_PUBLIC)
    awards = Award.objects.filter(public, season=season).select_related("entry__player", "team")
    return {
        "season": season.pk,
        "rule": None if stored is None else _rule_shape(stored),
        "awards": [_award_shape(one) for one in awards.order_by("level", "pk")],
    }
