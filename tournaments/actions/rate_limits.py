"""Limits that guard secrets: counted exactly, in the database, however many processes ask at once.

A cache would lose count under parallel guesses and forget with a restart; see the limits for reads in the API.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import connection
from django.utils.translation import ngettext

from tournaments.actions.errors import NotAllowed, TooManyAttempts
from tournaments.models import Attempts
from tournaments.models.codes import hash_of

# A period begins with its first attempt, by the database's clock. Counting and reading the count are one statement.
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
# A clock that was set back begins a new period, too: it must not lock anybody out for longer than one.
GOES_ON = "excluded.period - tournaments_attempts.period BETWEEN 0 AND %s - 1"


@dataclass(frozen=True)
class Limit:
    """At most `most` attempts in `seconds` from the first one on, for each one whom `what` is counted for."""

    what: str
    most: int
    seconds: int


# By what is counted. Counts of periods that are over are forgotten for each of them.
LIMITS: dict[str, Limit] = {}


def declare(what: str, *, most: int, seconds: int) -> Limit:
    """Make a limit that is counted under its own name."""
    if what in LIMITS:
        raise ValueError(f"There is a limit called {what} already.")
    LIMITS[what] = Limit(what, most, seconds)
    return LIMITS[what]


# A whole hall shares one network address. A phone that shows the cookie of this house's claim page has a budget of
# its own and, when it is spent, has stopped nobody but itself; the network's is only there so that fetching one
# cookie after the other is no way round, and is far more than a hall can mistype. Callers without that cookie share
# one. None of this is what keeps a code secret: there are 2**130. Whoever tried a million a second for a year
# against a thousand open seats would open one with a chance of 1 in 10**22. So a right code need never be refused
# because of wrong ones that others have typed, see `attempt`.
SEAT_CODES_OF_A_DEVICE = declare("seat-code/device", most=20, seconds=15 * 60)
SEAT_CODES_WITHOUT_A_DEVICE = declare("seat-code/no-device", most=50, seconds=15 * 60)
SEAT_CODES_OF_A_NETWORK = declare("seat-code/network", most=1_000, seconds=15 * 60)
SECOND_CLAIMS_OF_A_SEAT = declare("seat-claim/seat", most=10, seconds=15 * 60)
# A player's card has 2**40 codes, so guesses of one network are held shorter: at this pace somebody who tries day and
# night opens one of a thousand cards in thirty years, and its player's phone is asked for the PIN, which the referee
# sees. PINs are counted for the card; the referee's tap lets a phone in whatever is counted.
CARD_CODES_OF_A_NETWORK = declare("card-code/network", most=300, seconds=15 * 60)
PINS_OF_A_CARD = declare("card-pin/card", most=5, seconds=15 * 60)
SECOND_PHONES_OF_A_CARD = declare("card-claim/card", most=10, seconds=15 * 60)
API_TOKENS_OF_A_NETWORK = declare("api-token/network", most=100, seconds=15 * 60)
# Signing in. Passwords are counted for the network and the address together, so that strangers elsewhere cannot shut
# anybody out; mails for an address alone only so far that nobody's letter box is filled.
PASSWORDS_OF_A_NETWORK_FOR_AN_ADDRESS = declare("password/network+address", most=10, seconds=10 * 60)
PASSWORDS_OF_A_NETWORK = declare("password/network", most=200, seconds=15 * 60)
FORMS_OF_A_NETWORK = declare("account-form/network", most=300, seconds=5 * 60)
MAILS_OF_A_NETWORK_TO_AN_ADDRESS = declare("mail/network+address", most=10, seconds=60 * 60)
MAILS_OF_A_NETWORK = declare("mail/network", most=200, seconds=60 * 60)
MAILS_TO_AN_ADDRESS = declare("mail/address", most=60, seconds=60 * 60)
# Mails to people who may not have asked for any: with a registration's link, to who moved up, with an invitation.
# Anybody types anybody's address, so a letter box gets five a day at most, whatever is founded; of them three at most
# because of founders who are new, see `people.mail_budget`. Mails of accounts are counted apart from these.
DAY = 24 * 60 * 60
REGISTRATION_MAILS_OF_A_TOURNAMENT_TO_AN_ADDRESS = declare("registration-mail/address", most=1, seconds=DAY)
MAILS_OF_A_TOURNAMENT = declare("mail/tournament", most=500, seconds=DAY)
MAILS_OF_A_FOUNDER = declare("mail/founder", most=1_000, seconds=DAY)
MAILS_OF_A_NEW_FOUNDER = declare("mail/new-founder", most=30, seconds=DAY)
MAILS_OF_NEW_FOUNDERS_TO_AN_ADDRESS = declare("mail/new-founders-to-address", most=3, seconds=DAY)
MAILS_OF_FOUNDERS_TO_AN_ADDRESS = declare("mail/founders-to-address", most=5, seconds=DAY)
# One network has 65,536 others beside it. Beyond these, from wherever they came, a password alone opens an account no
# more until the day is over: a mailed code does, a passkey, a password with a second factor, and any password typed
# in a network where its owner is signed in. So it slows guessing down and shuts no owner out.
PASSWORDS_FOR_AN_ADDRESS = declare("password/address", most=50, seconds=DAY)
# An owner is told of so many wrong ones, and once a day at most.
WRONG_PASSWORDS_UNTOLD = declare("password-untold/account", most=9, seconds=DAY)
NOTES_OF_WRONG_PASSWORDS = declare("password-note/account", most=1, seconds=DAY)
# Whoever types these knows the password, or sits at a session.
SECOND_FACTORS_OF_AN_ACCOUNT = declare("second-factor/account", most=10, seconds=15 * 60)
CODES_OF_AN_APP = declare("second-factor/code", most=1, seconds=5 * 60)
# Links to a new password, asked for from anywhere. Each of them works, also for the owner those of strangers.
RESETS_OF_AN_ADDRESS = declare("password-reset/address", most=5, seconds=60 * 60)
CODES_TO_CONFIRM = declare("confirm-mail/account", most=10, seconds=60 * 60)
# What an account's owner is told of changes is not counted with what strangers ask for.
NOTICES_TO_AN_ACCOUNT = declare("notice/account", most=100, seconds=DAY)
INVITATIONS_MAILED_BY_A_PERSON = declare("invitation-mail/person", most=50, seconds=DAY)
INVITATION_CODES_OF_A_NETWORK = declare("invitation-code/network", most=100, seconds=15 * 60)
# Players who register themselves: from a hall's network many, from nobody's hundreds. Codes are 2**60.
REGISTRATIONS_OF_A_NETWORK = declare("registration/network", most=120, seconds=60 * 60)
REGISTRATION_CODES_OF_A_NETWORK = declare("registration-code/network", most=100, seconds=15 * 60)
# Each is written, added up and verified as a whole.
FILES_OF_A_PERSON = declare("tournament-file/person", most=30, seconds=60 * 60)
# Tables to take home; a hall shares one network address. Some are as long as their tournament.
FILES_OF_A_NETWORK = declare("file/network", most=1_000, seconds=60 * 60)
LONG_FILES_OF_A_NETWORK = declare("long-file/network", most=60, seconds=60 * 60)
# Each is decoded, which takes a processor some tenths of a second. At the desk somebody photographs a whole pile.
PHOTOS_OF_A_PERSON = declare("photo/person", most=200, seconds=60 * 60)


def count_attempt(limit: Limit, whose: str) -> None:
    """Count one attempt, refused or not; raise TooManyAttempts when it is one too many.

    Call it outside the action's transaction: a refused attempt has to stay counted. `whose` is stored as a hash.
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
    """Count one attempt, and say whether it is beyond the limit."""
    try:
        count_attempt(limit, whose)
    except TooManyAttempts:
        return True
    return False


def forgive_attempt(limit: Limit, whose: str) -> None:
    """Take one counted attempt back, because it succeeded."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tournaments_attempts SET count = count - 1 WHERE bucket = %s AND count > 0",
            [_bucket(limit, whose)],
        )


@contextmanager
def attempt(*beforehand: tuple[Limit, str], if_wrong: Sequence[tuple[Limit, str]] = ()) -> Iterator[None]:
    """Count one try of a secret, which is looked at inside. Must not run inside a transaction.

    `beforehand` stands against whoever goes on guessing: it is counted first, so that too many are refused whether
    right or wrong, and taken back when the secret was right. `if_wrong` is counted once the secret turned out wrong
    (NotAllowed), so that a right one is never refused because of wrong ones that others tried.
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
    """How many are counted, in the last period in which there were any."""
    row = Attempts.objects.filter(bucket=_bucket(limit, whose)).first()
    return row.count if row else 0


def forget_attempts() -> int:
    """Forget what was counted in periods that are over; return how many counts that were."""
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
