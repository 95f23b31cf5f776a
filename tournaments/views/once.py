"""A form sent twice does its deed once: each form carries a key made when the page was."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest

from tournaments.actions.actor import Actor
from tournaments.actions.once import Answer
from tournaments.actions.refusals import Refusal
from tournaments.constraints import broken_constraint, words_for
from tournaments.doors import do_once, fingerprint_of, status_of

KEY = re.compile(r"[A-Za-z0-9-]{16,64}")
NOT_CONTENT = {"csrfmiddlewaretoken", "key"}


@dataclass(frozen=True)
class Outcome:
    """What came of a form: `refusal` is a message for the person, or empty when the deed was done."""

    status: int
    code: str = ""
    refusal: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] = field(default_factory=dict)

    @property
    def is_done(self) -> bool:
        return not self.code


def new_key() -> str:
    return str(uuid.uuid4())


def do_form(request: HttpRequest, *, by: Actor, deed: Callable[[], Mapping[str, object] | None]) -> Outcome:
    """Run the deed of a sent form at most once per key; a repeat gets the first outcome.

    `deed` returns what a repeat has to know again, JSON-able. Refusals come back as an outcome, never raised; so does
    what the database refuses because somebody else was quicker, but a repeat of that may succeed.
    """
    sent = request.POST.get("key", "")
    try:
        answer = do_once(
            by=by,
            key=sent if KEY.fullmatch(sent) else new_key(),
            fingerprint=fingerprint_of(request, _content(request)),
            deed=lambda: Answer(200, dict(deed() or {})),
            present=_present,
        )
    except IntegrityError as error:
        code, status, sentence, field = words_for(broken_constraint(error))
        return Outcome(status, code=code, refusal=sentence, fields={field: sentence} if field else {})
    if answer.status == 200:
        return Outcome(200, body=answer.body)
    return Outcome(
        answer.status,
        code=str(answer.body["code"]),
        refusal=str(answer.body["message"]),
        fields=answer.body["fields"],  # type: ignore[arg-type]
    )


def say(request: HttpRequest, outcome: Outcome, done: str) -> None:
    """Put the outcome where the next page shows it: `done`, or the refusal."""
    if outcome.is_done:
        messages.success(request, done)
    else:
        messages.error(request, outcome.refusal)


def _present(refusal: Refusal) -> Answer:
    return Answer(
        status_of(refusal),
        {
            "code": refusal.code,
            "message": refusal.message,
            "fields": {name: str(value) for name, value in refusal.fields.items()},
        },
    )


def _content(request: HttpRequest) -> dict[str, object]:
    return {name: request.POST.getlist(name) for name in sorted(request.POST) if name not in NOT_CONTENT}
