"""Whether an entry is really its player's, as confirmed by the player or those responsible for the record."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.models import User
from tournaments.models.people.entries import Entry


class Recognition(models.Model):
    """Anyone can enter any player. Only people who may change the player's record confirm that it is really them;
    without a row it depends on the tournament's founder (`standings.people.recognized`).
    """

    entry = models.OneToOneField(Entry, models.CASCADE, primary_key=True, related_name="recognition")
    is_theirs = models.BooleanField(_("is this person"))
    said_by = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    said_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = _("recognition of an entry")
        verbose_name_plural = _("recognitions of entries")

    def __str__(self) -> str:
        return f"{self.entry}: {self.is_theirs}"
