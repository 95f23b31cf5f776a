"""The race of a league's ratings, as a picture: the best of today after each tournament."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import League, Rating
from tournaments.models.ratings import RankedRating
from web.charts.figure import About, Figure
from web.charts.lines import COLOURS, Line, Positions, Values, line_chart
from web.text.figures import with_minus

Points = list[int | None]


def race_of_ratings(league: League, best: Sequence[RankedRating]) -> Figure | None:
    """The ratings of the best of today after each of the league's tournaments in which one of them has played;
    between those a rating stays. One query, if two have a rank; None before there were two such tournaments.
    """
    ranked = [one for one in best if one.is_ranked][:COLOURS]
    if len(ranked) < 2:
        return None
    rows = (
        Rating.objects.filter(league=league, player__in=[one.player_id for one in ranked])
        .order_by("tournament__rated__turn", "tournament_id")
        .values_list("tournament_id", "tournament__name", "player_id", "value")
    )
    names, made = dict[int, str](), dict[tuple[int, int], int]()
    for tournament, name, player, value in rows:
        names[tournament] = name
        made[player, tournament] = value
    if len(names) < 2:
        return None
    lines = []
    for index, one in enumerate(ranked):
        values: Points = []
        for tournament in names:
            values.append(made.get((one.player_id, tournament), values[-1] if values else None))
        lines.append(
            Line(one.player.name, values, one.player.name, index + 1, reverse("player", args=[one.player_id]))
        )
    about = About(
        "rating-race",
        pgettext("of a chart", "The race"),
        _("Ratings tournament by tournament. First: %(name)s, %(rating)s.")
        % {"name": ranked[0].player.name, "rating": _as_rating(ranked[0].value)},
        _("Rating after each tournament"),
    )
    return line_chart(
        about,
        lines,
        Positions(pgettext("column", "Tournament"), list(names.values())),
        Values(_as_rating, unit=1000, from_zero=False, dots=True),
    )


def _as_rating(thousandths: int) -> str:
    return with_minus(f"{thousandths / 1000:,.1f}")
