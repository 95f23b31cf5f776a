"""What of an event's face is on paper and pictures that leave the server."""

from typing import NamedTuple

from django.utils.formats import date_format

from tournaments.models import Tournament
from tournaments.models.about.brands import PictureFile
from tournaments.templatetags.brand import brand_of
from web.colours import brand_colours

# The ground of pages without a brand, as in `tokens.css`.
FELT = "#0d4438"


class Face(NamedTuple):
    """The name of the brand, its colour as #rrggbb, its logo, and day and place of the event in one line."""

    brand: str
    colour: str
    logo: PictureFile | None
    when_and_where: str


def face_of(tournament: Tournament) -> Face:
    """Return the face of an event. Two queries at most."""
    brand = brand_of(tournament)
    colours = brand_colours(brand.colour, brand.accent)
    days = dict.fromkeys(day for day in (tournament.starts_on, tournament.ends_on) if day)
    return Face(
        brand=brand.name,
        colour=colours["--felt"].light if brand.colour else FELT,
        logo=brand.logo,
        when_and_where=" · ".join(
            filter(None, (" – ".join(date_format(day, "DATE_FORMAT") for day in days), tournament.venue))
        ),
    )
