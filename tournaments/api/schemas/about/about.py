from typing import Annotated, TypedDict, cast

from tournaments.actions.seen_versions import said_tag
from tournaments.models import About, Thanks, Tournament
from tournaments.models.about.events import AboutSet, ThanksSet
from web.api.fields import meaning


class AboutShape(TypedDict):
    """Descriptions in two languages, and facts; empty texts if not given. Send `tag` as If-Match."""

    description_en: Annotated[str, meaning(About, "description_en")]
    description_ja: Annotated[str, meaning(About, "description_ja")]
    fee: Annotated[str, meaning(About, "fee")]
    address: Annotated[str, meaning(About, "address")]
    map_link: Annotated[str, meaning(About, "map_link")]
    contact: Annotated[str, meaning(About, "contact")]
    website: Annotated[str, meaning(About, "website")]
    tag: str


def about_shape(tournament: Tournament) -> AboutShape:
    about = About.objects.filter(tournament=tournament).first()
    columns = {name: getattr(about or About(), name) for name in AboutSet.seals.columns}
    tag = said_tag(AboutSet, [about] if about else [])
    return cast(AboutShape, {**columns, "tag": tag})


class ThanksShape(TypedDict):
    """Closing words in two languages; empty if not given. Send `tag` as If-Match."""

    text_en: Annotated[str, meaning(Thanks, "text_en")]
    text_ja: Annotated[str, meaning(Thanks, "text_ja")]
    tag: str


def thanks_shape(tournament: Tournament) -> ThanksShape:
    thanks = Thanks.objects.filter(tournament=tournament).first()
    columns = {name: getattr(thanks or Thanks(), name) for name in ThanksSet.seals.columns}
    return cast(ThanksShape, {**columns, "tag": said_tag(ThanksSet, [thanks] if thanks else [])})
