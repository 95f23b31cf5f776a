"""The standings of a season as a file: those of its page."""

from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from publishing.file_limits import count_file
from publishing.file_names import season_file_name
from publishing.tables.seasons import season_standings
from tournaments.actions.errors import TooManyAttempts
from tournaments.models import Season, Tournament
from tournaments.standings import publish_for_readers
from tournaments.views.policies import too_many
from web.policies import public
from web.sheets.files import FORMATS
from web.streamed_files import StreamedFile


@public
@require_safe
def season_file(request: HttpRequest, slug: str, ordinal: int, extension: str) -> HttpResponse:
    """Return every division's standings and moves. One line per player, hundreds in all."""
    form = FORMATS.get(extension)
    if form is None:
        raise Http404
    seasons = Season.objects.select_related("league").filter(league__removed_at=None)
    season = get_object_or_404(seasons, league__slug=slug, ordinal=ordinal)
    try:
        count_file(request)
    except TooManyAttempts as refusal:
        return too_many(request, refusal, back=reverse("season", args=[slug, ordinal]))
    publish_for_readers(Tournament.objects.not_discarded().filter(season=season).order_by().values("pk"))
    table = season_standings(season)
    file = StreamedFile(lambda: form.write(table), content_type=form.media_type)
    name = season_file_name(season, table.title, form.extension)
    file["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return cast("HttpResponse", file)
