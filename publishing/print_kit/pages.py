"""The print kit at the desk: what is ticked, how many pages that is, and the file."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from publishing.file_limits import count_file
from publishing.file_names import file_name
from publishing.print_kit.content import kit_of, look_of, published_rounds, without_card
from publishing.print_kit.drawing import kit_pdf, pages_of
from publishing.print_kit.forms import FIRST_TICKED, KitForm
from tournaments.actions.errors import TooManyAttempts
from tournaments.credentials.visitors import actor_of
from tournaments.models import Tournament
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import frame
from tournaments.views.desk.results_kit import PAGES_AT_ONCE
from tournaments.views.policies import for_tournament, too_many
from web.networks import site_urls

# One file has at most this many pages: twenty seconds of a worker, and five megabytes.
MOST_PAGES = 2_000


@for_tournament(can_referee)
@require_safe
def print_kit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose what to print; with a choice, how many pages it has and where the file is."""
    form = _form(request, tournament)
    return _page(request, tournament, form)


@for_tournament(can_referee)
@require_safe
def print_kit_file(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The kit as PDF, in the language of the page. What cannot be printed, or is too long for a
    request, leads back to the form."""
    form = _form(request, tournament)
    if not form.is_bound or not form.is_valid():
        return _page(request, tournament, form)
    try:
        count_file(request)
    except TooManyAttempts as refusal:
        return too_many(request, refusal, back="")
    kit = kit_of(tournament, form.choice)
    if not 0 < pages_of(kit, form.choice.paper) <= PAGES_AT_ONCE:
        return _page(request, tournament, form)
    content = kit_pdf(kit, look_of(tournament, form.choice), lambda _page: None)
    response: Any = HttpResponse(content, content_type="application/pdf")
    name = file_name(tournament, pgettext("heading", "Print kit"), "pdf")
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name)
    return response  # type: ignore[no-any-return]


def kit_form(typed: QueryDict | None, tournament: Tournament) -> KitForm:
    """Return the form with what was typed, or as it is at first."""
    rounds = published_rounds(tournament)
    return KitForm(typed, rounds=rounds, sites=site_urls(), initial={"what": FIRST_TICKED})


def _form(request: HttpRequest, tournament: Tournament) -> KitForm:
    has_choice = "what" in request.GET or "paper" in request.GET
    return kit_form(request.GET if has_choice else None, tournament)


def _page(request: HttpRequest, tournament: Tournament, form: KitForm) -> HttpResponse:
    pages = None
    if form.is_bound and form.is_valid():
        pages = pages_of(kit_of(tournament, form.choice), form.choice.paper)
    context = {
        **frame(tournament, actor_of(request), "print_kit"),
        "form": form,
        "sites": site_urls(),
        "pages": pages,
        "most": MOST_PAGES,
        "is_too_long": pages is not None and pages > MOST_PAGES,
        "is_long": pages is not None and pages > PAGES_AT_ONCE,
        "query": request.GET.urlencode(),
        "chosen": [(name, one) for name in KitForm.base_fields for one in request.GET.getlist(name)],
        "without_card": without_card(tournament),
    }
    return render(request, "publishing/print_kit.html", context)
