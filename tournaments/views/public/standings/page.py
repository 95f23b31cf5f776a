"""Standings: all places, as of a game and a ledger entry that the page names."""

import hashlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict, TypeVar

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of
from tournaments.models import (
    HandStatistics,
    LedgerEntry,
    Publication,
    TeamStanding,
    Tournament,
)
from tournaments.models.about.brands import newest_brand
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.game_counts import games_reported
from tournaments.models.teams.looks import has_team_looks
from tournaments.permissions import among, visible_tournaments
from tournaments.standings import is_stale, publish_for_reader
from tournaments.standings.last_round import last_rounds
from tournaments.standings.needs.kept_needs import needs_kept
from tournaments.views.public.standings.asked import Asked
from tournaments.views.public.standings.cross_table import CrossAsked, made_cross_table
from tournaments.views.public.standings.race import made_race
from tournaments.views.public.standings.shown import Shown
from tournaments.views.public.standings.table import kept_table, made_table
from web.policies import is_known_to, keep, public

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

# Part of every ETag: raise it when the page itself changes.
EDITION = "21"


class _Shown(TypedDict):
    """What a page shows of a stage that is not stored with its publication."""

    ledger_hash: str | None
    newest_brand: int | None
    has_team_looks: bool
    games_reported: int
    has_teams: bool
    needs_seq: int | None


_Published: TypeAlias = "WithAnnotations[Publication, _Shown]"
_P = TypeVar("_P", bound=Publication)


class View(NamedTuple):
    """A way to look at a stage's standings: its name in the template, and what makes its part of the page."""

    name: str
    made: "Callable[[Sequence[_Published], _Published, Asked], Shown]"


@public
@require_safe
def standings(request: HttpRequest, slug: str, ordinal: int | None = None) -> HttpResponse:
    """The standings of a stage (without `ordinal`: of the last that has games).

    Four queries when they are new, one of them for teams and one for the last rounds, and one more for what a worker
    has found to be needed in a round that may be the last; one a second then says that they still are. `Asked` says
    what else of them can be asked for. `?view=hall`, under which projectors found them once, leads to the hall's
    screen.
    """
    if request.GET.get("view") == "hall":
        # Answers 404 first, so that an old address leads on and a private tournament stays unknown.
        chosen_publication(_publications(request, slug), ordinal)
        return redirect(f"{reverse('hall_screen', args=[slug])}?show=standings")
    return _answered(request, slug, ordinal, View("table", _table))


@public
@require_safe
def race(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """The totals of the best round by round, as a picture and a table. Three queries when it is new."""
    return _answered(request, slug, ordinal, View("race", _race))


@public
@require_safe
def cross_table(request: HttpRequest, slug: str, ordinal: int) -> HttpResponse:
    """What each round brought each player. Four queries when it is new; `CrossAsked` says what can be asked for."""
    return _answered(request, slug, ordinal, View("cross-table", _cross_table(request)))


def _answered(request: HttpRequest, slug: str, ordinal: int | None, view: View) -> HttpResponse:
    publications = _publications(request, slug)
    publication = chosen_publication(publications, ordinal)
    # Embedded, nobody is woken when a process died between commit and message: the reader publishes.
    if publish_for_reader(publication):
        publications = _publications(request, slug)
        publication = chosen_publication(publications, ordinal)
    if publication.last_round is None and publication.games_counted:
        # An earlier version published it.
        publication.last_round = last_rounds(publication.pk)[0]
    seen = _seen(publications)
    asked = Asked.of(request.GET, publication.last_round)
    etag = quote_etag(_digest(EDITION, get_language(), view.name, seen, asked, sorted(request.GET.items())))
    if is_known_to(request, etag):
        response: HttpResponse = HttpResponseNotModified()
    else:
        with timezone.override(publication.stage.tournament.time_zone):
            tournament = publication.stage.tournament
            # As `find` gives it: what surrounds the page asks for nothing that is not there.
            vars(tournament).update(
                newest_brand=publication.newest_brand, has_team_looks=publication.has_team_looks
            )
            shown = view.made(publications, publication, asked)
            content = {
                "tournament": tournament,
                "stage": publication.stage,
                "stages": [one.stage for one in publications],
                "publication": publication,
                "is_stale": is_stale(publication),
                "etag": etag,
                "view": view.name,
                "table": shown.html,
                "part": shown.part,
                "asked": asked,
                "choices": shown.choices,
                "rounds": range(publication.last_round or 0, 0, -1),
            }
            response = render(request, "public/standings/standings.html", content)
        # Embedded, what is behind gets another chance with everybody who asks.
        if not (settings.EMBEDDED and is_stale(publication)):
            keep(
                request,
                response,
                seen,
                lambda: _seen(EVERYBODYS.read(slug)),
                query=asked.kept_query or shown.part.query,
            )
    response["ETag"] = etag
    return response


def _race(publications: "Sequence[_Published]", publication: "_Published", asked: Asked) -> Shown:
    return made_race(publication, has_teams=publication.has_teams)


def _cross_table(request: HttpRequest) -> "Callable[[Sequence[_Published], _Published, Asked], Shown]":
    words = CrossAsked.of(request.GET)

    def made(publications: "Sequence[_Published]", publication: "_Published", asked: Asked) -> Shown:
        return made_cross_table(publication, words)

    return made


def _table(publications: "Sequence[_Published]", publication: "_Published", asked: Asked) -> Shown:
    made = made_table if asked.is_filtered else kept_table
    return made(
        publication,
        asked,
        depends_on=(EDITION, publication.pk, *map(_published, publications)),
        has_teams=publication.has_teams,
        # Players go on to later stages alone; most tournaments have none.
        is_last=publication.stage.ordinal == publications[-1].stage.ordinal,
        has_needs=publication.needs_seq is not None,
    )


def _publications(request: HttpRequest, slug: str) -> "list[_Published]":
    """Every stage of the tournament with what its page needs to know: one query, where everybody may see it."""
    return EVERYBODYS.read(slug) or list(_visible(slug, actor_of(request)))


def _visible(slug: str, actor: Actor) -> "QuerySet[_Published]":
    return (
        Publication.objects.filter(stage__tournament__slug=slug)
        .filter(among(visible_tournaments(actor), "stage__tournament"))
        .select_related(
            "stage__counting",
            "stage__team_counting",
            "stage__qualification",
            "stage__tournament__head",
            "stage__tournament__season__league",
            "stage__tournament__usual_format",
        )
        .annotate(
            ledger_hash=Subquery(
                LedgerEntry.objects.filter(
                    tournament=OuterRef("stage__tournament"), seq=OuterRef("as_of_seq")
                ).values("hash")[:1]
            ),
            games_reported=games_reported("stage"),
            has_teams=Exists(TeamStanding.objects.filter(stage=OuterRef("pk"))),
            newest_brand=Subquery(newest_brand()),
            has_team_looks=has_team_looks("stage__tournament"),
            has_hands=Exists(HandStatistics.objects.filter(stage=OuterRef("pk"))),
            needs_seq=Subquery(needs_kept("pk")),
        )
        .order_by("stage__ordinal")
    )


EVERYBODYS = PreparedQuery(lambda slug: _visible(slug, Actor()), of=str)


def chosen_publication(publications: Sequence[_P], ordinal: int | None) -> _P:
    """The publication of the stage with this number, or of the last stage that has games; 404 without any.

    Expects them in the order of their stages, with `stage` loaded.
    """
    if ordinal is not None:
        publications = [one for one in publications if one.stage.ordinal == ordinal]
    played = [one for one in publications if one.games_counted]
    if not publications:
        raise Http404
    return played[-1] if played else publications[0]


def _seen(publications: "Sequence[_Published]") -> list[tuple[object, ...]]:
    """All that the page of a stage depends on."""
    return [(*_published(one), one.games_counted, one.games_reported, is_stale(one)) for one in publications]


def _published(publication: "_Published") -> tuple[object, ...]:
    """All that a stage's table depends on. A name of a player or a team is in the standings' own ledger entry."""
    stage = publication.stage
    return (
        publication.pk,
        stage.ordinal,
        stage.name,
        publication.as_of_seq,
        publication.published_at,
        publication.newest_brand,
        publication.needs_seq,
        *_frame(stage.tournament),
    )


def _frame(tournament: Tournament) -> tuple[object, ...]:
    """Return what the frame of a tournament's pages depends on."""
    league = tournament.season.league if tournament.season else None
    return (
        tournament.name,
        tournament.status,
        tournament.starts_on,
        tournament.time_zone,
        league and (league.slug, league.name),
        tournament.usual_format.rulebook_id,
        tournament.usual_format.house_rules,
    )


def _digest(*facts: object) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:20]
