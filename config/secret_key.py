"""The secret key: generated once unless set; refused if missing, short or well known."""

import os
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

SHORTEST = 50
FEWEST_DIFFERENT = 10
WELL_KNOWN = ("django-insecure-", "change-me", "changeme", "placeholder", "secret")


def checked(key: str) -> str:
    """Return the key, or refuse to start: with a known key, sessions can be forged."""
    how_to = "Set it to what this prints: python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
    if not key:
        raise ImproperlyConfigured(f"SECRET_KEY is not set. {how_to}")
    if key.lower().startswith(WELL_KNOWN):
        raise ImproperlyConfigured(f"SECRET_KEY is an example, known to everybody. {how_to}")
    if len(key) < SHORTEST or len(set(key)) < FEWEST_DIFFERENT:
        raise ImproperlyConfigured(f"SECRET_KEY is too easy to guess: {len(key)} characters. {how_to}")
    return key


def key_in(path: Path) -> str:
    """Return the key in this file; if missing, generate it, readable by its owner only."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret_key")
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(get_random_secret_key() + get_random_secret_key())
        try:
            # link() never overwrites: of two processes starting at once, the second uses the first's key.
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            os.unlink(draft)
    return checked(path.read_text("ascii").strip())
