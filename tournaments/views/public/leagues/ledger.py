"""A league's ledger in words. It holds opaque ids; names are looked up when it is read."""

from collections.abc import Mapping, Sequence

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.functional import cached_property
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from players.models import User
from tournaments.models import League, LeagueLedgerEntry
from tournaments.models.events import LeagueEvent
from tournaments.views.public.ledger_wording import Line
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
    league = get_object_or_404(League.objects.not_removed().select_related("head", "rating_rule"), slug=slug)
    page = LedgerPages(league).get_page(request.GET.get("page"))
    lines = in_words(list(page.object_list))
    return render(request, "leagues/ledger.html", {"league": league, "page": page, "lines": lines})


def in_words(entries: Sequence[LeagueLedgerEntry]) -> list[Line]:
    """Return the entries with their actions in words: one query for all names."""
    contents = [entry.content for entry in entries]
    ids = {int(str(content["user"])) for content in contents if "user" in content}
    ids |= {int(entry.actor[5:]) for entry in entries if entry.actor.startswith("user:")}
    # Never the e-mail address: the ledger is public.
    names = _Names(dict(User.objects.filter(pk__in=ids).values_list("pk", "name")))
    return [
        Line(
            entry,
            event.in_words(content, names) if (event := LeagueEvent.of_kind(entry.kind)) else entry.kind,
            "",
            _by(entry.actor, names),
        )
        for entry, content in zip(entries, contents, strict=True)
    ]


class _Names:
    """A league's ledger names people of the staff alone."""

    def __init__(self, users: Mapping[int, str]) -> None:
        self.users = users

    def name(self, kind: str, pk: object) -> str:
        known = self.users.get(pk) if isinstance(pk, int) else None
        return known or pgettext("in place of a name", "Staff")

    def time(self, instant: str | None) -> str:
        return instant or ""

    def tie_breaks(self, names: Sequence[str]) -> str:
        return ", ".join(names)


def _by(actor: str, names: _Names) -> str:
    if actor.startswith("user:"):
        return names.name("user", int(actor[5:]))
    return (
        pgettext("in place of a name", "Anyone")
        if actor == "anybody"
        else pgettext("in place of a name", "The operator")
    )
