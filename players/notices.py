"""What an account's owner is told of changes to it, by mail."""

from functools import partial

from allauth.account.adapter import get_adapter
from django.db import transaction

from players.models import User


def tell_of_change(user: User, template: str) -> None:
    """Mail the owner that something was changed, once it is. Without a mail server it stays changed, and untold."""
    transaction.on_commit(partial(get_adapter().send_notification_mail, template, user))
