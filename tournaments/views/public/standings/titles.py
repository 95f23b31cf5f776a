"""Titles of a stage besides its ranking: the best game, the highest rate of 1st places, and others."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.models import Publication, Tournament
from tournaments.models.setup.counting import MOST_GAMES
from tournaments.standings import publish_for_readers
from tournaments.standings.stages.published_rows import published_rows
from tournaments.standings.stages.titles import stage_averages, stage_titles, usual_minimum
from tournaments.views.policies import visible
from tournaments.views.public.standings.page import chosen_publication
from tournaments.views.title_values import show_value

# Of those on the first ranks of a title: where hundreds share one, the rest is a figure.
MOST_SHOWN = 20
NAMES: dict[str, str | Promise] = {
    "total": pgettext_lazy("statistic", "Total"),
    "best_game": pgettext_lazy("statistic", "Best game"),
    "wins": _("Rate of 1st places"),
    "first_or_second": _("Rate of 1st and 2nd places"),
    "not_last": _("Avoided last place"),
    "mean_place": pgettext_lazy("statistic", "Average place"),
}


@visible
@require_safe
def titles(request: HttpRequest, tournament: Tournament, ordinal: int | None = None) -> HttpResponse:
    """Of a stage (default: the last with games), for players with at least `?games=` games; three queries."""
    publish_for_readers([tournament.pk])
    publications = list(
        Publication.objects.filter(stage__tournament=tournament)
        .select_related("stage__counting", "stage__game_quota")
        .order_by("stage__ordinal")
    )
    publication = chosen_publication(publications, ordinal)
    stage = publication.stage
    stage.tournament = tournament
    asked = request.GET.get("games", "")
    is_number = asked.isascii() and asked.isdigit() and len(asked) < 5
    minimum = min(int(asked), MOST_GAMES) if is_number else usual_minimum(stage)
    units = tournament.rulebook.units_per_point
    rows = published_rows(stage.pk)
    found, averages = stage_titles(rows, minimum), stage_averages(rows)
    return render(
        request,
        "public/standings/titles.html",
        {
            "tournament": tournament,
            "stage": stage,
            "stages": [one.stage for one in publications],
            "publication": publication,
            "minimum": minimum,
            "titles": [
                (
                    NAMES[name],
                    [(one, show_value(name, one.holder.value, units)) for one in holders[:MOST_SHOWN]],
                    show_value(name, averages[name], units) if name in averages else "",
                    len(holders[MOST_SHOWN:]),
                )
                for name, holders in found
            ],
        },
    )
