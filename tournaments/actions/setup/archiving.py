"""Archive a tournament for its staff, and bring it back."""

from django.db import transaction

from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import Tournament
from tournaments.models.setup.events import TournamentArchived, TournamentBroughtBack


@transaction.atomic
def archive_tournament(*, tournament: Tournament, by: Actor) -> Tournament:
    """Fold a tournament away in the accounts of its staff; public pages do not change.

    Allowed in every state: a series that was never finished is archived, too. Idempotent.
    """
    return _set(tournament, True, TournamentArchived(), by)


@transaction.atomic
def bring_back_tournament(*, tournament: Tournament, by: Actor) -> Tournament:
    """Undo `archive_tournament`. Idempotent."""
    return _set(tournament, False, TournamentBroughtBack(), by)


def _set(
    tournament: Tournament, is_archived: bool, event: TournamentArchived | TournamentBroughtBack, by: Actor
) -> Tournament:
    tournament = lock_tournament(tournament.pk)
    if tournament.is_archived != is_archived:
        tournament.is_archived = is_archived
        tournament.save(update_fields=["is_archived"])
        record(event, tournament_id=tournament.pk, by=by)
    return tournament
