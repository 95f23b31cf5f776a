"""Reports of tables, the resulting scores, and penalties."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Self, TypeAlias, TypedDict, cast

from django.db import models
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.ledger import Receipt
from tournaments.models.people.entries import Entry, Team
from tournaments.models.play.penalty_kinds import (
    CHOICES,
    LONGEST_NAME,
    PENALTY_KINDS,
    PenaltyKind,
    amount_is_of_kind,
)
from tournaments.models.play.rounds import Round, Seat, Table
from tournaments.models.play.triggers import MUST_STAY, OF_ANOTHERS_SHEET, SHEET_COUNTERS
from tournaments.models.setup.structure import Stage
from tournaments.models.sheet_tags import sheet_tag
from tournaments.models.winds import Wind
from web.triggers import Guard, changes, on_write

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

# Rulebooks bound reports at a million at most, but without limits (aotenjo) one hand may be worth billions. This only
# keeps the sum within a bigint.
MOST_POINTS = 10**15


class ResultAnnotations(TypedDict):
    """Annotations of `with_results()`: a seat's place and total, None if not derived."""

    place: int | None
    total: int | None


ScoresheetWithResult: TypeAlias = "WithAnnotations[Scoresheet, ResultAnnotations]"


class ScoresheetQuerySet(models.QuerySet["Scoresheet"]):
    def live(self) -> Self:
        """The current sheet of each table."""
        return self.filter(status__in=Scoresheet.LIVE)

    def confirmed(self) -> Self:
        return self.filter(status=Scoresheet.Status.CONFIRMED)

    def for_display(self) -> Self:
        """Newest first, with the reporter, `scores.all()`, East first, and `confirmations.all()`."""
        scores = Score.objects.select_related("seat", "entry__player", "entry__team").order_by("seat__wind")
        confirmations = Confirmation.objects.select_related("seat__entry__player", "user")
        return (
            self.select_related("reported_by_seat__entry__player", "reported_by_user")
            .prefetch_related(
                models.Prefetch("scores", scores), models.Prefetch("confirmations", confirmations)
            )
            .order_by("-version")
        )

    def with_results(self) -> "models.QuerySet[ScoresheetWithResult]":
        """Each sheet once per seat, East first, with that seat's `place` and `total`; once without them if none are
        derived. One query for a whole hall.
        """
        rows = self.annotate(place=models.F("scores__place"), total=models.F("scores__total"))
        return cast("models.QuerySet[ScoresheetWithResult]", rows.order_by("pk", "scores__seat__wind"))


class Scoresheet(models.Model):
    """One version of a table's report. Immutable: a change is a new version, the old one is kept."""

    class Status(models.TextChoices):
        SUBMITTED = "submitted", _("Waiting for confirmation")
        CONFIRMED = "confirmed", pgettext_lazy("status", "Confirmed")
        DISPUTED = "disputed", pgettext_lazy("status", "Disputed")
        SUPERSEDED = "superseded", _("Replaced by a later version")
        VOID = "void", pgettext_lazy("status", "Void")

    LIVE = (Status.SUBMITTED, Status.CONFIRMED, Status.DISPUTED)

    table = models.ForeignKey(Table, models.PROTECT, related_name="scoresheets", db_index=False)
    version = models.PositiveSmallIntegerField(pgettext_lazy("field", "version"))
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=10, choices=Status.choices, default=Status.SUBMITTED
    )
    # Columns rather than rows, so that the sum is a plain CHECK that no way into the database can bypass.
    east = models.BigIntegerField(pgettext_lazy("wind", "East"))
    south = models.BigIntegerField(pgettext_lazy("wind", "South"))
    west = models.BigIntegerField(pgettext_lazy("wind", "West"))
    north = models.BigIntegerField(pgettext_lazy("wind", "North"), null=True, blank=True)
    fifth = models.BigIntegerField(pgettext_lazy("mahjong term", "waits first"), null=True, blank=True)
    east_chombo = models.PositiveSmallIntegerField(default=0)
    south_chombo = models.PositiveSmallIntegerField(default=0)
    west_chombo = models.PositiveSmallIntegerField(default=0)
    north_chombo = models.PositiveSmallIntegerField(default=0)
    fifth_chombo = models.PositiveSmallIntegerField(default=0)
    leftover = models.BigIntegerField(
        _("riichi sticks left on the table"), default=0, help_text=pgettext_lazy("field", "in points")
    )
    imbalance = models.BigIntegerField(_("points that are missing"), default=0)
    imbalance_reason = models.CharField(_("why they are missing"), max_length=200, blank=True)
    start_total = models.BigIntegerField(_("points at the start"))
    reason = models.CharField(_("reason of the correction"), max_length=200, blank=True)
    dispute_reason = models.CharField(_("reason of the dispute"), max_length=200, blank=True)
    reported_by_seat = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="reports")
    reported_by_user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    reported_at = models.DateTimeField(db_default=Now(), editable=False)
    # The phone's clock: a claim, never used for decisions.
    claimed_at = models.DateTimeField(null=True, blank=True)

    objects = ScoresheetQuerySet.as_manager()

    # Set by the action just performed: its receipt, the resulting scores with seats and players, and the seats that
    # confirmed; None among them is the referee.
    receipt: Receipt | None = None
    written: "list[Score] | None" = None
    confirmed_by: "Collection[int | None]" = ()

    class Meta:
        verbose_name = pgettext_lazy("record", "scoresheet")
        verbose_name_plural = pgettext_lazy("record", "scoresheets")
        ordering = ["table_id", "version"]
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="one_sheet_per_version"),
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(status__in=["submitted", "confirmed", "disputed"]),
                name="one_live_sheet_per_table",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    start_total=models.F("east")
                    + models.F("south")
                    + models.F("west")
                    + Coalesce(models.F("north"), 0)
                    + Coalesce(models.F("fifth"), 0)
                    + models.F("leftover")
                    + models.F("imbalance")
                ),
                name="points_and_leftover_make_the_start_total",
            ),
            models.CheckConstraint(
                condition=models.Q(imbalance=0) | ~models.Q(imbalance_reason=""),
                name="an_imbalance_has_a_reason",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(fifth__isnull=True, fifth_chombo=0)
                    | models.Q(fifth__isnull=False, north__isnull=False)
                ),
                name="a_fifth_sits_with_four",
            ),
            *(
                models.CheckConstraint(
                    condition=models.Q(**{f"{wind.key}__range": (-MOST_POINTS, MOST_POINTS)}),
                    name=f"{wind.key}_points_within_bounds",
                )
                for wind in Wind
            ),
            models.CheckConstraint(
                condition=models.Q(leftover__range=(0, MOST_POINTS)), name="leftover_within_bounds"
            ),
            Guard(
                name="reported_points_are_never_edited",
                on="UPDATE",
                when=changes(
                    "table_id", "version", "east", "south", "west", "leftover", "imbalance", "start_total"
                )
                + " OR COALESCE(NEW.north, 0) <> COALESCE(OLD.north, 0) OR "
                + changes("east_chombo", "south_chombo", "west_chombo", "north_chombo"),
            ),
            Guard(
                name="a_fifths_points_are_never_edited",
                on="UPDATE",
                when="(NEW.fifth IS NULL) <> (OLD.fifth IS NULL) OR NEW.fifth <> OLD.fifth"
                " OR NEW.fifth_chombo <> OLD.fifth_chombo",
            ),
            *SHEET_COUNTERS,
            Guard(name="a_scoresheet_goes_only_where_nothing_stands", on="DELETE", when=MUST_STAY),
        ]

    def __str__(self) -> str:
        return f"{self.table} v{self.version}"

    @property
    def points(self) -> list[int]:
        """Points by seat, East first; three values at a table of three, five at a table of five."""
        seats = (self.east, self.south, self.west, self.north, self.fifth)
        return [points for points in seats if points is not None]

    @property
    def chombo(self) -> list[int]:
        """Chombo by seat, as many values as `points`."""
        return [getattr(self, f"{wind.key}_chombo") for wind in Wind][: len(self.points)]

    @property
    def tag(self) -> str:
        """What a confirmation names so that it can only mean this version with these points: `r2-1f0c9a3b`."""
        return sheet_tag(self.table_id, self.version, self.points, self.chombo, self.leftover, self.imbalance)

    @property
    def is_live(self) -> bool:
        return self.status in self.LIVE


class Score(models.Model):
    """A seat's result, derived from the table's live sheet by `scoring`; can be rebuilt from it."""

    sheet = models.ForeignKey(Scoresheet, models.CASCADE, related_name="scores", db_index=False)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    # Denormalized from seat and round, so that a stage's totals are one query over one table.
    stage = models.ForeignKey(Stage, models.PROTECT, related_name="scores", db_index=False)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="scores")
    counts = models.BooleanField(help_text="The sheet is confirmed.")
    place = models.PositiveSmallIntegerField(pgettext_lazy("field", "place"))
    points = models.BigIntegerField(pgettext_lazy("field", "points"))
    base = models.BigIntegerField()
    uma = models.BigIntegerField(pgettext_lazy("mahjong term", "uma"))
    oka = models.BigIntegerField(pgettext_lazy("mahjong term", "oka"))
    leftover = models.BigIntegerField(default=0)
    chombo = models.BigIntegerField(pgettext_lazy("mahjong term", "chombo"), default=0)
    total = models.BigIntegerField(pgettext_lazy("field", "total"))

    class Meta:
        verbose_name = pgettext_lazy("record", "score")
        verbose_name_plural = pgettext_lazy("record", "scores")
        ordering = ["sheet_id", "seat__wind"]
        constraints = [models.UniqueConstraint(fields=["sheet", "seat"], name="one_score_per_seat")]
        indexes = [
            models.Index(fields=["stage", "entry"], name="scores_of_a_stage"),
            models.Index(fields=["sheet", "entry"], name="who_met_at_a_table"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.total}"


# `scoring.standing.ranking.is_last` as a query condition: tables of three report no North.
IS_LAST_PLACE = models.Q(place__gte=4) | models.Q(place=3, sheet__north=None)


class Confirmation(models.Model):
    """A seat's (or the referee's) agreement with exactly this version."""

    sheet = models.ForeignKey(Scoresheet, models.PROTECT, related_name="confirmations", db_index=False)
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, blank=True, related_name="confirmations")
    user = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    confirmed_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "confirmation")
        verbose_name_plural = pgettext_lazy("record", "confirmations")
        constraints = [
            models.UniqueConstraint(fields=["sheet", "seat"], name="one_confirmation_per_seat"),
            models.CheckConstraint(
                condition=models.Q(seat__isnull=False) | models.Q(user__isnull=False),
                name="somebody_confirms",
            ),
            *on_write("a_confirmation_is_from_the_same_table", OF_ANOTHERS_SHEET),
        ]

    def __str__(self) -> str:
        return f"{self.sheet}: {self.seat or self.user}"


# The largest single deduction or bonus, in smallest units.
MOST_DEDUCTED = 10**9


class PenaltyQuerySet(models.QuerySet["Penalty"]):
    def with_rounds(self) -> Self:
        """With `of_round`, the number of the stage's round each belongs to: its own, else the last begun when it was
        imposed, 0 before the first.
        """
        begun = Round.objects.filter(
            stage=models.OuterRef("stage"), started_at__lte=models.OuterRef("imposed_at")
        )
        last = begun.order_by().values("stage").annotate(last=models.Max("number")).values("last")
        return self.annotate(of_round=Coalesce("round__number", models.Subquery(last), 0))


class Penalty(models.Model):
    """A penalty of a kind in `PENALTY_KINDS`. Can be lifted, never deleted.

    It concerns an entry, and then also its team's total, or only a team. `given_for` is the rule that imposes it,
    once a round.
    """

    class GivenFor(models.TextChoices):
        SITTING_OUT = "sitting_out", pgettext_lazy("choice", "Sat out")
        ABSENCE = "absence", pgettext_lazy("choice", "Absent")

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="penalties")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="penalties")
    kind = models.CharField(pgettext_lazy("field", "kind"), max_length=LONGEST_NAME, choices=CHOICES)
    amount = models.BigIntegerField(
        pgettext_lazy("field", "deduction"), help_text=_("in the rulebook's smallest unit")
    )
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200)
    round = models.ForeignKey(
        Round,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="penalties",
        verbose_name=pgettext_lazy("field", "round"),
    )
    given_for = models.CharField(
        pgettext_lazy("field", "given for"),
        max_length=11,
        choices=GivenFor.choices,
        blank=True,
        default="",
        editable=False,
    )
    imposed_by = models.ForeignKey(User, models.PROTECT, related_name="+")
    imposed_at = models.DateTimeField(db_default=Now(), editable=False)
    lifted_by = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lift_reason = models.CharField(_("why it was lifted"), max_length=200, blank=True)

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "penalty")
        verbose_name_plural = pgettext_lazy("record", "penalties")
        ordering = ["imposed_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(amount__range=(-MOST_DEDUCTED, MOST_DEDUCTED)),
                name="a_penalty_within_bounds",
            ),
            models.CheckConstraint(
                condition=amount_is_of_kind(), name="the_amount_of_a_penalty_has_the_sign_of_its_kind"
            ),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False, team__isnull=True)
                | models.Q(entry__isnull=True, team__isnull=False),
                name="a_penalty_is_an_entrys_or_a_teams",
            ),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_penalty_has_a_reason"),
            models.UniqueConstraint(
                fields=["round", "entry"],
                condition=~models.Q(given_for=""),
                name="a_round_without_a_game_is_scored_once",
            ),
            models.CheckConstraint(
                condition=models.Q(given_for="") | models.Q(round__isnull=False, entry__isnull=False),
                name="a_round_without_a_game_is_an_entrys",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(lifted_at__isnull=True, lifted_by__isnull=True)
                    | models.Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~models.Q(lift_reason="")
                ),
                name="a_lifted_penalty_says_by_whom_and_why",
            ),
            Guard(name="penalties_are_never_deleted", on="DELETE"),
            *on_write(
                "a_penalty_is_for_the_tournaments_own_entry",
                "(SELECT tournament_id FROM tournaments_entry"
                " WHERE id = NEW.entry_id) <> (SELECT tournament_id FROM tournaments_stage"
                " WHERE id = NEW.stage_id)",
            ),
            *on_write(
                "a_penalty_is_of_a_round_of_its_stage",
                "NEW.round_id IS NOT NULL AND (SELECT stage_id FROM tournaments_round"
                " WHERE id = NEW.round_id) <> NEW.stage_id",
            ),
            *on_write(
                "a_penalty_is_for_the_tournaments_own_team",
                "NEW.team_id IS NOT NULL AND (SELECT tournament_id FROM tournaments_team"
                " WHERE id = NEW.team_id) <> (SELECT tournament_id FROM tournaments_stage"
                " WHERE id = NEW.stage_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry or self.team}: {self.reason}"

    @property
    def name(self) -> str:
        """The name of the player or team, which must be loaded."""
        return self.team.name if self.team else self.entry.player.name if self.entry else ""

    @property
    def about_kind(self) -> PenaltyKind:
        return PENALTY_KINDS[self.kind]
