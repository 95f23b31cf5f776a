"""Codes that are read off paper or a screen: how they are made, and models with one.

Only hashes of secrets are stored.
"""

import hashlib
import hmac
import re
import secrets
import unicodedata
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare
from django.utils.translation import pgettext_lazy

from players.models import User

# Without 0, 1, I and O: codes are read off paper in a noisy hall.
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 26  # 32**26 = 2**130 codes
# Player cards are typed by many people and valid for days: short enough to type, protected by rate limits and a PIN.
CARD_CODE_LENGTH = 8  # 32**8 = 2**40 codes
PIN_LENGTH = 4
# The link to one's own registration: mostly tapped, seldom typed, without a PIN.
REGISTRATION_CODE_LENGTH = 12  # 32**12 = 2**60 codes


def new_code() -> str:
    """Return a secret for a QR code that can also be typed."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Normalize a typed code: upper case, no blanks or hyphens.

    >>> read_code("abcd efgh-2345")
    'ABCDEFGH2345'
    """
    return re.sub(r"[^A-Z0-9]", "", unicodedata.normalize("NFKC", text[:100]).upper())


def code_from(digest: bytes, length: int = CODE_LENGTH) -> str:
    """Turn 32 bytes of a keyed hash into a code; all codes are equally likely."""
    number = int.from_bytes(digest, "big")
    letters = len(CODE_LETTERS)
    return "".join(CODE_LETTERS[number // letters**place % letters] for place in range(length))


def pin_from(digest: bytes) -> str:
    """Turn 32 bytes of a keyed hash into digits."""
    return f"{int.from_bytes(digest, 'big') % 10**PIN_LENGTH:0{PIN_LENGTH}}"


def hash_of(secret: str) -> str:
    """Return the stored hash of a secret: plain SHA-256, because secrets are long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def keyed(about: str) -> bytes:
    """Return 32 bytes derived from `about` and this installation's secret key."""
    return hmac.new(settings.SECRET_KEY.encode(), about.encode(), "sha256").digest()


def keyed_hash(text: str) -> str:
    """Return a keyed hash for comparing short secrets such as PINs."""
    return keyed(f"player card|known again|{text}").hex()


def made_by_call(what: str, number: int, *, caller: str, key: str) -> bytes:
    """Return the bytes from which a call under `key` derives the secret of row `number`.

    So a repeated call can show the secret again although it is not stored. The number makes a key that is reused
    after its answer was cleared give another secret.
    """
    return keyed(f"{what}|{caller}|{key}|{number}")


class Coded(models.Model):
    """A row opened by a code."""

    code_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        abstract = True


class CodeByNonce(Coded):
    """A row whose code is derived from `nonce` and this installation's secret key: it can be printed again, and a
    leaked database alone reveals no code.
    """

    # Part of the hash input, so it must never change.
    code_of: ClassVar[str]
    code_length: ClassVar[int] = CODE_LENGTH

    nonce = models.CharField(max_length=32)

    class Meta:
        abstract = True

    @property
    def code(self) -> str:
        """The text of the QR code or link, which can also be typed."""
        return code_from(keyed(f"{self.code_of}|code|{self.nonce}"), self.code_length)

    @property
    def code_works(self) -> bool:
        """False once the installation's secret key has changed since the code was made."""
        return constant_time_compare(self.hash_of_code(self.code), self.code_hash)

    @classmethod
    def hash_of_code(cls, code: str) -> str:
        """Return the stored hash of a code; keyed for short ones, which could otherwise be brute-forced."""
        if cls.code_length < CODE_LENGTH:
            return keyed(f"{cls.code_of}|stored|{code}").hex()
        return hash_of(code)


class Issued(Coded):
    """A code issued by the staff, valid until it is revoked."""

    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Claimable(Issued):
    """A code that belongs to the first device that claims it. That device keeps its own secret."""

    device_hash = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - many have none yet
    device_name = models.CharField(pgettext_lazy("field", "device"), max_length=120, blank=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def is_held_by(self, secret: str) -> bool:
        """Whether the device with this secret holds it."""
        return self.device_hash == hash_of(secret)


def claimed_by_a_device(name: str) -> models.CheckConstraint:
    """Return the constraint that claimed rows name a device and unclaimed ones do not."""
    return models.CheckConstraint(
        condition=models.Q(claimed_at__isnull=True, device_hash__isnull=True, device_name="")
        | models.Q(claimed_at__isnull=False, device_hash__isnull=False),
        name=name,
    )
