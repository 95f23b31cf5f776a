"""Browsers with signed-in users."""

import secrets
import time

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.test import Client

from players.models import User


def just_now(user: User) -> dict[str, object]:
    """Return the session data of a user who has just typed their password."""
    return {
        "account_authentication_methods": [{"method": "password", "at": time.time()}],
        "account_authentication_methods_user": str(user.pk),
        "jantaku_seen": time.time(),
    }


def sign_in(browser: Client, user: User) -> None:
    """Sign this user in by one row for the session.

    `force_login` writes four times and reads three times; tests of signing in cover that.
    """
    session = SessionStore()
    content = {
        **just_now(user),
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    key = secrets.token_hex(16)
    Session.objects.create(
        session_key=key, session_data=session.encode(content), expire_date=session.get_expiry_date()
    )
    browser.cookies[settings.SESSION_COOKIE_NAME] = key
