"""The lock that deeds about a whole tournament take first.

Locks are taken in one order: the tournament, then seat, entry, table and round, then the ledger's head. All of them
are `no_key`: nothing here changes a key, and a row that refers to a locked one can be written meanwhile.
"""

from tournaments.models import Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament and return it as it is now: one draw, withdrawal or start at a time."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
