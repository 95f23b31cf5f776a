"""Club nights: time, terms and players."""

from datetime import datetime
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people.entries import Entry
from tournaments.models.setup.counting import MOST_UNITS
from tournaments.models.setup.structure import Stage
from web.triggers import on_write

# Per player and night.
MOST_GAMES_A_NIGHT = 20
MOST_PLACES = 10_000


class NightQuerySet(models.QuerySet["Night"]):
    def planned(self) -> Self:
        """Nights to come, the next one first."""
        return self.filter(status=Night.Status.PLANNED).order_by("starts_at", "pk")


class Night(models.Model):
    """A night of a stage, for which players sign up. `games` is the maximum per player.

    From `closes_at` on (empty: from the start on), signing off costs `late_penalty` and not coming `absence_penalty`,
    applied when the night is settled.
    """

    class Status(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("status", "To come")
        SETTLED = "settled", pgettext_lazy("status", "Over")
        CANCELLED = "cancelled", pgettext_lazy("status", "Cancelled")

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="nights")
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=10, choices=Status.choices, default=Status.PLANNED
    )
    starts_at = models.DateTimeField(pgettext_lazy("field", "begins"))
    closes_at = models.DateTimeField(_("sign up until"), null=True, blank=True)
    places = models.PositiveIntegerField(
        pgettext_lazy("how many may take part", "places"), null=True, blank=True
    )
    games = models.PositiveSmallIntegerField(pgettext_lazy("field", "games"), default=2)
    late_penalty = models.PositiveIntegerField(
        _("deduction for signing off late"), default=0, help_text="In smallest units; 0: none."
    )
    absence_penalty = models.PositiveIntegerField(
        _("deduction for not coming"), default=0, help_text="In smallest units; 0: none."
    )

    objects = NightQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "night")
        verbose_name_plural = pgettext_lazy("record", "nights")
        ordering = ["starts_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(status__in=["planned", "settled", "cancelled"]),
                name="what_became_of_a_night_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(closes_at=None) | models.Q(closes_at__lte=models.F("starts_at")),
                name="a_night_closes_before_it_begins",
            ),
            models.CheckConstraint(
                condition=models.Q(places=None) | models.Q(places__range=(1, MOST_PLACES)),
                name="a_night_has_a_place_at_least",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    games__range=(1, MOST_GAMES_A_NIGHT),
                    late_penalty__lte=MOST_UNITS,
                    absence_penalty__lte=MOST_UNITS,
                ),
                name="a_night_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.starts_at:%Y-%m-%d %H:%M}"

    def is_late_at(self, now: datetime) -> bool:
        """Whether sign-up is closed, and signing off late."""
        return (self.closes_at or self.starts_at) <= now


class NightPlayerQuerySet(models.QuerySet["NightPlayer"]):
    def coming(self) -> Self:
        """Players with a place, in the order they got it."""
        return self.filter(status=NightPlayer.Status.COMING).order_by("turn")

    def waiting(self) -> Self:
        """The waiting list, in order."""
        return self.filter(status=NightPlayer.Status.WAITING).order_by("turn")


class NightPlayer(models.Model):
    """A player signed up for a number of games of a night. `turn` orders the waiting list."""

    class Status(models.TextChoices):
        COMING = "coming", pgettext_lazy("status", "Coming")
        WAITING = "waiting", _("On the waiting list")
        OFF = "off", pgettext_lazy("status", "Signed off")
        LATE = "late", _("Signed off late")
        ABSENT = "absent", _("Did not come")

    night = models.ForeignKey(Night, models.CASCADE, related_name="players")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="nights")
    status = models.CharField(pgettext_lazy("field", "status"), max_length=10, choices=Status.choices)
    games = models.PositiveSmallIntegerField(pgettext_lazy("field", "games"))
    turn = models.PositiveIntegerField()

    objects = NightPlayerQuerySet.as_manager()

    class Meta:
        verbose_name = _("player of a night")
        verbose_name_plural = _("players of a night")
        ordering = ["night_id", "turn"]
        constraints = [
            models.UniqueConstraint(fields=["night", "entry"], name="once_on_the_list_of_a_night"),
            models.UniqueConstraint(fields=["night", "turn"], name="one_turn_a_player_of_a_night"),
            models.CheckConstraint(
                condition=models.Q(status__in=["coming", "waiting", "off", "late", "absent"]),
                name="whether_a_player_comes_is_known",
            ),
            models.CheckConstraint(
                condition=models.Q(games__range=(1, MOST_GAMES_A_NIGHT)),
                name="a_player_wants_a_game_at_least",
            ),
            *on_write(
                "a_player_of_a_night_takes_part",
                "(SELECT tournament_id FROM tournaments_entry"
                " WHERE id = NEW.entry_id) <> (SELECT s.tournament_id FROM tournaments_night n"
                " JOIN tournaments_stage s ON s.id = n.stage_id WHERE n.id = NEW.night_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} · {self.night}"

    @property
    def is_listed(self) -> bool:
        """Whether the player has a place or waits for one."""
        return self.status in (NightPlayer.Status.COMING, NightPlayer.Status.WAITING)
