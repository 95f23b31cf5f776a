"""How many rounds a stage has and when they begin, known before they are drawn."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.bounds import Between
from tournaments.models.play.clocks import MOST_MINUTES
from tournaments.models.setup.structure import Stage

MOST_PLANNED = 60
# Of a day, counted from midnight.
LAST_MINUTE = 24 * 60 - 1
# Ten in the morning.
USUAL_START = 600
A_NUMBER_OF_ROUNDS = Between(0, MOST_PLANNED, _("A number of rounds must be between 0 and %(most)s."))
SOME_MINUTES = Between(0, MOST_MINUTES, _("A number of minutes must be between 0 and %(most)s."))


class PlannedRounds(models.Model):
    """How many rounds are played and their rhythm: on the tournament's first day from `starts_at`, `minutes` each
    with a `pause` between them. Without a row neither is known.

    Rounds drawn later take their times from it; a time of a round can then be changed by itself.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="planned_rounds", primary_key=True)
    rounds = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "rounds"),
        default=0,
        help_text="How many rounds are played; 0 if that is open.",
        validators=[A_NUMBER_OF_ROUNDS],
    )
    starts_at = models.PositiveSmallIntegerField(
        _("first round, in minutes after midnight"),
        default=USUAL_START,
        help_text="When the first round of a day begins, in minutes after midnight: 600 is 10:00.",
        validators=[Between(0, LAST_MINUTE, _("A time must be between 0:00 and 23:59."))],
    )
    minutes = models.PositiveSmallIntegerField(
        _("minutes per round"),
        default=0,
        help_text="How long a round takes; 0: rounds have no times.",
        validators=[SOME_MINUTES],
    )
    pause = models.PositiveSmallIntegerField(
        _("minutes between rounds"),
        default=0,
        help_text="Minutes between two rounds.",
        validators=[SOME_MINUTES],
    )
    lunch_after = models.PositiveSmallIntegerField(
        _("break after round"),
        default=0,
        help_text="After how many rounds of each day there is a long break; 0: never.",
        validators=[A_NUMBER_OF_ROUNDS],
    )
    lunch = models.PositiveSmallIntegerField(
        _("minutes of the break"),
        default=0,
        help_text="How long that break is, instead of the pause.",
        validators=[SOME_MINUTES],
    )
    a_day = models.PositiveSmallIntegerField(
        _("rounds per day"),
        default=0,
        help_text="How many rounds are played each day; 0: all on one.",
        validators=[A_NUMBER_OF_ROUNDS],
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "planned rounds")
        verbose_name_plural = pgettext_lazy("record", "planned rounds")
        constraints = [
            models.CheckConstraint(condition=~models.Q(rounds=0), name="planned_rounds_are_some"),
            models.CheckConstraint(
                condition=models.Q(
                    rounds__lte=MOST_PLANNED,
                    starts_at__lte=LAST_MINUTE,
                    minutes__lte=MOST_MINUTES,
                    pause__lte=MOST_MINUTES,
                    lunch__lte=MOST_MINUTES,
                    lunch_after__lte=MOST_PLANNED,
                    a_day__lte=MOST_PLANNED,
                ),
                name="planned_rounds_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.rounds}"

    def clean(self) -> None:
        says_times = self.minutes or self.pause or self.lunch_after or self.lunch or self.a_day
        if not self.rounds and (says_times or self.starts_at != USUAL_START):
            raise ValidationError({"rounds": _("Please enter how many rounds are played.")})
