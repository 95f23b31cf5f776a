"""A phone takes a photo of its table's paper sheet, and takes it back."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext_lazy

from tournaments.actions.hall.photos import remove_photo, take_photo
from tournaments.models import Photo
from tournaments.views.action_views import ActionView
from tournaments.views.photos.taking import SendPhoto
from tournaments.views.seat.at_table import AtTable
from tournaments.views.seat.seat import PHONE


class TakePhoto(AtTable, SendPhoto):
    """Keep a photo of the sheet; the page then shows it."""

    screen = PHONE

    def perform(self) -> dict[str, object]:
        return {"photo": take_photo(table=self.seat.table, picture=self.picture, by=self.by).pk}


class RemovePhoto(AtTable, ActionView):
    """Delete what this seat took."""

    screen = PHONE
    success_message = gettext_lazy("The photo was deleted.")

    def perform(self) -> None:
        sent = self.request.POST.get("photo", "")
        pk = int(sent) if sent.isdecimal() and len(sent) < 18 else None
        remove_photo(photo=get_object_or_404(Photo, pk=pk, table=self.seat.table), by=self.by)
