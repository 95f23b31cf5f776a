"""The certificates of a finished tournament, as its staff prints them."""

import base64
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from publishing.certificates.drawing import Certificate, Look, certificates_pdf
from publishing.faces import face_of
from publishing.file_limits import count_file
from publishing.file_names import file_name
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import BrandPicture, Tournament
from tournaments.models.about.brands import PictureFile
from tournaments.permissions import is_staff
from tournaments.standings import publish_for_readers
from tournaments.templatetags.jantaku import total_text
from tournaments.views.desk.results_kit import PAGES_AT_ONCE
from tournaments.views.policies import for_tournament, too_many
from tournaments.views.public.standings.final_ranking import Placed, Ranking, rankings_of
from web.visitor_language import language

# One file has at most this many pages: two seconds of work, and a megabyte.
MOST = 1_000
MOST_DIGITS = 4


@for_tournament(is_staff)
@require_safe
def certificates(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Certificates in the language of the page: for all who played, at most `MOST`, or for ranks up to `?first=`; of
    teams with `?of=teams`. Until the tournament is finished the desk is shown instead; for more
    than `PAGES_AT_ONCE` the results kit, where they are ordered.
    """
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("desk", tournament.slug)
    first = request.GET.get("first", "")
    if first and not (first.isascii() and first.isdigit() and len(first) <= MOST_DIGITS):
        raise Http404
    try:
        count_file(request)
    except TooManyAttempts as refusal:
        return too_many(request, refusal, back="")
    publish_for_readers([tournament.pk])
    of_teams = request.GET.get("of") == "teams"
    found = certificates_of(tournament, first=int(first or MOST), of_teams=of_teams)
    if len(found) > PAGES_AT_ONCE:
        return redirect("desk_results", tournament.slug)
    response: Any = HttpResponse(certificates_pdf(found, look_of(tournament)), content_type="application/pdf")
    name = file_name(tournament, pgettext("heading", "Certificates"), "pdf")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response  # type: ignore[no-any-return]


def certificates_of(tournament: Tournament, *, first: int, of_teams: bool) -> list[Certificate]:
    """Return the certificates of ranks up to `first`, at most `MOST`, in the language of the page."""
    rankings = rankings_of(tournament, dict(tournament.stages.values_list("pk", "name")))
    ranking = next((one for one in rankings if one.of_teams == of_teams), Ranking(of_teams, []))
    chosen = [one for one in ranking.placed if one.place.rank <= first and one.place.games][:MOST]
    return [_certificate(tournament, one, ranking) for one in chosen]


def _certificate(tournament: Tournament, one: Placed, ranking: Ranking) -> Certificate:
    total = total_text(one.place.total, tournament.rulebook.units_per_point)
    return Certificate(
        place=_place_in_words(one.place.rank, ranking),
        name=one.name if ranking.of_teams else pgettext("certificate", "%(name)s") % {"name": one.name},
        beside=one.beside,
        words=pgettext("certificate", "in recognition of this result\nat %(event)s")
        % {"event": " ".join(tournament.name.split())},
        figures=pgettext("certificate", "Total %(total)s") % {"total": total},
    )


def _place_in_words(rank: int, ranking: Ranking) -> str:
    named = {
        1: pgettext("certificate", "Winner"),
        2: pgettext("certificate", "Second place"),
        3: pgettext("certificate", "Third place"),
    }
    if rank in named:
        return named[rank]
    if ranking.of_teams:
        of = pgettext("teams", "Place %(rank)s of %(all)s")
    else:
        of = pgettext("players", "Place %(rank)s of %(all)s")
    return of % {"rank": rank, "all": len(ranking.placed)}


def look_of(tournament: Tournament) -> Look:
    """Return what all certificates of the event share, in the language of the page."""
    face = face_of(tournament)
    return Look(
        title=pgettext("certificate", "Certificate"),
        colour=face.colour,
        logo=content_of(face.logo),
        brand=face.brand,
        foot=face.when_and_where,
        signature=pgettext("certificate", "Organizer"),
        language=language(),
    )


def content_of(picture: PictureFile | None) -> bytes | None:
    """Return the bytes of a picture of the brand, if there are any."""
    if picture is None:
        return None
    content = BrandPicture.objects.filter(name=picture.name).values_list("content", flat=True).first()
    return base64.b64decode(content) if content else None
