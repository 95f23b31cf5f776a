"""When all rounds begin: by a rule, moved as a whole, or one by one."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from django.core.paginator import Page, Paginator
from django.forms import BoundField
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import ngettext

from tournaments.actions.play.round_times import (
    move_times,
    moved_times,
    plan_rhythm,
    plan_times,
    rhythm_of,
    rounds_to_date,
)
from tournaments.actions.setup.time_limits import limit_of
from tournaments.forms.round_times import EachTimeForm, MoveTimesForm, RoundTimesForm
from tournaments.forms.setup import next_saturday
from tournaments.models import PlannedRounds, Round
from tournaments.models.play.rounds import RoundQuerySet
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.repeatable_forms import Outcome

# What a form begins with where nothing says otherwise.
USUAL = {"start": "10:00", "minutes": 90, "pause": 15, "lunch_after": 2, "lunch": 60}
# Rows of the form that changes rounds one by one.
ON_A_PAGE = 50
# Rounds of one day, each with its time; the day is None where they have none.
Days = Sequence[tuple[date | None, Sequence[tuple[Round, datetime | None]]]]


class TimesView(DeskFormView):
    """A form about the times of rounds that have not started; with `do=preview` it shows first what they would be."""

    tab = "edit"
    success_page = "desk_times"
    form: Any
    foreseen: Days | None = None

    def do(self, form: Any) -> HttpResponse:
        self.form = form
        if self.request.POST.get("do") != "preview":
            return super().do(form)
        self.foreseen = self.days(self.times_of(form))
        return self.render_page(form)

    def times_of(self, form: Any) -> Mapping[int, datetime]:
        """Return when rounds would begin, by round id."""
        raise NotImplementedError

    def get_success_message(self, outcome: Outcome) -> str:
        changed = int(str(outcome.body["changed"]))
        return ngettext(
            "The time of %(count)s round was saved.", "The times of %(count)s rounds were saved.", changed
        ) % {"count": changed}

    def get_context(self, form: Any) -> dict[str, Any]:
        return {
            "first_stage": self.tournament.stages.earliest("ordinal"),
            "rounds": self.rounds,
            "foreseen": self.foreseen,
            "days": self.days({}) if self.foreseen is None else (),
        }

    @cached_property
    def rounds(self) -> RoundQuerySet:
        return rounds_to_date(self.tournament)

    def days(self, times: Mapping[int, datetime]) -> Days:
        """Return the rounds by day, with these times in place of their own."""
        zone = ZoneInfo(self.tournament.time_zone)
        timed = [(round_, times.get(round_.pk, round_.planned_at)) for round_ in self.rounds]

        def day_of(one: tuple[Round, datetime | None]) -> date | None:
            return one[1].astimezone(zone).date() if one[1] is not None else None

        return [(day, list(of_day)) for day, of_day in groupby(timed, day_of)]


class RoundTimes(TimesView):
    """Give every round that has not started its time, or those from one on; they are shown below the form."""

    template_name = "desk/play/times.html"

    def get_form(self, data: QueryDict | None) -> RoundTimesForm:
        tournament = self.tournament
        first, last = tournament.starts_on, tournament.ends_on
        initial = {**USUAL, "day": first or next_saturday()}
        initial["minutes"] = limit_of(tournament).minutes or USUAL["minutes"]
        rhythm = rhythm_of(tournament, self._plan())
        if rhythm is not None:
            initial |= {name: value or None for name, value in vars(rhythm).items()} | {"pause": rhythm.pause}
        elif first and last and last > first:
            initial["a_day"] = -(-self.rounds.count() // ((last - first).days + 1)) or None
        return RoundTimesForm(self.rounds, data, initial)

    def times_of(self, form: RoundTimesForm) -> Mapping[int, datetime]:
        rounds = list(rounds_to_date(self.tournament, form.cleaned_data["first"]))
        times = form.rhythm().times(len(rounds), ZoneInfo(self.tournament.time_zone))
        return {round_.pk: at for round_, at in zip(rounds, times, strict=True)}

    def perform(self, data: dict[str, Any]) -> Mapping[str, object]:
        rhythm = self.form.rhythm()
        changed = plan_rhythm(tournament=self.tournament, rhythm=rhythm, first=data["first"], by=self.by)
        return {"changed": len(changed)}

    def _plan(self) -> PlannedRounds | None:
        first = self.tournament.stages.earliest("ordinal")
        return PlannedRounds.objects.filter(stage=first).first()


class MoveTimes(TimesView):
    """Move rounds that have a time, all or from one on, by days or weeks."""

    template_name = "desk/play/move_times.html"

    def get_form(self, data: QueryDict | None) -> MoveTimesForm:
        return MoveTimesForm(self.rounds.exclude(planned_at=None), data)

    def times_of(self, form: MoveTimesForm) -> Mapping[int, datetime]:
        return moved_times(self.tournament, form.days(), form.cleaned_data["first"])

    def perform(self, data: dict[str, Any]) -> Mapping[str, object]:
        days = self.form.days()
        changed = move_times(tournament=self.tournament, days=days, first=data["first"], by=self.by)
        return {"changed": len(changed)}


class EachTime(TimesView):
    """The times of rounds one by one, in one form a page."""

    template_name = "desk/play/each_time.html"

    def get_form(self, data: QueryDict | None) -> EachTimeForm:
        return EachTimeForm(list(self.page.object_list), data)

    @cached_property
    def page(self) -> Page[Round]:
        return Paginator(list(self.rounds), ON_A_PAGE).get_page(self.request.GET.get("page"))

    def perform(self, data: dict[str, Any]) -> Mapping[str, object]:
        changed = plan_times(tournament=self.tournament, times=self.form.changed_times(), by=self.by)
        return {"changed": len(changed)}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        address = reverse("desk_each_time", args=[self.tournament.slug])
        return redirect(f"{address}?page={self.page.number}" if self.page.number > 1 else address)

    def get_context(self, form: EachTimeForm) -> dict[str, Any]:
        rows: Iterable[tuple[Round, BoundField]] = zip(self.page.object_list, form, strict=True)
        return {**super().get_context(form), "rows": list(rows), "page": self.page}
