"""The timetable of an event, besides its rounds."""

from django.db import models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.bounds import EARLIEST, LATEST, validate_moment
from tournaments.models.setup.structure import Tournament
from web.text.typed_texts import validate_line
from web.triggers import Guard

LONGEST_ITEM = 80
LONGEST_NOTE = 200
MOST_ITEMS = 100


class TimetableItem(models.Model):
    """Doors, lunch, prize-giving. Rounds have their own times."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="timetable")
    at = models.DateTimeField(
        pgettext_lazy("field", "at"), validators=[validate_moment], help_text="When it begins."
    )
    title = models.CharField(
        pgettext_lazy("field", "what"),
        max_length=LONGEST_ITEM,
        validators=[validate_line],
        help_text="What happens.",
    )
    note = models.CharField(
        pgettext_lazy("field", "note"),
        max_length=LONGEST_NOTE,
        blank=True,
        validators=[validate_line],
        help_text="More about it; may be empty.",
    )

    class Meta:
        verbose_name = _("item of a timetable")
        verbose_name_plural = _("items of timetables")
        ordering = ["tournament_id", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(title="")
                & models.Q(LessThanOrEqual(Length("title"), LONGEST_ITEM))
                & models.Q(LessThanOrEqual(Length("note"), LONGEST_NOTE)),
                name="an_item_of_a_timetable_says_what_it_is",
            ),
            models.CheckConstraint(
                condition=models.Q(at__gte=EARLIEST, at__lt=LATEST), name="an_item_is_of_a_year_of_ours"
            ),
            Guard(
                name="a_timetable_has_an_end",
                on="INSERT",
                when="(SELECT COUNT(*) FROM tournaments_timetableitem"
                " WHERE tournament_id = NEW.tournament_id) >= 100",
            ),
        ]

    def __str__(self) -> str:
        return self.title
