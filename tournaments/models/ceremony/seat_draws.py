"""Seat draws at the table, with tiles and dice or by lot."""

import json
from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.play.rounds import Seat, Table
from tournaments.models.play.triggers import comes_to_another_table, is_of_another_round
from tournaments.models.setup.structure import Stage
from web.triggers import Guard


class SeatDrawRule(models.Model):
    """Players of a stage draw their seats at the table. Without a rule they sit as drawn for the round."""

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="seat_draw_rule", primary_key=True)

    class Meta:
        verbose_name = _("seat draw rule")
        verbose_name_plural = _("seat draw rules")

    def __str__(self) -> str:
        return str(self.stage)


class SeatDraw(models.Model):
    """How the seats of a table were drawn.

    `procedure` is a name of `scoring.ceremony.seats.PROCEDURES`. `content` is the draw as canonical JSON in the
    procedure's format, with players A to D by their previous seats, East first. With a `seed` it is the result of
    `scoring.ceremony.seeded.draw_ceremony`; without one it was typed in at the table.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="seat_draw", primary_key=True)
    procedure = models.CharField(max_length=40)
    content = models.CharField(max_length=1_000)
    seed = models.CharField(max_length=64, blank=True)
    # Cascades, like referee calls: rows of games not played are deleted with the seats of a redrawn round.
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    drawn_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "seat draw")
        verbose_name_plural = pgettext_lazy("record", "seat draws")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(seat__isnull=True) | models.Q(user__isnull=True),
                name="a_seat_draw_is_of_a_seat_or_an_account",
            ),
            Guard(
                name="a_seat_draw_is_of_a_seat_of_its_table_insert",
                on="INSERT",
                when=is_of_another_round("seat_id"),
            ),
            Guard(
                name="a_seat_draw_is_of_a_seat_of_its_table_update",
                on="UPDATE",
                when=comes_to_another_table("seat_id"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.procedure}"

    @property
    def fell(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.content)
        return found
