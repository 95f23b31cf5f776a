"""What the hall is told, and the way to its screens."""

from typing import Any

from django.http import QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.forms.hall import AnnouncementForm
from tournaments.models import Announcement
from tournaments.permissions import can_referee
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.repeatable_forms import Outcome

# The latest announcements whose time has passed.
OVER = 5


class Announcements(DeskFormView):
    """What stands on the screens now, what is over, and one more."""

    permission = can_referee
    tab = "hall"
    template_name = "desk/play/hall.html"
    success_message = pgettext_lazy("message", "Announced.")
    success_page = "desk_hall"

    def get_form(self, data: QueryDict | None) -> AnnouncementForm:
        return AnnouncementForm(data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        made = announce(tournament=self.tournament, text=data["text"], until=data["until"], by=self.by)
        return {"announcement": made.pk}

    def get_undo(self, outcome: Outcome) -> str:
        return reverse("desk_remove_announcement", args=[self.tournament.slug, outcome.body["announcement"]])

    def get_context(self, form: AnnouncementForm) -> dict[str, Any]:
        made = Announcement.objects.filter(tournament=self.tournament)
        return {"announcements": made.standing(), "over": made.over()[:OVER]}


class RemoveAnnouncement(DeskActionView):
    """Take it down."""

    permission = can_referee
    success_message = _("The announcement was taken down.")
    success_page = "desk_hall"

    def perform(self) -> None:
        row = get_object_or_404(Announcement, pk=self.kwargs["pk"], tournament=self.tournament)
        remove_announcement(announcement=row, by=self.by)
