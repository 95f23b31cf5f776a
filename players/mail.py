"""Mail that somebody waits for: it is on its way when the call returns, or the call says that it is not."""

import logging
from concurrent.futures import ThreadPoolExecutor
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import EmailMessage

logger = logging.getLogger(__name__)

# How long a visitor's request may wait for the mail server, whatever it does: looking up its name, saying nothing,
# saying a byte a second. Socket timeouts bound only the single steps.
PATIENCE = 5.0  # seconds
_POSTMEN = ThreadPoolExecutor(max_workers=4, thread_name_prefix="mail")


class MailAway(Exception):
    """The mail could not be sent now: the mail server is away, refuses, or takes too long."""


def stays_on_this_machine() -> bool:
    """Whether mails are written to the console instead of being sent: EMAIL_URL is not set."""
    return settings.EMAIL_BACKEND == "django.core.mail.backends.console.EmailBackend"


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
        raise MailAway from None
