"""A phone calls the referee to its table, and says when that is done."""

from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.models import RefereeCall
from tournaments.views.action_views import ActionView
from tournaments.views.seat.seat import SeatMixin


class CallReferee(SeatMixin, ActionView):
    """Call the referee. The page then says that they were called."""

    def perform(self) -> dict[str, object]:
        reason = self.request.POST.get("reason", "")
        return {"call": call_referee(table=self.seat.table, reason=reason, by=self.by).pk}


class EndCall(SeatMixin, ActionView):
    """Say that nobody needs the referee here any more."""

    def perform(self) -> None:
        for call in RefereeCall.objects.waiting().filter(seat__table=self.seat.table).select_related("seat"):
            end_call(call=call, by=self.by)
