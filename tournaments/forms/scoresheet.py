"""The score form: made for thumbs, forgiving about how points are typed, strict about what they mean."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.result.point_step import HUNDRED, point_step
from scoring.result.result import MAX_CHOMBO
from scoring.rulebook.fields import NA
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.play.reported_points import Figures
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.actions.rules_wording import in_figures
from tournaments.models import Scoresheet, Seat

STICK = 1_000
MOST_STICKS = 40
# From here on a number is points as they stand; below it, hundreds. No score comes near 200,000.
FEWEST_WHOLE = 2_000
MINUS = str.maketrans(dict.fromkeys("−‐‑–—ー▲△－", "-"))
# A point or comma that does not set thousands apart: 37.5 is not 375.
FRACTION = re.compile(r"[.,](?!\d{3}(?!\d))")
NUMBER = re.compile(r"[+-]?\d{1,7}")


def read_points(text: str, *, hundreds: bool) -> int:
    """Return the points a person means: 412, 41200, 41,200 and ４１２ are all 41,200 where points come in hundreds.

    Raises forms.ValidationError for what is no number, or no multiple of 100.

    >>> read_points("412", hundreds=True), read_points("41,200", hundreds=True), read_points("▲15", hundreds=True)
    (41200, 41200, -1500)
    """
    plain = unicodedata.normalize("NFKC", text.translate(MINUS)).translate(MINUS)
    if FRACTION.search(plain):
        raise forms.ValidationError(
            _("%(typed)s is no whole number. Points are counted in whole numbers."),
            code="fraction",
            params={"typed": plain.strip()},
        )
    plain = re.sub(r"[\s,.'_]", "", plain)
    if not NUMBER.fullmatch(plain):
        if hundreds:
            wanted = _("Please type a number, such as 412 for 41,200.")
        else:
            wanted = _("Please type a number, such as 1950.")
        raise forms.ValidationError(wanted, code="not_a_number")
    number = int(plain)
    if hundreds and abs(number) < FEWEST_WHOLE:
        number *= 100
    if hundreds and number % 100:
        raise forms.ValidationError(
            _("%(points)s does not end in 00. Please check the sticks."),
            code="odd_points",
            params={"points": in_figures(number)},
        )
    return number


def in_hundreds(rulebook: Rulebook) -> bool:
    """Whether points may be typed in hundreds: 412 for 41,200. Where they can end in anything else they are told in
    full, or 1,950 could not be told from 195,000.
    """
    return point_step(rulebook) == HUNDRED


class PointsField(forms.CharField):
    """Points as people type them; cleans to an integer, or None when left empty."""

    def __init__(self, *, hundreds: bool, **kwargs: object) -> None:
        self.hundreds = hundreds
        super().__init__(required=False, max_length=20, **kwargs)  # type: ignore[arg-type]

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        return read_points(text, hundreds=self.hundreds) if text else None


def with_field(data: Mapping[str, str], name: str, value: str) -> QueryDict:
    """Return what was sent with one field changed; what was sent itself cannot be."""
    changed = QueryDict(mutable=True)
    changed.update(data)
    changed[name] = value
    return changed


@dataclass(frozen=True)
class Row:
    """One player's line of the form."""

    seat: Seat
    points: forms.BoundField
    chombo: forms.BoundField | None


class SheetForm(forms.Form):
    """Points by seat, sticks left over, chombo; a reason only where it does not add up.

    `reported` is what was meant, once the form is valid; `cleaned_data` has it too. One empty line is filled in so
    that the sum is right, and the person is asked to look at it before it is sent: then the form is not valid and
    `filled` names the seat.
    """

    sticks = forms.IntegerField(
        label=gettext_lazy("Riichi sticks left on the table"),
        required=False,
        min_value=0,
        max_value=MOST_STICKS,
    )
    imbalance_reason = forms.CharField(
        label=gettext_lazy("It really does not add up, because"),
        required=False,
        max_length=LONGEST_REASON,
        strip=True,
    )
    seated = forms.CharField(required=False, widget=forms.HiddenInput)
    if_match = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        rulebook: Rulebook,
        seats: Sequence[Seat],
        *,
        data: object = None,
        sheet: Scoresheet | None = None,
    ) -> None:
        self.seats = list(seats)
        self.hundreds = in_hundreds(rulebook)
        self.takes_sticks = rulebook.result.kind == "points" and rulebook.result.leftover_deposits is not NA
        self.sanction = rulebook.chombo.kind
        self.takes_chombo = rulebook.chombo.kind != "none"
        start = rulebook.table.starting_points
        self.start_total = start * len(self.seats) if isinstance(start, int) else None
        self.filled: Seat | None = None
        self.reported: Figures | None = None
        super().__init__(data, initial=self._initial(sheet))  # type: ignore[arg-type]
        for index, seat in enumerate(self.seats):
            self.fields[f"points_{index}"] = PointsField(hundreds=self.hundreds, label=seat.entry.player.name)
            if self.takes_chombo:
                self.fields[f"chombo_{index}"] = forms.IntegerField(
                    label=seat.entry.player.name, required=False, min_value=0, max_value=MAX_CHOMBO
                )

    @property
    def rows(self) -> Iterator[Row]:
        for index, seat in enumerate(self.seats):
            yield Row(seat, self[f"points_{index}"], self[f"chombo_{index}"] if self.takes_chombo else None)

    @property
    def chombo_are_paid_at_the_table(self) -> bool:
        """Are chombo counted here without changing the result?"""
        return self.sanction in ("each", "mangan")

    @property
    def has_chombo(self) -> bool:
        return self.takes_chombo and any(
            row.chombo and row.chombo.value() not in (None, "", 0, "0") for row in self.rows
        )

    @property
    def asks_for_reason(self) -> bool:
        """Does the sum, as sent, need an explanation?"""
        return self.has_error(NON_FIELD_ERRORS, "does_not_add_up") or bool(self["imbalance_reason"].value())

    def clean_seated(self) -> list[int] | None:
        """The entry ids that stood on the page, East first; None when it did not say."""
        ids = self.cleaned_data["seated"].split(",")
        return [int(one) for one in ids] if all(re.fullmatch(r"\d{1,18}", one) for one in ids) else None

    def clean_if_match(self) -> str | None:
        """The version that stood on the page; None when there was none."""
        return self.cleaned_data["if_match"] or None

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        points = [cleaned[f"points_{index}"] for index in range(len(self.seats))]
        leftover = (cleaned.get("sticks") or 0) * STICK if self.takes_sticks else 0
        empty = [index for index, value in enumerate(points) if value is None]
        if len(empty) == 1 and self.start_total is not None:
            self._fill(empty[0], self.start_total - leftover - sum(p for p in points if p is not None))
            return cleaned
        for index in empty:
            self.add_error(f"points_{index}", _("Please enter these points."))
        if empty:
            return cleaned
        imbalance = 0 if self.start_total is None else self.start_total - leftover - sum(points)
        reason = cleaned.get("imbalance_reason", "")
        if imbalance and not reason:
            self.add_error(None, forms.ValidationError(self._unbalanced(imbalance), code="does_not_add_up"))
            return cleaned
        self.reported = Figures(
            points=points,
            chombo=[cleaned.get(f"chombo_{index}") or 0 for index in range(len(self.seats))],
            leftover=leftover,
            imbalance=imbalance,
            imbalance_reason=reason if imbalance else "",
        )
        return {**cleaned, "reported": self.reported}

    def _fill(self, index: int, points: int) -> None:
        """Write the missing points into the empty line of what was sent, for the person to look at."""
        self.data = with_field(self.data, f"points_{index}", self._typed(points))
        self.filled = self.seats[index]
        message = _("We filled in %(name)s with %(points)s. Please check, and send again.")
        self.add_error(
            None,
            forms.ValidationError(
                message,
                code="filled",
                params={"name": self.filled.entry.player.name, "points": in_figures(points)},
            ),
        )

    def _unbalanced(self, missing: int) -> str:
        assert self.start_total is not None
        values = {
            "sum": in_figures(self.start_total - missing),
            "start": f"{self.start_total:,}",
            "points": f"{abs(missing):,}",
        }
        if missing > 0:
            text = _(
                "The scores and sticks add up to %(sum)s, not %(start)s: %(points)s are missing. "
                "Is a riichi stick missing? If it really does not add up, say why below."
            )
        else:
            text = _(
                "The scores and sticks add up to %(sum)s, not %(start)s: %(points)s too many. "
                "Please check the scores again. If it really does not add up, say why below."
            )
        return text % values

    def _typed(self, points: int) -> str:
        """Points as a person would type them again."""
        return str(points // 100) if self.hundreds and points % 100 == 0 else str(points)

    def _initial(self, sheet: Scoresheet | None) -> dict[str, object]:
        initial: dict[str, object] = {"seated": ",".join(str(seat.entry_id) for seat in self.seats)}
        if sheet is None:
            return initial
        for index, (points, chombo) in enumerate(zip(sheet.points, sheet.chombo, strict=True)):
            initial[f"points_{index}"] = self._typed(points)
            initial[f"chombo_{index}"] = chombo
        initial |= {
            "sticks": sheet.leftover // STICK,
            "imbalance_reason": sheet.imbalance_reason,
            "if_match": sheet.tag if sheet.is_live else "",
        }
        return initial
