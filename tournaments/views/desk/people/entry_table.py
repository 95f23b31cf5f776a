"""The desk's list of players as a table: sorted, filtered, searched, in pages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import (
    BooleanField,
    Case,
    Count,
    Exists,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Concat, Lower, NullIf
from django.http import HttpRequest, QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Licence
from tournaments.models import Entry, PlayerCard, Tournament

ENTRIES_A_PAGE = 100
LONGEST_QUERY = 60
# The order of the column: who is waited for comes first.
MISSING, HERE, SUBSTITUTE, WITHDRAWN = range(4)
SHOWN: Mapping[str, tuple[str | Promise, Q]] = {
    "missing": (_("Not here yet"), Q(status=Entry.Status.ACTIVE, checked_in_at=None)),
    "here": (
        pgettext_lazy("check-in: status", "Here"),
        Q(status=Entry.Status.ACTIVE, checked_in_at__isnull=False),
    ),
    "unpaid": (_("Fee not paid"), Q(paid_at=None, merged_into=None)),
    "no_card": (_("Without a card"), Q(status=Entry.Status.ACTIVE, has_card=False)),
    "substitutes": (pgettext_lazy("heading", "Substitutes"), Q(is_substitute=True)),
    "withdrawn": (Entry.Status.WITHDRAWN.label, Q(status=Entry.Status.WITHDRAWN)),
}


@dataclass(frozen=True)
class SortedColumn:
    """A column's title as a link: to its own order, or the other way round if it is in it."""

    name: str
    title: str | Promise
    address: str
    order: str


COLUMNS: Mapping[str, tuple[str | Promise, tuple[str, ...]]] = {
    "number": (pgettext_lazy("column", "No."), ("number",)),
    "name": (pgettext_lazy("column", "Name"), ("as_read",)),
    "group": (_("Team or club"), ("group",)),
    "country": (pgettext_lazy("column", "Country"), ("player__country",)),
    "licence": (pgettext_lazy("column", "Licence"), ("licence",)),
    "state": (pgettext_lazy("column", "Status"), ("state",)),
    "card": (pgettext_lazy("column", "Card"), ("has_card",)),
    "paid": (pgettext_lazy("column", "Fee"), ("has_paid",)),
}


def described(tournament: Tournament) -> QuerySet[Entry]:
    """All entries with what the table says of each."""
    licences = Licence.objects.filter(player=OuterRef("player")).order_by("body", "number")
    words = licences.annotate(words=Concat("body", Value(" "), "number")).values("words")[:1]
    return (
        tournament.entries.with_people()
        .select_related("merged_into")
        .annotate(
            as_read=Lower(Coalesce(NullIf("player__reading", Value("")), "player__name")),
            group=Coalesce("team__name", "player__club__name", Value("")),
            licence=Coalesce(Subquery(words), Value("")),
            has_card=Exists(PlayerCard.objects.filter(entry=OuterRef("pk"), revoked_at=None)),
            has_paid=Case(When(paid_at=None, then=False), default=True, output_field=BooleanField()),
            state=Case(
                When(status=Entry.Status.WITHDRAWN, then=WITHDRAWN),
                When(is_substitute=True, checked_in_at=None, then=SUBSTITUTE),
                When(checked_in_at=None, then=MISSING),
                default=HERE,
                output_field=IntegerField(),
            ),
        )
    )


def matching(entries: QuerySet[Entry], query: str) -> QuerySet[Entry]:
    """Those of whom something on the page has these letters: number, name, reading, team, club; all without any."""
    if not query:
        return entries
    named = Q(player__name__icontains=query) | Q(player__reading__icontains=query)
    of_group = Q(team__name__icontains=query) | Q(player__club__name__icontains=query)
    number = Q(number=int(query)) if re.fullmatch(r"[0-9]{1,6}", query) else Q()
    return entries.filter(named | of_group | number)


def searched(request: HttpRequest) -> str:
    """What is looked for in a list."""
    return " ".join(request.GET.get("q", "").replace("\0", "").split())[:LONGEST_QUERY]


class EntryTable:
    """The rows that an address asks for. What it cannot mean is ignored: the list is shown without it."""

    def __init__(self, tournament: Tournament, asked: QueryDict, *, query: str, has_fee: bool) -> None:
        self.tournament, self.asked, self.query = tournament, asked, query
        self.columns = [name for name in COLUMNS if name != "paid" or has_fee]
        wanted = asked.get("sort", "")
        self.sort = wanted if wanted.removeprefix("-") in self.columns else "number"
        self.show = asked.get("show", "") if asked.get("show") in SHOWN else ""
        club = asked.get("club", "")
        self.club = club if re.fullmatch(r"[0-9]{1,9}", club) else ""

    def rows(self) -> QuerySet[Entry]:
        """The rows that are asked for, in their order."""
        rows = matching(described(self.tournament), self.query)
        if self.show:
            rows = rows.filter(SHOWN[self.show][1])
        if self.club:
            rows = rows.filter(player__club=int(self.club))
        backwards = "-" if self.sort.startswith("-") else ""
        _title, order = COLUMNS[self.sort.removeprefix("-")]
        return rows.order_by(*(f"{backwards}{name}" for name in order), "number")

    @cached_property
    def page(self) -> Page[Entry]:
        return Paginator(self.rows(), ENTRIES_A_PAGE).get_page(self.asked.get("page"))

    @property
    def is_ticked(self) -> bool:
        """Whether everybody on the page is ticked; a page's own script is not needed for it."""
        return self.asked.get("tick") == "all"

    def address(self, **others: str) -> str:
        """The same list with other words of its address; an empty one is left out."""
        said = {"q": self.query, "show": self.show, "club": self.club, "sort": self.sort}
        said = {name: word for name, word in {**said, **others}.items() if word}
        if said.get("sort") == "number":
            del said["sort"]
        return urlencode(said)

    def here(self) -> str:
        """The address of this very page of the list."""
        number = self.page.number
        return self.address(page=str(number) if number > 1 else "")

    def headings(self) -> list[SortedColumn]:
        """The titles of the columns, each of which sorts."""
        found = []
        for name in self.columns:
            order = {name: "ascending", f"-{name}": "descending"}.get(self.sort, "")
            other = f"-{name}" if self.sort == name else name
            found.append(SortedColumn(name, COLUMNS[name][0], self.address(sort=other), order))
        return found

    def context(self) -> dict[str, Any]:
        """What the template shows of it."""
        kept = self.address()
        return {
            "page": self.page,
            "entries": self.page.object_list,
            "kept": f"{kept}&" if kept else "",
            "here": self.here(),
            "tick_all": self.address(page=str(self.page.number), tick="all"),
            "is_ticked": self.is_ticked,
            "headings": self.headings(),
            "show": self.show,
            "sort": self.sort,
            "club": self.club,
            "choices": [(name, title) for name, (title, _rows) in SHOWN.items() if self._is_offered(name)],
            "clubs": self._clubs(),
            "is_narrowed": bool(self.query or self.show or self.club),
            "with_fee": "paid" in self.columns,
        }

    def _is_offered(self, name: str) -> bool:
        return name != "unpaid" or "paid" in self.columns

    def _clubs(self) -> list[tuple[str, str]]:
        rows = self.tournament.entries.filter(player__club__isnull=False).order_by("player__club__name")
        found = rows.values_list("player__club", "player__club__name").distinct()
        return [(str(pk), name) for pk, name in found]


def counted(tournament: Tournament) -> dict[str, int]:
    """How many take part, are here, and have paid. One query."""
    active, one_each = Q(status=Entry.Status.ACTIVE), Q(merged_into=None)
    return tournament.entries.aggregate(
        players=Count("pk", active),
        here=Count("pk", active & Q(checked_in_at__isnull=False)),
        paid=Count("pk", one_each & Q(paid_at__isnull=False)),
        owing=Count("pk", one_each),
    )
