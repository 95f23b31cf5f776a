"""The podium of a finished tournament as a picture, for its staff."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from publishing.faces import face_of
from publishing.file_limits import count_file
from publishing.file_names import file_name
from publishing.share.drawing import SHAPES, Podium, podium_png
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import Tournament
from tournaments.permissions import is_staff
from tournaments.standings import publish_for_readers
from tournaments.templatetags.jantaku import total_text
from tournaments.views.policies import for_tournament, too_many
from tournaments.views.public.standings.final_ranking import PODIUM, rankings_of

# Where many share a place, the first of them.
MOST = 6


@for_tournament(is_staff)
@require_safe
def podium_picture(request: HttpRequest, tournament: Tournament, shape: str) -> HttpResponse:
    """The picture: of teams where there is a ranking of them. Until the tournament is finished the desk is shown."""
    if tournament.status != Tournament.Status.FINISHED:
        return redirect("desk", tournament.slug)
    if shape not in SHAPES:
        raise Http404
    try:
        count_file(request)
    except TooManyAttempts as refusal:
        return too_many(request, refusal, back="")
    publish_for_readers([tournament.pk])
    rankings = rankings_of(tournament, dict(tournament.stages.values_list("pk", "name")), most=PODIUM)
    face, units = face_of(tournament), tournament.rulebook.units_per_point
    placed = rankings[0].podium[:MOST] if rankings else []
    podium = Podium(
        brand=face.brand,
        event=tournament.name,
        lines=[(str(one.place.rank), one.name, total_text(one.place.total, units)) for one in placed],
        foot=face.when_and_where,
        colour=face.colour,
    )
    response: Any = HttpResponse(podium_png(podium, shape), content_type="image/png")
    name = file_name(tournament, f"{pgettext('heading', 'Podium')} {shape}", "png")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response  # type: ignore[no-any-return]
