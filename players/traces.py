"""Dated traces of names: which name somebody or something bore when, without the name itself.

A name is outside every ledger, so that a person can be forgotten. What is kept is the SHA-256 of a random salt and
the name. While a name stands its salt is kept, and whoever has the database can compare the two. When it is replaced
the salt is thrown away: the old digest then still says *that* and *when* there was another name, and nobody can find
out which one, not even by trying out a list of names. When a person is deleted, a last trace without a digest says
when: from then on no name stands.

A subject is a kind and an id, such as `player:12`; other apps trace names of their own here.
"""

import hashlib
import secrets
from collections.abc import Mapping

from django.db import IntegrityError, transaction

from players.models import NameTrace


def name_digest(salt: str, name: str) -> str:
    """Return what is kept of a name: 32 hexadecimal characters."""
    return hashlib.sha256(f"{salt}\n{name}".encode()).hexdigest()[:32]


def subject_of(kind: str, pk: int) -> str:
    return f"{kind}:{pk}"


@transaction.atomic
def trace_names(kind: str, names: Mapping[int, str]) -> dict[int, str]:
    """Return the digest of each name by id, tracing those that have no trace yet. May be repeated.

    A name that has a trace keeps it: whoever renames calls `retrace`.
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
        # Somebody else traced one of them at this moment.
        return digests | trace_names(kind, missing)
    return digests | {pk: row.digest for pk, row in zip(missing, rows, strict=True)}


@transaction.atomic
def retrace(kind: str, pk: int, name: str) -> str:
    """Trace a name that may have changed, and return its digest. The same name again leaves no new trace."""
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
    """Trace that no name stands any more: whoever bore it was deleted."""
    current = _standing(kind, pk)
    if current is not None:
        _close(current)
    NameTrace.objects.create(subject=subject_of(kind, pk))


def _standing(kind: str, pk: int) -> NameTrace | None:
    """The trace of the name that stands, locked."""
    rows = NameTrace.objects.select_for_update(no_key=True).filter(subject=subject_of(kind, pk))
    return rows.exclude(salt="").first()


def _close(trace: NameTrace) -> None:
    """Throw the salt away: from now on nobody can find out which name it was."""
    trace.salt = ""
    trace.save(update_fields=["salt"])


def _current(kind: str, names: Mapping[int, str]) -> dict[int, str]:
    subjects = {subject_of(kind, pk): pk for pk in names}
    # A whole tournament's names may be more than a database takes in one list.
    wanted = list(subjects)
    found: dict[int, str] = {}
    for begin in range(0, len(wanted), 500):
        rows = NameTrace.objects.filter(subject__in=wanted[begin : begin + 500]).exclude(salt="")
        found |= {subjects[subject]: digest for subject, digest in rows.values_list("subject", "digest")}
    return found


def _new(kind: str, pk: int, name: str) -> NameTrace:
    salt = secrets.token_hex(16)
    return NameTrace(subject=subject_of(kind, pk), salt=salt, digest=name_digest(salt, name))
