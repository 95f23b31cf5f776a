"""The search of players, tournaments and leagues, and the list of all players."""

import re
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.finding import matching
from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.forms.finding import SearchForm
from tournaments.models import League, Tournament
from tournaments.models.setup.structure import MOST_WORDS, latest_first
from tournaments.permissions import listed_players
from web.long_lists import rows_behind
from web.policies import public

MOST_FOUND, PLAYERS_A_PAGE = 12, 50
ORDER = ("reading", "name", "pk")
Found = TypeVar("Found", bound=Model)


@public
@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show the first public matches of each kind, with a link to the rest. Three queries."""
    form = SearchForm(request.GET)
    query = form.query()
    players = _some(_players(query) if query else Player.objects.none())
    tournaments = _some(_tournaments(query) if query else Tournament.objects.none())
    leagues = _some(_leagues(query) if query else League.objects.none())
    return render(
        request,
        "public/search.html",
        {
            "form": form,
            "query": query,
            "asked": urlencode({"q": query}),
            "players": players,
            "tournaments": tournaments,
            "leagues": leagues,
            "is_anything_found": players.rows or tournaments.rows or leagues.rows,
        },
    )


class _Some(NamedTuple, Generic[Found]):
    """The first rows that were found, and whether there are more."""

    rows: Sequence[Found]
    has_more: bool


def _some(found: QuerySet[Found]) -> _Some[Found]:
    rows = list(found[: MOST_FOUND + 1])
    return _Some(rows[:MOST_FOUND], len(rows) > MOST_FOUND)


def _players(query: str) -> QuerySet[Player]:
    found = listed_players(Actor()).filter(matching(query)) if query else listed_players(Actor())
    return found.select_related("club").order_by(*ORDER)


def _tournaments(query: str) -> QuerySet[Tournament]:
    return Tournament.objects.listed().matching(query).with_frame().order_by(latest_first(), "name", "pk")


def _leagues(query: str) -> QuerySet[League]:
    found = League.objects.not_removed().order_by("name", "pk")
    for word in query.split()[:MOST_WORDS]:
        found = found.filter(name__icontains=word)
    return found


@public
@require_safe
def player_list(request: HttpRequest) -> HttpResponse:
    """List the players of listed tournaments, or those that match a query, by reading and name. A page begins behind
    the player whose id is `after`, so that the last page takes as long as the first. Up to four queries.
    """
    form = SearchForm(request.GET)
    query = form.query()
    found = _players(query)
    behind = _row_of(found, request.GET.get("after", ""))
    rows = (
        rows_behind(behind, found, ORDER, PLAYERS_A_PAGE + 1) if behind else list(found[: PLAYERS_A_PAGE + 1])
    )
    shown, has_more = rows[:PLAYERS_A_PAGE], len(rows) > PLAYERS_A_PAGE
    asked = {"q": query} if query else {}
    return render(
        request,
        "public/people/players.html",
        {
            "form": form,
            "query": query,
            "players": shown,
            "is_first": behind is None,
            "first": urlencode(asked),
            "following": urlencode({**asked, "after": shown[-1].pk}) if has_more else "",
        },
    )


def _row_of(players: QuerySet[Player], typed: str) -> Player | None:
    """Return the player of this list behind whom a page begins; None where its id is not in the list."""
    return players.filter(pk=int(typed)).first() if re.fullmatch(r"[0-9]{1,18}", typed) else None
