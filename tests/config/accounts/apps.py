"""An app for one-time codes, as on people's phones."""

import re
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.test import Client

from tests.config.accounts.people import LOGIN, PASSWORD

ACTIVATE, STEP = "/accounts/2fa/totp/activate/", "/accounts/2fa/authenticate/"


def code_of(key: str, later: int = 0) -> str:
    """Return the app's code now, or `later` half minutes later."""
    return format_hotp_value(hotp_value(key, int(time.time()) // 30 + later))


def set_up_app(client: Client) -> str:
    """Go through the page as a person does; return the key."""
    page = client.get(ACTIVATE).content.decode()
    found = re.search(r'<code class="secret">([A-Z2-7]{32})</code>', page)
    assert found is not None, page
    answer = client.post(ACTIVATE, {"code": code_of(found[1])})
    assert answer.status_code == 302, answer.content.decode()
    return found[1]


def type_password(client: Client, email: str = "alice@home.example"):
    return client.post(LOGIN, {"login": email, "password": PASSWORD})
