"""Repeated API calls and page forms: what makes them the same, and their stored answer."""

import hashlib
from collections.abc import Mapping

from django.http import HttpRequest

from tournaments.actions.actor import Actor
from tournaments.actions.idempotency import Answer, first_answer
from tournaments.credentials.visitors import left_phone_of
from tournaments.models.ledger import canonical
from web.etags import version_named


def fingerprint_of(request: HttpRequest, body: Mapping[str, object]) -> str:
    """Return what identifies a call: method, address, version and content."""
    version = version_named(request)
    call = [request.method, request.path, "" if version is None else f'"{version}"', body]
    return hashlib.sha256(canonical(call).encode()).hexdigest()


def answered_before(
    request: HttpRequest, *, by: Actor, key: str, body: Mapping[str, object]
) -> tuple[Actor, Answer] | None:
    """Return the actor and stored answer of an earlier identical call; None if there was none.

    For calls that fail before reaching their action because the object, permission or seat is gone. Phones and
    tablets whose seat or table has ended are still identified by it: they can do nothing with it except get their
    earlier answer again. Anonymous actions, such as registering, are found by key alone. Raises KeyReused for another
    call under the same key.
    """
    callers = [by]
    if by.user is None and not by.is_phone and (left := left_phone_of(request)).is_phone:
        callers.insert(0, left)
    for caller in callers:
        answer = first_answer(by=caller, key=key, fingerprint=fingerprint_of(request, body))
        if answer is not None:
            return caller, answer
    return None
