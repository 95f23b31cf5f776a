"""The frame of an event's pages: one row of tabs, the same on each of them."""

from typing import Any, NamedTuple

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from tournaments.models import Tournament

register = template.Library()


class Tab(NamedTuple):
    """A part of an event: `page` is what the tab opens, `parts` the names of other addresses that belong to it."""

    name: str | Promise
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
            {"stage_standings", "final_ranking", "titles", "stage_titles", "rescored", "rescored_stage"}
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
        frozenset({"print", "hall", "ledger"}),
    ),
)


@register.inclusion_tag("includes/_sections.html", takes_context=True)
def event_tabs(context: Context, tournament: Tournament) -> dict[str, Any]:
    """The parts of the event: the page that is open is marked as such, another page of its part as where it belongs."""
    opened = context["request"].resolver_match.url_name
    return {
        "tabs": [
            {
                "name": tab.name,
                "url": reverse(tab.page, args=[tournament.slug]),
                "current": "page" if opened == tab.page else "true" if opened in tab.parts else "",
            }
            for tab in TABS
        ]
    }
