"""Whatever a view raises is answered in the one error shape; our own mistakes are not."""

import pytest
from django.core.exceptions import BadRequest, ObjectDoesNotExist, PermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.db import DataError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions

from web.api.errors import BadParameter, VersionMissing, answer_error

pytestmark = pytest.mark.once("asks no database")


class Limited(exceptions.Throttled):
    """Wait a little over half a minute."""

    def __init__(self) -> None:
        super().__init__(wait=31.4)


ANSWERS = [
    (Http404(), 404, "not_found", "This does not exist, or you are not allowed to see it."),
    (ObjectDoesNotExist(), 404, "not_found", "This does not exist, or you are not allowed to see it."),
    (PermissionDenied(), 403, "not_allowed", "You are not allowed to do this."),
    (BadRequest("Two keys."), 400, "malformed", "Two keys."),
    (UnreadablePostError(), 400, "malformed", "What you sent could not be read."),
    (DjangoValidationError(["One.", "Two."]), 400, "invalid", "One. Two."),
    (DataError(), 400, "out_of_range", "A number or text is too large to store."),
    (VersionMissing("Send If-Match."), 428, "version_missing", "Send If-Match."),
    (BadParameter("limit", "Too large.", "invalid"), 400, "invalid", "Too large."),
]


@pytest.mark.parametrize(("error", "status", "code", "message"), ANSWERS)
def test_each_has_a_status_a_code_and_a_sentence(error, status, code, message):
    answer = answer_error(error, {})

    assert (answer.status_code, answer.data["error"]["code"], answer.data["error"]["message"]) == (
        status,
        code,
        message,
    )


def test_our_own_mistake_is_not_answered():
    assert answer_error(ZeroDivisionError(), {}) is None


def test_whoever_is_too_quick_reads_how_long_to_wait():
    answer = answer_error(Limited(), {})

    assert (answer.status_code, answer["Retry-After"]) == (429, "32")


@pytest.mark.parametrize(
    ("detail", "message", "fields"),
    [
        ({"points": ["Too few."]}, "points: Too few.", {"points": ["Too few."]}),
        ({"seats": {"east": ["Who?"]}}, "seats.east: Who?", {"seats": {"east": ["Who?"]}}),
        # In a list only the third is wrong.
        (
            {"players": [{}, {}, {"name": ["Too long."]}]},
            "players.name: Too long.",
            {"players": [{}, {}, {"name": ["Too long."]}]},
        ),
        (["Not one object."], "Not one object.", {"body": ["Not one object."]}),
        ({}, "The request is not valid.", {}),
    ],
)
def test_the_first_field_s_message_is_the_whole_s(detail, message, fields):
    answer = answer_error(exceptions.ValidationError(detail), {})

    assert answer.data == {"error": {"code": "invalid", "message": message, "fields": fields}}
