"""Who set up a tournament, and whether their words are shown to strangers."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import F, Q
from django.db.models.functions import Coalesce, Now

from players.models import User
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.ledger import LedgerEntry
from tournaments.models.origins.events import TakenIn
from tournaments.models.setup.events import TournamentCreated
from tournaments.models.setup.structure import Tournament

TRUSTED_AFTER = timedelta(days=7)
MADE = (TournamentCreated.kind, TakenIn.kind)


def founder_of(tournament: Tournament) -> User | None:
    """Return the account that set up or imported a tournament; None for the operator's console."""
    pk = founders_of([tournament.pk]).get(tournament.pk)
    return None if pk is None else User.objects.filter(pk=pk).first()


def founders_of(tournaments: Collection[int]) -> dict[int, int]:
    """Return, by tournament, the account that set it up or imported it; none for the console. One query."""
    return {
        tournament: int(actor.partition(":")[2])
        for tournament, actor in _ACTORS.read_raw(tournaments)
        if actor.startswith("user:")
    }


_ACTORS = PreparedQuery(
    lambda tournaments: (
        LedgerEntry.objects.filter(
            Among("tournament", tournaments),
            kind__in=MADE,
            seq=Coalesce(F("tournament__written_elsewhere"), 0) + 1,
        )
        .order_by()
        .values_list("tournament_id", "actor")
    ),
    of=list,
)


def is_trusted(user: User | None) -> bool:
    """Whether this founder's words may appear in subjects of mails to strangers, and their tournaments on players'
    pages: accounts older than a week, accounts the operator allowed to found, superusers, and the operator's console
    (None).
    """
    return user is None or user.is_founder or user.is_superuser or bool(trusted([user.pk]))


def trusted(users: Collection[int]) -> set[int]:
    """Return which of these accounts `is_trusted`. One query."""
    return {pk for (pk,) in _TRUSTED.read_raw(users)}


_TRUSTED = PreparedQuery(
    lambda users: (
        User.objects.filter(
            Q(is_founder=True) | Q(is_superuser=True) | Q(date_joined__lte=Now() - TRUSTED_AFTER),
            Among("pk", users),
        )
        .order_by()
        .values_list("pk")
    ),
    of=list,
)
