"""Whether anything is new in a tournament: the tiny address that open pages ask again and again.

Only when its answer is another one is there anything to fetch, so an open page costs a few bytes from memory.
"""

import hashlib

from django.db.models import Exists, Max, OuterRef, Subquery, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.models import Publication, Round
from tournaments.permissions import visible_tournaments
from tournaments.visitors import actor_of
from web.page_memory import is_known_to, keep
from web.policies import SHARED_FOR, is_everybodys, public

State = tuple[object, ...]


@public
@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """`news` is another text after every ledger entry and every publication, and nothing else is to be read from it;
    `in_play` says whether a round is played or about to be, so that the next news is near. One query a second."""
    state = _everybodys(slug)
    if state is None:
        state = _state(slug, actor_of(request))
    if state is None:
        raise Http404
    tournament, is_in_play, *_rest = state
    text = hashlib.sha256(repr(state).encode()).hexdigest()[:16]
    if is_known_to(request, quote_etag(text)):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = JsonResponse({"tournament": tournament, "news": text, "in_play": is_in_play})
        keep(request, response, state, lambda: _everybodys(slug))
    if is_everybodys(request):
        # Unlike pages, shared caches give none while they fetch the next: who asks for news wants no old ones.
        patch_cache_control(response, public=True, max_age=SHARED_FOR)
    response["ETag"] = quote_etag(text)
    return response


def _everybodys(slug: str) -> State | None:
    return _state(slug, Actor())


def _state(slug: str, actor: Actor) -> State | None:
    """What news are made of: the ledger's last entry, which every action writes, and what is published after it."""
    published = (
        Publication.objects.filter(stage__tournament=OuterRef("pk")).order_by().values("stage__tournament")
    )
    next_rounds = Round.objects.filter(
        stage__tournament=OuterRef("pk"), status__in=(Round.Status.PUBLISHED, Round.Status.STARTED)
    )
    return (
        visible_tournaments(actor)
        .filter(slug=slug)
        .order_by()
        .values_list(
            "pk",
            Exists(next_rounds),
            "head__seq",
            Subquery(published.values(seq=Sum("as_of_seq"))),
            Subquery(published.values(at=Max("published_at"))),
        )
        .first()
    )
