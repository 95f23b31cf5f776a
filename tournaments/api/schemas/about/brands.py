from typing import Annotated, TypedDict, cast

from tournaments.actions.seen_versions import brand_tag
from tournaments.models import Brand, Sponsor
from tournaments.models.about.brands import BRAND, Owner, owned_by, values_of
from web.api.fields import meaning


class SponsorShape(TypedDict):
    name: Annotated[str, meaning(Sponsor, "name")]
    link: Annotated[str, meaning(Sponsor, "link")]
    logo: Annotated[str, meaning(Sponsor, "logo")]


class BrandShape(TypedDict):
    """The settings of this brand, without inherited ones; pictures are at /brand/NAME. Send `tag` as If-Match."""

    name: Annotated[str, meaning(Brand, "name")]
    colour: Annotated[str, meaning(Brand, "colour")]
    accent: Annotated[str, meaning(Brand, "accent")]
    logo: Annotated[str, meaning(Brand, "logo")]
    footer: Annotated[str, meaning(Brand, "footer")]
    imprint_link: Annotated[str, meaning(Brand, "imprint_link")]
    imprint: Annotated[str, meaning(Brand, "imprint")]
    privacy_link: Annotated[str, meaning(Brand, "privacy_link")]
    privacy: Annotated[str, meaning(Brand, "privacy")]
    poster: Annotated[str, meaning(Brand, "poster")]
    poster_small: Annotated[str, meaning(Brand, "poster_small")]
    sponsors: Annotated[list[SponsorShape], "In the order of the strip."]
    tag: str


def brand_shape(owner: Owner) -> BrandShape:
    whose = owned_by(owner)
    brand = Brand.objects.filter(**whose).first() or Brand()
    sponsors = Sponsor.objects.filter(**whose).order_by("ordinal", "pk")
    shape = {
        **values_of(brand, BRAND),
        "sponsors": [values_of(one, ("name", "link", "logo")) for one in sponsors],
        "tag": brand_tag(owner),
    }
    return cast(BrandShape, shape)
