"""Which titles a season awards, and by what rule."""

from typing import NamedTuple

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import Season
from tournaments.models.setup.counting import MOST_GAMES


class AwardTerms(NamedTuple):
    """What an organizer sets: names of `SeasonAwardRule.Title`, in their order, and how they are awarded."""

    titles: tuple[str, ...]
    minimum: int = 0
    stages: str = "all"
    ties: str = "shared"


class SeasonAwardRule(models.Model):
    """The titles of a season, awarded in each of its divisions. Without a row there are none.

    The champion is the first of the division, a team where teams play; all others are players'. `minimum` games are
    needed for totals, rates and averages.
    """

    class Title(models.TextChoices):
        """Apart from the champion, names of `scoring.standing.titles.TITLES`."""

        CHAMPION = "champion", pgettext_lazy("title of a player", "Champion")
        TOTAL = "total", pgettext_lazy("title of a player", "Most points")
        BEST_GAME = "best_game", pgettext_lazy("title of a player", "Best game")
        WINS = "wins", _("Highest rate of 1st places")
        FIRST_OR_SECOND = "first_or_second", _("Highest rate of 1st and 2nd places")
        NOT_LAST = "not_last", pgettext_lazy("title of a player", "Last-place avoidance")
        MEAN_PLACE = "mean_place", pgettext_lazy("title of a player", "Best average place")

    class Stages(models.TextChoices):
        ALL = "all", _("Games of all stages")
        FIRST = "first", _("Games of the first stage, such as a regular season")

    class Ties(models.TextChoices):
        SHARED = "shared", _("Those who are level share the title")
        TOTAL = "total", _("Of those who are level the one with the most points")

    season = models.OneToOneField(Season, models.CASCADE, related_name="award_rule", primary_key=True)
    titles = models.JSONField(pgettext_lazy("field", "titles"), help_text="Names of titles, in their order.")
    minimum = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "minimum games"),
        default=0,
        help_text="For totals, rates and averages; 0: none.",
    )
    stages = models.CharField(_("games that count"), max_length=5, choices=Stages.choices, default=Stages.ALL)
    ties = models.CharField(
        pgettext_lazy("field", "ties"), max_length=6, choices=Ties.choices, default=Ties.SHARED
    )

    class Meta:
        verbose_name = _("rule of a season’s titles")
        verbose_name_plural = _("rules of seasons’ titles")
        constraints = [
            models.CheckConstraint(condition=~models.Q(titles=[]), name="a_rule_of_titles_names_one"),
            models.CheckConstraint(
                condition=models.Q(minimum__lte=MOST_GAMES, stages__in=["all", "first"])
                & models.Q(ties__in=["shared", "total"]),
                name="a_rule_of_titles_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season}: {', '.join(self.titles)}"

    @property
    def terms(self) -> AwardTerms:
        return AwardTerms(tuple(self.titles), self.minimum, self.stages, self.ties)

    def stored(self) -> dict[str, object]:
        """Return the rule as recorded in the ledger."""
        return {**self.terms._asdict(), "titles": list(self.titles)}
