"""Published standings: written only by `tournaments/standings/`, and only forwards."""

from django.db import models
from django.db.models import Max, OuterRef, Subquery, Sum
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.people.entries import Entry, Team
from tournaments.models.play.rounds import Round
from tournaments.models.setup.structure import Stage
from web.triggers import Guard, on_write

# The columns that count places, from first.
PLACES = ("firsts", "seconds", "thirds", "fourths", "fifths")
RANK_BEFORE = (
    "Before the last round with a confirmed game; empty in the first round, and for those without one then."
)


class Publication(models.Model):
    """Up to which entry the standings of a stage are published."""

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="publication", primary_key=True)
    as_of_seq = models.PositiveBigIntegerField(default=0)
    games_counted = models.PositiveIntegerField(default=0)
    last_round = models.PositiveSmallIntegerField(
        null=True, help_text="The number of the last round with a confirmed game."
    )
    published_at = models.DateTimeField(null=True)
    # A stage whose standings cannot be computed must not hold up the others.
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            *on_write(
                "standings_are_never_ahead_of_the_ledger",
                "NEW.as_of_seq > (SELECT h.seq FROM tournaments_ledgerhead h JOIN tournaments_stage s"
                " ON s.tournament_id = h.tournament_id WHERE s.id = NEW.stage_id)",
            ),
            Guard(name="standings_never_move_backwards", on="UPDATE", when="NEW.as_of_seq < OLD.as_of_seq"),
        ]
        verbose_name = pgettext_lazy("record", "publication")
        verbose_name_plural = pgettext_lazy("record", "publications")

    def __str__(self) -> str:
        return f"{self.stage} as of {self.as_of_seq}"


class LastRoundNeeds(models.Model):
    """What players need in the last round of a stage, worked out by a worker so that pages only read it.

    It holds for the standings as of `as_of_seq` and for the rounds that `seating` stands for, and for no others.
    """

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="last_round_needs", primary_key=True)
    as_of_seq = models.PositiveBigIntegerField()
    seating = models.BigIntegerField(help_text="Which rounds were open, as `open_seating` has them.")
    seated_seq = models.PositiveBigIntegerField(help_text="The last ledger entry when the seats were read.")
    round = models.ForeignKey(
        Round, models.CASCADE, related_name="+", null=True, help_text="Empty while nothing can be said."
    )
    needs = models.JSONField(help_text="By entry, as `tournaments.standings.needs.kept_needs` writes them.")

    class Meta:
        verbose_name = pgettext_lazy("record", "needs in the last round")
        verbose_name_plural = pgettext_lazy("record", "needs in the last round")

    def __str__(self) -> str:
        return f"{self.stage} as of {self.as_of_seq}"


class StandingsAfterRound(models.Model):
    """What adding up gives of a stage after a round before its last, kept by a worker so that pages only read it.

    It is right as of the stage's publication: what publishes an action that may move it drops it.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standings_after_rounds", db_index=False)
    number = models.PositiveSmallIntegerField(help_text="Of the round.")
    next_started_at = models.DateTimeField(
        null=True, help_text="When the first of the later rounds began: penalties of before then count."
    )
    rows = models.JSONField(help_text="As `tournaments.standings.after_round.AddedUp` has them.")

    class Meta:
        verbose_name = pgettext_lazy("record", "standings after a round")
        verbose_name_plural = pgettext_lazy("record", "standings after a round")
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="standings_after_a_round_are_kept_once")
        ]

    def __str__(self) -> str:
        return f"{self.stage} after round {self.number}"


def last_published(tournament: str) -> tuple[Subquery, Subquery]:
    """Return two columns that change together with any publication in the tournament at this path."""
    published = (
        Publication.objects.filter(stage__tournament=OuterRef(tournament))
        .order_by()
        .values("stage__tournament")
    )
    return (
        Subquery(published.values(seq=Sum("as_of_seq"))),
        # Standings published once more as of the same entry have only another time.
        Subquery(published.values(at=Max("published_at"))),
    )


class Standing(models.Model):
    # The unique index covers the stage; another index would be written for each row that moves.
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="standings", db_index=False)
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="standings")
    position = models.PositiveIntegerField(help_text="1 to N; a lot decides where nothing else does.")
    rank = models.PositiveIntegerField(
        pgettext_lazy("field", "rank"),
        null=True,
        help_text="Equal for those whom only the lot separates; empty for those who are not ranked.",
    )
    rank_before = models.PositiveIntegerField(
        pgettext_lazy("field", "rank before"), null=True, help_text=RANK_BEFORE
    )
    total = models.BigIntegerField(pgettext_lazy("field", "total"))
    carried = models.BigIntegerField(
        pgettext_lazy("field", "carried over"),
        default=0,
        help_text="From an earlier stage; in the total already.",
    )
    penalty = models.BigIntegerField(pgettext_lazy("field", "penalties"), default=0)
    games = models.PositiveIntegerField(pgettext_lazy("field", "games"))
    firsts = models.PositiveIntegerField(pgettext_lazy("place", "1st"))
    seconds = models.PositiveIntegerField(pgettext_lazy("place", "2nd"))
    thirds = models.PositiveIntegerField(pgettext_lazy("place", "3rd"))
    fourths = models.PositiveIntegerField(pgettext_lazy("place", "4th"))
    fifths = models.PositiveIntegerField(pgettext_lazy("place", "5th"), default=0)
    lasts = models.PositiveIntegerField(
        pgettext_lazy("how often", "last places"),
        default=0,
        help_text="By each table's size; of five players the 4th and the 5th are last.",
    )
    points = models.BigIntegerField(pgettext_lazy("field", "points"))
    carried_points = models.BigIntegerField(
        _("points carried over"), default=0, help_text="From an earlier stage; in the points already."
    )
    best = models.BigIntegerField(pgettext_lazy("field", "best game"), null=True)
    worst = models.BigIntegerField(pgettext_lazy("field", "worst game"), null=True)
    last = models.BigIntegerField(
        pgettext_lazy("field", "last game"),
        null=True,
        help_text="Only where the order of equal totals asks for it.",
    )
    chombo = models.BigIntegerField(pgettext_lazy("mahjong term", "chombo"), default=0)

    class Meta:
        verbose_name = pgettext_lazy("record", "standing")
        verbose_name_plural = pgettext_lazy("record", "standings")
        ordering = ["stage_id", "position"]
        constraints = [models.UniqueConstraint(fields=["stage", "entry"], name="one_standing_per_entry")]

    def __str__(self) -> str:
        return f"{self.rank} {self.entry}"

    @property
    def is_ranked(self) -> bool:
        return self.rank is not None

    @property
    def places(self) -> list[int]:
        """Counts of 1st, 2nd, 3rd, 4th and 5th places."""
        return [self.firsts, self.seconds, self.thirds, self.fourths, self.fifths]


class TeamStanding(models.Model):
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="team_standings", db_index=False)
    team = models.ForeignKey(Team, models.CASCADE, related_name="standings")
    position = models.PositiveIntegerField(help_text="1 to N; a lot decides where nothing else does.")
    rank = models.PositiveIntegerField(
        pgettext_lazy("field", "rank"), help_text="Equal for those whom only the lot separates."
    )
    rank_before = models.PositiveIntegerField(
        pgettext_lazy("field", "rank before"), null=True, help_text=RANK_BEFORE
    )
    total = models.BigIntegerField(pgettext_lazy("field", "total"))
    carried = models.BigIntegerField(
        pgettext_lazy("field", "carried over"),
        default=0,
        help_text="From an earlier stage; in the total already.",
    )
    carried_points = models.BigIntegerField(
        _("points carried over"), default=0, help_text="From an earlier stage; in its points already."
    )
    own_penalty = models.BigIntegerField(
        pgettext_lazy("field", "penalties"),
        default=0,
        help_text="Deducted from the team, not from one of its players.",
    )
    left_out = models.BigIntegerField(
        default=0,
        help_text="What games brought that do not count for the team; in its players' totals alone.",
    )
    match_points = models.BigIntegerField(
        pgettext_lazy("field", "match points"),
        null=True,
        help_text="In `MATCH_POINT_UNITS`; only where the stage gives some, and then they rank first.",
    )
    games = models.PositiveIntegerField(pgettext_lazy("field", "games"))
    firsts = models.PositiveIntegerField(pgettext_lazy("place", "1st"))
    seconds = models.PositiveIntegerField(pgettext_lazy("place", "2nd"))
    thirds = models.PositiveIntegerField(pgettext_lazy("place", "3rd"))
    fourths = models.PositiveIntegerField(pgettext_lazy("place", "4th"))
    fifths = models.PositiveIntegerField(pgettext_lazy("place", "5th"), default=0)

    class Meta:
        verbose_name = pgettext_lazy("record", "team standing")
        verbose_name_plural = pgettext_lazy("record", "team standings")
        ordering = ["stage_id", "position"]
        constraints = [models.UniqueConstraint(fields=["stage", "team"], name="one_standing_per_team")]

    def __str__(self) -> str:
        return f"{self.rank} {self.team}"

    @property
    def places(self) -> list[int]:
        """Counts of 1st, 2nd, 3rd, 4th and 5th places."""
        return [self.firsts, self.seconds, self.thirds, self.fourths, self.fifths]
