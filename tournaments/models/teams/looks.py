"""How a team is told from others at a glance: its colour and its mark."""

import hashlib
import re
import sys
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import Exact, LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.people.entries import Team
from web.colours import LONGEST_COLOUR, Steps, steps_of, text_on, validate_colour
from web.text.typed_texts import validate_line

LONGEST_MARK = 2
# In the address of one style sheet: 1,600 characters.
MOST_LOOKS = 60
# What teams without a colour of their own have: `--s1` to `--s8` of `css/tokens.css`.
USUAL = (
    Steps("#c8402b", "#f0775f"),
    Steps("#2f7fb5", "#62aee2"),
    Steps("#3c8f57", "#63c48a"),
    Steps("#9a7a12", "#d8b24a"),
    Steps("#7a5bb0", "#ab92e2"),
    Steps("#c2621a", "#f0985a"),
    Steps("#b0487f", "#e283b3"),
    Steps("#17808a", "#4fc0c8"),
)


class TeamLook(models.Model):
    """A colour or a mark that was chosen for a team. Without a row it has a usual colour and no mark."""

    team = models.OneToOneField(Team, models.CASCADE, related_name="look", primary_key=True)
    colour = models.CharField(
        pgettext_lazy("field", "colour"),
        max_length=LONGEST_COLOUR,
        blank=True,
        validators=[validate_colour],
        help_text="Colour as #rrggbb; empty for a usual one.",
    )
    mark = models.CharField(
        pgettext_lazy("field", "mark"),
        max_length=LONGEST_MARK,
        blank=True,
        validators=[validate_line],
        help_text="One or two characters that stand for the team; may be empty.",
    )

    class Meta:
        verbose_name = _("look of a team")
        verbose_name_plural = _("looks of teams")
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(colour="", mark=""), name="a_look_of_a_team_says_something"
            ),
            models.CheckConstraint(
                condition=models.Q(colour="")
                | models.Q(models.Q(colour__startswith="#"), Exact(Length("colour"), LONGEST_COLOUR)),
                name="a_colour_of_a_team_is_written_in_six_digits",
            ),
            models.CheckConstraint(
                condition=models.Q(LessThanOrEqual(Length("mark"), LONGEST_MARK)),
                name="a_mark_of_a_team_is_short",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.team}: {self.colour} {self.mark}"


class Look(NamedTuple):
    """How a team looks: its colour on light and on dark pages, and its mark, which may be empty."""

    steps: Steps
    mark: str


def look_of(team: int, row: TeamLook | None) -> Look:
    """How the team with this id looks; without a row, or without a colour in it, it has one of the eight."""
    chosen = row.colour if row is not None else ""
    return Look(steps_of(chosen) if chosen else USUAL[usual(team) - 1], row.mark if row is not None else "")


def usual(team: int) -> int:
    """Which of the eight usual colours a team has, from 1 to 8: needs no query."""
    return team % len(USUAL) + 1


def classes_of(team: int) -> str:
    """The classes of what has a team's colour, in HTML and in pictures: a usual one, and its own by `sheet_of`."""
    return f"own-{usual(team)} team-{team}"


def sheet_of(rows: Iterable[tuple[int, str, str]]) -> str:
    """The style sheet for teams with a look, by `team`, `colour` and `mark`; empty without any.

    Marks are what people typed: nothing of them but their code points is in the sheet.
    """
    return "".join(_rules(*row) for row in rows)


def _rules(team: int, colour: str, mark: str) -> str:
    light, dark = steps_of(colour) if colour else USUAL[usual(team) - 1]
    found = f".team-{team}{{--own:light-dark({light},{dark})}}\n" if colour else ""
    if mark:
        points = "".join(f"\\{ord(character):x} " for character in mark)
        found += (
            f".team-{team}.team-mark{{width:auto;min-width:1.5em;padding-inline:.2em;"
            f"color:light-dark({text_on(light)},{text_on(dark)})}}\n"
            f'.team-{team}.team-mark::before{{content:"{points}"/""}}\n'
        )
    return found


def _looks(tournament_id: int) -> "models.QuerySet[TeamLook, tuple[Any, ...]]":
    rows = TeamLook.objects.filter(team__tournament=tournament_id).order_by("team_id")
    return rows.values_list("team_id", "colour", "mark")


def has_team_looks(tournament: str) -> models.Exists:
    """Does a team of the tournament, which is at this path, have a look?"""
    return models.Exists(TeamLook.objects.filter(team__tournament=models.OuterRef(tournament)))


LOOKS = PreparedQuery(_looks, of=int)

_LOOKS_OF_SEVERAL = PreparedQuery(
    lambda tournaments: (
        TeamLook.objects.filter(Among("team__tournament", tournaments))
        .order_by("-team__tournament", "team")
        .values_list("team_id", "colour", "mark")[:MOST_LOOKS]
    ),
    of=list,
)
_ONE = r"[1-9][0-9]{0,9}-(?:[0-9a-f]{6})?-(?:[0-9a-f]{1,6}(?:_[0-9a-f]{1,6})?)?"
_SEVERAL = re.compile(rf"{_ONE}(?:\.{_ONE}){{0,{MOST_LOOKS - 1}}}")


def looks_address(tournaments: Collection[int]) -> str:
    """The looks of the teams of these tournaments as `sheet_at` reads them, at most `MOST_LOOKS`, of the newest
    tournaments; empty without any. One query, none without tournaments.
    """
    rows = _LOOKS_OF_SEVERAL.read_raw(tournaments) if tournaments else []
    return ".".join(
        f"{team}-{colour[1:]}-{'_'.join(f'{ord(character):x}' for character in mark)}"
        for team, colour, mark in rows
    )


def sheet_at(address: str) -> str | None:
    """The style sheet of `looks_address`; None for what is none."""
    if not _SEVERAL.fullmatch(address):
        return None
    rows = []
    for one in address.split("."):
        team, colour, points = one.split("-")
        codes = [int(point, 16) for point in points.split("_") if point]
        if any(code > sys.maxunicode for code in codes):
            return None
        rows.append((int(team), colour and f"#{colour}", "".join(map(chr, codes))))
    return sheet_of(rows)


def team_sheet(tournament_id: int) -> tuple[str, str]:
    """The style sheet for a tournament's teams and its digest; both empty where no team has a look. One query."""
    css = sheet_of(LOOKS.read(tournament_id))
    return css, hashlib.sha256(css.encode()).hexdigest()[:12] if css else ""
