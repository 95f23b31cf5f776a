"""The face of a site, a league or a tournament: its name, colours, logo, sponsors, and page footer."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import DatabaseError, models
from django.db.models.functions import Length
from django.db.models.lookups import LessThanOrEqual
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.about.about import is_web_address
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.leagues.league import League
from tournaments.models.setup.structure import Tournament
from web.colours import LONGEST_COLOUR, validate_colour
from web.text.typed_texts import LONGEST_ADDRESS, validate_line, validate_lines, validate_web_address
from web.triggers import Guard

LONGEST_BRAND = 60
LONGEST_FOOTER = 500
LONGEST_LEGAL = 20_000
LONGEST_FILE = 60
MOST_SPONSORS = 12
# Of base64, for a picture of `web.pictures.MOST_KEPT` bytes.
LONGEST_PICTURE = 560_000
_FILE = re.compile(r"[0-9a-f]{32}-([1-9][0-9]{0,3})x([1-9][0-9]{0,3})\.(png|jpg)")

# Whose brand it is; None: the site's.
Owner: TypeAlias = Tournament | League | None


class PictureFile(NamedTuple):
    """A picture by the name of its file, which has its digest and its size in pixels."""

    name: str
    width: int
    height: int


def picture_file(name: str) -> PictureFile | None:
    """The picture of this name; None for none."""
    found = _FILE.fullmatch(name)
    return PictureFile(name, int(found[1]), int(found[2])) if found else None


def validate_file(name: str) -> None:
    if picture_file(name) is None:
        raise ValidationError(_("There is no picture of this name."), code="no_picture")


def owned_by(owner: Owner) -> dict[str, Tournament | League | None]:
    """The columns that say whose a row is."""
    return {
        "tournament": owner if isinstance(owner, Tournament) else None,
        "league": owner if isinstance(owner, League) else None,
    }


def _a_file(name: Any, meaning: str) -> "models.CharField[str, str]":
    return models.CharField(
        name, max_length=LONGEST_FILE, blank=True, validators=[validate_file], help_text=meaning
    )


def _a_colour(name: Any, meaning: str) -> "models.CharField[str, str]":
    return models.CharField(
        name, max_length=LONGEST_COLOUR, blank=True, validators=[validate_colour], help_text=meaning
    )


def _a_link(name: Any, meaning: str) -> "models.CharField[str, str]":
    return models.CharField(
        name, max_length=LONGEST_ADDRESS, blank=True, validators=[validate_web_address], help_text=meaning
    )


def _a_text(name: Any, most: int, meaning: str) -> "models.TextField[str, str]":
    return models.TextField(
        name,
        max_length=most,
        blank=True,
        validators=[MaxLengthValidator(most), validate_lines],
        help_text=meaning,
    )


_NOT_OF_TWO = models.Q(tournament__isnull=True) | models.Q(league__isnull=True)


class Brand(models.Model):
    """A tournament's brand, a league's, or with neither the site's. What is empty is that of the next one up.

    A row is replaced as a whole, so that a newer brand has a larger id.
    """

    tournament = models.OneToOneField(Tournament, models.PROTECT, null=True, blank=True, related_name="brand")
    league = models.OneToOneField(League, models.PROTECT, null=True, blank=True, related_name="brand")
    name = models.CharField(
        pgettext_lazy("of a brand", "name"),
        max_length=LONGEST_BRAND,
        blank=True,
        validators=[validate_line],
        help_text="Name at the top of every page; empty to inherit.",
    )
    colour = _a_colour(
        pgettext_lazy("of a brand", "colour"), "Colour of the head of pages, #rrggbb; empty to inherit."
    )
    accent = _a_colour(
        pgettext_lazy("of a brand", "second colour"),
        "Colour of links and buttons, #rrggbb; empty to inherit.",
    )
    logo = _a_file(pgettext_lazy("of a brand", "logo"), "File name of the logo; empty to inherit.")
    footer = _a_text(
        pgettext_lazy("of a brand", "text at the foot"),
        LONGEST_FOOTER,
        "Text at the foot of pages; may be empty.",
    )
    imprint_link = _a_link(
        pgettext_lazy("of a brand", "link to the imprint"), "Web address of the imprint; may be empty."
    )
    imprint = _a_text(
        pgettext_lazy("of a brand", "imprint"),
        LONGEST_LEGAL,
        "The imprint itself, in Markdown, where there is no link.",
    )
    privacy_link = _a_link(
        pgettext_lazy("of a brand", "link to the privacy notice"),
        "Web address of the privacy notice; may be empty.",
    )
    privacy = _a_text(
        pgettext_lazy("of a brand", "privacy notice"),
        LONGEST_LEGAL,
        "The privacy notice itself, in Markdown, where there is no link.",
    )
    poster = _a_file(pgettext_lazy("of a brand", "poster"), "File name of the event’s poster; may be empty.")
    poster_small = _a_file(
        pgettext_lazy("of a brand", "small poster"), "File name of the same poster, small; empty without one."
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "brand")
        verbose_name_plural = pgettext_lazy("record", "brands")
        constraints = [
            models.CheckConstraint(condition=_NOT_OF_TWO, name="a_brand_is_not_of_two"),
            models.CheckConstraint(
                condition=models.Q(
                    LessThanOrEqual(Length("footer"), LONGEST_FOOTER),
                    LessThanOrEqual(Length("imprint"), LONGEST_LEGAL),
                    LessThanOrEqual(Length("privacy"), LONGEST_LEGAL),
                    LessThanOrEqual(Length("name"), LONGEST_BRAND),
                ),
                name="texts_of_a_brand_have_an_end",
            ),
            models.CheckConstraint(
                condition=is_web_address("imprint_link") & is_web_address("privacy_link"),
                name="links_of_a_brand_lead_to_the_web",
            ),
            models.CheckConstraint(
                condition=models.Q(tournament__isnull=False) | models.Q(poster="", poster_small=""),
                name="a_poster_is_of_a_tournament",
            ),
            Guard(
                name="a_site_has_one_brand",
                on="INSERT",
                when="NEW.tournament_id IS NULL AND NEW.league_id IS NULL AND EXISTS (SELECT 1"
                " FROM tournaments_brand WHERE tournament_id IS NULL AND league_id IS NULL)",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Sponsor(models.Model):
    """One of the sponsors in the strip at the foot of pages."""

    tournament = models.ForeignKey(Tournament, models.PROTECT, null=True, blank=True, related_name="sponsors")
    league = models.ForeignKey(League, models.PROTECT, null=True, blank=True, related_name="sponsors")
    ordinal = models.PositiveSmallIntegerField(pgettext_lazy("field", "ordinal"), default=1)
    name = models.CharField(
        pgettext_lazy("of a sponsor", "name"),
        max_length=LONGEST_BRAND,
        validators=[validate_line],
        help_text="Name of the sponsor.",
    )
    link = _a_link(pgettext_lazy("of a sponsor", "link"), "Web address of the sponsor; may be empty.")
    logo = _a_file(
        pgettext_lazy("of a sponsor", "logo"), "File name of the sponsor’s logo; empty for its name."
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "sponsor")
        verbose_name_plural = pgettext_lazy("record", "sponsors")
        ordering = ["ordinal", "pk"]
        constraints = [
            models.CheckConstraint(condition=_NOT_OF_TWO, name="a_sponsor_is_not_of_two"),
            models.CheckConstraint(
                condition=~models.Q(name="") & models.Q(LessThanOrEqual(Length("name"), LONGEST_BRAND)),
                name="a_sponsor_has_a_name",
            ),
            models.CheckConstraint(
                condition=is_web_address("link"), name="links_of_sponsors_lead_to_the_web"
            ),
            Guard(
                name="sponsors_have_an_end",
                on="INSERT",
                when="(SELECT COUNT(*) FROM tournaments_sponsor"
                " WHERE COALESCE(tournament_id, 0) = COALESCE(NEW.tournament_id, 0)"
                " AND COALESCE(league_id, 0) = COALESCE(NEW.league_id, 0)) >= 12",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class BrandPicture(models.Model):
    """A picture of a brand, made anew by `web.pictures`: its bytes in base64. Who knows its name may see it."""

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, null=True, blank=True, related_name="brand_pictures"
    )
    league = models.ForeignKey(League, models.PROTECT, null=True, blank=True, related_name="brand_pictures")
    name = models.CharField(
        pgettext_lazy("of a picture", "name"),
        max_length=LONGEST_FILE,
        db_index=True,
        validators=[validate_file],
    )
    content = models.TextField(
        pgettext_lazy("of a picture", "content"),
        max_length=LONGEST_PICTURE,
        validators=[MaxLengthValidator(LONGEST_PICTURE)],
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "picture of a brand")
        verbose_name_plural = _("pictures of brands")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(condition=_NOT_OF_TWO, name="a_picture_of_a_brand_is_not_of_two"),
            models.CheckConstraint(
                condition=models.Q(LessThanOrEqual(Length("content"), LONGEST_PICTURE)),
                name="pictures_of_brands_have_an_end",
            ),
            Guard(
                name="few_pictures_belong_to_a_brand",
                on="INSERT",
                when="(SELECT COUNT(*) FROM tournaments_brandpicture"
                " WHERE COALESCE(tournament_id, 0) = COALESCE(NEW.tournament_id, 0)"
                " AND COALESCE(league_id, 0) = COALESCE(NEW.league_id, 0)) >= 16",
            ),
        ]

    def __str__(self) -> str:
        return self.name


BRAND = (
    "name",
    "colour",
    "accent",
    "logo",
    "footer",
    "imprint_link",
    "imprint",
    "privacy_link",
    "privacy",
    "poster",
    "poster_small",
)
SPONSOR = ("ordinal", "name", "link", "logo")
PICTURE = ("name", "content")


def newest_brand() -> "models.QuerySet[Brand, Any]":
    """The id of the brand that was changed last on this server, for a subquery; none where there is no brand."""
    return Brand.objects.order_by("-pk").values("pk")[:1]


def _of_these(tournament: int, league: int) -> models.Q:
    whose = models.Q(tournament=None, league=None)
    return whose | models.Q(tournament=tournament) | models.Q(league=league)


def _brands(tournament: int, league: int) -> "models.QuerySet[Brand, tuple[Any, ...]]":
    rows = Brand.objects.filter(_of_these(tournament, league)).annotate(
        says_imprint=models.Case(models.When(imprint="", then=False), default=True),
        says_privacy=models.Case(models.When(privacy="", then=False), default=True),
    )
    columns = (name for name in BRAND if name not in ("imprint", "privacy"))
    return rows.values_list("tournament", "league", "says_imprint", "says_privacy", *columns)


def _sponsors(tournament: int, league: int) -> "models.QuerySet[Sponsor, tuple[Any, ...]]":
    rows = Sponsor.objects.filter(_of_these(tournament, league)).order_by("ordinal", "pk")
    return rows.values_list("tournament", "league", "name", "link", "logo")


def surroundings() -> object:
    """Return a value that identifies the frame of all pages: the id of the brand changed last. None without brands,
    and while the database is unavailable, since pages about rules work without it. One query.
    """
    try:
        return next(iter(_NEWEST.read()), None)
    except DatabaseError:
        return None


_NEWEST = PreparedQuery(lambda: Brand.objects.order_by("-pk").values_list("pk", flat=True)[:1], of=())
_BRANDS = PreparedQuery(_brands, of=(int, int))
_SPONSORS = PreparedQuery(_sponsors, of=(int, int))


class ShownSponsor(NamedTuple):
    name: str
    link: str
    logo: PictureFile | None


class Legal(NamedTuple):
    """Where an imprint or a privacy notice is: at a `link`, or on a page of the `owner`: "t", "l", "" (the site)."""

    link: str
    owner: str


class ShownBrand(NamedTuple):
    """What pages show: each value is the tournament's, else its league's, else the site's."""

    name: str = ""
    colour: str = ""
    accent: str = ""
    logo: PictureFile | None = None
    footer: str = ""
    imprint: Legal | None = None
    privacy: Legal | None = None
    poster: PictureFile | None = None
    poster_small: PictureFile | None = None
    sponsors: tuple[ShownSponsor, ...] = ()


NO_BRAND = ShownBrand()


def shown_brand(tournament: int | None = None, league: int | None = None) -> ShownBrand:
    """The brand of a tournament of a league, of a league, or of the site. One query; two where there is a brand."""
    rows = _BRANDS.read(tournament or 0, league or 0)
    if not rows:
        return NO_BRAND
    found: dict[str, Any] = {}
    # The site's first, the tournament's last.
    for of_tournament, of_league, says_imprint, says_privacy, *values in sorted(rows, key=_how_near):
        owner = "t" if of_tournament else "l" if of_league else ""
        columns = dict(zip((one for one in BRAND if one not in ("imprint", "privacy")), values, strict=True))
        for kind, says in (("imprint", says_imprint), ("privacy", says_privacy)):
            link = columns.pop(f"{kind}_link")
            if link or says:
                found[kind] = Legal(link, "" if link else owner)
        found |= {name: value for name, value in columns.items() if value}
    for name in ("logo", "poster", "poster_small"):
        found[name] = picture_file(found.get(name, ""))
    return ShownBrand(**found, sponsors=_shown_sponsors(tournament or 0, league or 0))


def _how_near(row: tuple[Any, ...]) -> tuple[bool, bool]:
    return row[0] is not None, row[1] is not None


def _shown_sponsors(tournament: int, league: int) -> tuple[ShownSponsor, ...]:
    rows = _SPONSORS.read(tournament, league)
    nearest = max(map(_how_near, rows), default=None)
    return tuple(
        ShownSponsor(name, link, picture_file(logo))
        for of_tournament, of_league, name, link, logo in rows
        if _how_near((of_tournament, of_league)) == nearest
    )


def values_of(row: models.Model, columns: tuple[str, ...]) -> Mapping[str, Any]:
    return {name: getattr(row, name) for name in columns}


def signature_of(owner: Tournament | League) -> str:
    """Return the signature of mails about an event or a league: the name of its brand and the footer of its pages;
    empty without a brand.
    """
    if isinstance(owner, Tournament):
        brand = shown_brand(owner.pk, owner.season.league_id if owner.season is not None else None)
    else:
        brand = shown_brand(league=owner.pk)
    return "\n".join(filter(None, (brand.name, brand.footer)))
