"""What is typed or uploaded line by line: how much of it a form takes."""

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile

from tournaments.actions.actor import Actor
from tournaments.forms.leagues.joining import MOST_JOINING, JoiningField
from tournaments.forms.list_files import LARGEST_FILE, ImportForm
from tournaments.forms.newcomers import MOST_NEWCOMERS, NewcomersField

pytestmark = pytest.mark.once("fields of forms, without a model")


def refused(field: object, value: object) -> list[str]:
    with pytest.raises(ValidationError) as refusal:
        field.clean(value)  # type: ignore[attr-defined]
    return refusal.value.messages


def test_a_list_is_at_most_two_megabytes() -> None:
    file = SimpleUploadedFile("list.csv", b"name\n" + b"x" * LARGEST_FILE)

    form = ImportForm({}, {"file": file})

    assert form.errors == {"__all__": ["The file is larger than 2 MB. Please split it."]}
    # By its size alone, before anything of it is read.
    assert [error.code for error in form.errors.as_data()["__all__"]] == ["too_large"]


def test_without_a_file_or_a_text_there_is_no_list() -> None:
    assert ImportForm({"text": " \n"}, {}).errors == {"__all__": ["Please choose a file or paste a list."]}


def test_at_a_draw_so_many_newcomers_are_typed() -> None:
    field, names = NewcomersField(), [f"Newcomer {number}" for number in range(MOST_NEWCOMERS + 1)]

    assert len(field.clean("\n".join(names[:-1]))) == MOST_NEWCOMERS
    assert refused(field, "\n".join(names)) == ["Please register this many people under Players."]


def test_of_two_newcomers_of_one_name_one_is_registered_first() -> None:
    says = refused(NewcomersField(), "Nora\nNora，Bears")

    assert says == ["The same name appears twice. Please register one of them under Players."]


def test_so_many_join_a_season() -> None:
    says = refused(JoiningField([], Actor()), "\n".join(["1, A, won"] * (MOST_JOINING + 1)))

    assert says == ["Please enter at most 50."]
