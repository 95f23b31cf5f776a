"""The ledger, for everybody who wants to check it."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.api_view import ApiView
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.structure import LedgerShape, head_shape, ledger_entry_shape
from tournaments.models import LeagueLedgerHead, LedgerHead
from tournaments.models.chain import ChainHead
from web.api.pagination import MOST
from web.api.policies import Everybody
from web.api.schema import describe


class LedgerQuery(serializers.Serializer[Any]):
    """Entries after number `after`, at most `limit` of them."""

    after = serializers.IntegerField(min_value=0, max_value=10**18 - 1, default=0)
    limit = serializers.IntegerField(min_value=1, max_value=MOST, default=MOST)


class Ledger(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getLedger",
        "The hash-chained record of every action, oldest first; ids only, no names",
        gives=LedgerShape,
        query=LedgerQuery,
        refuses=(400,),
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        head = LedgerHead.objects.get(tournament=tournament)
        return Response(_part(head, tournament.ledger.all(), self.query(LedgerQuery)))


class LeagueLedger(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getLeagueLedger",
        "The hash-chained record of every action of a league, oldest first; ids only, no names",
        gives=LedgerShape,
        query=LedgerQuery,
        refuses=(400,),
    )
    def get(self, request: Request, slug: str) -> Response:
        league = find_league(self, slug)
        head = LeagueLedgerHead.objects.get(league=league)
        return Response(_part(head, league.ledger.all(), self.query(LedgerQuery)))


def _part(head: ChainHead, rows: QuerySet[Any], query: Mapping[str, int]) -> LedgerShape:
    entries = list(rows.filter(seq__gt=query["after"]).order_by("seq")[: query["limit"]])
    last = entries[-1].seq if entries else head.seq
    return {
        "ledger": head.chain,
        "head": head_shape(head),
        "entries": [ledger_entry_shape(entry) for entry in entries],
        "next_after": last if last < head.seq else None,
    }
