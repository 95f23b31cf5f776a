"""Names that lead somewhere: a player's and a team's, as pages show them."""

from collections.abc import Callable
from html import escape

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def player_link(pk: int, name: str) -> SafeString:
    """A player's name as a link to their page."""
    return format_html('<a href="{}"><bdi>{}</bdi></a>', reverse("player", args=[pk]), name)


@register.simple_tag
def team_link(slug: str, pk: int | None, name: str) -> SafeString:
    """A team's name as a link to its page in the tournament `slug`; without `pk` the name alone."""
    if not pk:
        return format_html("<bdi>{}</bdi>", name)
    return format_html('<a href="{}"><bdi>{}</bdi></a>', reverse("team", args=[slug, pk]), name)


def player_links() -> Callable[[int | None, str], str]:
    """`player_link` for a thousand names: a function that looks nothing up."""
    return _links("player")


def team_links(slug: str) -> Callable[[int | None, str], str]:
    """`team_link` for a thousand names of one tournament."""
    return _links("team", slug)


def _links(page: str, *of: str) -> Callable[[int | None, str], str]:
    before, after = reverse(page, args=[*of, 0]).rsplit("0", 1)

    def link(pk: int | None, name: str) -> str:
        shown = f"<bdi>{escape(name)}</bdi>"
        return f'<a href="{before}{pk}{after}">{shown}</a>' if pk else shown

    return link
