"""Downloads: a page that lists a tournament's files, and the files."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import content_disposition_header, quote_etag
from django.views.decorators.http import require_safe

from publishing.catalogue import EXPORTS, Choice, asked
from publishing.file_limits import count_file, refuse_long_workbook
from publishing.file_names import file_name
from publishing.files_after_rounds import files_after_rounds
from tournaments.actions.errors import StateRefuses, TooManyAttempts
from tournaments.credentials.visitors import actor_of
from tournaments.models import Round, Tournament
from tournaments.views.policies import too_many, visible
from web.etags import is_known
from web.sheets.files import FORMATS
from web.streamed_files import StreamedFile

MOST_DIGITS = 4


@visible
@require_safe
def downloads(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List all files in all formats, and standings of each stage, now and after each round."""
    return _page(request, tournament)


def _page(
    request: HttpRequest, tournament: Tournament, *, refusal: str = "", status: int = 200
) -> HttpResponse:
    stages: dict[int, dict[str, Any]] = {}
    for stage in tournament.stages.order_by("ordinal"):
        stages[stage.pk] = {"stage": stage, "rounds": []}
    rounds = Round.objects.published().filter(stage__tournament=tournament).order_by("number")
    for stage_id, number in rounds.values_list("stage_id", "number"):
        stages[stage_id]["rounds"].append(number)
    has_teams = tournament.teams.exists()
    ranked = [
        one
        for one in EXPORTS.values()
        if one.of_stage and not one.for_staff and (has_teams or one.name != "team-standings")
    ]
    for about in stages.values():
        ordinal, numbers = about["stage"].ordinal, about["rounds"]
        about["files"] = [
            (one, files_after_rounds(one, tournament.slug, ordinal, numbers) if one.after_rounds else "")
            for one in ranked
        ]
    context = {
        "tournament": tournament,
        "stages": list(stages.values()),
        "overall": [
            one
            for one in EXPORTS.values()
            if one.of_all_stages and not one.for_staff and (has_teams or one.name != "final-team-ranking")
        ],
        "whole": [one for one in EXPORTS.values() if not one.of_stage and not one.of_all_stages],
        "result_list": EXPORTS["result-list"],
        "formats": list(FORMATS.values()),
        "refusal": refusal,
    }
    return render(request, "publishing/downloads.html", context, status=status)


@visible
@require_safe
def download(request: HttpRequest, tournament: Tournament, name: str, extension: str) -> HttpResponse:
    """One file. `?stage=2` chooses a stage, `?after=3` standings after a round."""
    export, form = EXPORTS.get(name), FORMATS.get(extension)
    if export is None or form is None:
        raise Http404
    if export.for_staff and not export.permission(actor_of(request), tournament):
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        raise PermissionDenied
    choice = Choice(
        stage=_number(request, "stage") if export.of_stage else None,
        after=_number(request, "after") if export.after_rounds else None,
    )
    etag = quote_etag(f"{export.tag(tournament)}-{form.extension}") if export.tag else ""
    if etag and is_known(request, etag):
        return tagged(HttpResponseNotModified(), etag)
    try:
        count_file(request, export)
        found = asked(export, tournament, choice)
        if found is None:
            raise Http404
        if extension == "xlsx":
            refuse_long_workbook(found)
    except TooManyAttempts as refusal:
        return too_many(request, refusal, back=reverse("downloads", args=[tournament.slug]))
    except StateRefuses as refusal:
        return _page(request, tournament, refusal=refusal.message, status=409)
    response: Any = StreamedFile(lambda: form.write(found.table()), content_type=form.media_type)
    name = file_name(tournament, export.heading(choice), form.extension)
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return tagged(response, etag)


def tagged(response: HttpResponse, etag: str) -> HttpResponse:
    """Add an ETag, so that an unchanged file is not sent again; none if empty."""
    if etag:
        response["ETag"] = etag
    return response


def _number(request: HttpRequest, name: str) -> int | None:
    """Parse a number in the address; None without one, 404 if invalid."""
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Http404
    return int(text)
