"""What is said to every call of an API the same way."""

import pytest
from rest_framework.exceptions import ValidationError

from web.api.base_view import checked
from web.api.fields import Input, Several, Text, Whole


class Named(Input):
    name = Text(max_length=10)


class Question(Input):
    points = Several(child=Whole(min_value=0), max_length=5)
    confirm = Several(child=Text(max_length=10), default=list)
    people = Named(many=True, required=False)


def test_what_was_checked_before_is_no_part_of_what_is_checked_now() -> None:
    first = checked(Question, {"points": [1, 2], "people": [{"name": "Bob"}]})
    first["confirm"].append("strange_points")
    with pytest.raises(ValidationError):
        checked(Question, {"points": [-1], "colour": "red"})

    second = checked(Question, {"points": [3]})

    assert first == {"points": [1, 2], "confirm": ["strange_points"], "people": [{"name": "Bob"}]}
    assert second == {"points": [3], "confirm": []}


@pytest.mark.parametrize(
    ("data", "fields"),
    [
        (None, {"non_field_errors": ["This field may not be null."]}),
        ([], {"non_field_errors": ["Invalid data. Expected a dictionary, but got list."]}),
        ({"colour": "red"}, {"colour": ["This field does not exist here."]}),
        ({"points": [1, "2"]}, {"points": {1: ["Expected a whole number, without quotation marks."]}}),
        (
            {"points": [1], "people": [{"name": 1}]},
            {"people": {0: {"name": ["Expected a text, in quotation marks."]}}},
        ),
    ],
)
def test_what_is_wrong_is_said_by_field(data: object, fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as refusal:
        checked(Question, data)

    assert refusal.value.detail == fields
