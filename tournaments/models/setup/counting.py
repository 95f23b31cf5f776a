"""Which games of a stage count."""

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.standing.counting import Counting
from tournaments.models.bounds import Between
from tournaments.models.setup.structure import Stage

MOST_GAMES = 1_000
# No game's result is larger, in smallest units.
MOST_UNITS = 1_000_000_000
A_NUMBER_OF_GAMES = Between(0, MOST_GAMES, _("A number of games must be between 0 and %(most)s."))
A_SCORE = Between(-MOST_UNITS, MOST_UNITS, _("This is more than can be deducted or given at once."))


class CountingRule(models.Model):
    """Which games count for a total in a stage. Without a row all do, and everyone is ranked."""

    class Selection(models.TextChoices):
        """Names of `scoring.standing.counting.SELECTIONS`."""

        ALL = "all", pgettext_lazy("choice", "All games")
        BEST = "best", _("The best games")
        BEST_RUN = "best_run", _("The best games in a row")
        ALL_BUT_WORST = "all_but_worst", _("All games but the worst")

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="counting", primary_key=True)
    selection = models.CharField(
        _("games that count"),
        max_length=13,
        choices=Selection.choices,
        default=Selection.ALL,
        error_messages={"invalid_choice": _("This way of counting games does not exist.")},
    )
    number = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "how many"),
        default=0,
        help_text="How many games `selection` takes; 0 if it takes all.",
        validators=[A_NUMBER_OF_GAMES],
    )
    minimum_games = models.PositiveSmallIntegerField(
        _("games until a player is ranked"),
        default=0,
        help_text="0: everybody is ranked.",
        validators=[A_NUMBER_OF_GAMES],
    )
    maximum_games = models.PositiveSmallIntegerField(
        _("most games of a player"),
        default=0,
        help_text="Later ones do not count; 0: no limit.",
        validators=[A_NUMBER_OF_GAMES],
    )
    missing_game_penalty = models.PositiveIntegerField(
        _("deduction for each missing game"),
        default=0,
        help_text="In smallest units; then everybody is ranked. 0: below the minimum nobody is.",
        validators=[Between(0, MOST_UNITS, _("The deduction for a missing game must be 0 or more."))],
    )

    sitting_out_score = models.BigIntegerField(
        _("score for sitting out"),
        default=0,
        help_text="In smallest units: what a round brings players whom the draw leaves without a seat.",
        validators=[A_SCORE],
    )
    absence_score = models.BigIntegerField(
        _("score for being absent"),
        default=0,
        help_text="In smallest units: what a round brings players who were not there; less than 0 is deducted.",
        validators=[A_SCORE],
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "counting rule")
        verbose_name_plural = pgettext_lazy("record", "counting rules")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(selection="all", number=0)
                | models.Q(selection__in=["best", "best_run", "all_but_worst"], number__gte=1),
                name="a_number_of_games_belongs_to_a_selection",
            ),
            models.CheckConstraint(
                condition=models.Q(maximum_games=0) | models.Q(maximum_games__gte=models.F("minimum_games")),
                name="the_most_games_are_at_least_the_fewest",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    number__lte=MOST_GAMES, minimum_games__lte=MOST_GAMES, maximum_games__lte=MOST_GAMES
                ),
                name="a_counting_rule_within_bounds",
            ),
            models.CheckConstraint(
                condition=models.Q(missing_game_penalty=0)
                | models.Q(missing_game_penalty__lte=MOST_UNITS, minimum_games__gte=1),
                name="a_missing_game_is_one_of_a_minimum",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    sitting_out_score__range=(-MOST_UNITS, MOST_UNITS),
                    absence_score__range=(-MOST_UNITS, MOST_UNITS),
                ),
                name="a_round_without_a_game_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.get_selection_display()} {self.number or ''}".strip()

    def clean(self) -> None:
        if self.maximum_games and self.maximum_games < self.minimum_games:
            raise ValidationError(
                {
                    "maximum_games": _(
                        "The maximum number of games must be at least the minimum (0: no limit)."
                    )
                }
            )
        if self.missing_game_penalty and not self.minimum_games:
            words = _("Please enter how many games are required if missing games cost something.")
            raise ValidationError({"minimum_games": words})
        if (self.selection == self.Selection.ALL) != (self.number == 0):
            raise ValidationError({"number": _("Please enter how many games count, unless all do.")})

    @property
    def rule(self) -> Counting:
        """Which games count, for `scoring`; the cost of missing ones is `cost_of_missing`."""
        return Counting(
            selection=self.selection,  # type: ignore[arg-type]
            number=self.number,
            minimum_games=self.minimum_games,
            maximum_games=self.maximum_games,
        )

    def cost_of_missing(self, games: int) -> int:
        """Return what is deducted from a player with this many games."""
        return max(self.minimum_games - games, 0) * self.missing_game_penalty

    def is_ranked_after(self, games: int) -> bool:
        """Whether this many games are enough for a rank."""
        return games >= self.minimum_games or bool(self.missing_game_penalty)
