"""The outcome of a season: where each player finished, and where they play next."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player
from tournaments.models.leagues.league import Season
from web.triggers import Guard, changes


class MoveQuerySet(models.QuerySet["Move"]):
    def of_earlier_seasons(self, season: Season) -> Self:
        """Moves of earlier seasons of the same league, latest first."""
        return self.filter(season__league=season.league_id, season__ordinal__lt=season.ordinal).order_by(
            "-season__ordinal"
        )


class Move(models.Model):
    """A player's confirmed move from a season to the next. Immutable; deleted if the next season is revoked.

    `level` and `position` are from the season that ended, both empty for newcomers, the position also for unranked
    players; `to_level` is that of the next, empty for players who leave. `rank`, shared in ties, and `total`, in
    units of the division's rulebook, are as of that day; both are empty without a ranking and in older moves. Points
    are those earned in this season.
    """

    class Way(models.TextChoices):
        STAYS = "stays", pgettext_lazy("choice", "Stays")
        UP = "up", pgettext_lazy("choice", "Promoted")
        DOWN = "down", pgettext_lazy("choice", "Relegated")
        POINTS_UP = "points_up", _("Promoted by points kept")
        POINTS_DOWN = "points_down", _("Relegated by points kept")
        PLACED = "placed", _("Placed by the organizer")
        NEW = "new", pgettext_lazy("choice", "New")
        LEAVES = "leaves", pgettext_lazy("choice", "Leaves")

    season = models.ForeignKey(Season, models.PROTECT, related_name="moves")
    next_season = models.ForeignKey(Season, models.PROTECT, related_name="arrivals")
    player = models.ForeignKey(Player, models.PROTECT, related_name="moves")
    level = models.PositiveSmallIntegerField(pgettext_lazy("field", "level"), null=True)
    position = models.PositiveIntegerField(pgettext_lazy("field", "rank"), null=True)
    rank = models.PositiveIntegerField(pgettext_lazy("field", "rank"), null=True)
    total = models.BigIntegerField(pgettext_lazy("field", "total"), null=True)
    to_level = models.PositiveSmallIntegerField(null=True)
    way = models.CharField(max_length=11, choices=Way.choices)
    points_up = models.PositiveSmallIntegerField(default=0)
    points_down = models.PositiveSmallIntegerField(default=0)
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200, blank=True)

    objects = MoveQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "move")
        verbose_name_plural = pgettext_lazy("record", "moves")
        ordering = ["season_id", "level", "position"]
        constraints = [
            models.UniqueConstraint(fields=["season", "player"], name="one_move_per_player_and_season"),
            models.CheckConstraint(
                condition=models.Q(level__isnull=False) | models.Q(to_level__isnull=False),
                name="a_move_leads_from_or_to_a_division",
            ),
            models.CheckConstraint(
                condition=models.Q(position__isnull=True) | models.Q(level__isnull=False),
                name="a_position_is_in_a_division",
            ),
            models.CheckConstraint(
                condition=models.Q(rank__isnull=True, total__isnull=True)
                | models.Q(rank__gte=1, rank__lte=models.F("position"), total__isnull=False),
                name="a_rank_of_a_move_has_a_total",
            ),
            Guard(
                name="a_move_leads_to_a_later_season_of_its_league",
                on="INSERT",
                when="NOT EXISTS (SELECT 1 FROM tournaments_season one JOIN tournaments_season two"
                " ON two.league_id = one.league_id AND two.ordinal > one.ordinal"
                " WHERE one.id = NEW.season_id AND two.id = NEW.next_season_id)",
            ),
            # Players may be merged with one on file, and the reason for a placement can be removed.
            Guard(
                name="moves_are_never_changed",
                on="UPDATE",
                when=changes(
                    *("season_id", "next_season_id", "way", "points_up", "points_down"),
                    or_null=("level", "position", "to_level"),
                )
                + " OR (NEW.reason <> OLD.reason AND NEW.reason <> '[…]') OR "
                + changes(or_null=["rank"])
                + " OR COALESCE(NEW.total, 0) <> COALESCE(OLD.total, 0)",
            ),
            Guard(
                name="moves_into_a_season_in_use_are_never_deleted",
                on="DELETE",
                when="EXISTS (SELECT 1 FROM tournaments_tournament WHERE season_id = OLD.next_season_id) OR"
                " EXISTS (SELECT 1 FROM tournaments_season WHERE follows_id = OLD.next_season_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season} {self.player_id}: {self.level} → {self.to_level}"
