"""A fictional club's brand: its texts, colours, and uploaded pictures."""

import io
from typing import Any

from PIL import Image, ImageDraw

from tournaments.actions.about.brands import set_brand
from tournaments.actions.actor import Actor
from tournaments.actions.seen_versions import brand_tag
from tournaments.models.about.brands import Owner
from web.pictures import Picture, logo_of, picture_of, small_picture

BRAND = {
    "name": "Ueno Mahjong Club",
    "colour": "#7a1f5c",
    "accent": "#d81b60",
    "footer": "1-2-3 Ueno, Tokyo\nOpen every day",
    "imprint": "# Imprint\n\nHana Ueno",
    "privacy": "We keep *names*.",
}
EMPTY = dict.fromkeys(
    ("name", "colour", "accent", "logo", "footer", "imprint_link", "imprint", "privacy_link", "privacy"), ""
)


def sent_picture(
    width: int = 300, height: int = 120, kind: str = "PNG", colour: str = "#d81b60"
) -> io.BytesIO:
    """Return an uploaded file: a disc on a transparent background."""
    mode = "RGBA" if kind == "PNG" else "RGB"
    image = Image.new(mode, (width, height), (0, 0, 0, 0) if mode == "RGBA" else (255, 255, 255))
    ImageDraw.Draw(image).ellipse((0, 0, height - 1, height - 1), fill=colour)
    out = io.BytesIO()
    image.save(out, kind)
    out.seek(0)
    return out


def brand(owner: Owner, by: Actor, *, has_poster: bool = False, **columns: str) -> None:
    """Set the club's brand, with its logo and two sponsors; `columns` override its texts."""
    logo, pictures = logo_of(sent_picture()), list[Picture]()
    posters = dict[str, str]()
    if has_poster:
        poster = picture_of(sent_picture(600, 800, "JPEG"))
        pictures = [poster, small_picture(poster)]
        posters = {"poster": poster.file, "poster_small": pictures[1].file}
    sponsors: list[dict[str, Any]] = [
        {"name": "Green Tiles", "link": "https://tiles.example/", "logo": logo.file},
        {"name": "Café Ron", "link": "", "logo": ""},
    ]
    set_brand(
        owner=owner,
        brand={**EMPTY, **BRAND, "logo": logo.file, **posters, **columns},
        sponsors=sponsors,
        pictures=[logo, *pictures],
        seen=brand_tag(owner),
        by=by,
    )
