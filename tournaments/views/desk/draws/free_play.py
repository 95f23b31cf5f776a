"""A night of free play on one page: tick who is here, draw, publish."""

from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.actions.draws.free_play import draw_night, guests_of
from tournaments.forms.free_play.night import NightForm
from tournaments.models import NightPlayer, Round
from tournaments.views.desk.people.newcomers import NewcomersView
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class Night(NewcomersView):
    """Who is here, and the next round for them. Ticked are those of the last round; `?here=all` ticks everybody, and
    `?night=1&game=2` those who signed up for that night and want a second game.
    """

    tab = "draw"
    template_name = "desk/draws/free_play.html"

    @property
    def is_published(self) -> bool:
        return self.request.POST.get("do") != "look"

    def get_form(self, data: QueryDict | None) -> NightForm:
        return NightForm(self.tournament, data, initial={"start": True})

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        draw = draw_night(
            stage=data["stage"],
            present=list(data["here"]),
            newcomers=self.newcomers(data),
            remainder=data["remainder"],
            publish=self.is_published,
            start=self.is_published and data["start"],
            confirm=confirmed(self.request),
            by=self.by,
        )
        return {"draw": draw.pk}

    def get_success_message(self, outcome: Outcome) -> str:
        if self.is_published:
            return _("Published. Everyone can now see the seats.")
        return _("Drawn. Only staff can see it until you publish it.")

    def success_response(self, outcome: Outcome) -> HttpResponse:
        if self.is_published:
            return redirect("desk", self.tournament.slug)
        return redirect("desk_draft", self.tournament.slug, outcome.body["draw"])

    def get_context(self, form: NightForm) -> dict[str, Any]:
        guests = guests_of(self.tournament)
        ticked = set(self.request.POST.getlist("here")) if form.is_bound else set()
        coming = self._coming()
        ticked = ticked or {
            str(guest.entry.pk)
            for guest in guests
            if self._is_ticked(guest.was_here if coming is None else guest.entry.pk in coming)
        }
        rounds = Round.objects.filter(stage__tournament=self.tournament).exclude(status=Round.Status.CLOSED)
        return {
            **super().get_context(form),
            "guests": guests,
            "ticked": {guest.entry.pk for guest in guests if str(guest.entry.pk) in ticked},
            "stages": self.tournament.stages.count(),
            "open_rounds": rounds.select_related("stage").order_by("stage__ordinal", "number"),
        }

    def _coming(self) -> set[int] | None:
        """Who has a place in the planned night that the address names and wants so many games; None: no night."""
        night, game = (self.request.GET.get(name, "") for name in ("night", "game"))
        if not all(text.isdecimal() and len(text) < 10 for text in (night, game)):
            return None
        players = NightPlayer.objects.coming().filter(
            night__stage__tournament=self.tournament, night=int(night)
        )
        return set(players.filter(games__gte=int(game)).values_list("entry", flat=True))

    def _is_ticked(self, was_here: bool) -> bool:
        if self.request.method == "POST":
            return False
        return {"all": True, "none": False}.get(self.request.GET.get("here", ""), was_here)
