"""Titles that were awarded in a season."""

from fractions import Fraction

from django.db import models
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import Season
from tournaments.models.people.entries import Entry, Team
from tournaments.models.teams.award_rules import SeasonAwardRule
from web.triggers import Guard, changes, on_write


class Award(models.Model):
    """A title of a division, held by an entry's player or by a team; those who share it have a row each. Immutable;
    replaced when the titles of the season are awarded again.

    Its value is `numerator` / `denominator`: points of totals and games in units of `denominator`, else a rate or an
    average place. `games` are those of the player; 0 of a champion.
    """

    season = models.ForeignKey(Season, models.CASCADE, related_name="awards")
    level = models.PositiveSmallIntegerField(pgettext_lazy("field", "level"))
    title = models.CharField(
        pgettext_lazy("field", "title"), max_length=16, choices=SeasonAwardRule.Title.choices
    )
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="awards")
    team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="awards")
    numerator = models.BigIntegerField()
    denominator = models.PositiveIntegerField()
    games = models.PositiveIntegerField(pgettext_lazy("field", "games"))

    class Meta:
        verbose_name = pgettext_lazy("record", "award")
        verbose_name_plural = pgettext_lazy("record", "awards")
        ordering = ["season_id", "level", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "level", "title", "entry"], name="an_entry_has_a_title_once"
            ),
            models.UniqueConstraint(
                fields=["season", "level", "title", "team"], name="a_team_has_a_title_once"
            ),
            models.CheckConstraint(
                condition=models.Q(entry__isnull=False, team__isnull=True)
                | models.Q(entry__isnull=True, team__isnull=False, title="champion"),
                name="a_title_is_a_players_or_a_champion_team",
            ),
            models.CheckConstraint(
                condition=models.Q(title__in=SeasonAwardRule.Title.values),
                name="a_title_is_a_known_one",
            ),
            models.CheckConstraint(
                condition=models.Q(denominator__gte=1), name="the_value_of_a_title_is_a_number"
            ),
            *on_write(
                "a_title_is_of_its_season",
                "NOT EXISTS (SELECT 1 FROM tournaments_tournament t WHERE t.season_id = NEW.season_id"
                " AND t.level = NEW.level AND (t.id = (SELECT tournament_id FROM tournaments_entry"
                " WHERE id = NEW.entry_id) OR t.id = (SELECT tournament_id FROM tournaments_team"
                " WHERE id = NEW.team_id)))",
            ),
            Guard(
                name="titles_are_never_changed",
                on="UPDATE",
                when=changes(
                    *("season_id", "level", "title", "numerator", "denominator", "games"),
                    or_null=("entry_id", "team_id"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.title}: {self.entry_id or self.team_id}"

    @property
    def value(self) -> Fraction:
        """Points, a rate or an average place."""
        return Fraction(self.numerator, self.denominator)


# Titles whose value is points.
POINTS = ("champion", "total", "best_game")
