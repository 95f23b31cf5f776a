"""Signatures of Standard Webhooks (https://www.standardwebhooks.com), version 1: HMAC-SHA256."""

import hmac
from base64 import b64decode, b64encode
from collections.abc import Iterable

from tournaments.actions.setup.webhooks import SECRET_PREFIX


def signed_headers(secrets: Iterable[str], *, message: str, at: int, body: bytes) -> dict[str, str]:
    """Return the headers of a message with this id, sent at a time in seconds since 1970. Each secret signs."""
    content = f"{message}.{at}.".encode() + body
    return {
        "webhook-id": message,
        "webhook-timestamp": str(at),
        "webhook-signature": " ".join(f"v1,{_signature(secret, content)}" for secret in secrets),
    }


def _signature(secret: str, content: bytes) -> str:
    key = b64decode(secret.removeprefix(SECRET_PREFIX))
    return b64encode(hmac.digest(key, content, "sha256")).decode()
