"""Pages of a tournament that follow by themselves: the tiny address they ask, and what they fetch on its news."""

import hashlib

from django.db.models import Exists, Max, OuterRef, QuerySet, Subquery, Sum
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.models import Publication, Round, Tournament
from tournaments.permissions import visible_tournaments
from tournaments.visitors import actor_of
from web.policies import SHARED_FOR, is_everybodys, is_known_to, keep, public
from web.prepared_queries import PreparedQuery

State = tuple[object, ...]


@public
@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """`news` is another text after every ledger entry and every publication, and nothing else is to be read from it;
    `in_play` says whether a round is played or about to be, so that the next news is near. One query a second."""
    state = _everybodys(slug)
    if state is None:
        state = _states(slug, actor_of(request)).first()
    if state is None:
        raise Http404
    tournament, is_in_play, *_rest = state
    text = digest_of(state)
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
    found = EVERYBODYS.read(slug)
    return found[0] if found else None


def _states(slug: str, actor: Actor) -> QuerySet[Tournament, State]:
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
    )


EVERYBODYS = PreparedQuery(lambda slug: _states(slug, Actor()), of=str)


def digest_of(shown: object) -> str:
    """A short text that is another one when something else is shown."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def live_tag(request: HttpRequest, tournament: Tournament, more: str = "") -> str:
    """The tag by which an open page asks whether anything was done in its tournament since. Costs no query.
    `more` is what else the page shows.

    Only the page's script knows it: it is no ETag of the answer, because names and the page itself may change without
    a ledger entry, and a browser would then show its old copy.
    """
    return quote_etag(f"{tournament.head.seq}-{get_language()}-{request.GET.urlencode()[:80]}{more}")
