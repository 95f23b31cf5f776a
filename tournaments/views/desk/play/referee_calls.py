"""Calls for the referee, at the desk."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy as _

from tournaments.actions.hall.referee_calls import end_call
from tournaments.models import RefereeCall
from tournaments.permissions import can_score
from tournaments.views.desk.frame import DeskActionView


class EndTableCall(DeskActionView):
    """Say that a member of the staff has been there."""

    permission = can_score
    success_message = _("The call was resolved.")
    success_page = "desk"

    def perform(self) -> None:
        calls = RefereeCall.objects.filter(seat__round__stage__tournament=self.tournament)
        end_call(call=get_object_or_404(calls.select_related("seat"), pk=self.kwargs["pk"]), by=self.by)
