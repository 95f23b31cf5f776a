"""Qualification from one stage to another, and carry-over: the rules, and the confirmed qualifiers."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people.entries import Entry, Team
from tournaments.models.setup.structure import Stage
from web.triggers import on_write

# Rules name places of a ranking; no ranking is longer.
LAST_PLACE = 10_000


class Qualification(models.Model):
    """A stage for which players qualify: they are confirmed before it is drawn.

    Their starting totals follow from the stage they come from, including its corrections.
    """

    class Carries(models.TextChoices):
        """What part of an earlier total a stage begins with."""

        NOTHING = "none", _("All start at 0")
        FULL = "full", _("The whole total")
        RATIO = "ratio", _("A part of the total")
        BY_RANK = "by_rank", _("Fixed totals by rank")

    class Rounding(models.TextChoices):
        """Names of `scoring.standing.rounding.ROUNDINGS`."""

        HALF_UP = "half_up", _("to the nearest, halves upwards (−20.75 → −20.7)")
        HALF_AWAY = "half_away", _("to the nearest, halves away from zero (−20.75 → −20.8)")
        UP = "up", pgettext_lazy("choice", "upwards")
        DOWN = "down", pgettext_lazy("choice", "downwards")
        TOWARD_ZERO = "toward_zero", pgettext_lazy("choice", "toward zero")

    stage = models.OneToOneField(Stage, models.PROTECT, related_name="qualification", primary_key=True)
    of_teams = models.BooleanField(
        _("whole teams qualify"), default=False, help_text="With all their players."
    )
    carries = models.CharField(
        pgettext_lazy("field", "starts with"), max_length=8, choices=Carries.choices, default=Carries.NOTHING
    )
    numerator = models.PositiveSmallIntegerField(pgettext_lazy("field", "part"), default=1)
    denominator = models.PositiveSmallIntegerField(pgettext_lazy("field", "of"), default=1)
    quantum = models.PositiveIntegerField(
        pgettext_lazy("field", "rounded to"), default=1, help_text="In the rulebook's smallest units."
    )
    rounding = models.CharField(
        pgettext_lazy("field", "rounding"), max_length=12, choices=Rounding.choices, default=Rounding.HALF_UP
    )
    by_rank = models.JSONField(
        _("totals by rank"), default=list, blank=True, help_text="In smallest units, the 1st first."
    )
    forgives_penalties = models.BooleanField(
        _("penalties are not carried"), default=False, help_text="The total is carried without its penalties."
    )
    carries_head_to_head = models.BooleanField(
        _("games against each other carry over"),
        default=False,
        help_text="Where totals when they met order equals, games of the earlier stages count, too.",
    )
    carries_points = models.BooleanField(
        _("points at the table carry over"),
        default=False,
        help_text="In the same part as the total, to whole points: the next criterion where totals are equal.",
    )
    confirmed_at = models.DateTimeField(pgettext_lazy("field", "confirmed"), null=True, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "qualification")
        verbose_name_plural = pgettext_lazy("record", "qualifications")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(denominator__gte=1, numerator__lte=models.F("denominator")),
                name="a_part_of_a_total_is_at_most_all_of_it",
            ),
            models.CheckConstraint(
                condition=models.Q(quantum__gte=1), name="a_carried_total_is_rounded_to_something"
            ),
            models.CheckConstraint(
                condition=~models.Q(carries="by_rank") & models.Q(by_rank=[])
                | models.Q(carries="by_rank") & ~models.Q(by_rank=[]),
                name="totals_by_rank_belong_to_their_rule",
            ),
            models.CheckConstraint(
                condition=models.Q(carries_points=False) | ~models.Q(carries="none"),
                name="points_are_carried_with_a_total",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    carries__in=["none", "full", "ratio", "by_rank"],
                    rounding__in=["half_up", "half_away", "up", "down", "toward_zero"],
                ),
                name="a_qualification_says_what_is_carried",
            ),
        ]

    def __str__(self) -> str:
        return str(self.stage)


class QualifyingRule(models.Model):
    """Places of an earlier stage that qualify. Rules apply in order; no one qualifies twice."""

    class Among(models.TextChoices):
        """Whose places are counted; beside each is its name in `scoring.standing.cut`."""

        RANKING = "ranking", _("of the standings")
        TABLES = "groups", _("of every table of the last round")
        REMAINING = "remaining", _("of those who have not qualified yet")

    qualification = models.ForeignKey(Qualification, models.CASCADE, related_name="rules")
    ordinal = models.PositiveSmallIntegerField()
    source = models.ForeignKey(
        Stage, models.PROTECT, related_name="leads_to", verbose_name=_("from the stage")
    )
    among = models.CharField(
        pgettext_lazy("field", "places"), max_length=10, choices=Among.choices, default=Among.RANKING
    )
    first = models.PositiveIntegerField(
        pgettext_lazy("field", "from place"), default=1, validators=[MinValueValidator(1)]
    )
    last = models.PositiveIntegerField(
        pgettext_lazy("field", "to place"), validators=[MaxValueValidator(LAST_PLACE)]
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "qualifying rule")
        verbose_name_plural = pgettext_lazy("record", "qualifying rules")
        ordering = ["qualification_id", "ordinal"]
        constraints = [
            models.UniqueConstraint(
                fields=["qualification", "ordinal"], name="one_qualifying_rule_per_ordinal"
            ),
            models.CheckConstraint(
                condition=models.Q(first__gte=1, last__gte=models.F("first"), last__lte=LAST_PLACE),
                name="a_qualifying_rule_names_places",
            ),
            models.CheckConstraint(
                condition=models.Q(among__in=["ranking", "groups", "remaining"]),
                name="a_qualifying_rule_says_whose_places",
            ),
            *on_write(
                "players_go_on_from_an_earlier_stage",
                "NOT EXISTS (SELECT 1 FROM tournaments_stage a JOIN tournaments_stage b"
                " ON b.tournament_id = a.tournament_id AND a.ordinal < b.ordinal"
                " WHERE a.id = NEW.source_id AND b.id = NEW.qualification_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source}: {self.first}–{self.last}"


class Qualifier(models.Model):
    """A confirmed participant of a stage: an entry, or a team with all its players.

    `source` is the stage they carry something over from.
    """

    qualification = models.ForeignKey(Qualification, models.CASCADE, related_name="qualifiers")
    seed = models.PositiveIntegerField(
        pgettext_lazy("field", "seed"), help_text="From 1, in the order of the rules."
    )
    entry = models.ForeignKey(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="qualified_for",
        verbose_name=pgettext_lazy("field", "player"),
    )
    team = models.ForeignKey(
        Team,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="qualified_for",
        verbose_name=pgettext_lazy("field", "team"),
    )
    source = models.ForeignKey(
        Stage, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("from the stage")
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "qualifier")
        verbose_name_plural = pgettext_lazy("record", "qualifiers")
        ordering = ["qualification_id", "seed"]
        constraints = [
            models.UniqueConstraint(fields=["qualification", "seed"], name="one_qualifier_per_seed"),
            models.UniqueConstraint(fields=["qualification", "entry"], name="an_entry_qualifies_once"),
            models.UniqueConstraint(fields=["qualification", "team"], name="a_team_qualifies_once"),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False, team__isnull=True)
                | models.Q(entry__isnull=True, team__isnull=False),
                name="a_qualifier_is_an_entry_or_a_team",
            ),
            *on_write(
                "a_qualifier_comes_from_an_earlier_stage",
                "NEW.source_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_stage a"
                " JOIN tournaments_stage b ON b.tournament_id = a.tournament_id"
                " AND a.ordinal < b.ordinal WHERE a.id = NEW.source_id AND b.id = NEW.qualification_id)",
            ),
            *on_write(
                "a_qualifier_is_of_the_stages_own_tournament",
                "(SELECT tournament_id FROM tournaments_stage"
                " WHERE id = NEW.qualification_id) <> COALESCE((SELECT tournament_id"
                " FROM tournaments_entry WHERE id = NEW.entry_id), (SELECT tournament_id"
                " FROM tournaments_team WHERE id = NEW.team_id))",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seed} {self.entry or self.team}"
