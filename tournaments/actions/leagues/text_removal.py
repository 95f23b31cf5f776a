"""Permanently removing texts from a league's ledger, such as why a player was placed in another division."""

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
    """Remove the texts of a league ledger entry and every copy; return their names. Idempotent.

    `only` limits this to the text of that name and identical text elsewhere in the entry, as for all players of a
    team. Raises StateRefuses for an entry without such a text. Entries of an earlier version keep the text in their
    payload but no longer show it.
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
    """Return the player who has this move after a season, following merged records."""
    merged = entry.league.ledger.filter(seq__gt=entry.seq, kind=LeaguePlayersMerged.kind).order_by("seq")
    for content in (one.content for one in merged):
        seasons = content["seasons"]
        if content["merged"] == player and isinstance(seasons, list) and season in seasons:
            player = int(str(content["player"]))
    return player
