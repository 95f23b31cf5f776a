"""Pages of a tournament that follow by themselves: the tiny address they ask, and what they fetch on its news."""

import hashlib
from typing import cast

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of
from tournaments.models import LedgerEntry, Round, Tournament
from tournaments.models.events import table_concerned
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.published import last_published
from tournaments.permissions import visible_tournaments
from tournaments.standings.in_play.after_a_game import AfterGame
from web.policies import SHARED_FOR, is_everybodys, is_known_to, keep, note_live_tag, public

State = tuple[object, ...]
# So many entries may lie between two questions of a page; of more it knows only that there were some.
LATEST = 16
# Milliseconds.
SOON, NOW_AND_THEN = 2_000, 60_000


@public
@require_safe
def news(request: HttpRequest, slug: str) -> HttpResponse:
    """Say what is new in a tournament, for pages that are open. One query a second, and one more after an entry.

    `news` changes with every ledger entry and every publication. `seq` is the number of the last entry, and
    `concerned` says of the latest ones, the last one last, which table's phones show them (`table_concerned`):
    a reader with an earlier `seq` need not look if none of the entries since is theirs. `in_play` says whether a
    round is played or about to be, so that the next news is near.
    """
    state = _everybodys(slug)
    if state is None:
        state = _states(slug, actor_of(request)).first()
    if state is None:
        raise Http404
    tournament, is_in_play, seq = cast("tuple[int, bool, int]", state[:3])
    text = digest_of(state)
    if is_known_to(request, quote_etag(text)):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = JsonResponse(
            {
                "tournament": tournament,
                "news": text,
                "in_play": is_in_play,
                "seq": seq,
                "concerned": _concerned(tournament, seq),
            }
        )
        keep(request, response, state, lambda: _everybodys(slug))
    if is_everybodys(request):
        # Unlike pages, shared caches give none while they fetch the next: who asks for news wants no old ones.
        patch_cache_control(response, public=True, max_age=SHARED_FOR)
    response["ETag"] = quote_etag(text)
    return response


def _concerned(tournament: int, seq: int) -> list[str]:
    """What the latest entries up to this one concern."""
    latest = LedgerEntry.objects.filter(tournament=tournament, seq__lte=seq).order_by("-seq")[:LATEST]
    return [table_concerned(entry.kind, entry.content) for entry in reversed(latest)]


def _everybodys(slug: str) -> State | None:
    found = EVERYBODYS.read(slug)
    return found[0] if found else None


def _states(slug: str, actor: Actor) -> QuerySet[Tournament, State]:
    """What news are made of: the ledger's last entry, which every action writes, and what is published after it."""
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
            *last_published("pk"),
        )
    )


EVERYBODYS = PreparedQuery(lambda slug: _states(slug, Actor()), of=str)


def digest_of(shown: object) -> str:
    """A short text that is another one when something else is shown."""
    return hashlib.sha256(repr(shown).encode()).hexdigest()[:16]


def look_in(round_: Round, after: AfterGame | None) -> int | None:
    """In how many milliseconds a page that says what a game has meant looks again by itself: soon while the standings
    do not have it, now and then while other tables play.
    """
    if after is None:
        return None
    if not after.is_current:
        return SOON
    return NOW_AND_THEN if round_.status == Round.Status.STARTED else None


def live_tag(request: HttpRequest, tournament: Tournament, more: str = "") -> str:
    """The tag by which an open page asks whether anything was done in its tournament since. Costs no query.
    `more` is what else the page shows.

    Only the page's script knows it: it is no ETag of the answer, because names and the page itself may change without
    a ledger entry, and a browser would then show its old copy.
    """
    tag = quote_etag(f"{tournament.head.seq}-{get_language()}-{request.GET.urlencode()[:80]}{more}")
    note_live_tag(request, tag)
    return tag
