from collections.abc import Sequence

from django import forms

from tournaments.models import Seat, Wind


class SeatOrderForm(forms.Form):
    """The player for each wind, initially the current one. `players`: entry ids, East first."""

    def __init__(self, seats: Sequence[Seat], data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        people = [(seat.entry_id, seat.entry.player.name) for seat in seats]
        for seat in seats:
            self.fields[f"seat_{seat.wind}"] = forms.TypedChoiceField(
                label=Wind(seat.wind).label, choices=people, coerce=int, initial=seat.entry_id
            )

    @property
    def players(self) -> list[int]:
        return [self.cleaned_data[name] for name in self.fields]
