"""The rows of an event's players: a thousand of them in milliseconds, since what they share is looked up once."""

from collections.abc import Collection, Iterable
from html import escape
from typing import NamedTuple

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournaments.models import Entry
from tournaments.templatetags.names import player_links, team_links

register = template.Library()


class ListedEntry(NamedTuple):
    """What is said of an entry; its columns are `LISTED`."""

    pk: int
    number: int
    player: int
    name: str
    team: int | None
    team_name: str | None
    club: str | None
    is_substitute: bool
    status: str


LISTED = (
    *("pk", "number", "player_id", "player__name", "team_id", "team__name", "player__club__name"),
    *("is_substitute", "status"),
)


@register.simple_tag
def entries_rows(entries: Iterable[ListedEntry], slug: str, unrecognized: Collection[int]) -> SafeString:
    """One `<tr>` for each entry: number, player and team, or club without one."""
    player, team = player_links(), team_links(slug)
    substitute = _chip(pgettext("status", "Substitute"))
    withdrawn = _chip(str(Entry.Status.WITHDRAWN.label))
    unconfirmed = _chip(pgettext("an entry", "Not confirmed"))
    html = []
    for one in entries:
        chips = (
            (substitute if one.is_substitute else "")
            + (withdrawn if one.status == Entry.Status.WITHDRAWN else "")
            + (unconfirmed if one.pk in unrecognized else "")
        )
        group = (
            team(one.team, one.team_name or "")
            if one.team
            else f'<bdi class="club">{escape(one.club or "")}</bdi>'
        )
        html.append(
            f'<tr><td class="number">{one.number}</td><td>{player(one.player, one.name)}{chips}</td>'
            f"<td>{group}</td></tr>\n"
        )
    return SafeString("".join(html))


def _chip(text: str) -> str:
    return f' <span class="chip plain">{escape(text)}</span>'
