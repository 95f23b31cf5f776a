"""One shape for every error: {"error": {"code", "message", "fields"}}, and the sheet that stands where one does."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError, IntegrityError
from django.db.models import ProtectedError
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from tournaments.actions.errors import ActionError, TooManyAttempts
from tournaments.actions.idempotency import Answer
from tournaments.api.shapes.choices import choices_shape
from tournaments.api.shapes.sheets import sheet_as_it_stands
from tournaments.constraints import broken_constraint, words_for
from tournaments.repeated_calls import status_of
from web.outages import RETRY_AFTER, is_outage

Fields = Mapping[str, object]

# What DRF calls its refusals, where ours differ.
CODES = {
    "not_found": "not_found",
    "permission_denied": "not_allowed",
    "parse_error": "malformed",
    "invalid": "invalid",
    "throttled": "too_many_requests",
}


class BodyTooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"


class BadParameter(exceptions.APIException):
    """A parameter of the address that is not known there, or is given twice. `name` is whose fault it is."""

    status_code = status.HTTP_400_BAD_REQUEST

    def __init__(self, name: str, message: str, code: str) -> None:
        super().__init__(message, code)
        self.fields = {name: [message]}


class VersionMissing(exceptions.APIException):
    """The call changes a version, but does not say which one it saw."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "version_missing"


def error_body(code: str, message: str, fields: Fields | None = None, **more: object) -> dict[str, object]:
    """Return the one error shape; `more` stands beside it, such as the live `sheet`."""
    return {"error": {"code": code, "message": message, "fields": dict(fields or {})}, **more}


def present(refusal: ActionError) -> Answer:
    """Return an action's refusal as an answer, with the sheet that stands instead, if one does."""
    more: dict[str, object] = {}
    if refusal.sheet is not None:
        more["sheet"] = sheet_as_it_stands(refusal.sheet)
    if refusal.choices:
        more["choices"] = [choices_shape(one) for one in refusal.choices]
        more["example"] = {"house_rules": {one.path: one.example for one in refusal.choices}}
    return Answer(
        status_of(refusal), error_body(refusal.code, refusal.message, _texts(refusal.fields), **more)
    )


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn whatever a view raised into the error shape; None for what is our own mistake, which then crashes.

    This is DRF's EXCEPTION_HANDLER.
    """
    match error:
        case ActionError():
            return _refused(error)
        case Http404() | ObjectDoesNotExist() | exceptions.NotFound():
            return not_found()
        case DjangoPermissionDenied():
            return _response(403, "not_allowed", _("You may not do this."))
        case exceptions.ValidationError():
            return _invalid(error.detail)
        case BadRequest():
            return _response(400, "malformed", str(error))
        case UnreadablePostError():
            # Whoever sent it has gone in the middle of it.
            return _response(400, "malformed", _("What you sent could not be read."))
        case DjangoValidationError():
            return _response(400, "invalid", " ".join(error.messages))
        case exceptions.APIException():
            return _api_exception(error)
        case ProtectedError():
            return _response(409, "in_use", _("This cannot be deleted: results or records depend on it."))
        case IntegrityError():
            name = broken_constraint(error)
            code, status_, message, field = words_for(name)
            return _response(status_, code, message, {field: [message]} if field else None)
        case DataError():
            return _response(400, "out_of_range", _("A number or a text is larger than what can be stored."))
    return _away() if is_outage(error) else None


def not_found() -> Response:
    """The same words whether a thing does not exist or is not yours to know of."""
    return _response(404, "not_found", _("There is nothing here, or you may not see it."))


def _refused(refusal: ActionError) -> Response:
    answer = present(refusal)
    response = Response(answer.body, status=answer.status)
    if isinstance(refusal, TooManyAttempts):
        response["Retry-After"] = str(refusal.retry_after)
    return response


def _response(status_: int, code: str, message: str, fields: Fields | None = None) -> Response:
    return Response(error_body(code, str(message), fields), status=status_)


def _invalid(detail: object) -> Response:
    """Field errors: the message of the first is the message of the whole."""
    fields = detail if isinstance(detail, dict) else {"body": detail}
    texts = _texts(fields)
    first_field, first = next(_leaves(texts), ("body", _("The request is not valid.")))
    message = first if first_field == "body" else f"{first_field}: {first}"
    return _response(400, "invalid", message, texts)


def _api_exception(error: exceptions.APIException) -> Response:
    code = error.get_codes()
    name = code if isinstance(code, str) else "invalid"
    fields = error.fields if isinstance(error, BadParameter) else None
    response = _response(error.status_code, CODES.get(name, name), _text(error.detail), fields)
    if header := getattr(error, "auth_header", None):
        response["WWW-Authenticate"] = header
    wait = getattr(error, "wait", None)
    if wait is not None:
        response["Retry-After"] = str(max(1, round(wait)))
    return response


def _away() -> Response:
    response = _response(
        503, "try_again", _("The database is away for a moment. Nothing was lost; please try again.")
    )
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def _texts(fields: Fields) -> dict[str, object]:
    """Plain JSON of error details: lazy translations become text, nesting stays."""
    return {str(name): _plain(value) for name, value in fields.items()}


def _plain(value: object) -> object:
    match value:
        case Mapping():
            return _texts(value)
        case list() | tuple():
            return [_plain(item) for item in value]
        case bool() | int() | None:
            return value
    return str(value)


def _text(detail: object) -> str:
    return next((text for _field, text in _leaves({"body": _plain(detail)})), "")


def _leaves(fields: Mapping[str, object], prefix: str = ""):  # type: ignore[no-untyped-def]
    """Every (path, text) in nested error details, in order."""
    for name, value in fields.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _leaves(value, f"{path}.")
        elif isinstance(value, list):
            yield from ((path, str(item)) for item in value if isinstance(item, str | int))
            for item in value:
                if isinstance(item, Mapping):
                    yield from _leaves(item, f"{path}.")
        else:
            yield path, str(value)
