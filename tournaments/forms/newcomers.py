"""Newcomers by name, one per line."""

from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from players.names import clean_name

MOST_NEWCOMERS = 20


@dataclass(frozen=True)
class TypedNewcomer:
    """A line: a name, and the club after a comma."""

    name: str
    club: str = ""


class NewcomersField(forms.CharField):
    """Cleans to a list of `TypedNewcomer`."""

    def __init__(self, **more: object) -> None:
        settings: dict[str, object] = {
            "label": pgettext_lazy("choice", "New here"),
            "required": False,
            "max_length": 2_000,
            "widget": forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
            "help_text": gettext_lazy(
                "Players not on the list yet, one per line: a name, or a name, a comma and a club."
            ),
        }
        super().__init__(**{**settings, **more})  # type: ignore[arg-type]

    def clean(self, value: object) -> list[TypedNewcomer]:
        lines = [line.strip() for line in super().clean(value).splitlines() if line.strip()]
        if len(lines) > MOST_NEWCOMERS:
            raise ValidationError(_("Please register this many people under Players."), code="too_many")
        typed = []
        for line in lines:
            name, _comma, club = line.replace("，", ",").replace("、", ",").partition(",")
            typed.append(TypedNewcomer(clean_name(name), clean_name(club) if club.strip() else ""))
        if len({one.name for one in typed}) < len(typed):
            raise ValidationError(
                _("The same name appears twice. Please register one of them under Players."),
                code="twice",
            )
        return typed
