"""A series in one act: tournaments like this one, on the days of a rhythm."""

from typing import Any, ClassVar

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import ngettext

from tournaments.actions.seasons.repeating import repeat_tournament
from tournaments.forms.series import EventsForm, RhythmForm
from tournaments.models import Season
from tournaments.permissions import can_copy, usable_seasons
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.policies import Predicate
from tournaments.views.repeatable_forms import Outcome

# The newest are offered.
MOST_SEASONS = 50


class RepeatTournament(DeskFormView):
    """The address names the rhythm; the form below it lists the days, each with a tick and a name, and repeats it."""

    permission: ClassVar[Predicate] = can_copy
    tab = "edit"
    template_name = "desk/setup/series.html"

    @cached_property
    def rhythm(self) -> RhythmForm:
        said: QueryDict = self.request.POST if self.request.method == "POST" else self.request.GET
        return RhythmForm(self.tournament, said if "rhythm" in said else None)

    def get_form(self, data: QueryDict | None) -> EventsForm:
        chosen = self.rhythm.cleaned_data if self.rhythm.is_valid() else {}
        seasons = usable_seasons(self.by).filter(ranking_rule__isnull=False, followed_by=None)
        return EventsForm(
            self.tournament,
            chosen.get("days", ()),
            chosen.get("stem", ""),
            list(seasons.order_by("-pk")[:MOST_SEASONS]),
            data,
        )

    def get_context(self, form: EventsForm) -> dict[str, Any]:
        return {"rhythm": self.rhythm}

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        made = repeat_tournament(tournament=self.tournament, by=self.by, **data)
        season: Season | None = data["season"]
        return {"made": len(made), "league": season.league.slug if season is not None else ""}

    def get_success_message(self, outcome: Outcome) -> str:
        made = int(str(outcome.body["made"]))
        words = ngettext("%(made)s tournament created.", "%(made)s tournaments created.", made)
        return words % {"made": made}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        league = str(outcome.body["league"])
        return redirect("league", league) if league else redirect("me")
