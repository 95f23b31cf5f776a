"""Mail that somebody waits for: it is on its way when the call returns, or the call says that it is not."""

import logging
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from smtplib import SMTPException, SMTPRecipientsRefused

from django.conf import settings
from django.core.cache import cache
from django.core.mail import EmailMessage

from web.outages import passing_outage

logger = logging.getLogger(__name__)

# How long a visitor's request may wait for the mail server, whatever it does: looking up its name, saying nothing,
# saying a byte a second. Socket timeouts bound only the single steps.
PATIENCE = 5.0  # seconds
# Whether mails go out, for whoever watches over the house: since when they do not, and how many did not.
FAILING_SINCE, FAILED = "mail:failing-since", "mail:failed"
REMEMBERED = 7 * 24 * 60 * 60  # seconds
_POSTMEN = ThreadPoolExecutor(max_workers=4, thread_name_prefix="mail")


class MailAway(Exception):
    """The mail could not be sent now: the mail server is away, refuses, or takes too long."""


def stays_on_this_machine() -> bool:
    """Whether mails are written to the console instead of being sent: EMAIL_URL is not set."""
    return settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"


def send_later(message: EmailMessage) -> None:
    """Send a mail for which no request waits, so that how long it takes tells nothing. It may be lost."""
    _POSTMEN.submit(_send_quietly, message)


def _send_quietly(message: EmailMessage) -> None:
    try:
        message.send()
    except (OSError, SMTPException, ValueError) as error:
        logger.error("a mail could not be sent: %s", type(error).__name__)


def send_now(message: EmailMessage) -> None:
    """Send a mail, or raise MailAway within a few seconds.

    Must not be called inside a transaction: its locks would be held while the mail server thinks. A message that
    was given up may still arrive when the server was only slow.
    """
    sending = _POSTMEN.submit(message.send)
    try:
        sending.result(timeout=PATIENCE)
    except (OSError, SMTPException, ValueError) as error:
        sending.cancel()
        # The error's own words may name the recipient.
        logger.error("a mail could not be sent: %s", type(error).__name__)
        # An address that the mail server does not know says nothing about the mail server.
        if not isinstance(error, SMTPRecipientsRefused):
            _note_failure()
        raise MailAway from None
    with passing_outage("it is not noted that mails go out"):
        cache.delete_many([FAILING_SINCE, FAILED])


def failing_mails() -> tuple[int, float]:
    """How many mails in a row could not be sent, and for how many seconds that has been so; (0, 0) if the last was.

    Kept in the cache: whoever empties it learns of it with the next mail.
    """
    found = cache.get_many([FAILING_SINCE, FAILED])
    since = found.get(FAILING_SINCE)
    return (int(found.get(FAILED, 0)), max(0.0, time.time() - float(since))) if since else (0, 0.0)


def _note_failure() -> None:
    with passing_outage("it is not noted that mails do not go out"):
        cache.add(FAILING_SINCE, time.time(), REMEMBERED)
        cache.add(FAILED, 0, REMEMBERED)
        with suppress(ValueError):  # forgotten in between
            cache.incr(FAILED)
