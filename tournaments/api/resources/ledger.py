"""The ledger, for everybody who wants to check it."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.structure import (
    LedgerEntryShape,
    LedgerShape,
    head_shape,
    ledger_entry_shape,
)
from tournaments.models import League, LeagueLedgerHead, LedgerHead, Tournament
from tournaments.models.chain import ChainEntry, ChainHead
from tournaments.models.play.proposals import entries_with_proposals
from tournaments.models.texts.reading import Texts
from tournaments.permissions import can_run, can_run_league
from web.api.pagination import MOST
from web.api.policies import Everybody
from web.api.schema import describe

E = TypeVar("E", bound=ChainEntry)


class LedgerQuery(serializers.Serializer[Any]):
    """Entries after number `after`, at most `limit` of them."""

    after = serializers.IntegerField(min_value=0, max_value=10**18 - 1, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=MOST)


class Ledger(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLedger",
        "The hash-chained record of every action, oldest first; ids only, no names",
        permission=everybody,
        gives=LedgerShape,
        query=LedgerQuery,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> LedgerShape:
        head = LedgerHead.objects.get(tournament=tournament)
        entries, next_after = _part(head, tournament.ledger.all(), query)
        texts = Texts(tournament, entries, entries_with_proposals(tournament, entries))
        shapes = [ledger_entry_shape(entry, texts) for entry in entries]
        return _shape(head, shapes, next_after)


class LedgerTexts(ApiView):
    permission_classes = [Everybody]

    @describe(
        "removeLedgerTexts",
        "Remove for good what a person typed for this entry, such as a reason; may be repeated",
        status=204,
        changes=True,
    )
    def delete(self, request: Request, slug: str, seq: int) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        entry = self.find(tournament.ledger.all(), seq=seq)

        def action() -> dict[str, object]:
            remove_texts(entry=entry, by=self.actor)
            return {}

        return self.do(action, status=204)


class LeagueLedger(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLeagueLedger",
        "The hash-chained record of every action of a league, oldest first; ids only, no names",
        permission=everybody,
        finds=find_league,
        gives=LedgerShape,
        query=LedgerQuery,
        refuses=(400,),
    )
    def get(self, league: League, query: dict[str, Any]) -> LedgerShape:
        head = LeagueLedgerHead.objects.get(league=league)
        entries, next_after = _part(head, league.ledger.all(), query)
        texts = Texts(league, entries)
        return _shape(head, [ledger_entry_shape(entry, texts) for entry in entries], next_after)


class LeagueLedgerText(ApiView):
    permission_classes = [Everybody]

    @describe(
        "removeLeagueLedgerText",
        "Remove for good why somebody was placed in another division; may be repeated",
        status=204,
        changes=True,
    )
    def delete(self, request: Request, slug: str, seq: int, name: str) -> Response:
        league = find_league(self, slug)
        self.allow(can_run_league(self.actor, league))
        entry = self.find(league.ledger.all(), seq=seq)

        def action() -> dict[str, object]:
            remove_league_texts(entry=entry, by=self.actor, only=name)
            return {}

        return self.do(action, status=204)


def _part(head: ChainHead, rows: QuerySet[E], query: Mapping[str, int]) -> tuple[list[E], int | None]:
    """The entries that were asked for, and after which number they go on."""
    entries = list(rows.filter(seq__gt=query["after"]).order_by("seq")[: query["limit"]])
    last = entries[-1].seq if entries else head.seq
    return entries, last if last < head.seq else None


def _shape(head: ChainHead, entries: list[LedgerEntryShape], next_after: int | None) -> LedgerShape:
    return {"ledger": head.chain, "head": head_shape(head), "entries": entries, "next_after": next_after}
