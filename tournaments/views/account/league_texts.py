"""What people typed into a league's ledger, and the button that removes it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _

from players.models import Player
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.models import LeagueLedgerEntry
from tournaments.models.texts.declared import free_texts
from tournaments.models.texts.reading import Texts
from tournaments.views.account.leagues import OwnLeagueMixin
from tournaments.views.action_views import ActionView
from tournaments.views.public.leagues.ledger import in_words
from tournaments.views.public.ledger_wording import Line

A_PAGE = 50


@dataclass(frozen=True)
class Words:
    """One text, the first of the names under which the entry has it, and whom it is about."""

    text: str
    name: str
    players: list[str]


@dataclass(frozen=True)
class Typed:
    """An entry with the texts that are there; none once they were removed."""

    line: Line
    words: list[Words]


class LeagueTexts(OwnLeagueMixin):
    """Entries of the ledger with what was typed, newest first."""

    http_method_names = ["get", "head"]

    def get(self, request: HttpRequest, *_args: Any, **_kwargs: Any) -> HttpResponse:
        rows = self.league.ledger.filter(kind__in=free_texts()).order_by("-seq")
        page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
        entries = list(page.object_list)
        context = {"league": self.league, "page": page, "lines": self._lines(entries)}
        return render(request, "leagues/texts.html", context)

    def _lines(self, entries: Sequence[LeagueLedgerEntry]) -> list[Typed]:
        found = Texts(self.league, entries)
        readable = {entry.pk: found.readable(entry, staff=True) for entry in entries}
        players = {entry.pk: _players(entry, readable[entry.pk]) for entry in entries}
        wanted = {player for named in players.values() for player in named.values()}
        names = dict(Player.objects.filter(pk__in=wanted).values_list("pk", "name"))
        lines = in_words(entries)
        return [
            Typed(line, _words(readable[entry.pk], players[entry.pk], names))
            for entry, line in zip(entries, lines, strict=True)
            if readable[entry.pk]
        ]


class RemoveLeagueText(OwnLeagueMixin, ActionView):
    """Remove what was typed, for good."""

    success_message = _("The text was removed. The ledger records that, and by whom.")
    success_page = "league_texts"

    def perform(self) -> None:
        entry = get_object_or_404(self.league.ledger, seq=self.kwargs["seq"])
        remove_league_texts(entry=entry, by=self.by, only=self.kwargs["name"])


def _players(entry: LeagueLedgerEntry, texts: dict[str, str | None]) -> dict[str, int]:
    """Whom each text is about: its line begins with the player."""
    content: dict[str, Any] = entry.content
    found = {}
    for name in texts:
        of, _colon, number = name.partition(":")
        found[name] = int(content[of][int(number)][0])
    return found


def _words(texts: dict[str, str | None], players: dict[str, int], names: dict[int, str]) -> list[Words]:
    """Each text once, with all whom it is about."""
    found: dict[str, Words] = {}
    for name, text in texts.items():
        if text:
            words = found.setdefault(text, Words(text, name, []))
            words.players.append(names.get(players[name], "?"))
    return list(found.values())
