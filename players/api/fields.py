"""Request fields about people."""

import re
from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from players.names import LONGEST_NAME, clean_name


class Name(serializers.CharField):
    """The name of a person, club or team, by the rules of `players.names`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, **kwargs)

    def to_internal_value(self, data: object) -> str:
        if type(data) is not str:
            self.fail("invalid")
        if not data and self.allow_blank:
            return ""
        try:
            return clean_name(data)
        except DjangoValidationError as error:
            raise serializers.ValidationError(error.messages) from error

    def run_validation(self, data: Any = serializers.empty) -> Any:
        # `clean_name` limits the tidied name; before that it may be longer.
        if isinstance(data, str) and len(data) > 4 * LONGEST_NAME:
            self.fail("max_length", max_length=LONGEST_NAME)
        return super().run_validation(data)


class Country(serializers.CharField):
    default_error_messages = {"invalid": _("Expected a two-letter ISO 3166 code, such as JP.")}

    def to_internal_value(self, data: object) -> str:
        if type(data) is not str or not re.fullmatch(r"([A-Za-z]{2})?", data):
            self.fail("invalid")
        return data.upper()
