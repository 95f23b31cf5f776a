"""Whether the person of an entry is the one on file, as they, or those who answer for their record, said."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from players.models import User
from tournaments.models.people.entries import Entry


class Recognition(models.Model):
    """Anybody can enter a player in a tournament of theirs. Only who may change the player's record says whether it
    is really them; without a row it follows from whose tournament it is (`standings.people.recognized`).
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
