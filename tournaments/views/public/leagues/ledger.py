"""A league's ledger in words. It holds opaque ids; names are looked up when it is read."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import cached_property
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from players.models import User
from tournaments.actions.wording.units import Unit
from tournaments.models import League, LeagueLedgerEntry
from tournaments.models.leagues.ledger_kinds import LeagueKind
from tournaments.views.public.ledger_wording import Line, edited_in_words
from web.policies import public

ENTRIES_A_PAGE = 50


class LedgerPages(Paginator):  # type: ignore[type-arg]  # Django 5.2 takes no [LeagueLedgerEntry]
    """A league's entries, newest first."""

    def __init__(self, league: League) -> None:
        super().__init__(league.ledger.order_by("-seq"), ENTRIES_A_PAGE)
        self.league = league

    @cached_property
    def count(self) -> int:
        """Entries are numbered without a gap, so nobody has to count them."""
        return self.league.head.seq


@public
@require_safe
def league_ledger(request: HttpRequest, slug: str) -> HttpResponse:
    """Every action of a league in words, newest first, with the hash that seals it."""
    league = get_object_or_404(League.objects.not_removed().select_related("head"), slug=slug)
    page = LedgerPages(league).get_page(request.GET.get("page"))
    lines = in_words(list(page.object_list))
    return render(request, "leagues/ledger.html", {"league": league, "page": page, "lines": lines})


def in_words(entries: Sequence[LeagueLedgerEntry]) -> list[Line]:
    """Return the entries with their actions in words: one query for all names."""
    contents = [entry.content for entry in entries]
    ids = {int(str(content["user"])) for content in contents if "user" in content}
    ids |= {int(entry.actor[5:]) for entry in entries if entry.actor.startswith("user:")}
    # Never the e-mail address: the ledger is public.
    users = dict(User.objects.filter(pk__in=ids).values_list("pk", "name"))
    return [
        Line(entry, _words(entry.kind, content, users), "", _by(entry.actor, users))
        for entry, content in zip(entries, contents, strict=True)
    ]


def _words(kind: str, content: dict[str, Any], users: dict[int, str]) -> str:
    if kind not in LeagueKind.values:
        return kind
    values = {
        **content,
        "person": users.get(content.get("user", 0)) or pgettext("in place of a name", "Staff"),
        "count": len(content.get("divisions", ())),
        "changed": edited_in_words(content.get("changed", ())),
    }
    unit = Unit.of(teams=bool(content.get("teams")))
    for way in ("up", "down"):
        if isinstance(content.get(way), int):
            values[way] = unit.counted(content[way])
    return str(LeagueKind(kind).label) % {"ordinal": "?", "level": "?", "up": "?", "down": "?", **values}


def _by(actor: str, users: dict[int, str]) -> str:
    if actor.startswith("user:"):
        return users.get(int(actor[5:])) or pgettext("in place of a name", "Staff")
    return (
        pgettext("in place of a name", "Anybody")
        if actor == "anybody"
        else pgettext("in place of a name", "The operator")
    )
