"""What all calls about tournaments share: authentication, visibility, idempotency."""

from collections.abc import Callable, Mapping
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.response import Response

from tournaments.actions.actor import Actor
from tournaments.actions.errors import KeyReused, TooManyAttempts
from tournaments.actions.idempotency import Answer, do_once
from tournaments.api.actors import api_actor
from tournaments.api.errors import present
from tournaments.api.missing_rights import needed
from tournaments.credentials.repeats import answered_before, fingerprint_of
from tournaments.models import Table, Tournament
from tournaments.permissions import visible_tournaments
from web.api.base_view import BaseApiView
from web.api.errors import NotAllowed, VersionMissing

METHODS = ("get", "post", "put", "patch", "delete")
# After these no stored answer is looked up: the database is unavailable, or the caller has to wait.
NO_ANSWERS = (OperationalError, InterfaceError, Throttled, TooManyAttempts)


class ApiView(BaseApiView):
    """Base view; each method declares what it finds, permits, checks and calls (`tournaments.api.operations`)."""

    def __init_subclass__(cls, **options: Any) -> None:
        """Refuse a class with a method that declares no permission."""
        super().__init_subclass__(**options)
        made = [name for name in METHODS if name in vars(cls)]
        if is_open := [name.upper() for name in made if not hasattr(vars(cls)[name], "permission")]:
            raise TypeError(
                f"{cls.__name__}: say who may {', '.join(is_open)}, by the permission of its operation."
            )

    def handle_exception(self, exc: Exception) -> Response:
        """Answer an error; a repeated call gets its first answer, even if things have changed since.

        Its object may be gone, its round closed, its permission withdrawn or the phone's seat released. The stored
        answer is looked up only here, so that first calls pay nothing for it.
        """
        if isinstance(exc, Table.DoesNotExist):  # an action locked a row that does not exist any more
            exc = Http404()
        if self.request.method not in SAFE_METHODS and not isinstance(exc, NO_ANSWERS):
            try:
                found = answered_before(
                    self.request, by=self.actor, key=self.key(), body={"body": self.stored_body()}
                )
            except APIException:  # no key, an unreadable body, or a refused token
                found = None
            except KeyReused as refusal:
                answer = present(refusal)
                return answered(answer, answer.body)
            if found is not None:
                return answered(found[1], self.complete(found[1]))
        return super().handle_exception(exc)

    @cached_property
    def actor(self) -> Actor:
        return api_actor(self.request)

    def find_tournament(self, slug: str) -> Tournament:
        """Return the tournament at this current or former address; 404 if the actor may not see it."""
        rows = visible_tournaments(self.actor).select_related("season__league", "usual_format")
        found = rows.filter(slug=slug).first()
        return found or self.find(rows, old_addresses__slug=slug)

    def allow(self, is_allowed: bool, permission: Callable[..., bool] | None = None, needs: str = "") -> None:
        """Answer 403 unless `is_allowed`, with what the caller needs: by `permission`, else by that of the call."""
        if not is_allowed:
            declared = getattr(self, str(self.request.method).lower()).permission
            raise NotAllowed(
                _("You are not allowed to do this. Please ask the organizer or the referee."),
                needs=needs or needed(permission or declared),
            )

    def version(self) -> str:
        """Return the tag in If-Match; answer 428 without one."""
        self.key()
        tag = self.if_match()
        if tag is None:
            raise VersionMissing(
                _(
                    "Please send If-Match with the tag of the result you saw, so that you do not confirm a "
                    "different one."
                )
            )
        return tag

    def do(self, action: Callable[[], Mapping[str, Any] | Answer], *, status: int = 200) -> Response:
        """Perform the action once and answer; a repeated call gets the first answer again.

        An action with two possible outcomes returns an `Answer` with its own status.
        """

        def answer_action() -> Answer:
            data = action()
            return data if isinstance(data, Answer) else Answer(status, dict(data))

        key = self.key()
        answer = do_once(
            by=self.actor,
            key=key,
            fingerprint=fingerprint_of(self.request, self._content()),
            action=answer_action,
            present=present,
        )
        return answered(answer, self.complete(answer))

    def _content(self) -> dict[str, object]:
        """Return what a call asks for besides its address. Options of a page only affect presentation."""
        options = self.request.META.get("QUERY_STRING", "")
        return {"body": self.stored_body(), **({"options": options} if options else {})}

    def stored_body(self) -> object:
        """Return what identifies a repeated call; stored as a hash, so it must not contain guessable secrets."""
        return self.request.data

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Return the body as it is sent, with secrets that are derived again instead of being stored."""
        return answer.body


def answered(answer: Answer, body: Mapping[str, object]) -> Response:
    """Return an answer as a response, with a scoresheet's tag as ETag, or the address of an ordered draw."""
    response = Response(None if answer.status == 204 else body, status=answer.status)
    tag = body.get("tag")
    if isinstance(tag, str):
        response["ETag"] = f'"{tag}"'
    if answer.status == 202:
        response["Location"] = str(body["url"])
    if answer.repeated:
        response["Idempotent-Replay"] = "true"
    return response
