"""The brands of tournaments and leagues. Pictures are sent in base64 with the other fields."""

import base64
import binascii
import io
from collections.abc import Callable
from typing import Any, BinaryIO, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.actions.about.brands import set_brand
from tournaments.api.api_view import ApiView
from tournaments.api.fields import SaidInput
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.schemas.about.brands import BrandShape, brand_shape
from tournaments.models import Tournament
from tournaments.models.about.brands import LONGEST_PICTURE, MOST_SPONSORS, Owner
from tournaments.models.about.events import BrandSet, SponsorsSet
from tournaments.permissions import can_run
from web.api.fields import Several, Text
from web.api.policies import Everybody
from web.pictures import BadPicture, Picture, logo_of, picture_of, small_picture

LOGO = "A logo in base64: PNG, JPEG or WebP. Left out, `logo` names one that is there."


def _picture(meaning: str) -> Text:
    return Text(allow_blank=True, default="", max_length=LONGEST_PICTURE, help_text=meaning)


class SponsorInput(SaidInput):
    event = SponsorsSet
    leaves_out = ("ordinal",)

    logo_base64 = _picture(LOGO)


class LeagueBrandInput(SaidInput):
    """The whole brand. Fields left out are emptied and inherited. A request has room for about 190 kB of pictures."""

    event = BrandSet
    leaves_out: ClassVar[tuple[str, ...]] = ("poster", "poster_small")

    logo_base64 = _picture(LOGO)
    sponsors = Several(
        child=SponsorInput(), max_length=MOST_SPONSORS, default=list, help_text="In the order of the strip."
    )


class BrandInput(LeagueBrandInput):
    leaves_out = ()

    poster_base64 = _picture(
        "A poster in base64; left out, `poster` and `poster_small` name one that is there."
    )


class TournamentBrand(ApiView):
    permission_classes = [Everybody]

    @reads("getBrand", "The brand of a tournament", permission=everybody, gives=BrandShape)
    def get(self, tournament: Tournament) -> BrandShape:
        return brand_shape(tournament)

    @writes(
        "setBrand",
        "Set the brand of a tournament, with its poster and its sponsors. If-Match names the tag you saw",
        permission=can_run,
        takes=BrandInput,
        gives=BrandShape,
        if_match=True,
    )
    def post(self, tournament: Tournament, data: dict[str, Any], seen: str) -> BrandShape:
        return set_brand_of(self, tournament, data, seen)


def set_brand_of(view: ApiView, owner: Owner, data: dict[str, Any], seen: str) -> BrandShape:
    pictures: list[Picture] = []
    brand = {
        name: value for name, value in data.items() if name != "sponsors" and not name.endswith("_base64")
    }
    if data["logo_base64"]:
        pictures.append(_made(logo_of, "logo_base64", data["logo_base64"]))
        brand["logo"] = pictures[-1].file
    if data.get("poster_base64"):
        poster = _made(picture_of, "poster_base64", data["poster_base64"])
        small = small_picture(poster)
        pictures += [poster, small]
        brand |= {"poster": poster.file, "poster_small": small.file}
    sponsors = []
    for one in data["sponsors"]:
        sponsor = {name: one[name] for name in ("name", "link", "logo")}
        if one["logo_base64"]:
            pictures.append(_made(logo_of, "sponsors", one["logo_base64"]))
            sponsor["logo"] = pictures[-1].file
        sponsors.append(sponsor)
    set_brand(owner=owner, brand=brand, sponsors=sponsors, pictures=pictures, seen=seen, by=view.actor)
    return brand_shape(owner)


def _made(made: Callable[[BinaryIO], Picture], field: str, text: str) -> Picture:
    try:
        return made(io.BytesIO(base64.b64decode(text, validate=True)))
    except (binascii.Error, BadPicture) as refusal:
        message = refusal.message if isinstance(refusal, BadPicture) else _("Base64 is expected.")
        raise serializers.ValidationError({field: [message]}) from refusal
