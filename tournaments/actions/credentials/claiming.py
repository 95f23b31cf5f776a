"""Claiming a code on a device, shared by seats, player cards and tablets."""

from typing import TypeVar

from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext_noop

from tournaments.actions.errors import NotAllowed
from tournaments.models.codes import Claimable, Coded, hash_of, keyed

SEAT_UNKNOWN = gettext_noop(
    "This code does not open a seat. It may have been replaced, or its round may be over. Please ask the "
    "referee."
)

Opened = TypeVar("Opened", bound=Coded)


def secret_of_device(what: str, *, code: str, key: str) -> str:
    """Return the secret a device keeps after claiming `code` under `key`. Only its hash is stored.

    It is derived from code and key, so a device that lost the answer gets the same secret by repeating its call.
    """
    return keyed("|".join([what, code, key] if what else [code, key])).hex()


def opened_by(
    code_hash: str,
    living: QuerySet[Opened],
    *,
    refusal: str,
    or_else: QuerySet[Opened] | None = None,
) -> Opened:
    """Return the active row that a code opens, locked, or the one from `or_else`, unlocked. Raises NotAllowed."""
    found = living.select_for_update(of=("self",), no_key=True).filter(code_hash=code_hash).first()
    if found is None and or_else is not None:
        found = or_else.filter(code_hash=code_hash).first()
    if found is None:
        raise NotAllowed(refusal, code="code_unknown")
    return found


def claim(found: Claimable, *, secret: str, device_name: str) -> bool:
    """Bind a locked row to the device with `secret` unless a device already has it. Return whether it was free."""
    if found.device_hash is not None:
        return False
    found.device_hash, found.device_name = hash_of(secret), device_name[:120]
    found.claimed_at = Now()
    found.save(update_fields=["device_hash", "device_name", "claimed_at"])
    return True
