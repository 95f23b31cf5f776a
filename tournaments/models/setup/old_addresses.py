"""Former addresses of tournaments and leagues, which redirect."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.leagues.league import League
from tournaments.models.setup.structure import Tournament
from web.triggers import on_write


class OldAddress(models.Model):
    """Reserved by a database guard, so that a printed link never leads to another event."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="old_addresses")
    slug = models.SlugField(pgettext_lazy("field", "address"), unique=True, max_length=60)
    left_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            *on_write(
                "an_address_in_use_is_not_left",
                "EXISTS (SELECT 1 FROM tournaments_tournament WHERE slug = NEW.slug)",
            ),
        ]
        verbose_name = pgettext_lazy("record", "old address")
        verbose_name_plural = pgettext_lazy("record", "old addresses")

    def __str__(self) -> str:
        return self.slug


class OldLeagueAddress(models.Model):
    """The same for a league."""

    league = models.ForeignKey(League, models.CASCADE, related_name="old_addresses")
    slug = models.SlugField(pgettext_lazy("field", "address"), unique=True, max_length=60)
    left_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            *on_write(
                "a_league_address_in_use_is_not_left",
                "EXISTS (SELECT 1 FROM tournaments_league WHERE slug = NEW.slug)",
            ),
        ]
        verbose_name = _("old address of a league")
        verbose_name_plural = _("old addresses of leagues")

    def __str__(self) -> str:
        return self.slug
