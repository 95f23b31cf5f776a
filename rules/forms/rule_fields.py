"""Form fields for rulebook fields, cleaned to the plain values of rulebooks."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.rulebook.choices import answers
from scoring.rulebook.fields import FIELDS, Field
from scoring.rulebook.labels import label
from scoring.rulebook.rulebook import Rulebook
from web.text.typed_figures import NoFigure, in_one_script, listed_figures
from web.typed_fields import WholeField

LIMITS = ("mangan", "haneman", "baiman", "sanbaiman")
EMPTY_LIST = "none"
MOST = 99_999


def name_of(path: str) -> str:
    """Return the form field's name: dots do not work in templates."""
    return "rule_" + path.replace(".", "_")


def rule_field(path: str, edition: object = None, *, book: Rulebook | None = None) -> forms.Field:
    """Return a form field for a rulebook field, cleaned to a plain value, or None if empty.

    With `edition`, its plain value there, empty means that value. With `book`, values for other games are left out.
    """
    field, language = FIELDS[path], get_language()
    in_edition = "" if edition is None else label(path, edition, language)
    common: dict[str, Any] = {
        "label": field.named(language),
        "required": edition is None and field.kind != "listing",
    }
    if in_edition:
        common["help_text"] = _("The edition: %(value)s") % {"value": in_edition}
    if field.kind == "number":
        return WholeField(min_value=field.low, max_value=field.high, step_size=field.step, **common)
    if field.kind == "uma":
        return UmaField(max_length=200, **common)
    if field.kind == "limits":
        return LimitsField(max_length=40, **common)
    if field.kind == "listing":
        words = [(str(value), label(path, value, language)) for value in field.values]
        return ListingField(choices=words, **common)
    return _choice(field, answers(book, path) if book else field.values, language, in_edition, common)


class UmaField(forms.CharField):
    """`15, 5, -5, -15`, or a row for each number of floating players: `1: 12, -1, -3, -8; 2: 8, 4, -4, -8`."""

    def prepare_value(self, value: object) -> object:
        if not isinstance(value, Mapping):
            return value
        rows = [(key, ", ".join(map(str, row))) for key, row in value.items()]
        return "; ".join(row if key == "*" else f"{key}: {row}" for key, row in rows)

    def to_python(self, value: object) -> Any:
        text = in_one_script(str(super().to_python(value)))
        rows: dict[str, list[int]] = {}
        for part in filter(None, (part.strip() for part in text.split(";"))):
            key, colon, numbers = part.rpartition(":")
            key = key.strip() if colon else "*"
            row = _row(numbers)
            is_known = key in ("*", "0", "1", "2", "3", "4", "5") and key not in rows
            if not is_known or len(row) not in (3, 4, 5):
                raise forms.ValidationError(_refusal("15, 5, -5, -15"), code="invalid")
            rows[key] = row
        return rows or None

    def clean(self, value: object) -> Any:
        rows = self.to_python(value)
        if rows is None and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return rows


def is_shared_out(rows: object, kind: object) -> bool:
    """Whether all rows of the uma sum to 0. Required for points only; other units may have other sums."""
    return kind != "points" or not isinstance(rows, Mapping) or all(sum(row) == 0 for row in rows.values())


class LimitsField(forms.CharField):
    """The han at which mangan, haneman, baiman and sanbaiman begin: `5, 6, 8, 11`."""

    def prepare_value(self, value: object) -> object:
        return ", ".join(str(value[name]) for name in LIMITS) if isinstance(value, Mapping) else value

    def to_python(self, value: object) -> Any:
        text = str(super().to_python(value))
        numbers = _row(text)
        if not text:
            return None
        if len(numbers) != len(LIMITS):
            raise forms.ValidationError(_refusal("3, 4, 6, 9"), code="invalid")
        return dict(zip(LIMITS, numbers, strict=True))

    def clean(self, value: object) -> Any:
        return self.to_python(value)


def _choice(
    field: Field, known: Sequence[str | int], language: str | None, in_edition: str, common: dict[str, Any]
) -> forms.Field:
    values: list[object] = [True, False] if field.kind == "flag" else list(known)
    # House rules may set a field back to "unset" or "n/a".
    marks = [mark for mark, fits in (("unset", field.open), ("n/a", field.na)) if fits and in_edition]
    by_text = {str(value): value for value in (*values, *marks)}
    words = [(text, label(field.path, value, language)) for text, value in by_text.items()]
    as_it_is = [("", _("As in the edition"))] if in_edition else [("", "---------")]
    return forms.TypedChoiceField(
        choices=as_it_is + words, coerce=by_text.__getitem__, empty_value=None, **common
    )


class ListingField(forms.MultipleChoiceField):
    """A rulebook list as checkboxes, with another one for the empty list."""

    def __init__(self, *, choices: list[tuple[str, str]], **common: Any) -> None:
        ticks = [*choices, (EMPTY_LIST, _("None of them"))]
        super().__init__(choices=ticks, widget=forms.CheckboxSelectMultiple, **common)

    def prepare_value(self, value: object) -> object:
        return [EMPTY_LIST] if value == [] else value

    def clean(self, value: object) -> Any:
        values = super().clean(value)
        if EMPTY_LIST in values and len(values) > 1:
            raise forms.ValidationError(
                _("“None of them” cannot be combined with other choices."), code="invalid"
            )
        return [one for one in values if one != EMPTY_LIST] if values else None


def uneven_uma() -> str:
    return _("The numbers of an uma must sum to 0, such as 15, 5, -5, -15.")


def _row(text: str) -> list[int]:
    """Parse a list of integers; empty if any item is not one."""
    try:
        numbers = listed_figures(text, whole=True)
    except NoFigure:
        return []
    are_whole = all(one.denominator == 1 and abs(one) <= MOST for one in numbers)
    return [int(one) for one in numbers] if are_whole else []


def _refusal(example: str) -> str:
    return _("Please enter whole numbers, such as %(example)s.") % {"example": example}
