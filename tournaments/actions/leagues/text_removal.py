"""Removing for good what a person typed beside a league's ledger: why somebody was placed in another division."""

from django.db import transaction
from django.db.models import QuerySet

from tournaments.actions.actor import Actor
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.actions.removed_texts import remove_beside
from tournaments.models import LeagueLedgerEntry, Move, TeamMove
from tournaments.models.leagues.events import LeaguePlayersMerged, LeagueTextRemoved
from tournaments.models.texts.declared import REMOVED, row_with_copy


@transaction.atomic
def remove_league_texts(*, entry: LeagueLedgerEntry, by: Actor, only: str | None = None) -> list[str]:
    """Remove the texts of an entry of a league's ledger, with every copy; return their names. May be repeated.

    `only`: the text of this name, and the same words wherever else the entry has them, as for all players of a team.
    Refused (StateRefuses) for an entry without such a text. What an entry of an earlier version holds word for word
    stays in it, and is shown to nobody any more.
    """
    league, content = lock_league(entry.league_id), entry.content

    def remove_copy(name: str) -> str:
        row = row_with_copy(entry.kind, name, content)
        if "team" in row:
            moves: QuerySet[Move] | QuerySet[TeamMove] = TeamMove.objects.filter(**row)
        else:
            player = _is_now(entry, row["player"], row["season"])
            moves = Move.objects.filter(**{**row, "player": player})
        stored = moves.values_list("reason", flat=True).first() or ""
        moves.update(reason=REMOVED)
        return stored

    names, removed = remove_beside(league, entry, content, by=by, remove_copy=remove_copy, only=only)
    if removed:
        record_league(LeagueTextRemoved(of=entry.seq, removed=removed), league_id=league.pk, by=by)
    return names


def _is_now(entry: LeagueLedgerEntry, player: int, season: int) -> int:
    """Which record of a player has their move after a season, once records were merged."""
    merged = entry.league.ledger.filter(seq__gt=entry.seq, kind=LeaguePlayersMerged.kind).order_by("seq")
    for content in (one.content for one in merged):
        seasons = content["seasons"]
        if content["merged"] == player and isinstance(seasons, list) and season in seasons:
            player = int(str(content["player"]))
    return player
