"""The public ledger."""

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import QuerySet
from rest_framework import serializers

from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.api.api_view import ApiView
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.leagues.leagues import find_league
from tournaments.api.schemas.structure import (
    LedgerShape,
    ledger_entry_shape,
    ledger_shape,
)
from tournaments.models import League, LeagueLedgerHead, LedgerHead, Tournament
from tournaments.models.chain import ChainEntry, ChainHead
from tournaments.models.play.proposals import entries_with_proposals
from tournaments.models.texts.reading import Texts
from tournaments.permissions import can_run, can_run_league
from web.api.fields import MOST_ID
from web.api.pagination import MOST
from web.api.policies import Everybody

E = TypeVar("E", bound=ChainEntry)


class LedgerQuery(serializers.Serializer[Any]):
    """At most `limit` entries after number `after`."""

    after = serializers.IntegerField(
        min_value=0, max_value=MOST_ID, default=0, help_text="Entries after this number."
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MOST, default=MOST, help_text="At most this many entries."
    )


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
        return ledger_shape(head, entries=shapes, next_after=next_after)


class LedgerTexts(ApiView):
    permission_classes = [Everybody]

    @writes(
        "removeLedgerTexts",
        "Remove for good what a person typed for this entry, such as a reason; may be repeated",
        permission=can_run,
        status=204,
    )
    def delete(self, tournament: Tournament, seq: int) -> None:
        entry = self.find(tournament.ledger.all(), seq=seq)
        remove_texts(entry=entry, by=self.actor)


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
        shapes = [ledger_entry_shape(entry, texts) for entry in entries]
        return ledger_shape(head, entries=shapes, next_after=next_after)


class LeagueLedgerText(ApiView):
    permission_classes = [Everybody]

    @writes(
        "removeLeagueLedgerText",
        "Remove for good the reason for placing a player in another division; may be repeated",
        permission=can_run_league,
        finds=find_league,
        status=204,
    )
    def delete(self, league: League, seq: int, name: str) -> None:
        entry = self.find(league.ledger.all(), seq=seq)
        remove_league_texts(entry=entry, by=self.actor, only=name)


def _part(head: ChainHead, rows: QuerySet[E], query: Mapping[str, int]) -> tuple[list[E], int | None]:
    """Return the requested entries, and the number after which the next part begins."""
    entries = list(rows.filter(seq__gt=query["after"]).order_by("seq")[: query["limit"]])
    last = entries[-1].seq if entries else head.seq
    return entries, last if last < head.seq else None
