"""The result of a seat draw at the table: dice, the row of tiles, who took which wind."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from scoring.ceremony.seats import NEEDS, PLAYERS, WHITE, WINDS
from scoring.ceremony.table import ROW_NAMES
from tournaments.models import Seat
from web.form_choices import offer
from web.typed_fields import WholeField
from web.visitor_language import language

TWO_ROLLS = ("shinhochi_two_roll", "two_roll")
# Who rolls, by procedure and roll.
ROLLS = {
    **{
        (procedure, roll): words
        for procedure in TWO_ROLLS
        for roll, words in (
            ("d1", gettext_lazy("First roll, by the player opposite the one who mixed")),
            ("d2", gettext_lazy("Second roll, by the player it points to")),
            ("d3", gettext_lazy("Third roll, by the player now on East")),
            ("d4", gettext_lazy("Fourth roll, by the player it points to")),
        )
    },
    ("jpml_one_roll", "d1"): gettext_lazy("First roll, by the player opposite the one who mixed"),
    ("jpml_one_roll", "d2"): gettext_lazy("Second roll, by the player now on East"),
    ("wsom_two_roll", "d1"): gettext_lazy("First roll, by any player"),
    ("wsom_two_roll", "d2"): gettext_lazy("Second roll, by the player it points to"),
    ("five_tiles", "d3"): gettext_lazy("First roll, by the player who took white"),
    ("five_tiles", "d4"): gettext_lazy("Second roll, by the player it points to"),
}
CHAIRS_OF = {
    "mixer": gettext_lazy("Who mixed the tiles"),
    "roller": gettext_lazy("Who rolls first"),
    "east_chair": gettext_lazy("Where East sits"),
}


class SeatDrawForm(forms.Form):
    """A procedure's inputs, in order. `cleaned_data["fell"]` has them as JSON, with players A to D by seat, East
    first. The rules check whether they are possible.
    """

    def __init__(self, procedure: str, seats: Sequence[Seat], data: Any = None) -> None:
        super().__init__(data)
        self.procedure = procedure
        names = [f"{seat.get_wind_display()} · {seat.entry.player.name}" for seat in seats]
        for need in NEEDS[procedure]:
            if need in CHAIRS_OF:
                self._choice(need, CHAIRS_OF[need], [(str(chair), name) for chair, name in enumerate(names)])
            elif need == "row":
                self.fields["row"] = forms.CharField(
                    label=_("The row of tiles from the left, as seen by the player who mixed them"),
                    max_length=20,
                    help_text=_("The four winds and the odd and even number tiles, such as %(example)s")
                    % {"example": _as_read("oEWSNe")},
                )
            elif need == "draws":
                if procedure == "tile_draw":
                    self._choice("mixer", CHAIRS_OF["mixer"], [*zip(PLAYERS, names, strict=True)])
                for letter, name in zip(PLAYERS, names, strict=True):
                    self._choice(f"tile_{letter}", name, self._tiles())
            else:
                self.fields[need] = WholeField(
                    label=ROLLS[procedure, need],
                    min_value=2,
                    max_value=12,
                    help_text=_("Both dice together."),
                )

    def _choice(self, name: str, label: Any, choices: Sequence[tuple[str, str]]) -> None:
        self.fields[name] = forms.ChoiceField(label=label)
        offer(self, name, [("", pgettext("choice", "Please choose")), *choices])

    def _tiles(self) -> list[tuple[str, str]]:
        tiles = [(wind, ROW_NAMES[wind].in_language(language())) for wind in WINDS]
        return (
            [*tiles, (WHITE, pgettext("mahjong term", "White"))] if self.procedure == "five_tiles" else tiles
        )

    def clean_row(self) -> str:
        """Return the row in the letters of `scoring`, from these letters or names of tiles."""
        typed = "".join(self.cleaned_data["row"].split())
        for letter, name in ROW_NAMES.items():
            typed = typed.replace(name.ja, letter)
        return typed

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.errors:
            cleaned["fell"] = {need: self._fell(need, cleaned) for need in NEEDS[self.procedure]}
        return cleaned

    def _fell(self, need: str, cleaned: dict[str, Any]) -> object:
        if need == "draws":
            # The player who mixed takes the last tile.
            order = sorted(PLAYERS, key=lambda letter: letter == cleaned.get("mixer"))
            return self._draws([(letter, cleaned[f"tile_{letter}"]) for letter in order])
        return int(cleaned[need]) if need in CHAIRS_OF else cleaned[need]

    def _draws(self, taken: list[tuple[str, str]]) -> list[list[str]]:
        """Return who took which tile. The player with white takes the remaining wind."""
        draws = [[letter, tile] for letter, tile in taken]
        left = [wind for wind in WINDS if wind not in {tile for _letter, tile in taken}]
        white = [letter for letter, tile in taken if tile == WHITE]
        return [*draws, [white[0], left[0]]] if len(white) == len(left) == 1 else draws


def _as_read(row: str) -> str:
    return " ".join(ROW_NAMES[tile].in_language(language()) for tile in row)


class WallForm(forms.Form):
    """The dealer's roll, and a second one if the rules require it."""

    dealer = forms.TypedChoiceField(label=pgettext_lazy("field", "Who deals"), coerce=int)
    total = WholeField(label=gettext_lazy("The dealer’s roll"), min_value=2, max_value=12)
    second = WholeField(
        label=gettext_lazy("Second roll, by the player it points to"), min_value=2, max_value=12
    )

    def __init__(self, seats: Sequence[Seat], *, has_two_rolls: bool, data: Any = None) -> None:
        super().__init__(data)
        offer(self, "dealer", [(str(place), seat.entry.player.name) for place, seat in enumerate(seats)])
        if not has_two_rolls:
            del self.fields["second"]
