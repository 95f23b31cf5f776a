"""The description of the API refuses what it could only describe wrongly, when it is made."""

from typing import Any, TypedDict

import pytest

from tournaments.api import urls
from web.api.schema import _shapes, add_shapes, of_type

pytestmark = pytest.mark.once("describes types, without a database")


@pytest.mark.parametrize("hint", [bytes, float, set[int]])
def test_a_type_without_a_description_is_refused(hint: Any) -> None:
    with pytest.raises(TypeError, match="no description for "):
        of_type(hint)


def test_a_request_and_an_answer_of_one_name_are_refused() -> None:
    assert urls.urlpatterns, "every address that is described is imported"
    name = min(_shapes)

    with pytest.raises(ValueError, match=f"a request and an answer are both described as {name}"):
        add_shapes({"components": {"schemas": {name: {}}}}, None, None, True)


def test_two_answers_of_one_name_are_refused() -> None:
    def shape() -> type:
        class TwiceShape(TypedDict):
            id: int

        return TwiceShape

    first = shape()
    assert of_type(first) == of_type(first) == {"$ref": "#/components/schemas/Twice"}
    try:
        with pytest.raises(ValueError, match="two answers are described as Twice: "):
            of_type(shape())
    finally:
        del _shapes["Twice"]
