"""Run an action at most once, however often the call is repeated."""

import json
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection, transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, KeyReused, NotAllowed
from tournaments.models import IdempotencyKey

INSERT = """
    INSERT INTO tournaments_idempotencykey (actor, key, fingerprint, answer)
    VALUES (%s, %s, %s, '') ON CONFLICT (actor, key) DO NOTHING
"""
STORE = "UPDATE tournaments_idempotencykey SET status = %s, answer = %s WHERE actor = %s AND key = %s"

P = ParamSpec("P")
R = TypeVar("R")
_takes_all_back: ContextVar[bool] = ContextVar("takes_all_back", default=False)


@dataclass(frozen=True)
class Answer:
    """The result of a call: an HTTP status and a JSON-able body."""

    status: int
    body: dict[str, object]
    repeated: bool = False


def once(*, by: Actor, key: str, fingerprint: str, action: Callable[[], Answer]) -> Answer:
    """Run `action` and store its answer, or return the answer stored under this actor's `key`.

    Key, action and answer are one transaction: a second call with the same key waits for the first to end and gets
    the identical answer. A refusal or an error stores nothing; see `remember`.

    Raises KeyReused when the key was used for something else (another `fingerprint`).
    """
    with transaction.atomic():
        if not _claim(by, key, fingerprint):
            return _stored_answer(by, key, fingerprint)
        began = _takes_all_back.set(True)
        try:
            answer = action()
        finally:
            _takes_all_back.reset(began)
        _store(by, key, answer)
    return answer


def one_transaction(action: Callable[P, R]) -> Callable[P, R]:
    """Run an action in one transaction. Within `once` it needs no savepoint: a failure rolls back everything."""

    @wraps(action)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        with transaction.atomic(savepoint=not _takes_all_back.get()):
            return action(*args, **kwargs)

    return run


def first_answer(*, by: Actor, key: str, fingerprint: str) -> Answer | None:
    """Return the answer stored under this actor's `key`; None for an unused key.

    For calls whose object or permission is gone by now. Raises KeyReused as `once` does.
    """
    if not IdempotencyKey.objects.filter(actor=by.caller, key=key).exists():
        return None
    return _stored_answer(by, key, fingerprint)


def note(*, by: Actor, key: str, answer: Answer) -> None:
    """Add to an answer what the action did not know, such as the page's redirect target."""
    _store(by, key, answer)


def remember(*, by: Actor, key: str, fingerprint: str, answer: Answer) -> Answer:
    """Store a refusal as the answer to this key, unless another call was first; return what is stored."""
    return once(by=by, key=key, fingerprint=fingerprint, action=lambda: answer)


def do_once(
    *,
    by: Actor,
    key: str,
    fingerprint: str,
    action: Callable[[], Answer],
    present: Callable[[ActionError], Answer],
) -> Answer:
    """Run an action at most once and return its answer; a refusal is presented and stored as the answer, too.

    A missing permission is not stored: once it is granted, the same call should work.
    """
    try:
        return once(by=by, key=key, fingerprint=fingerprint, action=action)
    except (KeyReused, NotAllowed) as refusal:
        return present(refusal)
    except ActionError as refusal:
        return remember(by=by, key=key, fingerprint=fingerprint, answer=present(refusal))


def _claim(by: Actor, key: str, fingerprint: str) -> bool:
    """Insert the key. Raw SQL, because the ORM does not report whether ON CONFLICT DO NOTHING inserted a row."""
    with connection.cursor() as cursor:
        cursor.execute(INSERT, [by.caller, key, fingerprint])
        return bool(cursor.rowcount == 1)


def _stored_answer(by: Actor, key: str, fingerprint: str) -> Answer:
    stored = IdempotencyKey.objects.get(actor=by.caller, key=key)
    if stored.fingerprint != fingerprint:
        raise KeyReused(
            _(
                "This Idempotency-Key was already used for another request. Please make a new key for a new request."
            )
        )
    assert stored.status is not None, "a key is only visible once its answer is"
    return Answer(stored.status, json.loads(stored.answer), repeated=True)


def _store(by: Actor, key: str, answer: Answer) -> None:
    with connection.cursor() as cursor:
        cursor.execute(STORE, [answer.status, json.dumps(answer.body, ensure_ascii=False), by.caller, key])
