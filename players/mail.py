"""Mails that a person waits for: sent when the call returns, or the call raises."""

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

# How long a request may wait for the mail server in total: for the name lookup, in silence, at a byte a second.
# Socket timeouts only bound single steps.
PATIENCE = 5.0  # seconds
# For monitoring: since when mails have been failing, and how many have failed.
FAILING_SINCE, FAILED = "mail:failing-since", "mail:failed"
REMEMBERED = 7 * 24 * 60 * 60  # seconds
_POSTMEN = ThreadPoolExecutor(max_workers=4, thread_name_prefix="mail")


class MailAway(Exception):
    """The mail could not be sent now: the server is down, refuses, or takes too long."""


def stays_on_this_machine() -> bool:
    """Whether mails are printed to the console: EMAIL_URL is not set."""
    return settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"


def send_later(message: EmailMessage) -> None:
    """Send a mail in the background, so that timing reveals nothing. It may be lost."""
    _POSTMEN.submit(_send_quietly, message)


def _send_quietly(message: EmailMessage) -> None:
    try:
        message.send()
    except (OSError, SMTPException, ValueError) as error:
        logger.error("a mail could not be sent: %s", type(error).__name__)


def send_now(message: EmailMessage) -> None:
    """Send a mail; raises MailAway within a few seconds.

    Must not be called inside a transaction, which would hold its locks meanwhile. A message given up may still arrive
    if the server was only slow.
    """
    sending = _POSTMEN.submit(message.send)
    try:
        sending.result(timeout=PATIENCE)
    except (OSError, SMTPException, ValueError) as error:
        sending.cancel()
        # The error's own text may contain the recipient.
        logger.error("a mail could not be sent: %s", type(error).__name__)
        # An unknown recipient says nothing about the mail server.
        if not isinstance(error, SMTPRecipientsRefused):
            _note_failure()
        raise MailAway from None
    with passing_outage("it is not noted that mails go out"):
        cache.delete_many([FAILING_SINCE, FAILED])


def failing_mails() -> tuple[int, float]:
    """Return the number of consecutive failures and since how many seconds; (0, 0) if the last mail was sent.

    Kept in the cache; after clearing it, the next mail counts again.
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
