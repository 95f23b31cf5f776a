"""Rate limits that guard secrets: counted exactly, in the database, under any concurrency.

A cache would miscount parallel guesses and forget on restart; it is good enough for the API's read limits.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import ngettext

from tournaments.actions.errors import NotAllowed, TooManyAttempts
from tournaments.models import Attempts
from tournaments.models.codes import hash_of

# A period begins with its first attempt, by the database clock. Counting and reading are one statement.
NOW = {
    "postgresql": "CAST(floor(extract(epoch FROM clock_timestamp())) AS bigint)",
    "sqlite": "CAST(strftime('%%s', 'now') AS integer)",
}
COUNT = """
    INSERT INTO tournaments_attempts (bucket, period, count) VALUES (%s, {now}, 1)
    ON CONFLICT (bucket) DO UPDATE SET
        count = CASE WHEN {goes_on} THEN tournaments_attempts.count + 1 ELSE 1 END,
        period = CASE WHEN {goes_on} THEN tournaments_attempts.period ELSE excluded.period END
    RETURNING count
"""
# A clock set back also begins a new period, so that it locks no one out for longer than one.
GOES_ON = "excluded.period - tournaments_attempts.period BETWEEN 0 AND %s - 1"


@dataclass(frozen=True)
class Limit:
    """At most `most` attempts in `seconds` from the first one on, for each subject counted under `what`."""

    what: str
    most: int
    seconds: int


# By name. Counts of past periods are deleted for each.
LIMITS: dict[str, Limit] = {}


def declare(what: str, *, most: int, seconds: int) -> Limit:
    """Declare a limit that is counted under its own name."""
    if what in LIMITS:
        raise ValueError(f"There is a limit called {what} already.")
    LIMITS[what] = Limit(what, most, seconds)
    return LIMITS[what]


# A whole hall shares one network address. A phone with our claim-page cookie has its own budget and, once that is
# spent, blocks only itself; the network limit only prevents collecting fresh cookies, and far exceeds what a hall can
# mistype. Callers without the cookie share one budget. None of this keeps codes secret: there are 2**130. A million
# guesses a second for a year against a thousand open seats would succeed with probability 1 in 10**22. So a correct
# code is never refused because of other people's wrong ones; see `attempt`.
SEAT_CODES_OF_A_DEVICE = declare("seat-code/device", most=20, seconds=15 * 60)
SEAT_CODES_WITHOUT_A_DEVICE = declare("seat-code/no-device", most=50, seconds=15 * 60)
SEAT_CODES_OF_A_NETWORK = declare("seat-code/network", most=1_000, seconds=15 * 60)
SECOND_CLAIMS_OF_A_SEAT = declare("seat-claim/seat", most=10, seconds=15 * 60)
# A player card has 2**40 codes, so guesses are limited more tightly per network: trying day and night opens one of a
# thousand cards in thirty years, and then its player's phone is asked for the PIN, which the referee sees. PINs are
# counted per card; the referee can admit a phone regardless of the count.
CARD_CODES_OF_A_NETWORK = declare("card-code/network", most=300, seconds=15 * 60)
PINS_OF_A_CARD = declare("card-pin/card", most=5, seconds=15 * 60)
SECOND_PHONES_OF_A_CARD = declare("card-claim/card", most=10, seconds=15 * 60)
API_TOKENS_OF_A_NETWORK = declare("api-token/network", most=100, seconds=15 * 60)
# Sign-in. Passwords are counted per network and address together, so that strangers elsewhere cannot lock anyone out;
# mails per address only so that no mailbox is flooded.
PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS = declare("password/network+address", most=10, seconds=10 * 60)
PASSWORDS_OF_A_NETWORK = declare("password/network", most=200, seconds=15 * 60)
FORMS_OF_A_NETWORK = declare("account-form/network", most=300, seconds=5 * 60)
MAILS_OF_A_NETWORK_TO_AN_ADDRESS = declare("mail/network+address", most=10, seconds=60 * 60)
MAILS_OF_A_NETWORK = declare("mail/network", most=200, seconds=60 * 60)
MAILS_TO_AN_ADDRESS = declare("mail/address", most=60, seconds=60 * 60)
# Mails people may not have asked for: registration links, move-ups, invitations. Anyone can type any address, so a
# mailbox gets at most five a day, of which at most three from new founders; see `people.mail_budget`. Account mails
# are counted separately.
DAY = 24 * 60 * 60
REGISTRATION_MAILS_OF_A_TOURNAMENT_TO_AN_ADDRESS = declare("registration-mail/address", most=1, seconds=DAY)
MAILS_OF_A_TOURNAMENT = declare("mail/tournament", most=500, seconds=DAY)
MAILS_OF_A_FOUNDER = declare("mail/founder", most=1_000, seconds=DAY)
MAILS_OF_A_NEW_FOUNDER = declare("mail/new-founder", most=30, seconds=DAY)
MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS = declare("mail/new-founders-to-address", most=3, seconds=DAY)
MAILS_OF_FOUNDERS_TO_AN_ADDRESS = declare("mail/founders-to-address", most=5, seconds=DAY)
# An attacker's network has 65,536 neighbours. Beyond this limit, from any network, a password alone no longer signs
# in for the rest of the day; a mailed code, a passkey, a password with second factor, or a password from a network
# where the owner is signed in still does. This slows guessing without locking out owners.
PASSWORDS_FOR_AN_ADDRESS = declare("password/address", most=50, seconds=DAY)
# An owner is notified after this many wrong passwords, at most once a day.
WRONG_PASSWORDS_UNTOLD = declare("password-untold/account", most=9, seconds=DAY)
NOTES_OF_WRONG_PASSWORDS = declare("password-note/account", most=1, seconds=DAY)
# Someone typing these knows the password or has a session.
SECOND_FACTORS_OF_AN_ACCOUNT = declare("second-factor/account", most=10, seconds=15 * 60)
CODES_OF_AN_APP = declare("second-factor/code", most=1, seconds=5 * 60)
# Password-reset links, requested from anywhere. All of them work, including those requested by strangers.
RESETS_OF_AN_ADDRESS = declare("password-reset/address", most=5, seconds=60 * 60)
CODES_TO_CONFIRM = declare("confirm-mail/account", most=10, seconds=60 * 60)
# Notices to an account's owner about changes, counted apart from mails that strangers request.
NOTICES_TO_AN_ACCOUNT = declare("notice/account", most=100, seconds=DAY)
INVITATIONS_MAILED_BY_A_PERSON = declare("invitation-mail/person", most=50, seconds=DAY)
INVITATION_CODES_OF_A_NETWORK = declare("invitation-code/network", most=100, seconds=15 * 60)
# Registrations: many from a hall's network, never hundreds from one person's. Codes are 2**60.
REGISTRATIONS_OF_A_NETWORK = declare("registration/network", most=120, seconds=60 * 60)
REGISTRATION_CODES_OF_A_NETWORK = declare("registration-code/network", most=100, seconds=15 * 60)
# Each is written, summed and verified as a whole.
FILES_OF_A_PERSON = declare("tournament-file/person", most=30, seconds=60 * 60)
# Downloaded tables; a hall shares one network address. Some are as long as their tournament.
FILES_OF_A_NETWORK = declare("file/network", most=1_000, seconds=60 * 60)
LONG_FILES_OF_A_NETWORK = declare("long-file/network", most=60, seconds=60 * 60)
# Decoding takes tenths of a second of CPU each. A desk photographs a whole pile.
PHOTOS_OF_A_PERSON = declare("photo/person", most=200, seconds=60 * 60)


def count_attempt(limit: Limit, whose: str) -> None:
    """Count one attempt, refused or not; raises TooManyAttempts beyond the limit.

    Call it outside the action's transaction: a refused attempt must stay counted. `whose` is stored as a hash.
    """
    with connection.cursor() as cursor:
        statement = COUNT.format(now=NOW[connection.vendor], goes_on=GOES_ON)
        cursor.execute(statement, [_bucket(limit, whose), limit.seconds, limit.seconds])
        count = cursor.fetchone()[0]
    if count > limit.most:
        raise TooManyAttempts(
            ngettext(
                "Too many attempts. Please wait %(minutes)s minute, or ask the referee.",
                "Too many attempts. Please wait %(minutes)s minutes, or ask the referee.",
                limit.seconds // 60,
            )
            % {"minutes": limit.seconds // 60},
            retry_after=limit.seconds,
        )


def is_one_too_many(limit: Limit, whose: str) -> bool:
    """Count one attempt; return whether it is beyond the limit."""
    try:
        count_attempt(limit, whose)
    except TooManyAttempts:
        return True
    return False


def forgive_attempt(limit: Limit, whose: str) -> None:
    """Uncount one attempt because it succeeded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_attempts SET count = count - 1 WHERE bucket = %s AND count > 0",
            [_bucket(limit, whose)],
        )


@contextmanager
def attempt(*beforehand: tuple[Limit, str], if_wrong: Sequence[tuple[Limit, str]] = ()) -> Iterator[None]:
    """Context manager: count one try of a secret that is checked inside. Must not run inside a transaction.

    `beforehand` limits persistent guessing: it is counted first, so that excess tries are refused right or wrong, and
    uncounted if the secret was right. `if_wrong` is counted only for a wrong secret (NotAllowed), so that a right one
    is never refused because of other people's wrong ones.
    """
    for limit, whose in beforehand:
        count_attempt(limit, whose)
    try:
        yield
    except NotAllowed:
        for limit, whose in if_wrong:
            count_attempt(limit, whose)
        raise
    for limit, whose in beforehand:
        forgive_attempt(limit, whose)


def attempts_counted(limit: Limit, whose: str) -> int:
    """Return the count in the last period that had attempts."""
    row = Attempts.objects.filter(bucket=_bucket(limit, whose)).first()
    return row.count if row else 0


def forget_attempts() -> int:
    """Delete the counts of past periods; return how many."""
    forgotten = 0
    for limit in LIMITS.values():
        now = NOW[connection.vendor]
        with connection.cursor() as cursor:
            cursor.execute(
                f"DELETE FROM tournaments_attempts WHERE bucket LIKE %s AND period <= {now} - %s",  # noqa: S608
                [f"{limit.what}/%", limit.seconds],
            )
            forgotten += cursor.rowcount
    return forgotten


def _bucket(limit: Limit, whose: str) -> str:
    return f"{limit.what}/{hash_of(whose)[:32]}"
