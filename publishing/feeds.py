"""What happened in a tournament or a league as Atom (RFC 4287), for readers of feeds and other programs."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.actions.actor import Actor
from tournaments.models import League, LeagueLedgerEntry, LedgerEntry, Tournament
from tournaments.models.chain import ChainEntry
from tournaments.models.origins.reading import Ids
from tournaments.models.play import events as play
from tournaments.models.setup import events as setup
from tournaments.permissions import listed_tournaments
from tournaments.views.policies import changed_by_ledger, visible
from tournaments.views.public.ledger_wording import Line, in_words
from web.policies import public

MEDIA_TYPE = "application/atom+xml; charset=utf-8"
NEWEST = 50
TOLD = [
    event.kind
    for event in (
        play.RoundPublished,
        play.Announced,
        play.ResultConfirmed,
        play.PaperCounted,
        play.PaperConfirmed,
        play.ResultCorrected,
        play.ResultVoided,
        play.ConfirmationUndone,
        play.ResultImported,
        play.ResultsImported,
        setup.TournamentFinished,
        setup.TournamentReopened,
    )
]
NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
# What is about no table; the others lead to the page of their tournament.
PAGES = {play.RoundPublished.kind: "rounds", setup.TournamentFinished.kind: "standings"}


class Told(NamedTuple):
    """An entry of a ledger in words, with its tournament and the address of what it is about."""

    tournament: Tournament
    line: Line
    page: str


def _in_xml(text: str) -> str:
    """Leave out what no XML may contain; a file from another server may have it."""
    return NOT_IN_XML.sub("", text)


class Feed(Atom1Feed):
    """A feed without entries is as old as what it is about, not as new as the question."""

    def __init__(self, title: str, page: str, address: str, since: datetime) -> None:
        language = get_language() or settings.LANGUAGE_CODE
        super().__init__(_in_xml(title), page, "", language=language, feed_url=address, feed_guid=address)
        self.since = since

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.since


@visible
@changed_by_ledger
@require_safe
def event_feed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Published rounds, results, announcements and the end of a tournament: the newest entries of its ledger."""
    newest = LedgerEntry.objects.filter(tournament=tournament, kind__in=TOLD).order_by("-seq")[:NEWEST]
    feed = Feed(
        tournament.name,
        settings.SITE_URL + reverse("tournament", args=[tournament.slug]),
        settings.SITE_URL + request.path,
        LedgerEntry.objects.get(tournament=tournament, seq=1).recorded_at,
    )
    return _answer(feed, _told(tournament, list(newest)), is_of_one=True)


@public
@require_safe
def league_feed(request: HttpRequest, slug: str) -> HttpResponse:
    """The same of a league's listed tournaments."""
    league = get_object_or_404(League.objects.not_removed(), slug=slug)
    ours = listed_tournaments(Actor()).filter(season__league=league)
    newest = LedgerEntry.objects.filter(tournament__in=ours.order_by(), kind__in=TOLD)
    chosen = sorted(newest.order_by("-recorded_at", "-pk")[:NEWEST], key=attrgetter("tournament_id", "seq"))
    tournaments = ours.in_bulk({entry.tournament_id for entry in chosen})
    told = [
        one
        for pk, entries in groupby(chosen, key=attrgetter("tournament_id"))
        for one in _told(tournaments[pk], list(entries))
    ]
    told.sort(key=lambda one: (one.line.entry.recorded_at, one.line.entry.pk), reverse=True)
    feed = Feed(
        league.name,
        settings.SITE_URL + reverse("league", args=[slug]),
        settings.SITE_URL + request.path,
        LeagueLedgerEntry.objects.get(league=league, seq=1).recorded_at,
    )
    return _answer(feed, told, is_of_one=False)


def _told(tournament: Tournament, entries: Sequence[LedgerEntry]) -> list[Told]:
    ids = Ids.of(tournament)
    return [
        Told(tournament, line, _page_of(tournament, line.entry, ids))
        for line in in_words(tournament, entries)
    ]


def _page_of(tournament: Tournament, entry: ChainEntry, ids: Ids) -> str:
    table = ids.content(entry.seq, entry.kind, entry.content).get("table")
    if isinstance(table, int):
        return reverse("table", args=[tournament.slug, table])
    return reverse(PAGES.get(entry.kind, "tournament"), args=[tournament.slug])


def _answer(feed: Feed, told: Iterable[Told], *, is_of_one: bool) -> HttpResponse:
    host = urlsplit(settings.SITE_URL).hostname
    for tournament, line, page in told:
        entry = line.entry
        feed.add_item(
            _in_xml(line.words if is_of_one else f"{tournament.name}: {line.words}"),
            settings.SITE_URL + page,
            "",
            # A tournament's address may change, its number and those of its entries never.
            unique_id=f"tag:{host},{entry.recorded_at:%Y-%m-%d}:tournaments/{tournament.pk}/ledger/{entry.seq}",
            pubdate=entry.recorded_at,
            updateddate=entry.recorded_at,
            author_name=_in_xml(tournament.name),
        )
    return HttpResponse(feed.writeString("utf-8"), content_type=MEDIA_TYPE)
