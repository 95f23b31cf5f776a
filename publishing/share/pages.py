"""Pictures of a tournament to share: its podium for its staff, and previews that messengers show beside a link."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.http import content_disposition_header
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from publishing.faces import face_of
from publishing.file_limits import count_file
from publishing.file_names import file_name
from publishing.share.drawing import SHAPES, Poster, poster_png
from rules.formatting import points
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import Standing, TeamStanding, Tournament
from tournaments.models.winds import Wind
from tournaments.permissions import is_staff
from tournaments.standings import publish_for_readers
from tournaments.templatetags.jantaku import total_text
from tournaments.views.policies import (
    changed_by_ledger,
    changed_by_standings,
    for_tournament,
    too_many,
    visible,
)
from tournaments.views.public.leaders import leading
from tournaments.views.public.standings.final_ranking import PODIUM, rankings_of
from tournaments.views.public.tournaments import shown_table

# Where many share a place, the first of them.
MOST = 6
LEADERS = 5
# Seconds for which a browser or messenger may keep a preview; its address changes with the ledger.
KEPT_FOR = 300


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
    poster = Poster(
        brand=face.brand,
        event=tournament.name,
        lines=[(str(one.place.rank), one.name, total_text(one.place.total, units)) for one in placed],
        foot=face.when_and_where,
        colour=face.colour,
    )
    response: Any = HttpResponse(poster_png(poster, shape), content_type="image/png")
    name = file_name(tournament, f"{pgettext('heading', 'Podium')} {shape}", "png")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response  # type: ignore[no-any-return]


@visible
@changed_by_standings
@require_safe
def event_preview(request: HttpRequest, tournament: Tournament, seq: int) -> HttpResponse:
    """The state of an event and its first five. The address names the last entry of its ledger: others lead there."""
    if seq != tournament.head.seq:
        return redirect("event_preview", tournament.slug, tournament.head.seq)
    publish_for_readers([tournament.pk])
    units = tournament.rulebook.units_per_point
    if tournament.status == Tournament.Status.FINISHED:
        rankings = rankings_of(tournament, dict(tournament.stages.values_list("pk", "name")), most=LEADERS)
        placed = [one for one in rankings[0].placed if one.place.games] if rankings else []
        state = pgettext("heading", "Final ranking")
        lines = [(str(one.place.rank), one.name, total_text(one.place.total, units)) for one in placed]
    else:
        [now] = leading([tournament])
        state = str(now.in_play or tournament.get_status_display())
        lines = [(str(row.rank or ""), _name_of(row), total_text(row.total, units)) for row in now.all_rows]
    return _preview(tournament, state, lines)


@visible
@changed_by_ledger
@require_safe
def game_preview(request: HttpRequest, tournament: Tournament, pk: int, seq: int) -> HttpResponse:
    """A table's result by places, or who sits there. The address is as that of the event's preview."""
    table, seats = shown_table(tournament, pk)
    if seq != tournament.head.seq:
        return redirect("game_preview", tournament.slug, pk, tournament.head.seq)
    live = next((sheet for sheet in table.scoresheets.for_display() if sheet.is_live), None)
    scores = sorted(live.scores.all(), key=attrgetter("place")) if live else []
    lines = [(str(score.place), score.entry.player.name, points(score.points)) for score in scores] or [
        (str(Wind(seat.wind).label), seat.entry.player.name, "") for seat in seats
    ]
    return _preview(tournament, f"{table.round} · {table}", lines)


def _name_of(row: Standing | TeamStanding) -> str:
    return row.team.name if isinstance(row, TeamStanding) else row.entry.player.name


def _preview(tournament: Tournament, state: str, lines: Sequence[tuple[str, str, str]]) -> HttpResponse:
    face = face_of(tournament)
    poster = Poster(face.brand, tournament.name, lines[:LEADERS], face.when_and_where, face.colour, state)
    response = HttpResponse(poster_png(poster, "wide"), content_type="image/png")
    patch_cache_control(response, public=True, max_age=KEPT_FOR)
    return response
