"""Secrets that have to be read again, encrypted in the database with keys derived from the server's secret key.

Everything else that is secret is stored as a hash.
"""

from base64 import urlsafe_b64encode
from hashlib import sha256

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class Unreadable(Exception):
    """A text was sealed under a key that this server no longer has."""


def seal(purpose: str, text: str) -> str:
    """Encrypt a text; only `unseal` with the same purpose reads it."""
    return _box(purpose).encrypt(text.encode()).decode()


def unseal(purpose: str, sealed: str) -> str:
    """Decrypt a sealed text; raises Unreadable."""
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise Unreadable from None


def _box(purpose: str) -> MultiFernet:
    """Decrypts with all current keys, and encrypts with the newest."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet(
        [Fernet(urlsafe_b64encode(sha256(f"{purpose}|{key}".encode()).digest())) for key in keys]
    )
