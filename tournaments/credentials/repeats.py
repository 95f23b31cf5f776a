"""A call of the API or a form of a page that is sent again: what makes it the same, and what it was answered."""

import hashlib
from collections.abc import Mapping

from django.http import HttpRequest

from tournaments.actions.actor import Actor
from tournaments.actions.idempotency import Answer, first_answer
from tournaments.credentials.visitors import left_phone_of
from tournaments.models.ledger import canonical
from web.etags import version_named


def fingerprint_of(request: HttpRequest, body: Mapping[str, object]) -> str:
    """Return what makes two calls the same call: method, address, the version named, and the content."""
    version = version_named(request)
    call = [request.method, request.path, "" if version is None else f'"{version}"', body]
    return hashlib.sha256(canonical(call).encode()).hexdigest()


def answered_before(
    request: HttpRequest, *, by: Actor, key: str, body: Mapping[str, object]
) -> tuple[Actor, Answer] | None:
    """Return who got which answer to this very call before; None if nobody did.

    For calls that fail before they get to their action: what they are about is gone, or the right to it, or the seat.
    A phone whose seat is over asks with its old seat, a tablet that was ended as the tablet it was: they can start
    nothing by that, but they are told what they were told. What anybody may do, such as registering, is found by its
    key alone. Raises KeyReused for another call under the same key.
    """
    callers = [by]
    if by.user is None and not by.is_phone and (left := left_phone_of(request)).is_phone:
        callers.insert(0, left)
    for caller in callers:
        answer = first_answer(by=caller, key=key, fingerprint=fingerprint_of(request, body))
        if answer is not None:
            return caller, answer
    return None
