"""Fields that read one thing in one way: a number is a number, and what is unknown is refused."""

import pytest
from rest_framework import serializers

from web.api.fields import Address, Changes, Id, Input, OneOf, Several, Text, Whole, YesNo

pytestmark = pytest.mark.once("asks no database")


class Body(Input):
    name = Text()
    seen = Whole(read_only=True)


def refusal(field: serializers.Field, value: object) -> str:
    with pytest.raises(serializers.ValidationError) as refused:
        field.run_validation(value)
    return str(refused.value.detail[0])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (Whole(), -25_300),
        (Id(), 10**18 - 1),
        (YesNo(), False),
        (Text(), "髙橋 ①郎"),
        (Address(), "spring-open-2026"),
        (OneOf(["swiss", "random"]), "swiss"),
        (Several(child=Whole(), max_length=2), [1, 2]),
        (Changes(), {"result.uma": [1, 2]}),
    ],
)
def test_what_is_meant_is_taken_as_it_is(field, value):
    assert field.run_validation(value) == value


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        (Whole(), "25000", "Expected a whole number, without quotation marks."),
        (Whole(), True, "Expected a whole number, without quotation marks."),
        (Whole(), 1.0, "Expected a whole number, without quotation marks."),
        (Id(), 0, "Ensure this value is greater than or equal to 1."),
        (YesNo(), "yes", "Expected true or false."),
        (YesNo(), 1, "Expected true or false."),
        (Text(), 7, "Expected a text, in quotation marks."),
        (Text(), "a‮b", "One character cannot be displayed (U+202E). Please enter the text again without it."),
        (
            Address(),
            "Spring Open",
            "Lowercase letters, digits and single hyphens, such as spring-open-2026; at most 60.",
        ),
        (
            Address(),
            "a" * 61,
            "Lowercase letters, digits and single hyphens, such as spring-open-2026; at most 60.",
        ),
        (OneOf(["swiss"]), ["swiss"], "\"['swiss']\" is not a valid choice."),
        (Several(child=Whole(), max_length=2), [1, 2, "x"], "At most 2 are allowed here."),
        (Changes(), [], 'Expected a dictionary of items but got type "list".'),
    ],
)
def test_what_could_be_meant_otherwise_is_refused(field, value, says):
    assert refusal(field, value) == says


def test_a_line_of_text_is_stored_in_one_form():
    """An é of two characters is the é of one."""
    assert Text().run_validation("Jose\u0301") == "José"


def test_a_field_that_there_is_not_or_that_is_only_read_is_refused():
    body = Body(data={"name": "Bob", "seen": 1, "nmae": "Rob"})

    assert not body.is_valid()
    assert body.errors == {
        "nmae": ["This field does not exist here."],
        "seen": ["This field does not exist here."],
    }
    assert not Body(data=["Bob"]).is_valid()
