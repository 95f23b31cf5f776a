"""Secrets that are read off paper or a screen: how they are made, and what a row with one has.

Of a secret only a hash is stored.
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


def keyed(about: str) -> bytes:
    """Return 32 bytes that follow from `about` and this house's secret: only this house can work them out."""
    return hmac.new(settings.SECRET_KEY.encode(), about.encode(), "sha256").digest()


def keyed_hash(text: str) -> str:
    """Return what may be stored to know a few letters or digits again, such as a PIN."""
    return keyed(f"player card|known again|{text}").hex()


def made_by_call(what: str, number: int, *, caller: str, key: str) -> bytes:
    """Return the bytes from which a call under `key` makes the secret of the row with this number.

    A repeat of the call can show the secret again although it is stored nowhere. The number is part of it, so that a
    key used anew after its answer was cleared makes another secret.
    """
    return keyed(f"{what}|{caller}|{key}|{number}")


class Coded(models.Model):
    """A row that a code opens."""

    code_hash = models.CharField(max_length=64, unique=True)

    class Meta:
        abstract = True


class CodeByNonce(Coded):
    """A row whose code follows from `nonce` and this house's secret: it can be printed again, and the database alone
    gives nothing away.
    """

    # Part of what is hashed, so it never changes.
    code_of: ClassVar[str]
    code_length: ClassVar[int] = CODE_LENGTH

    nonce = models.CharField(max_length=32)

    class Meta:
        abstract = True

    @property
    def code(self) -> str:
        """What the QR code or the link carries, and what can be typed."""
        return code_from(keyed(f"{self.code_of}|code|{self.nonce}"), self.code_length)

    @property
    def code_works(self) -> bool:
        """False once this house has another secret than when the code was made."""
        return constant_time_compare(self.hash_of_code(self.code), self.code_hash)

    @classmethod
    def hash_of_code(cls, code: str) -> str:
        """Return what is stored of a code; of a short one with a key, because all short codes could be tried."""
        if cls.code_length < CODE_LENGTH:
            return keyed(f"{cls.code_of}|stored|{code}").hex()
        return hash_of(code)


class Issued(Coded):
    """A code that the staff hands out, until it is revoked."""

    issued_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField(db_default=Now())
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Claimable(Issued):
    """A code that belongs to the first device that shows it. That device keeps a secret of its own."""

    device_hash = models.CharField(max_length=64, unique=True, null=True)  # noqa: DJ001 - many have none yet
    device_name = models.CharField(pgettext_lazy("field", "device"), max_length=120, blank=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    def is_held_by(self, secret: str) -> bool:
        """Whether the device that keeps this secret has it."""
        return self.device_hash == hash_of(secret)


def claimed_by_a_device(name: str) -> models.CheckConstraint:
    """The constraint of that name: what is claimed says by which device, and what is not names none."""
    return models.CheckConstraint(
        condition=models.Q(claimed_at__isnull=True, device_hash__isnull=True, device_name="")
        | models.Q(claimed_at__isnull=False, device_hash__isnull=False),
        name=name,
    )
