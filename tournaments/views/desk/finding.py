"""Find a player, a table or a page of the desk by what is typed; the desk's palette shows the same list."""

import re
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.credentials.visitors import actor_of
from tournaments.models import Entry, Round, Seat, Table, Tournament
from tournaments.permissions import is_staff
from tournaments.views.desk.frame import frame
from tournaments.views.desk.pages import FOUND_BY_NAME, TABS, shown
from tournaments.views.desk.people.entry_table import matching
from tournaments.views.policies import for_tournament

MOST_FOUND = 10
LONGEST = 60


class FoundPlayer(NamedTuple):
    entry: Entry
    address: str
    # Where the player sits in the round in play.
    seat: Seat | None


class FoundLink(NamedTuple):
    name: str
    address: str


@for_tournament(is_staff)
@require_safe
def find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Players, tables in play and pages that match; without a query all pages."""
    query = " ".join(request.GET.get("q", "").split())[:LONGEST]
    rights = frame(tournament, actor_of(request), "find")
    context = {
        **rights,
        "query": query,
        "tables": tables(tournament, query),
        "people": players(tournament, query, can_run=bool(rights["can_run"])) if query else [],
        "pages": [
            FoundLink(str(page.name), reverse(page.route, args=[tournament.slug]))
            for page in shown((*TABS, *FOUND_BY_NAME), rights)
            if query.casefold() in str(page.name).casefold()
        ],
    }
    return render(request, "desk/find.html", context)


def tables(tournament: Tournament, query: str) -> list[FoundLink]:
    """Return the tables of this number in rounds in play."""
    if not re.fullmatch(r"[0-9]{1,4}", query):
        return []
    found = Table.objects.filter(
        round__stage__tournament=tournament, round__status=Round.Status.STARTED, number=int(query)
    ).select_related("round__stage")
    return [
        FoundLink(
            _("Table %(number)s, %(round)s") % {"number": table.number, "round": table.round},
            reverse("desk_table", args=[tournament.slug, table.pk]),
        )
        for table in found.order_by("round")[:MOST_FOUND]
    ]


def players(tournament: Tournament, query: str, *, can_run: bool) -> list[FoundPlayer]:
    """Return players by number, name, reading, team or club, each with their seat in the round in play."""
    entries = matching(tournament.entries.select_related("player").order_by("number"), query)[:MOST_FOUND]
    seats = {
        seat.entry_id: seat
        for seat in Seat.objects.filter(
            entry__in=[entry.pk for entry in entries], round__status=Round.Status.STARTED
        ).select_related("table")
    }
    return [
        FoundPlayer(
            entry,
            reverse("desk_entry_edit", args=[tournament.slug, entry.pk])
            if can_run
            else reverse("player", args=[entry.player_id]),
            seats.get(entry.pk),
        )
        for entry in entries
    ]
