"""What a person with an account says about themselves as a player; nobody else changes it but the operator."""

from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from players.models import Player
from tournaments.actions.people.editing import edit_player
from tournaments.forms.editing import EditPlayerForm, changes_of
from tournaments.permissions import is_a_player
from tournaments.views.action_views import ActionFormView, PermittedMixin


class OwnPlayer(PermittedMixin, ActionFormView):
    """Name, reading, country, club, licences and other names, wherever they play."""

    allowed = is_a_player
    template_name = "account/own_player.html"
    success_message = gettext_lazy("Your details were saved.")
    success_page = "me"

    def player(self) -> Player:
        return Player.objects.select_related("club").get(user=self.by.user)

    def get_form(self, data: QueryDict | None) -> EditPlayerForm:
        return EditPlayerForm(self.player(), data)

    def perform(self, data: dict[str, Any]) -> None:
        edit_player(player=self.player(), changes=changes_of(data), seen=data["seen_player"], by=self.by)

    def get_context(self, form: EditPlayerForm) -> dict[str, Any]:
        return {"player": self.player()}
