"""Who may open a page of a tournament, of a person or of a phone. Every page says so with one of these decorators,
which also keep to it, or with `web.policies.public`.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from players.sign_in import has_confirmed_lately
from tournaments.actions.actor import Actor
from tournaments.actions.errors import TooManyAttempts
from tournaments.credentials.visitors import actor_of
from tournaments.models import Publication, Tournament
from tournaments.models.about.brands import newest_brand
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.published import last_published
from tournaments.models.teams.looks import has_team_looks
from tournaments.permissions import among, visible_tournaments
from tournaments.standings import publish_for_readers
from tournaments.views.form_answers import for_script
from tournaments.views.repeatable_forms import repeatable
from web.policies import Page, cached, keep, private, watched_cookies, with_policy

Predicate = Callable[[Actor, Tournament], bool]


def signed_in(view: Page) -> Page:
    """Only people with an account; others are asked to sign in first."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return private(redirect_to_login(request.get_full_path()))
        return private(repeatable(request, lambda: view(request, *args, **kwargs)))

    return with_policy(guarded_view, "signed in")


def confirmed(view: Page, *, then: str = "") -> Page:
    """Only for people who have proved within the last minutes who they are; others are asked again, and led back.

    What they had typed is not kept anywhere. `then` names the page to which they come back; usually this one. Goes
    under `signed_in`, or around a page that lets nobody else in.
    """

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated or has_confirmed_lately(request):
            return view(request, *args, **kwargs)
        back = urlencode({"next": reverse(then) if then else request.get_full_path()})
        ways = get_adapter().get_reauthentication_methods(request.user)
        return private(redirect(f"{ways[0]['url']}?{back}"))

    return guarded_view


def account_required(may: Callable[[Actor], bool]) -> Callable[[Page], Page]:
    """Only people with an account for whom `may(actor)`; others are asked to sign in, or refused."""

    def decorator(view: Page) -> Page:
        @wraps(view)
        def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not may(actor_of(request)):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return with_policy(signed_in(guarded_view), may.__name__)

    return decorator


def on_a_phone(view: Page) -> Page:
    """The pages of a claimed seat. Anyone may open them; without a seat they only ask for its code. Their forms are
    answered as JSON when a phone sends what it held.
    """

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = repeatable(request, lambda: view(request, *args, **kwargs), leads_to="my_table")
        return private(for_script(request, response))

    return with_policy(guarded_view, "seat")


def at_a_kiosk(view: Page) -> Page:
    """The pages of a table's tablet. Anyone may open them; without a tablet they only ask for its code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(repeatable(request, lambda: view(request, *args, **kwargs), leads_to="kiosk"))

    return with_policy(guarded_view, "kiosk")


def by_invitation(view: Page) -> Page:
    """The page of an invitation. Anyone may open it; without the code it only asks for the code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(view(request, *args, **kwargs))

    return with_policy(guarded_view, "invitation")


def by_private_link(view: Page) -> Page:
    """The page of one's own registration. Anyone may open it; without the code it only asks for the code."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(view(request, *args, **kwargs))

    return with_policy(guarded_view, "private link")


def by_table(view: Page) -> Page:
    """What is private to a table and the staff. Anyone may ask; others get nothing."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(view(request, *args, **kwargs))

    return with_policy(guarded_view, "table")


def visible(view: Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]) -> Page:
    """Everyone who may know of the tournament. 404 for the others, as if it did not exist."""

    @wraps(view)
    def guarded_view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
        with watched_cookies(request):
            tournament = find(request, slug)
            with timezone.override(tournament.time_zone):
                return cached(request, view(request, tournament, **kwargs))

    return with_policy(guarded_view, "visible")


def changed_by_ledger(
    view: Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]:
    """This page is another one only after an entry in its tournament's ledger. Goes under `visible`.

    Not for what shows standings, which are published after the entry (`changed_by_standings`), a clock, or people
    beyond their names.
    """

    @wraps(view)
    def lasting_view(request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponse:
        response = view(request, tournament, **kwargs)
        slug = tournament.slug
        keep(request, response, _frame_of(tournament), lambda: _everybodys_frame(slug))
        return response

    return lasting_view


def changed_by_standings(
    view: Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse],
) -> Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]:
    """This page changes only with an entry in its tournament's ledger, or with standings published after one. Goes
    under `visible`, with the limits of `changed_by_ledger`.

    Embedded, what is behind is published before the view is called; while it cannot be, pages are kept for a second.
    """

    @wraps(view)
    def lasting_view(request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponse:
        slug, frame = tournament.slug, _frame_of(tournament)
        state = _everybodys_standings(slug)
        if state is None:
            publish_for_readers([tournament.pk])
            state = _everybodys_standings(slug)
        response = view(request, tournament, **kwargs)
        # Else an action came in after the tournament was found.
        if state is not None and state[: len(frame)] == frame:
            keep(request, response, state, lambda: _everybodys_standings(slug))
        return response

    return lasting_view


def _everybodys_standings(slug: str) -> tuple[object, ...] | None:
    """The frame and what is published, in one statement, as long as everybody may know of the tournament; None where
    readers have to publish first.
    """
    found = EVERYBODYS_STANDINGS.read(slug)
    if not found:
        return None
    *state, is_behind = found[0]
    return None if settings.EMBEDDED and is_behind else tuple(state)


def _frame_of(tournament: Tournament) -> tuple[object, ...]:
    """The ledger's last entry, and what a page shows of the league and of brands, which no ledger of its has."""
    season = tournament.season
    of_league = (season.name, season.league.slug, season.league.name) if season else (None, None, None)
    brand = getattr(tournament, "newest_brand", None)
    return (tournament.pk, tournament.head.seq, tournament.time_zone, *of_league, brand)


def _everybodys_frame(slug: str) -> tuple[object, ...] | None:
    """The same in one narrow statement, as long as everybody may know of the tournament."""
    found = EVERYBODYS_FRAMES.read(slug)
    return found[0] if found else None


def _frames(slug: str, *more: Any) -> QuerySet[Tournament, tuple[Any, ...]]:
    """What `_frame_of` returns of the tournament at this address, and more columns."""
    columns = ("pk", "head__seq", "time_zone", "season__name", "season__league__slug", "season__league__name")
    tournaments = visible_tournaments(Actor()).filter(slug=slug).order_by()
    return tournaments.values_list(*columns, Subquery(newest_brand()), *more)


def _frames_with_standings(slug: str) -> QuerySet[Tournament, tuple[Any, ...]]:
    behind = Publication.objects.filter(
        stage__tournament=OuterRef("pk"), as_of_seq__lt=OuterRef("head__standings_seq")
    )
    return _frames(slug, *last_published("pk"), Exists(behind))


EVERYBODYS_FRAMES = PreparedQuery(_frames, of=str)
EVERYBODYS_STANDINGS = PreparedQuery(_frames_with_standings, of=str)


def for_tournament(may: Predicate) -> Callable[[Callable[..., HttpResponse]], Page]:
    """Only those for whom `may(actor, tournament)`; 404 for those who may not know of the tournament. Their forms are
    answered as JSON when a computer sends what it held.
    """

    def decorator(view: Callable[..., HttpResponse]) -> Page:
        @wraps(view)
        def guarded_view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            response = repeatable(request, lambda: inside(request, slug, **kwargs))
            return private(for_script(request, response))

        def inside(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            tournament = find(request, slug)
            if not may(actor_of(request), tournament):
                if not request.user.is_authenticated and request.method in ("GET", "HEAD"):
                    return redirect_to_login(request.get_full_path())
                raise PermissionDenied
            with timezone.override(tournament.time_zone):
                return view(request, tournament, **kwargs)

        return with_policy(guarded_view, may.__name__)

    return decorator


def find(request: HttpRequest, slug: str) -> Tournament:
    """Return the tournament of this address if this person may know of it, else 404.

    Nobody's session and no seat is read for a tournament that everybody may see: its pages are the same for all
    and may be stored by shared caches. For the others `permissions.visible_tournaments` decides, as in the API.
    """
    found = EVERYBODYS.read(slug) or list(_found(slug, actor_of(request)))
    if not found:
        raise Http404
    return found[0]


def _found(slug: str, actor: Actor) -> QuerySet[Tournament]:
    tournaments = (
        Tournament.objects.with_frame().select_related("head", "rehearsal").filter(slug=slug).order_by()
    )
    tournaments = tournaments.annotate(
        has_team_looks=has_team_looks("pk"), newest_brand=Subquery(newest_brand())
    )
    return tournaments.filter(among(visible_tournaments(actor), "pk"))


EVERYBODYS = PreparedQuery(lambda slug: _found(slug, Actor()), of=str)


def too_many(request: HttpRequest, refusal: TooManyAttempts, *, back: str) -> HttpResponse:
    """The page that asks for patience; `back` is where to go on. Nobody else is shown it from a cache."""
    response = render(request, "429.html", {"why": refusal.message, "back": back}, status=429)
    response["Retry-After"] = str(refusal.retry_after)
    return private(response)
