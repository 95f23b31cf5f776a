"""When all rounds begin: generated from a start, a length and breaks."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import QueryDict
from django.utils.translation import gettext_lazy

from tournaments.actions.play.round_times import plan_times, rhythm_of
from tournaments.actions.setup.time_limits import limit_of
from tournaments.forms.round_times import RoundTimesForm
from tournaments.forms.setup import next_saturday
from tournaments.models import PlannedRounds, Round
from tournaments.models.play.rounds import RoundQuerySet
from tournaments.views.desk.frame import DeskFormView

# What a form begins with where nothing says otherwise.
USUAL = {"start": "10:00", "minutes": 90, "pause": 15, "lunch_after": 2, "lunch": 60}


class RoundTimes(DeskFormView):
    """Give every round that has not started its time; they are shown below the form."""

    tab = "edit"
    template_name = "desk/play/times.html"
    success_message = gettext_lazy("The times of the rounds were saved.")
    success_page = "desk_times"

    def get_form(self, data: QueryDict | None) -> RoundTimesForm:
        tournament = self.tournament
        first, last = tournament.starts_on, tournament.ends_on
        initial = {**USUAL, "day": first or next_saturday()}
        initial["minutes"] = limit_of(tournament).minutes or USUAL["minutes"]
        rhythm = rhythm_of(tournament, self._plan())
        if rhythm is not None:
            initial |= {name: value or None for name, value in vars(rhythm).items()} | {"pause": rhythm.pause}
        elif first and last and last > first:
            initial["a_day"] = -(-self._rounds().count() // ((last - first).days + 1)) or None
        return RoundTimesForm(data, initial=initial)

    def perform(self, data: dict[str, Any]) -> None:
        rounds = list(self._rounds())
        times = self.form.rhythm().times(len(rounds), ZoneInfo(self.tournament.time_zone))
        planned = {round_.pk: at for round_, at in zip(rounds, times, strict=True)}
        plan_times(tournament=self.tournament, times=planned, by=self.by)

    def do(self, form: RoundTimesForm) -> Any:
        self.form = form
        return super().do(form)

    def get_context(self, form: RoundTimesForm) -> dict[str, Any]:
        first = self.tournament.stages.earliest("ordinal")
        return {"rounds": self._rounds(), "first_stage": first}

    def _plan(self) -> PlannedRounds | None:
        first = self.tournament.stages.earliest("ordinal")
        return PlannedRounds.objects.filter(stage=first).first()

    def _rounds(self) -> RoundQuerySet:
        """Return the rounds that have not started, in the order in which they are played."""
        rounds = Round.objects.not_started().filter(stage__tournament=self.tournament)
        return rounds.select_related("stage").order_by("stage__ordinal", "number")
