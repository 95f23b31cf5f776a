"""A call of the API or a form of a page, done once; its repeat gets the first answer."""

import hashlib
from collections.abc import Callable, Mapping

from django.http import HttpRequest

from tournaments.actions.actor import Actor
from tournaments.actions.errors import (
    ActionError,
    KeyReused,
    NotAllowed,
    RulesRefuse,
    StaleVersion,
    StateRefuses,
    TooManyAttempts,
)
from tournaments.actions.idempotency import Answer, first_answer, once, remember
from tournaments.models.ledger import canonical
from tournaments.visitors import left_phone_of
from web.etags import version_named

# The order matters: the first class that fits decides.
STATUS_OF: tuple[tuple[type[ActionError], int], ...] = (
    (TooManyAttempts, 429),
    (KeyReused, 422),
    (StaleVersion, 412),
    (NotAllowed, 403),
    (StateRefuses, 409),
    (RulesRefuse, 422),
    (ActionError, 409),
)


def status_of(refusal: ActionError) -> int:
    """Return the HTTP status of a refusal."""
    return next(status for kind, status in STATUS_OF if isinstance(refusal, kind))


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
    A phone whose seat is over asks with its old seat; it can start nothing with it, but it is told what it was told.
    What anybody may do, such as registering, is found by its key alone. Raises KeyReused for another call under the
    same key.
    """
    callers = [by]
    if by.user is None and not by.is_phone and (left := left_phone_of(request)).is_phone:
        callers.insert(0, left)
    for caller in callers:
        answer = first_answer(by=caller, key=key, fingerprint=fingerprint_of(request, body))
        if answer is not None:
            return caller, answer
    return None


def do_once(
    *,
    by: Actor,
    key: str,
    fingerprint: str,
    action: Callable[[], Answer],
    present: Callable[[ActionError], Answer],
) -> Answer:
    """Run an action at most once and return its answer; a refusal is presented, and stored as the key's answer too.

    A missing permission is not stored: it may be given, and then the same call should work.
    """
    try:
        return once(by=by, key=key, fingerprint=fingerprint, action=action)
    except KeyReused as refusal:
        return present(refusal)
    except NotAllowed as refusal:
        return present(refusal)
    except ActionError as refusal:
        return remember(by=by, key=key, fingerprint=fingerprint, answer=present(refusal))
