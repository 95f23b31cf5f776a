from typing import Any

from django import forms
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.seen_versions import said_tag
from tournaments.models import About, Thanks
from tournaments.models.about.about import LONGEST_DESCRIPTION, LONGEST_FACT, LONGEST_THANKS
from tournaments.models.about.events import AboutSet, ThanksSet
from web.text.typed_texts import (
    LONGEST_ADDRESS,
    as_typed,
    validate_line,
    validate_lines,
    validate_web_address,
)

MARKDOWN = gettext_lazy("Markdown: # heading, **bold**, - list, [text](https://…). No HTML, no pictures.")
ONE_IS_ENOUGH = gettext_lazy("If you write only one, it is shown in both languages.")


class LinesField(forms.CharField):
    widget = forms.Textarea(attrs={"rows": 12})

    def to_python(self, value: Any) -> str:
        return as_typed(super().to_python(value) or "")


def _fact(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label, required=False, max_length=LONGEST_FACT, validators=[validate_line], **more
    )


def web_address_field(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=LONGEST_ADDRESS,
        validators=[validate_web_address],
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://"}),
        **more,
    )


def _description(
    label: Any, language: str, *, longest: int = LONGEST_DESCRIPTION, rows: int = 12, **more: Any
) -> LinesField:
    return LinesField(
        label=label,
        required=False,
        max_length=longest,
        validators=[validate_lines],
        widget=forms.Textarea(attrs={"rows": rows, "lang": language}),
        **more,
    )


class AboutForm(forms.Form):
    """A tournament's description and facts; empty without a row."""

    description_en = _description(gettext_lazy("Description in English"), "en", help_text=MARKDOWN)
    description_ja = _description(
        gettext_lazy("Description in Japanese"),
        "ja",
        help_text=ONE_IS_ENOUGH,
    )
    fee = _fact(
        pgettext_lazy("field", "Entry fee"),
        help_text=gettext_lazy("For example: 3,000 yen, students 2,000 yen, lunch included."),
    )
    address = _fact(pgettext_lazy("field", "Postal address"))
    map_link = web_address_field(
        pgettext_lazy("field", "Map link"),
        help_text=gettext_lazy("If empty, it opens the postal address in OpenStreetMap."),
    )
    contact = _fact(
        pgettext_lazy("field", "Contact"),
        help_text=gettext_lazy("An e-mail address (hidden from simple bots) or any text."),
    )
    website = web_address_field(pgettext_lazy("field", "Website"))
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, about: About | None, data: Any = None) -> None:
        rows = [about] if about else []
        initial = {name: getattr(about or About(), name) for name in AboutSet.seals.columns}
        super().__init__(data, initial={**initial, "seen": said_tag(AboutSet, rows)})


class ThanksForm(forms.Form):
    """What the organizers say at the end; empty without a row."""

    text_en = _description(
        gettext_lazy("Closing words in English"), "en", longest=LONGEST_THANKS, rows=6, help_text=MARKDOWN
    )
    text_ja = _description(
        gettext_lazy("Closing words in Japanese"),
        "ja",
        longest=LONGEST_THANKS,
        rows=6,
        help_text=ONE_IS_ENOUGH,
    )
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, thanks: Thanks | None, data: Any = None) -> None:
        rows = [thanks] if thanks else []
        initial = {name: getattr(thanks or Thanks(), name) for name in ThanksSet.seals.columns}
        super().__init__(data, initial={**initial, "seen": said_tag(ThanksSet, rows)})
