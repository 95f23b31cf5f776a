"""Times of all rounds of a tournament: by a rule, moved, or listed."""

from datetime import date, time
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.actions.errors import RulesRefuse
from tournaments.actions.play.round_times import (
    MOST_BREAKS,
    MOST_DAYS_MOVED,
    MOST_TIMES,
    Rhythm,
    move_times,
    plan_rhythm,
    plan_times,
)
from tournaments.api.api_view import ApiView
from tournaments.api.operations import writes
from tournaments.api.schemas.play.rounds import RoundTimesShape, round_times_shape
from tournaments.models import PlannedRounds, Round, Tournament
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.play.clocks import MOST_MINUTES
from tournaments.permissions import can_run
from web.api.fields import Id, Input, Instant, Several, Whole, within
from web.api.policies import Everybody

FIRST_DAY, LAST_DAY = EARLIEST.date(), LATEST.date()


def _between_years(day: date) -> None:
    if not FIRST_DAY <= day < LAST_DAY:
        raise serializers.ValidationError(_("A round must be between the years 2000 and 2099."))


class BreakInput(Input):
    """Days without games."""

    first = serializers.DateField(validators=[_between_years], help_text="First day without games.")
    last = serializers.DateField(validators=[_between_years], help_text="Last day without games.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["last"] < attrs["first"]:
            line = f"{attrs['first']} – {attrs['last']}"
            raise serializers.ValidationError(_("A break ends before it begins: %(line)s.") % {"line": line})
        return attrs


class TimesRule(Input):
    """`a_day` rounds on each day of play, `minutes` each with a `pause` between them. Days of play are those on
    `weekdays`, from `day` on, outside `breaks`.
    """

    day = serializers.DateField(validators=[_between_years], help_text="First day of play.")
    starts_at = Whole(
        **within(PlannedRounds, "starts_at"),
        help_text="When the first round of a day begins, in minutes after midnight: 1140 is 19:00.",
    )
    minutes = Whole(min_value=1, max_value=MOST_MINUTES, help_text="How long a round takes.")
    pause = Whole(
        **within(PlannedRounds, "pause"), default=0, help_text="Minutes between two rounds of a day."
    )
    a_day = Whole(**within(PlannedRounds, "a_day"), default=0, help_text="Rounds of a day; 0: all on one.")
    lunch_after = Whole(
        **within(PlannedRounds, "lunch_after"),
        default=0,
        help_text="After how many rounds of each day there is a long break; 0: never.",
    )
    lunch = Whole(
        **within(PlannedRounds, "lunch"), default=0, help_text="How long that break is, in minutes."
    )
    weekdays = Several(
        child=Whole(min_value=1, max_value=7),
        max_length=7,
        default=list,
        help_text="Days of the week, 1 is Monday and 7 is Sunday; empty: every day.",
    )
    breaks = Several(
        child=BreakInput(), max_length=MOST_BREAKS, default=list, help_text="Holidays and breaks."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["weekdays"] and not attrs["a_day"]:
            message = _("Please enter how many rounds are played on one of these days.")
            raise serializers.ValidationError({"a_day": [message]})
        return attrs


class RoundAt(Input):
    round = Id(help_text="Id of the round.")
    planned_at = Instant(allow_null=True, help_text="When it is to begin; null to take the time back.")


class RoundTimesInput(Input):
    """Exactly one of `rule`, `move_days` and `times`. The first two are about all rounds that have not started, or
    those from `first_round` on.
    """

    rule = TimesRule(required=False, help_text="Rule that gives every round its time.")
    move_days = Whole(
        required=False,
        min_value=-MOST_DAYS_MOVED,
        max_value=MOST_DAYS_MOVED,
        help_text="Days by which rounds that have a time are moved, below 0: earlier. Rounds keep their hour.",
    )
    times = Several(
        child=RoundAt(),
        required=False,
        min_length=1,
        max_length=MOST_TIMES,
        help_text="Times of single rounds.",
    )
    first_round = Id(
        required=False,
        allow_null=True,
        default=None,
        help_text="Id of the first round that gets a time; null: the first that has not started.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if sum(name in attrs for name in ("rule", "move_days", "times")) != 1:
            message = _("Please send exactly one of rule, move_days and times.")
            raise serializers.ValidationError(message)
        listed = [one["round"] for one in attrs.get("times", [])]
        if len(set(listed)) != len(listed):
            raise serializers.ValidationError({"times": [_("A round is listed twice.")]})
        return attrs


class TournamentTimes(ApiView):
    permission_classes = [Everybody]

    @writes(
        "planRounds",
        "Set when all rounds begin: by a rule, moved by days, or one by one",
        permission=can_run,
        takes=RoundTimesInput,
        gives=RoundTimesShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> RoundTimesShape:
        if "times" in data:
            listed = {one["round"]: one["planned_at"] for one in data["times"]}
            return round_times_shape(plan_times(tournament=tournament, times=listed, by=self.actor))
        first = _round_of(tournament, data["first_round"])
        if "rule" in data:
            rhythm = _rhythm(data["rule"])
            return round_times_shape(
                plan_rhythm(tournament=tournament, rhythm=rhythm, first=first, by=self.actor)
            )
        days = data["move_days"]
        return round_times_shape(move_times(tournament=tournament, days=days, first=first, by=self.actor))


def _rhythm(rule: dict[str, Any]) -> Rhythm:
    return Rhythm(
        **{name: rule[name] for name in ("day", "minutes", "pause", "a_day", "lunch_after", "lunch")},
        start=time(*divmod(rule["starts_at"], 60)),
        weekdays=frozenset(day - 1 for day in rule["weekdays"]),
        breaks=tuple((one["first"], one["last"]) for one in rule["breaks"]),
    )


def _round_of(tournament: Tournament, pk: int | None) -> Round | None:
    """Return the round with this id; refuses one of another tournament."""
    if pk is None:
        return None
    found = Round.objects.select_related("stage").filter(pk=pk, stage__tournament=tournament).first()
    if found is None:
        message = _("This round belongs to another tournament.")
        raise RulesRefuse(message, code="foreign_round", fields={"first_round": [message]})
    return found
