"""The records of a league: the best games, and who has played and won most."""

from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.models import League, Tournament
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.standings import publish_for_readers
from tournaments.standings.seasons.records import USUAL_MINIMUM, league_records
from web.policies import public
from web.text.figures import in_hundredths, in_tenths

NAMES: dict[str, str | Promise] = {
    "games": pgettext_lazy("statistic", "Most games"),
    "firsts": _("Most 1st places"),
    "tournaments_won": _("Most tournaments won"),
    "firsts_in_a_row": _("1st places in a row"),
    "not_last_in_a_row": _("Games in a row without the last place"),
    "wins": _("Rate of 1st places"),
    "mean_place": pgettext_lazy("statistic", "Average place"),
}


@public
@require_safe
def records(request: HttpRequest, slug: str) -> HttpResponse:
    """Over all its public tournaments; rates for players with at least `?games=` games. Six queries."""
    league = get_object_or_404(League.objects.not_removed().select_related("rating_rule"), slug=slug)
    asked = request.GET.get("games", "")
    is_number = asked.isascii() and asked.isdigit() and len(asked) < 5
    minimum = min(int(asked), MOST_GAMES) if is_number else USUAL_MINIMUM
    tournaments = Tournament.objects.listed().filter(season__league=league)
    publish_for_readers(tournaments.order_by().values("pk"))
    found = league_records(tournaments, minimum)
    context = {
        "league": league,
        "minimum": minimum,
        "best_games": found.best_games,
        "records": [
            (NAMES[name], [(one, _show(name, one.value)) for one in holders], found.unlisted[name])
            for name, holders in found.holders.items()
        ],
        "teams": [(one, f"{int(one.value):,}") for one in found.teams],
    }
    return render(request, "leagues/records.html", context)


def _show(name: str, value: Fraction) -> str:
    """A number, a rate in hundredths of a percent, an average place in hundredths."""
    if name == "wins":
        return f"{in_tenths(value * 100)} %"
    return str(in_hundredths(value)) if name == "mean_place" else f"{int(value):,}"
