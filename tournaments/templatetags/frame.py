"""The frame of pages: one row of tabs, the same on every page of an event, and on every page of a league."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext, pgettext_lazy

from tournaments.models import League, Tournament

register = template.Library()


class Tab(NamedTuple):
    """A part of an event: `page` is what the tab opens, `parts` the names of other addresses that belong to it."""

    name: Promise
    page: str
    parts: frozenset[str] = frozenset()


TABS = (
    Tab(
        pgettext_lazy("tab of an event", "Now"),
        "tournament",
        frozenset({"live_totals", "register_yourself", "nights"}),
    ),
    Tab(
        pgettext_lazy("tab of an event", "Standings"),
        "standings",
        frozenset(
            {"stage_standings", "stage_race", "stage_cross_table", "final_ranking", "titles", "stage_titles"}
            | {"rescored", "rescored_stage"}
        ),
    ),
    Tab(
        pgettext_lazy("tab of an event", "Rounds"),
        "rounds",
        frozenset({"round", "stage_round", "table", "table_conditions", "draws", "draw"}),
    ),
    Tab(pgettext_lazy("tab of an event", "Players"), "entries", frozenset({"team"})),
    Tab(pgettext_lazy("tab of an event", "Statistics"), "hand_statistics"),
    Tab(
        pgettext_lazy("tab of an event", "Rules"),
        "tournament_rules",
        frozenset({"tournament_calculator"}),
    ),
    Tab(
        pgettext_lazy("tab of an event", "Downloads"),
        "downloads",
        frozenset({"print", "hall", "ledger", "connect"}),
    ),
)
LEAGUE_TABS = (
    Tab(
        pgettext_lazy("tab of a league", "Seasons"),
        "league",
        frozenset({"league_champions", "season", "season_days", "season_day", "season_ranking"}),
    ),
    Tab(pgettext_lazy("tab of a league", "Records"), "league_records"),
    Tab(pgettext_lazy("tab of a league", "Ratings"), "ratings"),
    Tab(pgettext_lazy("tab of a league", "Ledger"), "league_ledger"),
)


@register.inclusion_tag("includes/_sections.html", takes_context=True)
def event_tabs(context: Context, tournament: Tournament) -> dict[str, Any]:
    """The parts of the event. The page that is open is marked; so is the tab to which another open page belongs."""
    return {"label": pgettext("heading", "This event"), "tabs": _tabs_of(context, TABS, tournament.slug)}


@register.inclusion_tag("includes/_sections.html", takes_context=True)
def league_tabs(context: Context, league: League) -> dict[str, Any]:
    """The parts of the league. Expects it with its `rating_rule`: without one there are no ratings."""
    tabs = [tab for tab in LEAGUE_TABS if tab.page != "ratings" or hasattr(league, "rating_rule")]
    return {"label": pgettext("heading", "This league"), "tabs": _tabs_of(context, tabs, league.slug)}


def _tabs_of(context: Context, tabs: Iterable[Tab], slug: str) -> list[dict[str, object]]:
    opened = context["request"].resolver_match.url_name
    return [
        {
            "name": tab.name,
            "url": reverse(tab.page, args=[slug]),
            "current": "page" if opened == tab.page else "true" if opened in tab.parts else "",
        }
        for tab in tabs
    ]
