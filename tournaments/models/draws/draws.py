"""Draws: committed seeds, seating constraints, and everything needed to repeat a draw."""

import secrets
from typing import Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.origins.origins import Origin
from tournaments.models.people.entries import Entry
from tournaments.models.setup.structure import Stage, Tournament
from tournaments.models.winds import Wind

PUBLISHED = ("published", "started", "closed")


def new_nonce() -> str:
    return secrets.token_hex(16)


class SeedCommitment(models.Model):
    """A seed committed before the players are known: its hash is public at once, the seed only with the draw."""

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="seed_commitments")
    seed = models.CharField(max_length=64)
    commitment = models.CharField(pgettext_lazy("field", "commitment"), max_length=64, unique=True)
    committed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    committed_at = models.DateTimeField(db_default=Now())
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("record", "committed seed")
        verbose_name_plural = pgettext_lazy("record", "committed seeds")
        ordering = ["committed_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage"],
                condition=models.Q(revealed_at__isnull=True),
                name="one_hidden_seed_per_stage",
            )
        ]

    def __str__(self) -> str:
        return self.commitment[:12]


class DrawQuerySet(models.QuerySet["Draw"]):
    def shown(self) -> Self:
        """Draws with a published round; the public knows of the others only what the ledger says."""
        return self.filter(rounds__status__in=PUBLISHED).distinct()

    def for_display(self) -> Self:
        """With what pages and the API show: the stage and its rounds, in order."""
        shown = self.select_related("stage__tournament", "commitment", "origin").prefetch_related("rounds")
        return shown.annotate(waits_for_line_ups=waits_for_line_ups())


def waits_for_line_ups(draw: str = "pk") -> Exists:
    """Whether a round of a draw waits for line-ups; for rows whose path to the draw is `draw`."""
    rounds: Any = apps.get_model("tournaments", "Round")
    return Exists(rounds.objects.waiting_for_line_ups().filter(draw=OuterRef(draw)))


class Draw(models.Model):
    """One run of a drawing method, for one round or a whole schedule. Immutable: a redraw is a new one."""

    class Method(models.TextChoices):
        SCHEDULE = "schedule", pgettext_lazy("choice", "Whole schedule")
        SWISS = "swiss", _("Swiss, without rematches")
        BY_STANDING = "by_standing", _("By standing: 1–4, 5–8, …")
        SNAKE = "snake", _("Snake: strong and weak mixed")
        INTERVAL = "interval", _("One from each part of the ranking")
        RANDOM = "random", pgettext_lazy("choice", "Random draw")
        MET_LEAST = "met_least", _("New opponents first")
        TEAMS = "teams", pgettext_lazy("choice", "Team matches")
        TEAM_SEASON = "team_season", _("Season of a team league")
        REPAIRED = "repaired", pgettext_lazy("choice", "Schedule repaired")
        IMPORTED = "imported", pgettext_lazy("choice", "Imported")

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="draws")
    method = models.CharField(pgettext_lazy("field", "method"), max_length=12, choices=Method.choices)
    seed = models.CharField(pgettext_lazy("field", "seed"), max_length=128)
    commitment = models.ForeignKey(
        SeedCommitment,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="draws",
        verbose_name=pgettext_lazy("field", "committed seed"),
    )
    # {"plan", "record": the audit record of seating, "first": number of its first round, "byes"}; read by
    # `actions.draws.checks`.
    record = models.TextField(help_text="Canonical JSON; enough to draw again.")
    quality = models.JSONField(default=dict)
    reason = models.CharField(_("reason for the redraw"), max_length=200, blank=True)
    drawn_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    drawn_at = models.DateTimeField(db_default=Now())
    # Its record keeps the ids of the server that drew it, because they are part of its hash.
    origin = models.ForeignKey(Origin, models.PROTECT, null=True, editable=False, related_name="draws")

    objects = DrawQuerySet.as_manager()

    # Set by `for_display()`.
    waits_for_line_ups: bool

    class Meta:
        verbose_name = pgettext_lazy("record", "draw")
        verbose_name_plural = pgettext_lazy("record", "draws")
        ordering = ["stage_id", "pk"]

    def __str__(self) -> str:
        return f"{self.get_method_display()} {self.seed[:8]}"

    @property
    def is_revealed(self) -> bool:
        """Whether no round of it is a draft or waits for line-ups, so that its seed reveals nothing. Requires
        `for_display()`.
        """
        return not self.waits_for_line_ups and all(round_.status in PUBLISHED for round_ in self.rounds.all())


# Draws of team matches.
OF_TEAMS = (Draw.Method.TEAMS, Draw.Method.TEAM_SEASON)


class SeatingConstraint(models.Model):
    """What every draw of a tournament has to respect for particular players."""

    class Kind(models.TextChoices):
        NEVER = "never", _("Never at one table")
        RATHER_NOT = "rather_not", _("Rather not at one table")
        TABLE = "table", _("Always at this table")
        WIND = "wind", _("Always on this seat")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="seating_constraints")
    kind = models.CharField(pgettext_lazy("field", "wish"), max_length=10, choices=Kind.choices)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="seating_constraints")
    other = models.ForeignKey(Entry, models.CASCADE, null=True, blank=True, related_name="+")
    table = models.PositiveSmallIntegerField(pgettext_lazy("field", "table"), null=True, blank=True)
    # There is no constraint to wait: the fifth seat is shared out.
    wind = models.PositiveSmallIntegerField(
        pgettext_lazy("mahjong term", "wind"), choices=Wind.choices[:4], null=True, blank=True
    )
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200, blank=True)
    # Lets the ledger commit to a constraint without naming its players: see `models.digests`.
    nonce = models.CharField(max_length=32, default=new_nonce, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "wish")
        verbose_name_plural = pgettext_lazy("record", "wishes")
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=(
                    models.Q(
                        kind__in=["never", "rather_not"],
                        other__isnull=False,
                        table__isnull=True,
                        wind__isnull=True,
                    )
                    | models.Q(kind="table", other__isnull=True, table__isnull=False, wind__isnull=True)
                    | models.Q(kind="wind", other__isnull=True, table__isnull=True, wind__range=(1, 4))
                ),
                name="a_wish_says_what_its_kind_needs",
            ),
            models.CheckConstraint(
                condition=models.Q(other__isnull=True) | models.Q(entry__lt=models.F("other")),
                name="a_pair_is_written_once_lower_entry_first",
            ),
            models.UniqueConstraint(
                fields=["entry", "other"], condition=models.Q(other__isnull=False), name="one_wish_per_pair"
            ),
            models.UniqueConstraint(
                fields=["entry", "kind"], condition=models.Q(other__isnull=True), name="one_place_per_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.entry}"
