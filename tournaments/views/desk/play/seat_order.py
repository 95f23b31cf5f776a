"""Who sits where at a table, at the desk."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.play.turn_order import reseat_table
from tournaments.forms.play.seat_order import SeatOrderForm
from tournaments.permissions import can_score
from tournaments.views.desk.play.tables import TableAction, find_table


class ChangeSeatOrder(TableAction):
    """Seat the players of a table in another order."""

    permission = can_score
    success_message = gettext_lazy("The seats were changed. Phones follow their players.")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.table = find_table(self.tournament, self.kwargs["pk"])
        self.form = SeatOrderForm(list(self.table.seats.for_display()), request.POST)
        if not self.form.is_valid():
            messages.error(request, _("Please choose a player for each seat."))
            return redirect("desk_table", self.tournament.slug, self.table.pk)
        return super().post(request, **kwargs)

    def perform(self) -> dict[str, object]:
        seats = reseat_table(table=self.table, entries=self.form.players, by=self.by)
        return {"seats": [seat.pk for seat in seats]}
