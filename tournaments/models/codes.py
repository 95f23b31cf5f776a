"""Secrets that are read off paper or a screen, and what is stored of them: hashes only."""

import hashlib
import re
import secrets
import unicodedata

# Without 0, 1, I and O: a code is read off paper in a noisy hall.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 26  # 32**26 = 2**130 codes
# A player's card is typed by many and holds for days: short enough to type, and guarded by limits and a PIN.
CARD_CODE_LENGTH = 8  # 32**8 = 2**40 codes
PIN_LENGTH = 4
# The link to one's own registration: mostly tapped, seldom typed, and without a PIN.
REGISTRATION_CODE_LENGTH = 12  # 32**12 = 2**60 codes


def new_code() -> str:
    """Return a secret for a QR code, which can also be typed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Return a typed code as it was issued: capitals, no blanks or hyphens.

    >>> read_code("abcd efgh-2345")
    'ABCDEFGH2345'
    """
    return re.sub(r"[^A-Z0-9]", "", unicodedata.normalize("NFKC", text[:100]).upper())


def code_from(digest: bytes, length: int = CODE_LENGTH) -> str:
    """Return the code that 32 bytes of a keyed hash stand for: every code is as likely as every other."""
    number = int.from_bytes(digest, "big")
    letters = len(CODE_LETTERS)
    return "".join(CODE_LETTERS[number // letters**place % letters] for place in range(length))


def pin_from(digest: bytes) -> str:
    """Return the digits that 32 bytes of a keyed hash stand for."""
    return f"{int.from_bytes(digest, 'big') % 10**PIN_LENGTH:0{PIN_LENGTH}}"


def hash_of(secret: str) -> str:
    """Return what is stored of a secret: a plain SHA-256, because the secrets are random and long."""
    return hashlib.sha256(secret.encode()).hexdigest()
