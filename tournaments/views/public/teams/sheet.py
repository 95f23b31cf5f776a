"""The style sheet of a tournament's teams: their colours and their marks."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournaments.models import Tournament
from tournaments.models.teams.looks import team_sheet
from tournaments.views.policies import changed_by_ledger, visible
from web.colours import A_YEAR
from web.policies import is_everybodys


@visible
@changed_by_ledger
@require_safe
def sheet(request: HttpRequest, tournament: Tournament, digest: str) -> HttpResponse:
    """An address with the digest of its content never changes what it serves."""
    css, now = team_sheet(tournament.pk)
    response = HttpResponse(css, content_type="text/css; charset=utf-8")
    if digest == now:
        whose = {"public" if is_everybodys(request) else "private": True}
        patch_cache_control(response, max_age=A_YEAR, immutable=True, **whose)
    return response
