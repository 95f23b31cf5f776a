"""Fields of requests about tournaments."""

import base64
import binascii
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from tournaments.api.glossary import GLOSSARY
from tournaments.models import Tournament
from tournaments.models.about.events import Said
from tournaments.models.events import Event, explaining_events, sealing_events
from tournaments.models.leagues.league import LONGEST_TITLE
from web.api.fields import Input, OneOf, Several, Text, Whole, within
from web.sheets.csv_rows import LAST_LINE, MOST_BYTES, MOST_COLUMNS, Chosen, Finding
from web.sheets.encodings import ENCODINGS
from web.sheets.uploads import text_of_file

# A file of 2 MB in base64, plus the fields beside it.
MOST_OF_A_LIST = MOST_BYTES * 4 // 3 + 16 * 1024

REMAINDERS = [
    ("refuse", "the draw is refused"),
    ("byes", "some sit out"),
    ("substitutes", "substitutes fill the last table"),
    ("three", "tables of three, in turn"),
    ("five", "tables of five, in turn"),
]

# Codes that the refusal please_confirm may ask for.
CONFIRM_DRAW = (
    "Refused with the code please_confirm are a draw from standings to which results are missing (if meant, send it "
    "again with results_missing) and, in a stage of teams, a method by which team mates may meet "
    "(team_mates_together)."
)
CONFIRM_PUBLISHING = (
    "A round drawn from standings that have changed since is refused with the code please_confirm; if it is meant, "
    "send it again with standings_changed."
)

CONFIRM_LIST = (
    "Two spellings of what may be one name are a finding with the code two_spellings; if they are two people, send "
    "it again with two_spellings. A player of another division of the season is one with the code "
    "in_another_division; if they play in both, send it again with in_another_division."
)


class Title(Text):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=LONGEST_TITLE, **kwargs)

    def to_internal_value(self, data: object) -> str:
        return " ".join(super().to_internal_value(data).split())


class Confirmed(Several):
    """Codes of unusual house rules or figures that are intended."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(child=Text(max_length=40), max_length=20, **kwargs)


class StageSettingInput(Input):
    """The row of a stage that `event` explains: a field for each column; a field left out has its default.

    Columns that are neither numbers nor choices, and fields without a column, are declared by hand.
    """

    event: ClassVar[type[Event]]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        explains = explaining_events()[self.event]
        declared = super().get_fields()
        columns: dict[str, Any] = {
            name: explains.model._meta.get_field(name) for name in explains.names(self.event)
        }
        read = {
            name: _of_column(column, default=column.get_default())
            for name, column in columns.items()
            if name not in declared
        }
        switch = {name: field for name, field in declared.items() if name == explains.switch}
        return {**switch, **read, **declared}


class SaidInput(Input):
    """A row that `event` seals: a text field for each column; a text that may be empty may be left out.

    Columns of other types are declared by hand.
    """

    event: ClassVar[type[Said]]
    leaves_out: ClassVar[tuple[str, ...]] = ()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        declared = super().get_fields()
        seals = sealing_events()[self.event]
        columns: dict[str, Any] = {name: seals.model._meta.get_field(name) for name in seals.columns}
        read = {
            name: _of_column(column, **({"default": column.get_default()} if column.blank else {}))
            for name, column in columns.items()
            if name not in declared and name not in self.leaves_out
        }
        return {**read, **declared}


class EditedColumns(Input):
    """The new values of a row; fields left out do not change.

    Texts and choices in `model.EDITABLE` follow their columns unless declared by hand.
    """

    model: ClassVar[type[Tournament]]

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        found = super().get_fields()
        for name in self.model.EDITABLE:
            if name not in found:
                found[name] = _of_column(self.model._meta.get_field(name), required=False)
        return {name: found[name] for name in dict.fromkeys((*self.model.EDITABLE, *found))}


def _of_column(column: Any, **more: Any) -> serializers.Field[Any, Any, Any, Any]:
    """Return the field for a column; names in the glossary need no help text of their own."""
    words = None if column.name in GLOSSARY else column.help_text or None
    if column.choices:
        return OneOf(column.choices, help_text=words, **more)
    if isinstance(column, models.IntegerField):
        return Whole(**within(column.model, column.name), help_text=words, **more)
    if isinstance(column, models.CharField | models.TextField):
        return Text(max_length=column.max_length, allow_blank=column.blank, help_text=words, **more)
    raise TypeError(f"{column}: declare this field of the input by hand.")


class WholeText(serializers.CharField):
    """A text whose blanks and line breaks are kept, such as the content of a file."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(trim_whitespace=False, **kwargs)

    def to_internal_value(self, data: object) -> str:
        if type(data) is not str:
            self.fail("invalid")
        return data


class ListFile(serializers.CharField):
    """A list from a file in base64: a workbook (XLSX), or CSV in UTF-8. Validates to bytes."""

    default_error_messages = {"not_base64": _("A base64-encoded file is expected.")}

    def to_internal_value(self, data: object) -> Any:
        if type(data) is not str:
            self.fail("invalid")
        try:
            return base64.b64decode(data, validate=True)
        except (binascii.Error, ValueError):
            self.fail("not_base64")


class ColumnsByHand(Several):
    """The meaning of each column of a list, in order, by our names for columns."""

    def __init__(self, columns: Iterable[str], **kwargs: Any) -> None:
        super().__init__(
            child=OneOf([*columns], allow_blank=True, allow_null=True),
            max_length=MOST_COLUMNS,
            required=False,
            help_text="What each column of the file means, in their order: one of our names, an empty text for one "
            "that is not read, null for what its title says. Left out at the end: null.",
            **kwargs,
        )


class TitlesLine(Whole):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=0,
            max_value=LAST_LINE,
            required=False,
            help_text="The line with the titles of the columns; 0: the file has none. Left out, it is looked for.",
            **kwargs,
        )


class ListInput(Input):
    """A list to import: the text of a CSV file (`csv`), or a file in base64 (`file`). `columns` and `header_line`
    say what its headings do not.
    """

    # Whether a row has the headings of such a list; of a workbook, the first sheet with one is read.
    is_header: Callable[[Sequence[str]], bool] | None = None

    csv = WholeText(required=False, help_text="Text of a CSV file; instead of `file`.")
    file = ListFile(required=False, help_text="A workbook (XLSX) or CSV file in base64; instead of `csv`.")
    encoding = OneOf(
        [*ENCODINGS.items()],
        required=False,
        help_text="That of a CSV file; without it a file whose letters could be others is refused with not_utf8.",
    )
    header_line = TitlesLine()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("csv" in attrs) == ("file" in attrs):
            raise serializers.ValidationError(
                {
                    "csv": [
                        _(
                            "Please send either the text of a CSV file as csv, or a base64-encoded file as "
                            "file."
                        )
                    ]
                }
            )
        attrs["chosen"] = _chosen(attrs)
        if "csv" in attrs:
            return attrs
        text = text_of_file(attrs["file"], encoding=attrs.get("encoding", ""), is_header=type(self).is_header)
        if isinstance(text, Finding):
            raise serializers.ValidationError({"file": [ErrorDetail(text.message, code=text.code)]})
        return {**attrs, "csv": text}


def _chosen(attrs: Mapping[str, Any]) -> Chosen | None:
    named = {index: name for index, name in enumerate(attrs.get("columns", [])) if name is not None}
    line = attrs.get("header_line")
    return Chosen(named, line) if named or line is not None else None
