"""The rulebook for tables of three or five: an edition of that size, or the tournament's rules with changes."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.forms.rule_fields import UmaField, is_shared_out
from rules.rulebook_names import rulebook_name
from scoring.rulebook.rulebook import differences, editions, load
from tournaments.models import Tournament
from web.form_choices import offer
from web.typed_fields import WholeField

# Results made of places, whose values must be given.
WITH_UMA = ("points", "table_points")


class OddRulebookForm(forms.Form):
    """`house_rules` are the changes to the named edition; an empty field keeps its value."""

    rulebook = forms.ChoiceField(label=pgettext_lazy("field", "Rulebook"))
    starting_points = WholeField(
        label=gettext_lazy("Points at the start"),
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text=gettext_lazy("If empty, as in the rulebook chosen."),
    )
    return_points = WholeField(
        label=pgettext_lazy("mahjong term", "Return points"),
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text=gettext_lazy(
            "If empty, as in the rulebook chosen. The difference from the start goes to first place (oka)."
        ),
    )
    uma = UmaField(label=pgettext_lazy("mahjong term", "Uma"), required=False, max_length=60)
    ties_as_usual = forms.BooleanField(
        label=gettext_lazy("Share ties as at the tournament's other tables"),
        required=False,
        initial=True,
    )

    def __init__(self, tournament: Tournament, players: int, data: object = None) -> None:
        self.tournament, self.players, self.main = tournament, players, tournament.rulebook
        self.usual = tournament.usual_format
        super().__init__(data, initial=self._initial())  # type: ignore[arg-type]
        others = [load(name) for name in editions()]
        others = [
            book
            for book in others
            if book.table.players == players and book.result.kind == self.main.result.kind
        ]
        own = _("this tournament's rules, modified")
        offer(
            self,
            "rulebook",
            [
                (self.usual.rulebook_id, own),
                *((book.identity.id, rulebook_name(book)) for book in others),
            ],
        )
        if self.main.result.kind not in WITH_UMA:
            del self.fields["uma"]
        else:
            self.fields["uma"].help_text = _(
                "From first to last place, such as %(example)s. Required with this tournament's rules; "
                "otherwise, if empty, as in the rulebook chosen."
            ) % {"example": ", ".join(map(str, self._example()))}
        if self.main.result.kind != "points":
            del self.fields["return_points"]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        if "uma" in self.fields and "uma" not in self.errors:
            self._read_uma(cleaned)
        return cleaned

    def house_rules(self) -> dict[str, object]:
        """Return the changes to the named edition, by rulebook path."""
        data, main = self.cleaned_data, self.main
        is_own = data["rulebook"] == self.usual.rulebook_id
        book = load(data["rulebook"])
        changes: dict[str, object] = {}
        if is_own:
            changes = {**self.usual.house_rules, "table.players": self.players}
        elif data["ties_as_usual"]:
            changes = {
                "result.tie": main.result.tie,
                "result.tie_remainder": main.value("result.tie_remainder"),
            }
            changes = {path: value for path, value in changes.items() if isinstance(value, str)}
        start, back = data.get("starting_points"), data.get("return_points")
        if start is not None:
            changes["table.starting_points"] = start
        if back is not None:
            changes["result.return_points"] = back
        if (start is not None or back is not None or is_own) and "return_points" in self.fields:
            source = main if is_own else book
            first = start if start is not None else source.table.starting_points
            home = back if back is not None else source.result.return_points
            if isinstance(first, int) and isinstance(home, int):
                changes["result.oka"] = self.players * (home - first)
        if data.get("uma"):
            changes["result.uma"] = {"*": data["uma"]}
        return {path: value for path, value in changes.items() if book.value(path) != value}

    def _read_uma(self, cleaned: dict[str, object]) -> None:
        rows = cleaned.get("uma")
        figures = rows.get("*", []) if isinstance(rows, Mapping) else []
        if rows is None and cleaned.get("rulebook") != self.usual.rulebook_id:
            cleaned["uma"] = []
        elif len(figures) == self.players and is_shared_out(rows, self.main.result.kind):
            cleaned["uma"] = figures
        else:
            self.add_error(
                "uma",
                _("Please enter %(players)s numbers that sum to 0, such as %(example)s.")
                % {"players": self.players, "example": ", ".join(map(str, self._example()))}
                if self.main.result.kind == "points"
                else _("Please enter %(players)s numbers, from first to last place.")
                % {"players": self.players},
            )

    def _example(self) -> list[int]:
        """Return an uma from the tournament's first and last place, with values in between."""
        if self.main.result.kind != "points":
            return {3: [4, 2, 0], 5: [4, 3, 2, 1, 0]}[self.players]
        return {3: [15, 0, -15], 5: [15, 5, 0, -5, -15]}[self.players]

    def _initial(self) -> Mapping[str, object]:
        """Return the named rulebook's changes as typed, without the edition's own values."""
        named = self.tournament.format_for(self.players)
        if named.players != self.players:
            return {"rulebook": self.usual.rulebook_id}
        book = named.rulebook
        changed = {change.path: change.here for change in differences(load(book.identity.id), book)}
        return {
            "rulebook": book.identity.id,
            "starting_points": changed.get("table.starting_points"),
            "return_points": changed.get("result.return_points"),
            "uma": changed.get("result.uma"),
            "ties_as_usual": book.result.tie == self.main.result.tie,
        }
