"""What every view of the API does the same way: who asks, what they may see, doing a thing once."""

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.db import InterfaceError, OperationalError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import APIException, ParseError, PermissionDenied, Throttled
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.actions.actor import Actor
from tournaments.actions.errors import KeyReused, TooManyAttempts
from tournaments.actions.idempotency import Answer
from tournaments.api.actors import api_actor
from tournaments.api.errors import BadParameter, VersionMissing, present
from tournaments.api.parsers import StrictJSONParser
from tournaments.models import Tournament
from tournaments.permissions import visible_tournaments
from tournaments.repeated_calls import answered_before, do_once, fingerprint_of
from web.etags import version_named

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")
# After these nothing is looked up: the database is away, or the caller has to wait.
NO_ANSWERS = (OperationalError, InterfaceError, Throttled, TooManyAttempts)
_Row = TypeVar("_Row", bound=Model)


class ApiView(APIView):
    """Finds, asks permission, calls, answers. Its policy is in `permission_classes`."""

    def initialize_request(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Request:
        """Speak the reader's language: the API's addresses do not say it, so the request's headers do."""
        translation.activate(translation.get_language_from_request(request))
        return super().initialize_request(request, *args, **kwargs)

    def handle_exception(self, exc: Exception) -> Response:
        """Answer what went wrong; but a call that was answered before gets that answer, whatever is so by now.

        What it was about may be gone, its round closed, the permission withdrawn, the phone's seat over. Looked up
        only now, so that a call that is made for the first time costs nothing more.
        """
        if self.request.method not in SAFE_METHODS and not isinstance(exc, NO_ANSWERS):
            try:
                found = answered_before(
                    self.request, by=self.actor, key=self.key(), body={"body": self.request.data}
                )
            except APIException:  # no key, no body that can be read, or a token that is refused
                found = None
            except KeyReused as refusal:
                answer = present(refusal)
                return answered(answer, answer.body)
            if found is not None:
                return answered(found[1], self.complete(found[1]))
        return super().handle_exception(exc)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self._refuse_unknown_parameters(request)

    def _refuse_unknown_parameters(self, request: Request) -> None:
        """Before anything is looked for: a misspelt filter would go unseen, and an option of a change be ignored."""
        form = getattr(getattr(self, str(request.method).lower(), None), "query", None)
        known = sorted(form().fields) if form is not None else []
        for name, values in request.query_params.lists():
            shown = {"name": name[:60]}
            if name not in known:
                message = _("There is no parameter “%(name)s” here.") % shown
                if known:
                    message += " " + _("There are: %(names)s.") % {"names": ", ".join(known)}
                else:
                    message += " " + _("This address takes none.")
                raise BadParameter(name[:60], message, "unknown_parameter")
            if len(values) > 1:
                raise BadParameter(
                    name, _("The parameter “%(name)s” is given twice.") % shown, "repeated_parameter"
                )

    @property
    def actor(self) -> Actor:
        return api_actor(self.request)

    def find(self, rows: QuerySet[_Row], **wanted: object) -> _Row:
        """Return the one row, or answer 404. `rows` must be what the actor may see."""
        row = rows.filter(**wanted).first()
        if row is None:
            raise Http404
        return row

    def find_tournament(self, slug: str) -> Tournament:
        rows = visible_tournaments(self.actor).select_related("season__league", "usual_format")
        return self.find(rows, slug=slug)

    def allow(self, is_allowed: bool) -> None:
        """Answer 403 unless the law said yes."""
        if not is_allowed:
            raise PermissionDenied(_("You may not do this. Please ask the organizer or the referee."))

    def said(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the body, checked."""
        checked = form(data=self.request.data)
        checked.is_valid(raise_exception=True)
        found: dict[str, Any] = checked.validated_data
        return found

    def asked(self, form: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """Return the query of the address, checked."""
        checked = form(data=self.request.query_params.dict())
        checked.is_valid(raise_exception=True)
        found: dict[str, Any] = checked.validated_data
        return found

    def if_match(self) -> str | None:
        """Return the tag that If-Match names, without quotation marks; None without the header."""
        return version_named(self.request)

    def version(self) -> str:
        """Return the tag that If-Match names; without one, answer 428."""
        self.key()
        tag = self.if_match()
        if tag is None:
            raise VersionMissing(
                _(
                    "Please send If-Match with the tag of the result you saw, so that nobody confirms another one."
                )
            )
        return tag

    def key(self) -> str:
        """Return the Idempotency-Key; without one nothing is changed."""
        key = self.request.headers.get("Idempotency-Key", "")
        if not KEY.fullmatch(key):
            raise ParseError(
                _(
                    "Please send an Idempotency-Key: a UUID, or 8 to 64 letters, digits, hyphens and underscores. "
                    "Make a new one for each thing you want done, and send the same one when you try again."
                ),
                code="idempotency_key_missing" if not key else "idempotency_key_malformed",
            )
        return key

    def do(self, action: Callable[[], Mapping[str, Any] | Answer], *, status: int = 200) -> Response:
        """Do a thing once and answer it; a repeat of the call gets the first answer again.

        An action that may end in one of two ways returns an `Answer` with a status of its own.
        """

        def answer_action() -> Answer:
            said = action()
            return said if isinstance(said, Answer) else Answer(status, dict(said))

        key = self.key()
        answer = do_once(
            by=self.actor,
            key=key,
            fingerprint=fingerprint_of(self.request, {"body": self.request.data}),
            action=answer_action,
            present=present,
        )
        return answered(answer, self.complete(answer))

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Return an answer's body as it is sent: with what is never stored, where it can be worked out again."""
        return answer.body

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Say who may keep the answer: nobody but the visitor, and for somebody known not even their browser."""
        response = super().finalize_response(request, response, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            is_personal = bool(request.headers.get("Authorization") or request.COOKIES)
            response["Cache-Control"] = "private, no-store" if is_personal else "no-cache"
        for name, value in getattr(request, "rate_limit", {}).items():
            response[name] = str(value)
        patch_vary_headers(response, ["Authorization", "Cookie", "Accept-Language"])
        return response


def answered(answer: Answer, body: Mapping[str, object]) -> Response:
    """Return an answer as a response: with the tag of the sheet in it as ETag, or where to see what was ordered."""
    response = Response(None if answer.status == 204 else body, status=answer.status)
    tag = body.get("tag")
    if isinstance(tag, str):
        response["ETag"] = f'"{tag}"'
    if answer.status == 202:
        response["Location"] = str(body["url"])
    if answer.repeated:
        response["Idempotent-Replay"] = "true"
    return response


class NotFoundView(ApiView):
    """Every address of the API that is none: the same 404 as for what does not exist."""

    permission_classes = []
    authentication_classes = []
    parser_classes = [StrictJSONParser]
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise Http404
