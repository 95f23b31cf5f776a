"""How many mails this house sends to people who may not have asked for any, and in whose words.

Anybody may type anybody's address, and a tournament's founder chooses what it is called. So mails are counted for
the address, for the tournament and for its founder, and until the founder is trusted no subject has a name that they
chose.
"""

from datetime import timedelta

from django.db.models.functions import Now

from players.models import User
from tournaments.actions.rate_limits import (
    MAILS_OF_A_FOUNDER,
    MAILS_OF_A_NEW_FOUNDER,
    MAILS_OF_A_TOURNAMENT,
    MAILS_OF_FOUNDERS_TO_AN_ADDRESS,
    MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS,
    count_attempt,
)
from tournaments.models import Tournament
from tournaments.models.ledger_kinds import Kind

TRUSTED_AFTER = timedelta(days=7)
MADE = (Kind.CREATED, Kind.TAKEN_IN)


def founder_of(tournament: Tournament) -> User | None:
    """The account that set a tournament up here, or took it in; None if it was the operator's console."""
    seq = (tournament.written_elsewhere or 0) + 1
    actor = tournament.ledger.filter(seq=seq, kind__in=MADE).values_list("actor", flat=True).first() or ""
    kind, _colon, pk = actor.partition(":")
    return User.objects.filter(pk=int(pk)).first() if kind == "user" else None


def is_trusted(user: User | None) -> bool:
    """May their words be the subject of mails to strangers? An account of a week, one to which the operator gave the
    right to found, a superuser, and the operator's console (None).
    """
    if user is None or user.is_founder or user.is_superuser:
        return True
    return User.objects.filter(pk=user.pk, date_joined__lte=Now() - TRUSTED_AFTER).exists()


def count_mail_of_a_tournament(tournament: Tournament, email: str, founder: User | None) -> None:
    """Count a mail about a tournament, or raise TooManyAttempts. Must not run inside a transaction."""
    count_attempt(MAILS_OF_A_TOURNAMENT, str(tournament.pk))
    count_mail_of_a_person(founder, email)


def count_mail_of_a_person(user: User | None, email: str) -> None:
    """Count a mail that is sent because of what this person set up, or raise TooManyAttempts. Must not run inside a
    transaction.
    """
    if is_trusted(user):
        if user is not None:
            count_attempt(MAILS_OF_A_FOUNDER, str(user.pk))
    else:
        count_attempt(MAILS_OF_A_NEW_FOUNDER, str(user and user.pk))
        count_attempt(MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS, letter_box(email))
    count_attempt(MAILS_OF_FOUNDERS_TO_AN_ADDRESS, letter_box(email))


def letter_box(email: str) -> str:
    """What is counted as one letter box: of a@b.example also A@b.example and a+anything@b.example.

    Dots count for nothing, as with the largest of providers: who shares a count with somebody else gets fewer mails
    at worst.
    """
    name, _at, host = email.strip().lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{host}"
