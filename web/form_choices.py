"""Choices of form fields that depend on the page's subject."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


def offer(form: forms.Form, name: str, choices: Iterable[tuple[Any, Any]] | QuerySet[Any]) -> None:
    """Set the choices of the field `name`, or its rows."""
    if isinstance(choices, QuerySet):
        cast("forms.ModelChoiceField[Any]", form.fields[name]).queryset = choices
    else:
        cast("forms.ChoiceField", form.fields[name]).choices = list(choices)


def without_choice(field: forms.Field, value: str) -> None:
    """Remove `value` from a field's choices; no effect if it is not one."""
    choices = cast("list[tuple[str, Any]]", list(getattr(field, "choices", [])))
    if any(choice[0] == value for choice in choices):
        cast("forms.ChoiceField", field).choices = [choice for choice in choices if choice[0] != value]


class Checkboxes(forms.CheckboxSelectMultiple):
    """Renders ungrouped choices like `CheckboxSelectMultiple`, without a template per box.

    A hall of a thousand players is a thousand boxes.
    """

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        own = self.build_attrs(self.attrs, attrs)
        base = own.pop("id", name)
        rest, ticked = flatatt(own), set(self.format_value(value))
        rows = (
            (f"{base}_{i}", name, choice, rest, " checked" if str(choice) in ticked else "", label)
            for i, (choice, label) in enumerate(self.choices)
        )
        box = '<div><label for="{0}"><input type="checkbox" name="{1}" value="{2}" id="{0}"{3}{4}> {5}</label></div>'
        return format_html('<div id="{}">{}</div>', base, format_html_join("", box, rows))
