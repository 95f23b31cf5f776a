"""One format for every error: {"error": {"code", "message", "fields"}}."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest, ObjectDoesNotExist
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError
from django.db.models import ProtectedError, RestrictedError
from django.http import Http404, UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from web.outages import RETRY_AFTER, WORDS, causes, what_passes

Fields = Mapping[str, object]

# DRF's codes, where ours differ.
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
    """An unknown or repeated query parameter. `name` is the parameter."""

    status_code = status.HTTP_400_BAD_REQUEST

    def __init__(self, name: str, message: str, code: str) -> None:
        super().__init__(message, code)
        self.fields = {name: [message]}


class NotAllowed(exceptions.PermissionDenied):
    """`needs` is a word for what the caller lacks; empty if there is none."""

    def __init__(self, message: str, needs: str = "") -> None:
        super().__init__(message)
        self.needs = needs


class VersionMissing(exceptions.APIException):
    """A change of a version that does not say which one was seen."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_code = "version_missing"


def error_body(code: str, message: str, fields: Fields | None = None, **more: object) -> dict[str, object]:
    """Return an error body; `more` is added beside it."""
    return {"error": {"code": code, "message": message, "fields": dict(fields or {})}, **more}


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn an exception into the error format; None for our own bugs, which then crash.

    For DRF's EXCEPTION_HANDLER. Apps handle their own exceptions first.
    """
    match error:
        case Http404() | ObjectDoesNotExist() | exceptions.NotFound():
            return not_found()
        case DjangoPermissionDenied():
            return error_response(403, "not_allowed", _("You are not allowed to do this."))
        case exceptions.ValidationError():
            return _invalid(error.detail)
        case BadRequest():
            return error_response(400, "malformed", str(error))
        case UnreadablePostError():
            # The sender disconnected midway.
            return error_response(400, "malformed", _("What you sent could not be read."))
        case DjangoValidationError():
            return error_response(400, "invalid", " ".join(error.messages))
        case exceptions.APIException():
            return _api_exception(error)
        case ProtectedError() | RestrictedError():
            return error_response(
                409, "in_use", _("This cannot be deleted: results or records depend on it.")
            )
        case DataError():
            return error_response(400, "out_of_range", _("A number or text is too large to store."))
    kind = what_passes(error)
    return _try_again(kind, error) if kind else None


def not_found() -> Response:
    """Identical whether something does not exist or may not be seen."""
    return error_response(404, "not_found", _("This does not exist, or you are not allowed to see it."))


def error_response(status_: int, code: str, message: str, fields: Fields | None = None) -> Response:
    """Return a response in the error format."""
    return Response(error_body(code, str(message), fields), status=status_)


def _invalid(detail: object) -> Response:
    """Field errors: the first message is also the overall message."""
    fields = detail if isinstance(detail, dict) else {"body": detail}
    texts = as_texts(fields)
    first_field, first = next(_flattened(texts), ("body", _("The request is not valid.")))
    message = first if first_field == "body" else f"{first_field}: {first}"
    return error_response(400, "invalid", message, texts)


def _api_exception(error: exceptions.APIException) -> Response:
    code = error.get_codes()
    name = code if isinstance(code, str) else "invalid"
    fields = error.fields if isinstance(error, BadParameter) else None
    answer = error_response(error.status_code, CODES.get(name, name), _text(error.detail), fields)
    if needs := getattr(error, "needs", ""):
        answer.data["needs"] = needs
    if header := getattr(error, "auth_header", None):
        answer["WWW-Authenticate"] = header
    wait = getattr(error, "wait", None)
    if wait is not None:
        answer["Retry-After"] = str(max(1, round(wait)))
    return answer


def _try_again(kind: str, error: Exception) -> Response:
    causes.log(kind, error)
    answer = error_response(503, "try_again", str(WORDS[kind]))
    answer["Retry-After"] = str(RETRY_AFTER)
    return answer


def as_texts(fields: Fields) -> dict[str, object]:
    """Convert error details to plain JSON: lazy translations become text, nesting is kept."""
    return {str(name): _plain(value) for name, value in fields.items()}


def _plain(value: object) -> object:
    match value:
        case Mapping():
            return as_texts(value)
        case list() | tuple():
            return [_plain(item) for item in value]
        case bool() | int() | None:
            return value
    return str(value)


def _text(detail: object) -> str:
    return next((text for _field, text in _flattened({"body": _plain(detail)})), "")


def _flattened(fields: Mapping[str, object], prefix: str = ""):  # type: ignore[no-untyped-def]
    """Yield every (path, text) of nested error details, in order."""
    for name, value in fields.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _flattened(value, f"{path}.")
        elif isinstance(value, list):
            yield from ((path, str(item)) for item in value if isinstance(item, str | int))
            for item in value:
                if isinstance(item, Mapping):
                    yield from _flattened(item, f"{path}.")
        else:
            yield path, str(value)
