"""Pages on which newcomers are typed by name: with a namesake on file they first ask which one it is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from players.models import Player
from tournaments.actions.people.newcomers import Newcomer
from tournaments.actions.player_records import namesakes_known_to
from tournaments.views.desk.frame import DeskFormView

# What is sent for another person of the same name.
NEW = "new"


@dataclass(frozen=True)
class SameName:
    """A newcomer's name that is on file: under which name the answer is sent, who is meant, and what was chosen."""

    field: str
    name: str
    players: Sequence[Player]
    chosen: str

    @property
    def player(self) -> Player | None:
        return next((player for player in self.players if str(player.pk) == self.chosen), None)

    @property
    def is_decided(self) -> bool:
        return self.chosen == NEW or self.player is not None


class NewcomersView(DeskFormView):
    """A form with a `NewcomersField` called `newcomers`."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self.get_form(request.POST)
        if form.is_valid() and any(not same.is_decided for same in self.same_names(form.cleaned_data)):
            return self.render_page(form, 422)
        return super().post(request, **kwargs)

    def same_names(self, data: Mapping[str, Any]) -> list[SameName]:
        """Which of the names that were sent are on file, with what was chosen for each."""
        found = []
        for number, typed in enumerate(data["newcomers"]):
            players, field = namesakes_known_to(self.by, typed.name), f"player_{number}"
            if players:
                found.append(SameName(field, typed.name, players, self.request.POST.get(field, "")))
        return found

    def newcomers(self, data: Mapping[str, Any]) -> list[Newcomer]:
        """Those who come, each with who on file they are."""
        same = {one.name: one for one in self.same_names(data)}
        return [
            Newcomer(
                typed.name,
                typed.club,
                player=same[typed.name].player if typed.name in same else None,
                is_another=typed.name in same,
            )
            for typed in data["newcomers"]
        ]

    def get_context(self, form: Any) -> dict[str, Any]:
        is_read = form.is_bound and "newcomers" not in form.errors
        return {"same_names": self.same_names(form.cleaned_data) if is_read else []}
