"""The score form: made for thumbs, tolerant of how points are typed, strict about their meaning."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from rules.forms.points import PointsField, in_hundreds
from scoring.errors import ScoringError
from scoring.lookup.result_table import ResultTable, result_table
from scoring.result.chombo import MAX_CHOMBO
from scoring.result.result import Result, SeatResult, settle
from scoring.rulebook.fields import NA
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.play.scoresheets.reporting import Figures
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.actions.wording.rules import in_words
from tournaments.models import Scoresheet, Seat
from web.text.figures import in_figures
from web.typed_fields import WholeField

STICK = 1_000
MOST_STICKS = 40


def with_field(data: Mapping[str, str], name: str, value: str) -> QueryDict:
    """Return a copy of the sent data with one field changed."""
    changed = QueryDict(mutable=True)
    changed.update(data)
    changed[name] = value
    return changed


@dataclass(frozen=True)
class Row:
    seat: Seat
    points: forms.BoundField
    chombo: forms.BoundField | None
    result: SeatResult | None = None
    parts: tuple[tuple[str, int], ...] = ()


class SheetForm(forms.Form):
    """Points by seat, leftover sticks, chombo; a reason only if the sum is wrong.

    `reported` holds the figures of a valid form, also in `cleaned_data`. `missing` is what the sum lacks. One empty
    row is filled in to complete the sum, and the person is asked to check it: the form is then invalid and `filled`
    names the seat. `draft` is input typed earlier but not sent.
    """

    sticks = WholeField(
        label=gettext_lazy("Riichi sticks left on the table"),
        required=False,
        min_value=0,
        max_value=MOST_STICKS,
    )
    imbalance_reason = forms.CharField(
        label=gettext_lazy("Reason why it does not add up"),
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
        draft: Mapping[str, str] | None = None,
    ) -> None:
        self.rulebook = rulebook
        self.seats = list(seats)
        self.settled: Result | None = None
        self.hundreds = in_hundreds(rulebook)
        self.takes_sticks = rulebook.result.kind == "points" and rulebook.result.leftover_deposits is not NA
        self.sanction = rulebook.chombo.kind
        self.takes_chombo = rulebook.chombo.kind != "none"
        start = rulebook.table.starting_points
        self.start_total = start * len(self.seats) if isinstance(start, int) else None
        self.filled: Seat | None = None
        self.missing = 0
        self.reported: Figures | None = None
        self.is_draft = bool(draft)
        super().__init__(data, initial={**self._initial(sheet), **(draft or {})})  # type: ignore[arg-type]
        for index, seat in enumerate(self.seats):
            self.fields[f"points_{index}"] = PointsField(hundreds=self.hundreds, label=seat.entry.player.name)
            if self.takes_chombo:
                self.fields[f"chombo_{index}"] = WholeField(
                    label=seat.entry.player.name, required=False, min_value=0, max_value=MAX_CHOMBO
                )

    @property
    def rows(self) -> Iterator[Row]:
        for index, seat in enumerate(self.seats):
            chombo = self[f"chombo_{index}"] if self.takes_chombo else None
            result = self.settled.seats[index] if self.settled else None
            parts = ((key, result._asdict()[key]) for key in self.part_names) if result else ()
            shown = tuple((self.part_names[key], units) for key, units in parts if units)
            yield Row(seat, self[f"points_{index}"], chombo, result, shown)

    @property
    def part_names(self) -> dict[str, str]:
        """Return the parts of a total besides the points, as named by `SeatResult` and the rulebook."""
        if self.rulebook.result.kind != "points":
            return {}
        uma = (
            pgettext("mahjong term", "Rank points")
            if self.rulebook.result.uma.by_floating
            else pgettext("mahjong term", "Uma")
        )
        return {
            "uma": uma,
            "oka": pgettext("mahjong term", "Oka"),
            "leftover": pgettext("mahjong term", "Sticks"),
            "chombo": pgettext("mahjong term", "Chombo"),
        }

    @property
    def result_table(self) -> ResultTable | None:
        """Return the table with which the phone looks up places and totals; None if it asks the server."""
        return result_table(self.rulebook)

    def settle(self) -> None:
        """Give each row of a valid form its place and total, or the reason why there are none."""
        assert self.reported is not None
        reported = self.reported
        try:
            self.settled = settle(
                self.rulebook,
                reported.points,
                leftover=reported.leftover,
                chombo=reported.chombo,
                imbalance=reported.imbalance,
            )
        except ScoringError as error:
            message = in_words(
                error,
                self.rulebook,
                points=reported.points,
                leftover=reported.leftover,
                imbalance=reported.imbalance,
            )
            self.add_error(None, message)

    @property
    def chombo_are_paid_at_the_table(self) -> bool:
        """Whether chombo are counted here without changing the result."""
        return self.sanction in ("each", "mangan")

    @property
    def has_chombo(self) -> bool:
        return self.takes_chombo and any(
            row.chombo and row.chombo.value() not in (None, "", 0, "0") for row in self.rows
        )

    @property
    def asks_for_reason(self) -> bool:
        """Whether the sum as sent needs an explanation."""
        return self.has_error(NON_FIELD_ERRORS, "does_not_add_up") or bool(self["imbalance_reason"].value())

    def clean_seated(self) -> list[int] | None:
        """Return the entry ids on the page, East first; None if not sent."""
        ids = self.cleaned_data["seated"].split(",")
        return [int(one) for one in ids] if all(re.fullmatch(r"\d{1,18}", one) for one in ids) else None

    def clean_if_match(self) -> str | None:
        """Return the version on the page; None if there was none."""
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
        self.missing = imbalance
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
        """Write the missing points into the empty row of the sent data, to be checked."""
        self.data = with_field(self.data, f"points_{index}", self._typed(points))
        self.filled = self.seats[index]
        message = _("%(name)s was filled in with %(points)s. Please check, then send again.")
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
                "The scores and sticks add up to %(sum)s, not %(start)s: %(points)s are missing. Is a "
                "riichi stick missing? If it really does not add up, give the reason below."
            )
        else:
            text = _(
                "The scores and sticks add up to %(sum)s, not %(start)s: %(points)s too many. Please check "
                "the scores again. If it really does not add up, give the reason below."
            )
        return text % values

    def _typed(self, points: int) -> str:
        """Return points as they are typed."""
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
