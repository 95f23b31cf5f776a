"""Ledger events for what organizers say about their event."""

from django.utils.translation import gettext_lazy as _

from tournaments.models.about.about import About, Thanks
from tournaments.models.about.brands import (
    BRAND,
    PICTURE,
    SPONSOR,
    Brand,
    BrandPicture,
    Owner,
    Sponsor,
    owned_by,
)
from tournaments.models.about.questions import Question
from tournaments.models.about.timetable import TimetableItem
from tournaments.models.chain import canonical
from tournaments.models.events import Digest, Event, Seals, ShownAt


class Said(Event, abstract=True):
    """Organizers replaced rows: their number now, and the digest that `seals` them."""

    shown_at = ShownAt.NO_TABLE

    count: int
    digest: Digest


class AboutSet(Said):
    kind = "about_set"
    on_stream = None
    says = _("The event text was changed")
    seals = Seals(
        About,
        ("description_en", "description_ja", "fee", "address", "map_link", "contact", "website"),
        subject="about",
        about=_("the event text"),
    )


class ThanksSet(Said):
    kind = "thanks_set"
    on_stream = None
    says = _("The closing words were changed")
    seals = Seals(Thanks, ("text_en", "text_ja"), subject="thanks", about=_("the closing words"))


class TimetableSet(Said):
    kind = "timetable_set"
    on_stream = None
    says = _("The timetable was changed; items: %(count)s")
    seals = Seals(
        TimetableItem,
        ("at", "title", "note"),
        subject="timetable",
        about=_("the timetable of the tournament"),
    )


class QuestionsSet(Said):
    kind = "questions_set"
    on_stream = None
    says = _("The registration questions were changed; there are now %(count)s")
    seals = Seals(
        Question,
        ("ordinal", "kind", "label_en", "label_ja", "options", "is_required", "is_closed"),
        subject="questions",
        about=_("the registration questions"),
    )


# The pages of published standings show these, too.


class BrandSet(Said):
    kind = "brand_set"
    moves_standings = True
    says = _("The brand of the event was changed")
    seals = Seals(Brand, BRAND, subject="brand", about=_("the brand of the tournament"))


class SponsorsSet(Said):
    kind = "sponsors_set"
    moves_standings = True
    says = _("The sponsors were changed; there are now %(count)s")
    seals = Seals(Sponsor, SPONSOR, subject="sponsors", about=_("the sponsors of the tournament"))


class BrandPicturesSet(Said):
    kind = "brand_pictures_set"
    moves_standings = True
    says = _("Pictures of the brand were changed; there are now %(count)s")
    seals = Seals(
        BrandPicture, PICTURE, subject="brand_pictures", about=_("the pictures of the tournament’s brand")
    )


def brand_content(owner: Owner) -> str:
    """The brand, the sponsors and the pictures of a league, as the text of which its ledger has the digest."""
    sealed = (one.seals for one in (BrandSet, SponsorsSet, BrandPicturesSet))
    rows = ((seals, seals.model._default_manager.filter(**owned_by(owner))) for seals in sealed)
    return canonical([[seals.said_by(row) for row in found] for seals, found in rows])
