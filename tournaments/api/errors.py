"""Refusals of actions and of the database in the API's one error shape."""

from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError
from rest_framework.response import Response

from players.sign_in import SecondFactorMissing
from rules.api.choices import choices_shape
from tournaments.actions.errors import ActionError, TooManyAttempts
from tournaments.actions.idempotency import Answer
from tournaments.actions.wording.constraints import words_for
from tournaments.api.schemas.play.scoresheets import sheet_as_it_stands
from web.api import errors
from web.api.errors import as_texts, error_body, error_response
from web.constraints import broken_constraint


def present(refusal: ActionError) -> Answer:
    """Return a refusal as an answer, with the current scoresheet if there is one."""
    more: dict[str, object] = {}
    if refusal.sheet is not None:
        more["sheet"] = sheet_as_it_stands(refusal.sheet)
    if refusal.choices:
        more["choices"] = [choices_shape(one) for one in refusal.choices]
        more["example"] = {"house_rules": {one.path: one.example for one in refusal.choices}}
    return Answer(refusal.status, error_body(refusal.code, refusal.message, as_texts(refusal.fields), **more))


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn an exception into the error shape; None for our own errors, which are not caught.

    This is DRF's EXCEPTION_HANDLER.
    """
    match error:
        case ActionError():
            return _refused(error)
        case SecondFactorMissing():
            return error_response(403, "second_factor_missing", str(error))
        case IntegrityError() if words := words_for(broken_constraint(error)):
            code, status, message, field = words
            return error_response(status, code, message, {field: [message]} if field else None)
    return errors.answer_error(error, context)


def _refused(refusal: ActionError) -> Response:
    answer = present(refusal)
    refused = Response(answer.body, status=answer.status)
    if isinstance(refusal, TooManyAttempts):
        refused["Retry-After"] = str(refusal.retry_after)
    return refused
