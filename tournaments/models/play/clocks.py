"""Time limits of rounds, and the clocks that count them down."""

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.play.rounds import Round, Table
from tournaments.models.setup.structure import Stage, Tournament

MOST_MINUTES = 600
# The most a clock can have left, however often it was extended.
MOST_SECONDS = 24 * 60 * 60


class AfterGong(models.TextChoices):
    """What is still played after the gong."""

    FINISH_HAND = "finish_hand", _("Finish the hand being played")
    ONE_MORE_HAND = "one_more_hand", _("Finish the hand being played, then play one more")
    STOP = "stop", _("Stop right away")

    @property
    def beforehand(self) -> str:
        """The rule while time remains: conditional, so that no one takes it for an order."""
        return str(_BEFOREHAND[self])


_BEFOREHAND = {
    AfterGong.FINISH_HAND: _("When time is up: finish the hand"),
    AfterGong.ONE_MORE_HAND: _("When time is up: finish the hand, then play one more"),
    AfterGong.STOP: _("When time is up: stop at once"),
}


class TimeLimit(models.Model):
    """The time limit of a tournament, or of one round of a stage, if it differs from the rulebook.

    Rounds are referenced by number, so that the limit survives a redraw.
    """

    tournament = models.OneToOneField(
        Tournament, models.PROTECT, null=True, blank=True, related_name="time_limit"
    )
    stage = models.ForeignKey(Stage, models.PROTECT, null=True, blank=True, related_name="time_limits")
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(pgettext_lazy("field", "minutes"))
    after_gong = models.CharField(_("after the gong"), max_length=20, choices=AfterGong.choices)

    class Meta:
        verbose_name = pgettext_lazy("record", "time limit")
        verbose_name_plural = pgettext_lazy("record", "time limits")
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_time_limit_per_round"),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False, stage__isnull=True, number__isnull=True)
                | models.Q(tournament__isnull=True, stage__isnull=False, number__isnull=False),
                name="a_time_limit_is_of_a_tournament_or_of_one_round",
            ),
            models.CheckConstraint(
                condition=models.Q(minutes__range=(1, MOST_MINUTES)), name="a_time_limit_within_bounds"
            ),
            models.CheckConstraint(
                condition=models.Q(after_gong__in=AfterGong.values), name="a_time_limit_says_what_follows"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.minutes} min"


class Clock(models.Model):
    """A clock either runs to `ends_at` or is paused with `remaining` seconds."""

    ends_at = models.DateTimeField(null=True, editable=False)
    remaining = models.PositiveIntegerField(null=True, editable=False)

    class Meta:
        abstract = True

    def seconds_left(self, now: datetime) -> int:
        """Return whole seconds until time is up; negative afterwards."""
        if self.ends_at is None:
            return self.remaining or 0
        return int((self.ends_at - now).total_seconds() // 1)


def _runs_or_stands(name: str) -> models.CheckConstraint:
    return models.CheckConstraint(
        condition=models.Q(ends_at__isnull=False, remaining__isnull=True)
        | models.Q(ends_at__isnull=True, remaining__range=(0, MOST_SECONDS)),
        name=name,
    )


class RoundClock(Clock):
    """The clock of a round in play, for all its tables without a `TableClock`."""

    round = models.OneToOneField(Round, models.PROTECT, related_name="clock")
    minutes = models.PositiveSmallIntegerField(pgettext_lazy("field", "minutes"))
    after_gong = models.CharField(_("after the gong"), max_length=20, choices=AfterGong.choices)

    class Meta:
        verbose_name = pgettext_lazy("record", "clock")
        verbose_name_plural = pgettext_lazy("record", "clocks")
        constraints = [
            _runs_or_stands("a_clock_runs_or_stands"),
            models.CheckConstraint(
                condition=models.Q(minutes__range=(1, MOST_MINUTES)), name="a_clock_within_bounds"
            ),
            models.CheckConstraint(
                condition=models.Q(after_gong__in=AfterGong.values), name="a_clock_says_what_follows"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.minutes} min"


class TableClock(Clock):
    """The clock of a table with extra time or a hold of its own. A table that `is_held` stays stopped until it is
    released itself.
    """

    table = models.OneToOneField(Table, models.PROTECT, related_name="clock")
    is_held = models.BooleanField(default=False, editable=False)

    class Meta:
        verbose_name = _("clock of a table")
        verbose_name_plural = _("clocks of tables")
        constraints = [
            _runs_or_stands("a_tables_clock_runs_or_stands"),
            models.CheckConstraint(
                condition=models.Q(is_held=False) | models.Q(remaining__isnull=False),
                name="a_held_clock_stands",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}"
