"""Request fields: strict, and serializers that refuse unknown ones."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Model
from django.urls import register_converter
from django.urls.converters import IntConverter
from django.utils.timezone import is_naive
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from web.column_bounds import bounds_of
from web.text.hidden_characters import first_hidden

MOST_ID = 10**18 - 1


class IdConverter(IntConverter):
    """An id within the database's range; longer numbers match no address."""

    regex = "[0-9]{1,18}"


# `<id:pk>` in the addresses of every API module: those that have ids import this one.
register_converter(IdConverter, "id")


def longest(model: type[Model], column: str) -> int:
    """Return the maximum length of a text column."""
    length: int | None = model._meta.get_field(column).max_length  # type: ignore[union-attr]
    if length is None:
        raise TypeError(f"{model.__name__}.{column} takes a text of any length: say here how long it may be.")
    return length


def meaning(model: type[Model], column: str) -> str:
    """Return a column's help text, for answers that show it unchanged."""
    words = str(model._meta.get_field(column).help_text)  # type: ignore[union-attr]
    if not words:
        raise TypeError(f"{model.__name__}.{column} says nothing of itself: give it a help_text.")
    return words


def within(model: type[Model], column: str) -> dict[str, Any]:
    """Return `min_value` and `max_value` of a number column, as far as it has them. See `bounds_of`."""
    names = ("min_value", "max_value")
    bounds = zip(names, bounds_of(model._meta.get_field(column)), strict=True)
    found = {name: bound for name, bound in bounds if bound is not None}
    if not found:
        raise TypeError(f"{model.__name__}.{column} takes any number: say here which are taken.")
    return found


class Input(serializers.Serializer[Any]):
    """The body of a request. A field it does not know, or may not be written, is refused and not ignored."""

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, Mapping):
            unknown = sorted(str(name)[:60] for name in data if name not in self.writable_names)
            if unknown:
                raise serializers.ValidationError(
                    {name: [_("This field does not exist here.")] for name in unknown[:20]}
                )
        return super().to_internal_value(data)

    @cached_property
    def writable_names(self) -> set[str]:
        return {field.field_name for field in self._writable_fields if field.field_name}


class Whole(serializers.IntegerField):
    """A JSON number without a fraction. Not "25000", not true."""

    default_error_messages = {"invalid": _("Expected a whole number, without quotation marks.")}

    def to_internal_value(self, data: object) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Id(Whole):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=MOST_ID, **kwargs)


class YesNo(serializers.BooleanField):
    """true or false. Not "yes", not 1."""

    default_error_messages = {"invalid": _("Expected true or false.")}

    def to_internal_value(self, data: object) -> bool:
        if type(data) is not bool:
            self.fail("invalid")
        return data


class Instant(serializers.DateTimeField):
    """A moment with its offset from UTC. An hour without one would be another moment in each country."""

    default_error_messages = {
        "no_offset": _("Please add the offset from UTC, as in 2027-01-05T19:00+09:00; Z is UTC.")
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "With its offset from UTC, such as 2027-01-05T19:00+09:00; Z is UTC.")
        super().__init__(**kwargs)

    def enforce_timezone(self, value: datetime) -> datetime:
        if is_naive(value):
            self.fail("no_offset")
        return super().enforce_timezone(value)


class Text(serializers.CharField):
    """A line of text that shows what it says: no control characters, no bidi overrides."""

    default_error_messages = {
        "invalid": _("Expected a text, in quotation marks."),
        "unprintable": _(
            "One character cannot be displayed (U+{code}). Please enter the text again without it."
        ),
    }

    def to_internal_value(self, data: object) -> str:
        if type(data) is not str:
            self.fail("invalid")
        text = unicodedata.normalize("NFC", super().to_internal_value(data))
        if hidden := first_hidden(text.replace("\n", " ")):
            self.fail("unprintable", code=f"{ord(hidden):04X}")
        return text


class Address(serializers.CharField):
    """The part of a page's address that names a thing: spring-open-2026."""

    default_error_messages = {
        "invalid": _("Lowercase letters, digits and single hyphens, such as spring-open-2026; at most 60.")
    }

    def to_internal_value(self, data: object) -> str:
        if type(data) is not str or len(data) > 60 or not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", data):
            self.fail("invalid")
        return data


class OneOf(serializers.ChoiceField):
    def to_internal_value(self, data: object) -> Any:
        if type(data) is not str:
            self.fail("invalid_choice", input=str(data)[:40])
        return super().to_internal_value(data)


class Several(serializers.ListField):
    """A list of at most `max_length`, checked before its items are."""

    default_error_messages = {"max_length": _("At most {max_length} are allowed here.")}

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        return super().run_validation(data)


class Changes(serializers.DictField):
    """Names and their new values, such as house rules. The names are checked by those who know them."""

    def to_internal_value(self, data: Any) -> dict[str, object]:
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        return data
