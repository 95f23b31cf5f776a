"""Sending a photo of a paper sheet, from a phone and from the desk."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.actions.errors import TooManyAttempts
from tournaments.actions.rate_limits import PHOTOS_OF_A_PERSON, count_attempt
from tournaments.forms.play.photo import PhotoForm
from tournaments.models import Photo, Table
from tournaments.views.action_views import ActionView
from tournaments.views.repeatable_forms import Outcome
from web.pictures import Picture


class SendPhoto(ActionView):
    """Decoded before anything is locked; what is refused is said on the page that follows."""

    success_message: ClassVar[str | Promise] = gettext_lazy("The photo was saved.")
    picture: Picture

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        try:
            count_attempt(PHOTOS_OF_A_PERSON, self.by.key)
        except TooManyAttempts as refusal:
            return self._refused(refusal.message)
        form = PhotoForm(request.POST, request.FILES)
        if not form.is_valid():
            return self._refused(" ".join(map(str, form.errors["photo"])))
        self.picture = form.cleaned_data["photo"]
        return super().post(request, **kwargs)

    def _refused(self, message: str) -> HttpResponse:
        messages.error(self.request, message)
        return self.refused_response(Outcome(422, code="bad_photo", refusal=message))


def photos_in(table: Table) -> Mapping[str, object]:
    """What `photos/_photos.html` shows of a table. One query."""
    return {"photos": list(Photo.objects.filter(table=table).for_display())}
