"""Ledger events for what organizers say about their event."""

from django.utils.translation import gettext_lazy as _

from tournaments.models.about.about import About
from tournaments.models.about.questions import Question
from tournaments.models.about.timetable import TimetableItem
from tournaments.models.events import Digest, Event, Seals, ShownAt


class Said(Event, abstract=True):
    """Organizers replaced rows: their number now, and the digest that `seals` them."""

    shown_at = ShownAt.NO_TABLE

    count: int
    digest: Digest


class AboutSet(Said):
    kind = "about_set"
    says = _("The event text was changed")
    seals = Seals(
        About,
        ("description_en", "description_ja", "fee", "address", "map_link", "contact", "website"),
        subject="about",
        about=_("the event text"),
    )


class TimetableSet(Said):
    kind = "timetable_set"
    says = _("The timetable was changed; items: %(count)s")
    seals = Seals(
        TimetableItem,
        ("at", "title", "note"),
        subject="timetable",
        about=_("the timetable of the tournament"),
    )


class QuestionsSet(Said):
    kind = "questions_set"
    says = _("The registration questions were changed; there are now %(count)s")
    seals = Seals(
        Question,
        ("ordinal", "kind", "label_en", "label_ja", "options", "is_required", "is_closed"),
        subject="questions",
        about=_("the registration questions"),
    )
