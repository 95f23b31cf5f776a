"""House rules: all rulebook fields, empty if as in the edition."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import forms

from rules.forms.rule_fields import is_shared_out, name_of, rule_field, uneven_uma
from scoring.hand.value import is_riichi
from scoring.rulebook.fields import FIELDS, NA
from scoring.rulebook.rulebook import Rulebook, plain
from tournaments.actions.setup.house_rules import TIE_BREAKS
from web.form_choices import without_choice


@dataclass(frozen=True)
class RuleLine:
    """A rule in the form; `is_changed`: the tournament currently differs from the edition."""

    field: forms.BoundField
    is_changed: bool


class HouseRulesForm(forms.Form):
    """`changes()` are the differences from the edition. `seen` is the hash of the rules as shown."""

    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(
        self, edition: Rulebook, house_rules: Mapping[str, object], seen: str, data: object = None
    ) -> None:
        super().__init__(data, initial={"seen": seen})  # type: ignore[arg-type]
        self.edition = edition
        self.changed = set(house_rules)
        # Fields that do not apply to this game are omitted; tie-breaks have their own form.
        self.paths = [
            path
            for path in FIELDS
            if path != TIE_BREAKS and (is_riichi(edition) or edition.value(path) is not NA)
        ]
        for path in self.paths:
            field = rule_field(path, plain(edition.value(path)))
            field.initial = house_rules.get(path)
            if path == "table.players":
                # Tables of five accompany tables of four and have their own rulebook.
                without_choice(field, "5")
            self.fields[name_of(path)] = field

    def lines_of(self, prefixes: Sequence[str]) -> list[RuleLine]:
        paths = [path for path in self.paths if path.startswith(tuple(prefixes))]
        return [RuleLine(self[name_of(path)], is_changed=path in self.changed) for path in paths]

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or {}
        kind = cleaned.get(name_of("result.kind")) or self.edition.result.kind
        if not is_shared_out(cleaned.get(name_of("result.uma")), kind):
            self.add_error(name_of("result.uma"), uneven_uma())
        return cleaned

    def changes(self) -> dict[str, object]:
        """Return the changes to the edition as plain values, by rulebook path."""
        values = {path: self.cleaned_data[name_of(path)] for path in self.paths}
        return {
            path: value
            for path, value in values.items()
            if value is not None and value != plain(self.edition.value(path))
        }
