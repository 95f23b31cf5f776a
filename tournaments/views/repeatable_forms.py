"""A form sent twice does its action once: each form carries a key made when the page was."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError, KeyReused
from tournaments.actions.idempotency import Answer, do_once, note
from tournaments.actions.wording.constraints import words_for
from tournaments.credentials.repeats import answered_before, fingerprint_of
from tournaments.credentials.visitors import actor_of
from web.constraints import broken_constraint
from web.idempotency_keys import KEY, new_key

# A PIN proves who sends a form, each time anew, and no hash of one is kept.
NOT_CONTENT = {"csrfmiddlewaretoken", "key", "pin"}
DONE, FOUND = 200, 302
# Where a request keeps the form that was done with it, and an answer what the page made of it.
SENT, SENT_KEY, FINISHED, PAGE = "jantaku_sent", "jantaku_sent_key", "jantaku_finished", "page"


@dataclass(frozen=True)
class Outcome:
    """What came of a form: `refusal` is a message for the person, or empty when the action was done."""

    status: int
    code: str = ""
    refusal: str = ""
    fields: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, object] = field(default_factory=dict)
    is_repeated: bool = False

    @property
    def is_done(self) -> bool:
        return not self.code


class Gone(Exception):
    """Nothing can be done with this form any more. `instead` is the page for whom it was not done before."""

    def __init__(self, instead: Callable[[HttpRequest], HttpResponse]) -> None:
        super().__init__()
        self.instead = instead


@dataclass
class Sent:
    """A form that came to its action in this request: who sent it, under which key, and what they then read."""

    by: Actor
    key: str
    answer: Answer
    sentences: list[str] = field(default_factory=list)

    @property
    def is_done(self) -> bool:
        return self.answer.status == DONE and not self.answer.repeated


def sent_key(request: HttpRequest) -> str:
    """Return the key that a form was sent with; one that has none gets a key that nobody can repeat."""
    form_key: str | None = getattr(request, SENT_KEY, None)
    if form_key is None:
        sent = request.POST.get("key", "")
        form_key = sent if KEY.fullmatch(sent) else new_key()
        setattr(request, SENT_KEY, form_key)
    return form_key


def do_form(request: HttpRequest, *, by: Actor, action: Callable[[], Mapping[str, object] | None]) -> Outcome:
    """Run the action of a sent form at most once per key; a repeat gets the first outcome.

    `action` returns what a repeat has to know again, JSON-able. Refusals come back as an outcome, never raised; so
    does what the database refuses because another request was quicker, but a repeat of that may succeed.
    """
    key = sent_key(request)
    try:
        answer = do_once(
            by=by,
            key=key,
            fingerprint=fingerprint_of(request, _content(request)),
            action=lambda: Answer(200, dict(action() or {})),
            present=_present,
        )
        setattr(request, SENT, Sent(by, key, answer))
    except IntegrityError as error:
        words = words_for(broken_constraint(error))
        if words is None:
            raise
        code, status, sentence, field = words
        return Outcome(status, code=code, refusal=sentence, fields={field: sentence} if field else {})
    if answer.status == DONE:
        setattr(request, FINISHED, answer.body)
        return Outcome(DONE, body=answer.body, is_repeated=answer.repeated)
    return Outcome(
        answer.status,
        code=str(answer.body["code"]),
        refusal=str(answer.body["message"]),
        fields=answer.body["fields"],  # type: ignore[arg-type]
    )


def finished_with(request: HttpRequest) -> Mapping[str, object] | None:
    """Return what the action of the sent form left for a repeat to know; None if nothing was done, now or before."""
    finished: Mapping[str, object] | None = getattr(request, FINISHED, None)
    return finished


def was_sent_before(request: HttpRequest, *, by: Actor) -> bool:
    """Is there an answer to this very form already? What costs something, such as a mail, is not counted twice."""
    try:
        return answered_before(request, by=by, key=sent_key(request), body=_content(request)) is not None
    except KeyReused:
        return False


def show_message(request: HttpRequest, outcome: Outcome, done: str, *, undo: str = "") -> None:
    """Put the outcome where the next page shows it: `done`, or the refusal. `undo` is the address of the form that
    takes it back, with its fields as a query; the message then has its button.
    """
    if outcome.is_done:
        messages.success(request, done, extra_tags=undo)
        sent = getattr(request, SENT, None)
        if sent is not None:
            sent.sentences.append(done)
    else:
        messages.error(request, outcome.refusal)


def repeatable(request: HttpRequest, page: Callable[[], HttpResponse], *, leads_to: str = "") -> HttpResponse:
    """Return the page's answer; for a form that was sent and done before, the first answer.

    What the form is about may be gone, the permission for it withdrawn, the phone's seat over, a choice in it no
    longer given. Where a form led and the sentences it brought are stored with its key; a page whose forms
    all lead to one place names it with `leads_to` and keeps nothing more. A form that was refused is looked at anew.
    """
    if request.method != "POST":
        return page()
    try:
        response = page()
    except Gone as gone:
        return _first_page(request, leads_to) or gone.instead(request)
    except (Http404, PermissionDenied):
        first = _first_page(request, leads_to)
        if first is None:
            raise
        return first
    sent: Sent | None = getattr(request, SENT, None)
    if sent is None:
        return _first_page(request, leads_to) or response
    if not leads_to and sent.is_done and response.status_code == FOUND:
        seen = {"leads_to": response["Location"], "sentences": sent.sentences}
        note(by=sent.by, key=sent.key, answer=replace(sent.answer, body={**sent.answer.body, PAGE: seen}))
    return response


def _first_page(request: HttpRequest, leads_to: str) -> HttpResponse | None:
    key = request.POST.get("key", "")
    if not KEY.fullmatch(key):
        return None
    try:
        found = answered_before(request, by=actor_of(request), key=key, body=_content(request))
    except KeyReused:
        return None
    if found is None or found[1].status != DONE:
        return None
    setattr(request, FINISHED, found[1].body)
    seen = cast("dict[str, Any]", found[1].body.get(PAGE, {}))
    for sentence in seen.get("sentences", [_("We received what you sent.")]):
        messages.success(request, sentence)
    return redirect(seen.get("leads_to") or leads_to or "front")


def _present(refusal: ActionError) -> Answer:
    return Answer(
        refusal.status,
        {
            "code": refusal.code,
            "message": refusal.message,
            "fields": {
                name: list(map(str, value)) if isinstance(value, list) else str(value)
                for name, value in refusal.fields.items()
            },
        },
    )


def _content(request: HttpRequest) -> dict[str, object]:
    """What was typed, and of files what is in them: the same form with another file is another form."""
    content: dict[str, object] = {
        name: request.POST.getlist(name) for name in sorted(request.POST) if name not in NOT_CONTENT
    }
    for name in sorted(request.FILES):
        content[f"{name}/file"] = [_digest(file) for file in request.FILES.getlist(name)]
    return content


def _digest(file: "UploadedFile[Any]") -> str:
    digest = hashlib.sha256()
    for piece in file.chunks():
        digest.update(piece)
    file.seek(0)
    return digest.hexdigest()
