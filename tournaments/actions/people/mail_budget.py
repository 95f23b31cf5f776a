"""Limits on mails to people who may not have asked for any.

Anyone can type anyone's address, and founders choose the names of tournaments. So mails are counted per address,
tournament and founder, and until a founder is trusted no subject contains a name they chose.
"""

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
from tournaments.models.people.founders import is_trusted


def count_mail_of_a_tournament(tournament: Tournament, email: str, founder: User | None) -> None:
    """Count a mail about a tournament; raises TooManyAttempts. Must not run inside a transaction."""
    count_attempt(MAILS_OF_A_TOURNAMENT, str(tournament.pk))
    count_mail_of_a_person(founder, email)


def count_mail_of_a_person(user: User | None, email: str) -> None:
    """Count a mail caused by what this person set up; raises TooManyAttempts. Must not run inside a transaction."""
    if is_trusted(user):
        if user is not None:
            count_attempt(MAILS_OF_A_FOUNDER, str(user.pk))
    else:
        count_attempt(MAILS_OF_A_NEW_FOUNDER, str(user and user.pk))
        count_attempt(MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS, letter_box(email))
    count_attempt(MAILS_OF_FOUNDERS_TO_AN_ADDRESS, letter_box(email))


def letter_box(email: str) -> str:
    """Normalize an address for counting: a@b.example also covers A@b.example and a+anything@b.example.

    Dots are ignored, as by the largest provider; at worst two people share a count and get fewer mails.
    """
    name, _at, host = email.strip().lower().rpartition("@")
    return f"{name.partition('+')[0].replace('.', '')}@{host}"
