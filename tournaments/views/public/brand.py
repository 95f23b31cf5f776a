"""What a brand has of its own: a style sheet, pictures, an imprint and a privacy notice."""

import base64

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.models import Brand, BrandPicture, League, Tournament
from tournaments.models.about.brands import Owner, owned_by, picture_file
from tournaments.models.teams.looks import sheet_at
from tournaments.views.policies import changed_by_ledger, visible
from web.colours import A_YEAR, brand_sheet
from web.policies import public

KINDS: dict[str, Promise] = {
    "imprint": pgettext_lazy("heading", "Imprint"),
    "privacy": pgettext_lazy("heading", "Privacy"),
}
MEDIA_TYPES = {"png": "image/png", "jpg": "image/jpeg"}


@public
@require_safe
def sheet(request: HttpRequest, colours: str) -> HttpResponse:
    """The style sheet for two colours, `rrggbb.rrggbb`, and `?teams=` of looks, as their address says it."""
    css, teams = brand_sheet(colours), request.GET.get("teams")
    of_teams = "" if teams is None else sheet_at(teams)
    if css is None or of_teams is None:
        raise Http404
    response = HttpResponse(css + of_teams, content_type="text/css; charset=utf-8")
    patch_cache_control(response, public=True, max_age=A_YEAR, immutable=True)
    return response


@public
@require_safe
def picture(request: HttpRequest, name: str) -> HttpResponse:
    """A picture, whose name has the digest of its content."""
    content = None
    if picture_file(name) is not None:
        content = BrandPicture.objects.filter(name=name).values_list("content", flat=True).first()
    if content is None:
        raise Http404
    response = HttpResponse(base64.b64decode(content), content_type=MEDIA_TYPES[name[-3:]])
    patch_cache_control(response, public=True, max_age=A_YEAR, immutable=True)
    return response


@visible
@changed_by_ledger
@require_safe
def event_legal(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    return _legal(request, tournament, kind, {"tournament": tournament})


@public
@require_safe
def league_legal(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    league = get_object_or_404(League.objects.not_removed(), slug=slug)
    return _legal(request, league, kind, {"league": league})


@public
@require_safe
def site_legal(request: HttpRequest, kind: str) -> HttpResponse:
    return _legal(request, None, kind, {})


def _legal(request: HttpRequest, owner: Owner, kind: str, about: dict[str, object]) -> HttpResponse:
    if kind not in KINDS:
        raise Http404
    text = Brand.objects.filter(**owned_by(owner)).values_list(kind, flat=True).first()
    if not text:
        raise Http404
    return render(request, "public/legal.html", {**about, "text": text, "heading": KINDS[kind]})
