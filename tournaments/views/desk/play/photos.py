"""Photos of paper sheets, at the desk."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy

from tournaments.actions.hall.photos import remove_photo, take_photo
from tournaments.models import Photo
from tournaments.permissions import can_score
from tournaments.views.desk.frame import DeskActionView
from tournaments.views.desk.play.tables import find_table
from tournaments.views.photos.taking import SendPhoto
from tournaments.views.repeatable_forms import Outcome


class TakeTablePhoto(DeskActionView, SendPhoto):
    """Keep a photo of a sheet that lies at the desk."""

    permission = can_score

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.table = find_table(self.tournament, self.kwargs["pk"])
        return super().post(request, **kwargs)

    def perform(self) -> dict[str, object]:
        return {"photo": take_photo(table=self.table, picture=self.picture, by=self.by, as_staff=True).pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_table", self.tournament.slug, self.kwargs["pk"])


class RemoveTablePhoto(DeskActionView):
    """Delete a photo before its time."""

    permission = can_score
    success_message = gettext_lazy("The photo was deleted.")

    def perform(self) -> dict[str, object]:
        photos = Photo.objects.filter(table__round__stage__tournament=self.tournament)
        photo = get_object_or_404(photos, pk=self.kwargs["pk"])
        remove_photo(photo=photo, by=self.by, as_staff=True)
        return {"table": photo.table_id}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        if outcome.is_done:
            return redirect("desk_table", self.tournament.slug, str(outcome.body["table"]))
        return redirect("desk", self.tournament.slug)
