"""How many mails this house sends to people who may not have asked for any, and in whose words.

Anybody may type anybody's address, and a tournament's founder chooses what it is called. So mails are counted for
the address, for the tournament and for its founder, and until the founder is trusted no subject has a name that they
chose.
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
