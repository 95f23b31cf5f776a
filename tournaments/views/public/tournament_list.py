"""All listed tournaments: by name, league, day and status."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.forms.finding import TournamentFilter
from tournaments.models import Tournament
from tournaments.models.setup.structure import latest_first
from web.policies import public

TOURNAMENTS_A_PAGE = 50


@public
@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """Those that were asked for, the latest first. What cannot be understood is said and not applied."""
    form = TournamentFilter(request.GET)
    form.is_valid()
    wanted = form.cleaned_data
    found = Tournament.objects.listed().matching(wanted.get("q", ""))
    if wanted.get("league"):
        found = found.filter(season__league=wanted["league"])
    if wanted.get("status"):
        found = found.filter(status=wanted["status"])
    if wanted.get("since"):
        found = found.filter(starts_on__gte=wanted["since"])
    ordered = found.with_frame().order_by(latest_first(), "name", "pk")
    page = Paginator(ordered, TOURNAMENTS_A_PAGE).get_page(request.GET.get("page"))
    asked = QueryDict(mutable=True)
    asked.update({name: request.GET[name] for name in form.fields if request.GET.get(name)})
    context = {"form": form, "page": page, "asked": asked.urlencode(), "is_filtered": bool(asked)}
    return render(request, "public/tournaments.html", context)
