"""The brand of a tournament, a league or the site, with its sponsors, as one form."""

from collections.abc import Callable
from typing import Any, BinaryIO

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.actions.seen_versions import brand_tag
from tournaments.forms.about.about import MARKDOWN, LinesField, web_address_field
from tournaments.models import Brand, Sponsor, Tournament
from tournaments.models.about.brands import (
    BRAND,
    LONGEST_BRAND,
    LONGEST_FOOTER,
    LONGEST_LEGAL,
    MOST_SPONSORS,
    Owner,
    ShownBrand,
    owned_by,
)
from web.colours import validate_colour
from web.pictures import BadPicture, Picture, logo_of, picture_of, small_picture
from web.text.typed_texts import validate_line, validate_lines

# Empty forms offered below existing sponsors.
MORE = 2
PICTURES = ".png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp"


class PictureField(forms.FileField):
    """A file, cleaned to the result of `made`; None if none was sent."""

    # Django's image field would decode the file a second time.
    def __init__(self, made: Callable[[BinaryIO], Picture], label: Any, **more: Any) -> None:
        super().__init__(
            label=label, required=False, widget=forms.FileInput(attrs={"accept": PICTURES}), **more
        )
        self.made = made

    def clean(self, data: Any, initial: Any = None) -> Any:
        file = super().clean(data, initial)
        if not file:
            return None
        file.seek(0)
        try:
            return self.made(file)
        except BadPicture as refusal:
            raise ValidationError(refusal.message, code=refusal.code) from refusal


def _text(label: Any, most: int, *, rows: int, **more: Any) -> LinesField:
    return LinesField(
        label=label,
        required=False,
        max_length=most,
        validators=[validate_lines],
        widget=forms.Textarea(attrs={"rows": rows}),
        **more,
    )


def _colour(label: Any, **more: Any) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=False,
        max_length=7,
        validators=[validate_colour],
        widget=forms.TextInput(attrs={"placeholder": "#0d4438", "autocomplete": "off", "size": 8}),
        **more,
    )


class SponsorForm(forms.Form):
    name = forms.CharField(
        label=pgettext_lazy("of a sponsor", "Name"), max_length=LONGEST_BRAND, validators=[validate_line]
    )
    link = web_address_field(pgettext_lazy("of a sponsor", "Link"))
    logo = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)
    picture = PictureField(logo_of, pgettext_lazy("of a sponsor", "Logo"))


SponsorForms = forms.formset_factory(
    SponsorForm,
    extra=MORE,
    max_num=MOST_SPONSORS,
    absolute_max=MOST_SPONSORS + MORE,
    validate_max=True,
    can_delete=True,
    can_order=True,
)


class BrandForm(forms.Form):
    """A brand; empty fields are inherited. Events also have a poster."""

    name = forms.CharField(
        label=pgettext_lazy("of a brand", "Name"),
        required=False,
        max_length=LONGEST_BRAND,
        validators=[validate_line],
        help_text=gettext_lazy("At the top of every page, in titles and e-mails."),
    )
    colour = _colour(
        pgettext_lazy("of a brand", "Main colour"),
        help_text=gettext_lazy(
            "The head of every page, such as #0d4438. It is darkened until white text can be read."
        ),
    )
    accent = _colour(
        pgettext_lazy("of a brand", "Second colour"),
        help_text=gettext_lazy("Links and buttons. Dark pages show a lighter step of it."),
    )
    picture = PictureField(
        logo_of,
        pgettext_lazy("of a brand", "Logo"),
        help_text=gettext_lazy("PNG, JPEG or WebP; best on a transparent ground. SVG is not taken."),
    )
    no_logo = forms.BooleanField(label=gettext_lazy("Remove the logo"), required=False)
    poster_picture = PictureField(
        picture_of, pgettext_lazy("of a brand", "Poster"), help_text=gettext_lazy("On the event’s page.")
    )
    no_poster = forms.BooleanField(label=gettext_lazy("Remove the poster"), required=False)
    footer = _text(
        gettext_lazy("Text at the foot of every page"),
        LONGEST_FOOTER,
        rows=3,
        help_text=gettext_lazy("Plain text, such as the club’s name and address."),
    )
    imprint_link = web_address_field(pgettext_lazy("field", "Imprint: link"))
    imprint = _text(
        gettext_lazy("Imprint: text, if there is no link"), LONGEST_LEGAL, rows=4, help_text=MARKDOWN
    )
    privacy_link = web_address_field(gettext_lazy("Privacy notice: link"))
    privacy = _text(gettext_lazy("Privacy notice: text, if there is no link"), LONGEST_LEGAL, rows=4)
    seen = forms.CharField(max_length=40, widget=forms.HiddenInput)

    def __init__(self, owner: Owner, data: Any = None, files: Any = None) -> None:
        self.row = Brand.objects.filter(**owned_by(owner)).first() or Brand()
        initial: dict[str, Any] = {name: getattr(self.row, name) for name in BRAND}
        super().__init__(data, files, initial={**initial, "seen": brand_tag(owner)})
        if not isinstance(owner, Tournament):
            del self.fields["poster_picture"]
        if not isinstance(owner, Tournament) or not self.row.poster:
            del self.fields["no_poster"]
        if not self.row.logo:
            del self.fields["no_logo"]
        sponsors = Sponsor.objects.filter(**owned_by(owner)).order_by("ordinal", "pk")
        rows = [{"name": one.name, "link": one.link, "logo": one.logo} for one in sponsors]
        self.sponsors = SponsorForms(data, files, initial=rows, prefix="sponsors")
        for one in self.sponsors:
            one.fields["DELETE"].label = pgettext_lazy("field", "Remove")
            one.fields["ORDER"].label = pgettext_lazy("of a sponsor", "Place in the strip")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.sponsors.is_valid():
            said = [str(error) for error in self.sponsors.non_form_errors()]
            raise ValidationError(said or [_("Please correct the sponsors marked below.")])
        return cleaned

    def chosen(self) -> dict[str, Any]:
        """Return the arguments of `set_brand`, except `owner` and `by`."""
        typed = self.cleaned_data
        pictures: list[Picture] = []
        brand = {name: typed[name] for name in BRAND if name in typed and name in self.fields}
        brand |= {"logo": "" if typed.get("no_logo") else self.row.logo}
        is_without = typed.get("no_poster")
        brand |= {name: "" if is_without else getattr(self.row, name) for name in ("poster", "poster_small")}
        if logo := typed.get("picture"):
            pictures.append(logo)
            brand["logo"] = logo.file
        if poster := typed.get("poster_picture"):
            small = small_picture(poster)
            pictures += [poster, small]
            brand |= {"poster": poster.file, "poster_small": small.file}
        sponsors = []
        for one in self.sponsors.ordered_forms:
            row = one.cleaned_data
            if row.get("picture"):
                pictures.append(row["picture"])
            logo_file = row["picture"].file if row.get("picture") else row.get("logo", "")
            sponsors.append({"name": row["name"], "link": row["link"], "logo": logo_file})
        return {"brand": brand, "sponsors": sponsors, "pictures": pictures, "seen": typed["seen"]}

    def shown(self, now: ShownBrand) -> ShownBrand:
        """Return the brand as pages would show it, without newly sent pictures."""
        typed = {name: self.cleaned_data[name] for name in ("name", "colour", "accent", "footer")}
        return now._replace(**{name: value for name, value in typed.items() if value})
