"""Leagues and their seasons, the frame of tournaments."""

from typing import Self

from django.db import models
from django.utils.translation import pgettext_lazy

from players.names import LONGEST_NAME
from web.triggers import Guard, on_write

LONGEST_TITLE = 100


class LeagueQuerySet(models.QuerySet["League"]):
    def not_removed(self) -> Self:
        """Leagues that were not removed. Removed ones are hidden; their ledgers are kept."""
        return self.filter(removed_at=None)


class League(models.Model):
    slug = models.SlugField(pgettext_lazy("field", "address"), unique=True, max_length=60)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_TITLE)
    about = models.TextField(pgettext_lazy("field", "about"), blank=True, max_length=2000)
    removed_at = models.DateTimeField(null=True, editable=False)

    objects = LeagueQuerySet.as_manager()

    EDITABLE = ("slug", "name", "about")

    class Meta:
        constraints = [
            Guard(
                name="an_old_league_address_is_nobody_elses_insert",
                on="INSERT",
                when="EXISTS (SELECT 1 FROM tournaments_oldleagueaddress WHERE slug = NEW.slug)",
            ),
            Guard(
                name="an_old_league_address_is_nobody_elses_update",
                on="UPDATE",
                when="EXISTS (SELECT 1 FROM tournaments_oldleagueaddress WHERE slug = NEW.slug"
                " AND league_id <> NEW.id)",
            ),
            Guard(
                name="a_league_with_seasons_is_not_removed",
                on="UPDATE",
                when="NEW.removed_at IS NOT NULL AND EXISTS (SELECT 1 FROM tournaments_season"
                " WHERE league_id = NEW.id)",
            ),
        ]
        verbose_name = pgettext_lazy("record", "league")
        verbose_name_plural = pgettext_lazy("record", "leagues")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    league = models.ForeignKey(
        League, models.PROTECT, related_name="seasons", verbose_name=pgettext_lazy("field", "league")
    )
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_NAME)
    ordinal = models.PositiveSmallIntegerField(pgettext_lazy("field", "ordinal"))
    follows = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        editable=False,
        related_name="followed_by",
        help_text="The season from which it was opened, with its tournaments.",
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "season")
        verbose_name_plural = pgettext_lazy("record", "seasons")
        ordering = ["league", "-ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["league", "ordinal"], name="one_season_per_ordinal"),
            # Conditional, so that SQLite makes an index and does not rebuild the table and its guards.
            models.UniqueConstraint(
                fields=["follows"],
                condition=models.Q(follows__isnull=False),
                name="a_season_is_followed_by_one",
            ),
            Guard(
                name="a_removed_league_has_no_seasons",
                on="INSERT",
                when="(SELECT removed_at FROM tournaments_league WHERE id = NEW.league_id) IS NOT NULL",
            ),
            *on_write(
                "a_season_follows_an_earlier_one_of_its_league",
                "NEW.follows_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_season one"
                " WHERE one.id = NEW.follows_id AND one.league_id = NEW.league_id"
                " AND one.ordinal < NEW.ordinal)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.name}"
