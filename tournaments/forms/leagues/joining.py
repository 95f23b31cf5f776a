"""Newcomers to a league's next season, one per line: player, division and reason."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from players.names import clean_name
from tournaments.actions.actor import Actor
from tournaments.actions.player_records import namesakes_known_to
from tournaments.actions.seasons.confirming import LONGEST_REASON
from tournaments.models import Division

MOST_JOINING = 50
COMMAS = re.compile("[,，、]")
NUMBER = re.compile("[0-9]{1,18}")


class Joining(NamedTuple):
    """A newcomer; `player` and `level` as in the next season."""

    player: int
    level: int
    reason: str


class JoiningField(forms.CharField):
    """Cleans to a list of `Joining`. `divisions` are the choices, the top one first; `by` may only name players
    visible to them.
    """

    def __init__(self, divisions: Sequence[Division], by: Actor) -> None:
        self.divisions, self.by = divisions, by
        super().__init__(
            label=pgettext_lazy("field", "Who joins"),
            required=False,
            max_length=10_000,
            widget=forms.Textarea(attrs={"rows": 2, "autocomplete": "off"}),
            help_text=gettext_lazy(
                "One per line, separated by commas: a player on file (by name, or by the number in the "
                "address of their page), the division, the reason. Players who are new here are registered "
                "later, in the tournament itself."
            ),
        )

    def clean(self, value: object) -> list[Joining]:
        lines = [line.strip() for line in super().clean(value).splitlines() if line.strip()]
        if len(lines) > MOST_JOINING:
            raise ValidationError(
                _("Please enter at most %(most)s.") % {"most": MOST_JOINING}, code="too_many"
            )
        return [self._line(line) for line in lines]

    def _line(self, line: str) -> Joining:
        parts = [part.strip() for part in COMMAS.split(line, maxsplit=2)]
        if len(parts) < 3 or not all(parts):
            message = _("Please enter a player, a division and a reason, separated by commas: %(line)s")
            raise ValidationError(message % {"line": line[:100]}, code="incomplete")
        who, division, reason = parts
        return Joining(_player(who, self.by), self._level(division), reason[:LONGEST_REASON])

    def _level(self, typed: str) -> int:
        for one in self.divisions:
            if typed.casefold() == str(one).casefold():
                return one.level
        raise ValidationError(
            _("There is no division %(name)s. Choose from: %(names)s.")
            % {"name": typed[:100], "names": pgettext("between names", ", ").join(map(str, self.divisions))},
            code="no_such_division",
        )


def _player(typed: str, by: Actor) -> int:
    """Return the player's id; the action checks that it exists."""
    if NUMBER.fullmatch(typed):
        return int(typed)
    found = namesakes_known_to(by, clean_name(typed))
    if not found:
        message = _("No player on file is called %(name)s.")
        raise ValidationError(message % {"name": typed[:100]}, code="nobody")
    if len(found) > 1:
        message = _(
            "Several players are called %(name)s. Please use the number in the address of the player page."
        )
        raise ValidationError(message % {"name": typed[:100]}, code="several")
    return found[0].pk
