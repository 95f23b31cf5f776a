"""Titles that were awarded, as pages show them."""

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.urls import reverse

from tournaments.models import Award, SeasonAwardRule, Tournament
from tournaments.models.teams.awards import POINTS
from tournaments.views.title_values import show_value

_PUBLIC = Tournament.Visibility.PUBLIC
# What `show_value` calls the points of a champion.
_AS_SHOWN = {"champion": "total"}


class HolderShown(NamedTuple):
    """Who holds a title: a player, or a team by its tournament's address (`event`)."""

    key: int
    name: str
    event: str | None
    games: int


class TitleShown(NamedTuple):
    """A title of a division with those who hold it; `value` is what they won it with."""

    level: int
    name: str
    value: str
    holders: list[HolderShown]


class AwardOfSeason(NamedTuple):
    """A title with what it was won with, and the season, whose page is at `url`."""

    name: str
    value: str
    event: str
    url: str


def awarded_titles(season: int, *, is_public: bool = False) -> list[TitleShown]:
    """Return the titles that were awarded in a season, from the top; only those of public tournaments if `is_public`.
    One query.
    """
    awards = Award.objects.filter(season=season)
    if is_public:
        awards = awards.filter(
            Q(entry__tournament__visibility=_PUBLIC) | Q(team__tournament__visibility=_PUBLIC)
        )
    return list(_shown(awards))


def _shown(awards: "QuerySet[Award]") -> Iterator[TitleShown]:
    columns = (
        *("level", "title", "numerator", "denominator", "games"),
        *("entry__player", "entry__player__name", "team", "team__name", "team__tournament__slug"),
    )
    rows: list[Any] = list(awards.order_by("level", "pk").values_list(*columns))
    for (level, title, numerator, denominator), of_it in groupby(rows, key=lambda row: row[:4]):
        holders = [
            HolderShown(player or team, name or team_name, slug, games)
            for *_title, games, player, name, team, team_name, slug in of_it
        ]
        yield TitleShown(level, title_name(title), shown_value(title, numerator, denominator), holders)


def titles_of_player(player: int, tournaments: Collection[int]) -> list[AwardOfSeason]:
    """Return the titles that a player was awarded in seasons with these tournaments, the latest season first. A
    champion is told otherwise. One query.
    """
    awards = Award.objects.filter(entry__player=player, entry__tournament__in=tournaments)
    rows = awards.exclude(title=SeasonAwardRule.Title.CHAMPION).order_by("-season", "level", "pk")
    columns = (
        *("title", "numerator", "denominator"),
        *("season__league__slug", "season__league__name", "season__name", "season__ordinal"),
    )
    return [
        AwardOfSeason(
            title_name(title),
            shown_value(title, numerator, denominator),
            f"{league} {season}",
            reverse("season", args=[slug, ordinal]),
        )
        for title, numerator, denominator, slug, league, season, ordinal in rows.values_list(*columns)
    ]


def title_name(title: str) -> str:
    return str(SeasonAwardRule.Title(title).label)


def shown_value(title: str, numerator: int, denominator: int) -> str:
    """Points of totals and games, a rate in tenths of a percent, an average place in hundredths."""
    value = Fraction(numerator) if title in POINTS else Fraction(numerator, denominator)
    return show_value(_AS_SHOWN.get(title, title), value, denominator)
