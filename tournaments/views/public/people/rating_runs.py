"""How a player's ratings went, as pictures: after each tournament of a league, with how sure they are."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import Player
from tournaments.models import Rating
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.views.rating_wording import shown_rating
from web.charts.figure import About, Figure
from web.charts.lines import Band, Line, Positions, Values, line_chart

# Of fewer tournaments a picture says nothing.
FEWEST = 3
# Of more the latest are drawn.
MOST = 60
# Of how many leagues.
MOST_LEAGUES = 2
# As in the rating itself.
DEVIATIONS = 3

_HISTORY = PreparedQuery(
    lambda player, leagues: (
        Rating.objects.filter(Among("league", leagues), player=player)
        .order_by("league", "tournament__rated__turn", "tournament_id")
        .values_list("league_id", "tournament__name", "mean", "deviation")
    ),
    of=(int, list),
)


def rating_runs(player: Player, ratings: Sequence[Rating]) -> list[Figure]:
    """Return a picture for each of the first leagues with enough tournaments of the player. One query, none without
    ratings.
    """
    leagues = {one.league_id: one.league.name for one in ratings[:MOST_LEAGUES]}
    rows = _HISTORY.read_raw(player.pk, leagues) if leagues else []
    found = {
        league: [(name, mean, DEVIATIONS * deviation) for _league, name, mean, deviation in of_it][-MOST:]
        for league, of_it in groupby(rows, itemgetter(0))
    }
    return [
        _run(player, pk, name, found[pk]) for pk, name in leagues.items() if len(found.get(pk, ())) >= FEWEST
    ]


def _run(player: Player, league: int, name: str, rows: Sequence[tuple[str, int, int]]) -> Figure:
    names, means, far = zip(*rows, strict=True)
    last, numbers = shown_rating(means[-1]), [str(number) for number in range(1, len(names) + 1)]
    band = None
    if any(far):
        band = Band(
            [mean - away for mean, away in zip(means, far, strict=True)],
            [mean + away for mean, away in zip(means, far, strict=True)],
        )
        said = _(
            "Estimated strength after each tournament, %(estimate)s after the last. The band is how sure that is;"
            " the rating is its lower edge, %(rating)s."
        ) % {"estimate": last, "rating": shown_rating(means[-1] - far[-1])}
    else:
        said = _("Rating after each tournament: %(rating)s after the last.") % {"rating": last}
    about = About(f"rating-{league}", _("Rating over time"), said, name)
    return line_chart(
        about,
        [Line(player.name, means, last, 3, reverse("player", args=[player.pk]))],
        Positions(pgettext("column", "Tournament"), names, words=numbers),
        Values(shown_rating, unit=1000, from_zero=False, dots=True),
        band=band,
        kind="lines small",
    )
