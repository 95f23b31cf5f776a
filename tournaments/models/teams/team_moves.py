"""The outcome of a season of teams: where each team finished, and where it plays next."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import Season
from tournaments.models.leagues.moves import Move
from tournaments.models.people.entries import Team
from web.triggers import Guard, changes


class TeamMove(models.Model):
    """A team's confirmed move from a season to the next, if teams move; its players have moves of their own.
    Immutable; deleted if the next season is revoked. Columns as in `Move`; every team had a rank.
    """

    season = models.ForeignKey(Season, models.PROTECT, related_name="team_moves")
    next_season = models.ForeignKey(Season, models.PROTECT, related_name="team_arrivals")
    team = models.OneToOneField(Team, models.PROTECT, related_name="move")
    level = models.PositiveSmallIntegerField(pgettext_lazy("field", "level"))
    position = models.PositiveIntegerField(pgettext_lazy("field", "rank"))
    rank = models.PositiveIntegerField(pgettext_lazy("field", "rank"))
    total = models.BigIntegerField(pgettext_lazy("field", "total"))
    to_level = models.PositiveSmallIntegerField(null=True)
    way = models.CharField(max_length=11, choices=Move.Way.choices)
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("move of a team")
        verbose_name_plural = _("moves of teams")
        ordering = ["season_id", "level", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["season", "level", "position"], name="one_team_at_a_position_of_a_division"
            ),
            models.CheckConstraint(
                condition=models.Q(rank__gte=1, rank__lte=models.F("position")),
                name="a_team_has_no_rank_behind_its_position",
            ),
            # The reason for a placement can be removed.
            Guard(
                name="moves_of_teams_are_never_changed",
                on="UPDATE",
                when=changes(
                    *("team_id", "season_id", "next_season_id", "level", "position", "rank", "total", "way"),
                    or_null=["to_level"],
                )
                + " OR (NEW.reason <> OLD.reason AND NEW.reason <> '[…]')",
            ),
            Guard(
                name="moves_of_teams_into_a_season_in_use_are_never_deleted",
                on="DELETE",
                when="EXISTS (SELECT 1 FROM tournaments_tournament WHERE season_id = OLD.next_season_id) OR"
                " EXISTS (SELECT 1 FROM tournaments_season WHERE follows_id = OLD.next_season_id)",
            ),
            Guard(
                name="a_team_moves_from_its_division_to_the_season_that_follows",
                on="INSERT",
                when="NOT EXISTS (SELECT 1 FROM tournaments_team team JOIN tournaments_tournament here"
                " ON here.id = team.tournament_id JOIN tournaments_season opened"
                " ON opened.follows_id = here.season_id WHERE team.id = NEW.team_id"
                " AND here.season_id = NEW.season_id AND here.level = NEW.level"
                " AND opened.id = NEW.next_season_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.team_id}: {self.level} → {self.to_level}"
