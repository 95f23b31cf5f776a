"""Dated traces of names: when a subject had which name, without the name itself.

Ledgers contain no names, so that people can be forgotten, but the SHA-256 of a random salt and the name. While a name
is current its salt is stored, so that both can be compared using the database. When it is replaced the salt is
deleted: the old digest still proves *that* and *when* there was another name, but not which, even against a list of
candidates. When a person is deleted, a last trace without a digest records when.

A subject is a kind and an id, such as `player:12`; other apps add their own kinds.
"""

import hashlib
import secrets
from collections.abc import Mapping

from django.db import IntegrityError, transaction

from players.models import NameTrace


def name_digest(salt: str, name: str) -> str:
    """Return the digest of a name: 32 hexadecimal characters."""
    return hashlib.sha256(f"{salt}\n{name}".encode()).hexdigest()[:32]


def subject_of(kind: str, pk: int) -> str:
    return f"{kind}:{pk}"


@transaction.atomic
def trace_names(kind: str, names: Mapping[int, str]) -> dict[int, str]:
    """Return the digest of each name by id, creating missing traces. Idempotent.

    Existing traces are kept; use `retrace` for a new name.
    """
    digests = _current(kind, names)
    missing = {pk: name for pk, name in names.items() if pk not in digests}
    if not missing:
        return digests
    rows = [_new(kind, pk, name) for pk, name in missing.items()]
    try:
        with transaction.atomic():
            NameTrace.objects.bulk_create(rows, batch_size=500)
    except IntegrityError:
        if not _current(kind, missing):
            raise
        # Another request created one of them at this moment.
        return digests | trace_names(kind, missing)
    return digests | {pk: row.digest for pk, row in zip(missing, rows, strict=True)}


@transaction.atomic
def retrace(kind: str, pk: int, name: str) -> str:
    """Trace a name that may have changed, and return its digest. An unchanged name gets no new trace."""
    current = _standing(kind, pk)
    if current is not None:
        if current.digest == name_digest(current.salt, name):
            return current.digest
        _close(current)
    row = _new(kind, pk, name)
    row.save(force_insert=True)
    return row.digest


@transaction.atomic
def end_trace(kind: str, pk: int) -> None:
    """Trace that the subject was deleted and has no name."""
    current = _standing(kind, pk)
    if current is not None:
        _close(current)
    NameTrace.objects.create(subject=subject_of(kind, pk))


def _standing(kind: str, pk: int) -> NameTrace | None:
    """Return the current trace, locked."""
    rows = NameTrace.objects.select_for_update(no_key=True).filter(subject=subject_of(kind, pk))
    return rows.exclude(salt="").first()


def _close(trace: NameTrace) -> None:
    """Delete the salt, so that the name can no longer be found."""
    trace.salt = ""
    trace.save(update_fields=["salt"])


def _current(kind: str, names: Mapping[int, str]) -> dict[int, str]:
    subjects = {subject_of(kind, pk): pk for pk in names}
    # A whole tournament's names may exceed the database's list limit.
    wanted = list(subjects)
    found: dict[int, str] = {}
    for begin in range(0, len(wanted), 500):
        rows = NameTrace.objects.filter(subject__in=wanted[begin : begin + 500]).exclude(salt="")
        found |= {subjects[subject]: digest for subject, digest in rows.values_list("subject", "digest")}
    return found


def _new(kind: str, pk: int, name: str) -> NameTrace:
    salt = secrets.token_hex(16)
    return NameTrace(subject=subject_of(kind, pk), salt=salt, digest=name_digest(salt, name))
