"""Mails to an account's owner about changes to it."""

from functools import partial

from allauth.account.adapter import get_adapter
from django.db import transaction

from players.models import User


def tell_of_change(user: User, template: str) -> None:
    """Mail the owner about a change, after the commit. Without a mail server the change is kept and not announced."""
    transaction.on_commit(partial(get_adapter().send_notification_mail, template, user))
