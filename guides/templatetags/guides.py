"""Links into the guides, from where the question arises."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from guides.pages import guide, section
from web.visitor_language import language

register = template.Library()


@register.simple_tag
def guide_link(slug: str, name: str = "", in_words: bool = False) -> SafeString:
    """A link to a section of a guide, or to the guide: “Guide”, and what of for those who only hear it.

    With `in_words` everybody reads what the section is called. A section that is not there is a KeyError.
    """
    shown = guide(slug, language())
    heading = section(shown, name).heading if name else shown.title
    address = reverse("guide", args=[slug]) + (f"#{name}" if name else "")
    if in_words:
        words = pgettext("heading", "Guide: %(heading)s") % {"heading": heading}
        return format_html('<a class="guide-link" href="{}">{}</a>', address, words)
    return format_html(
        '<a class="guide-link" href="{}">{}<span class="vh">: {}</span></a>',
        address,
        pgettext("heading", "Guide"),
        heading,
    )
