"""The form of conditions: the table between two hands, and a goal."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from rules.forms.calculator import WINDS
from rules.forms.points import PointsField, in_hundreds
from scoring.conditions.goal import Goal
from scoring.game.ending import rounds
from scoring.game.game import State
from scoring.game.winds import current_winds, seat_of_wind
from scoring.hand.payment import STICK
from scoring.rulebook.rulebook import Rulebook
from web.typed_fields import NumberField, WholeField

MOST_STICKS = 40
MOST_COUNTERS = 30


class ConditionsForm(forms.Form):
    """A GET form: the address holds all input. Seats are named by their winds in this hand, so East deals.

    With ``names``, as at a tournament's table, seats are named by their players and keep their winds of the first
    hand: ``E`` is the first dealer, not the current one. With ``ranked`` (how many are), a rank can be the goal.
    ``filled`` is the wind whose empty points were computed from the others'.
    """

    def __init__(self, book: Rulebook, data: Any, names: Sequence[str] = (), ranked: int = 0) -> None:
        # An address without points, such as one that only names the player, is not a question yet.
        is_question = any(wind in data for wind in "ESWN")
        super().__init__(data if is_question else None, initial=data.dict())
        self.book = book
        self.filled = ""
        self.is_named = bool(names)
        self.hundreds = in_hundreds(book)
        players = book.table.players
        self.winds = list(zip("ESWN", names, strict=False)) if names else WINDS[:players]
        for wind, label in self.winds:
            self.fields[wind] = PointsField(hundreds=self.hundreds, label=label)
            self.fields[wind].widget.attrs |= {"inputmode": "text", "autocomplete": "off", "maxlength": 12}
        length = rounds(book) or 2
        hands = [
            (f"{wind}{number}", pgettext("a hand", "%(wind)s %(number)s") % {"wind": label, "number": number})
            for wind, label in WINDS[: min(length + 1, 4)]
            for number in range(1, players + 1)
        ]
        self.fields["hand"] = forms.ChoiceField(
            label=pgettext_lazy("of a game", "Hand"), choices=hands, initial=last_hand(book)
        )
        self.fields["honba"] = _count(pgettext_lazy("mahjong term", "Counters"), MOST_COUNTERS)
        self.fields["sticks"] = _count(gettext_lazy("Riichi sticks on the table"), MOST_STICKS)
        self.fields["riichi"] = forms.MultipleChoiceField(
            label=gettext_lazy("In riichi now"),
            choices=self.winds,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        self.fields["dead"] = forms.MultipleChoiceField(
            label=pgettext_lazy("of a player", "Dead hand"),
            choices=self.winds,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )
        if book.overlay.wareme != "none":
            self.fields["doubled"] = forms.ChoiceField(
                label=pgettext_lazy("mahjong term", "Doubled seat"), choices=[("", "–"), *self.winds]
            )
        self.fields["seat"] = forms.ChoiceField(
            label=pgettext_lazy("conditions", "For whom"),
            choices=[("", pgettext_lazy("at the table", "All players")), *self.winds],
            required=False,
        )
        places = [("1", pgettext_lazy("place", "1st place")), ("2", gettext_lazy("2nd place or better"))]
        if players == 4:
            places.append(("3", gettext_lazy("3rd place or better")))
        goals = [*places, ("total", gettext_lazy("A total of at least"))]
        if ranked:
            goals.append(("rank", pgettext_lazy("conditions", "Stage rank")))
            self.fields["rank"] = _count(gettext_lazy("Rank in the stage"), ranked, least=1)
        self.fields["goal"] = forms.ChoiceField(label=pgettext_lazy("field", "Goal"), choices=goals)
        self.fields["total"] = NumberField(
            label=pgettext_lazy("field", "Total"), max_digits=6, decimal_places=1, required=False
        )
        self.fields["total"].widget.attrs |= {"inputmode": "text", "step": "0.1"}

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        data["honba"], data["sticks"] = data.get("honba") or 0, data.get("sticks") or 0
        if data.get("goal") == "total" and data.get("total") is None and "total" not in self.errors:
            self.add_error("total", ValidationError(_("Enter the points needed."), code="required"))
        if data.get("goal") == "rank" and data.get("rank") is None and "rank" not in self.errors:
            self.add_error("rank", ValidationError(_("Enter the rank needed."), code="required"))
        if not self.errors:
            self._balance(data)
        return data

    def _balance(self, data: dict[str, Any]) -> None:
        """Fill in one empty field with the remaining points; an error if several are empty."""
        start = self.book.table.starting_points
        empty = [wind for wind, _label in self.winds if data[wind] is None]
        if len(empty) > 1 or (empty and not isinstance(start, int)):
            raise ValidationError(
                _("Please enter the points of all players; one may be left empty."), code="required"
            )
        if not isinstance(start, int):
            return
        given = sum(data[wind] for wind, _label in self.winds if data[wind] is not None)
        missing = start * len(self.winds) - given - data["sticks"] * STICK
        if empty:
            data[empty[0]] = missing
            self.filled = empty[0]
        elif missing:
            text = (
                _("Points and sticks are %(points)s short of what the game started with.")
                if missing > 0
                else _("Points and sticks are %(points)s more than the game started with.")
            )
            raise ValidationError(text % {"points": f"{abs(missing):,}"}, code="points_do_not_balance")

    @property
    def points(self) -> list[forms.BoundField]:
        """Return the points fields, the dealer's first."""
        return [self[wind] for wind, _label in self.winds]

    @property
    def table(self) -> list[forms.BoundField]:
        order = ("seat", "goal", "total", "rank", "hand", "honba", "sticks", "doubled")
        return [self[name] for name in order if name in self.fields]

    @property
    def winds_now(self) -> tuple[int, ...]:
        """Return each seat's wind in the form's hand, counted from 0, seats from the first dealer. Without a hand,
        those of the first.
        """
        hand = self["hand"].value()
        known = dict(self.fields["hand"].choices)  # type: ignore[attr-defined]
        return current_winds(int(hand[1:]) - 1 if hand in known else 0, self.book.table.players)

    def seat_of(self, wind: str) -> int:
        """Return a seat, counted from the first dealer as in `scoring`."""
        first = 0 if self.is_named else self.dealer
        return seat_of_wind("ESWN".index(wind), first, self.book.table.players)

    @property
    def marked(self) -> int | None:
        """Return the doubled seat, if wareme is played."""
        doubled = self.cleaned_data.get("doubled")
        return self.seat_of(doubled) if doubled else None

    @property
    def dealer(self) -> int:
        return int(self.cleaned_data["hand"][1:]) - 1

    @property
    def state(self) -> State:
        """Return the state before this hand. Riichi sticks of this hand still belong to their players."""
        data, players = self.cleaned_data, self.book.table.players
        points = [0] * players
        for wind, _label in self.winds:
            points[self.seat_of(wind)] = data[wind]
        return State(
            tuple(points),
            round="ESWN".index(data["hand"][0]),
            dealer=self.dealer,
            honba=data["honba"],
            deposits=data["sticks"],
            chombo=(0,) * players,
        )

    def goal_of(self, seat: int) -> Goal:
        """Return the goal of this seat; not for a rank, which depends on the stage."""
        data = self.cleaned_data
        if data["goal"] == "total":
            return Goal(seat, total=int(data["total"] * Decimal(self.book.units_per_point)))
        return Goal(seat, place=int(data["goal"]))


def last_hand(book: Rulebook) -> str:
    """Return the name of the last hand of a game, such as "S4" for South 4."""
    return f"{WINDS[(rounds(book) or 2) - 1][0]}{book.table.players}"


def _count(label: Any, most: int, *, least: int = 0) -> WholeField:
    field = WholeField(
        label=label, min_value=least, max_value=most, required=False, initial=None if least else 0
    )
    field.widget.attrs |= {"inputmode": "numeric"}
    return field
