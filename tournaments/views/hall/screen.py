"""A screen of the hall: pages that a script turns, or plain links."""

import hashlib

from django.db.models import Max
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import render
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.forms.hall import EVERY, ScreenForm
from tournaments.models import Publication, Tournament
from tournaments.standings import publish_for_readers
from tournaments.views.hall.chooser import page as chooser_page
from tournaments.views.hall.slides import Screen
from tournaments.views.policies import visible
from web.policies import is_known_to, note_live_tag


@visible
@require_safe
def screen(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What was chosen, or what matters now; `?page=` is the one that is shown first."""
    form = ScreenForm(request.GET)
    if not form.is_valid():
        return chooser_page(request, tournament, form, status=400)
    publish_for_readers([tournament.pk])
    made, follows_hands = Screen(tournament), "live" in form.cleaned_data["show"]
    shown_now = [one.pk for one in made.news], made.live_games if follows_hands else None
    tag = _tag(request, tournament, shown_now)
    if is_known_to(request, tag):
        return HttpResponseNotModified()
    # A screen without a choice follows the event; one with a choice shows that, in the order of the choices.
    slides = made.slides(form.cleaned_data["show"] or made.choice())
    shown = _page_number(request.GET.get("page", ""), len(slides))
    links = QueryDict(mutable=True)
    links.setlist("show", form.cleaned_data["show"])
    links["turn"] = form.cleaned_data["turn"] or str(EVERY)
    context = {
        "tournament": tournament,
        "slides": slides,
        "shown": shown,
        "before": (shown - 2) % len(slides) + 1 if slides else 1,
        "after": shown % len(slides) + 1 if slides else 1,
        "query": links.urlencode(),
        "turn": links["turn"],
        "clock": made.clock,
        "begins": made.begins,
        "round": made.in_play or made.next_round,
        "etag": tag,
        "follows_hands": follows_hands,
        "news_change_in": made.news_change_in,
    }
    return render(request, "hall/screen.html", context)


def _page_number(typed: str, count: int) -> int:
    """The number of a page there is; the first for anything else."""
    is_number = typed.isascii() and typed.isdigit() and len(typed) < 5
    return int(typed) if is_number and 1 <= int(typed) <= count else 1


def _tag(request: HttpRequest, tournament: Tournament, shown_now: object) -> str:
    """Another whenever something was done in the tournament, its standings were published, or what is `shown_now`
    (announcements, games in play) is something else: one query.
    """
    published = Publication.objects.filter(stage__tournament=tournament).aggregate(
        seq=Max("as_of_seq"), at=Max("published_at")
    )
    seen = [
        tournament.head.seq,
        tournament.name,
        published,
        get_language(),
        request.GET.urlencode()[:200],
        shown_now,
    ]
    tag = quote_etag(hashlib.sha256(repr(seen).encode()).hexdigest()[:20])
    note_live_tag(request, tag)
    return tag
