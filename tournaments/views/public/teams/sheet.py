"""The style sheet of an event's pages: the colours and marks of its teams, and the colours of its brand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.models.teams.looks import team_sheet
from tournaments.views.policies import changed_by_ledger, visible
from web.colours import A_YEAR, brand_sheet
from web.policies import is_everybodys


@visible
@changed_by_ledger
@require_safe
def sheet(request: HttpRequest, tournament: Tournament, digest: str) -> HttpResponse:
    """With `?brand=` a brand's colours come first, as in `brand_sheet`; 404 for anything else. At an address with the
    digest of its content the answer never changes.
    """
    colours = request.GET.get("brand")
    of_brand = "" if colours is None else brand_sheet(colours)
    if of_brand is None:
        raise Http404
    css, now = team_sheet(tournament.pk)
    response = HttpResponse(of_brand + css, content_type="text/css; charset=utf-8")
    if digest == now:
        whose = {"public" if is_everybodys(request) else "private": True}
        patch_cache_control(response, max_age=A_YEAR, immutable=True, **whose)
    return response
