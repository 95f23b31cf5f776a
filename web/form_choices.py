"""What may be chosen in a form's field, where that depends on what the page is about."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.db.models import QuerySet


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]] | QuerySet[Any]) -> None:
    """Let the field `name` offer these choices, or these rows."""
    if isinstance(choices, QuerySet):
        cast("forms.ModelChoiceField[Any]", form.fields[name]).queryset = choices
    else:
        cast("forms.ChoiceField", form.fields[name]).choices = list(choices)


def without_choice(field: forms.Field, value: str) -> None:
    """Stop offering `value` in a field of choices; nothing happens where it is not offered."""
    choices = cast("list[tuple[str, Any]]", list(getattr(field, "choices", [])))
    if any(choice[0] == value for choice in choices):
        cast("forms.ChoiceField", field).choices = [choice for choice in choices if choice[0] != value]
