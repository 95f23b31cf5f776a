"""Names that lead somewhere: a player's and a team's, as pages show them."""

from collections.abc import Callable
from html import escape

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Tournament
from tournaments.models.teams.looks import classes_of
from tournaments.models.teams.looks import team_sheet as sheet_of_teams
from tournaments.templatetags.brand import linked_sheet, look_sheet

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
    url = reverse("team", args=[slug, pk])
    return format_html('{}<a href="{}"><bdi>{}</bdi></a>', team_mark(pk), url, name)


@register.filter
def team_classes(pk: int) -> str:
    """The classes of what is drawn in a team's colour."""
    return classes_of(pk)


@register.simple_tag
def team_mark(pk: int) -> SafeString:
    """A team's colour, with its mark if it has one, to stand before its name."""
    return SafeString(f'<span class="team-mark {classes_of(pk)}"></span>')


@register.simple_tag(takes_context=True)
def team_sheet(context: Context, tournament: Tournament) -> SafeString | str:
    """The link to the one style sheet of an event's pages: the looks of its teams and the colours of its brand. One
    query; none where the tournament was found by an address and no team has a look.
    """
    if not getattr(tournament, "has_team_looks", True):
        return look_sheet(context)
    _css, digest = sheet_of_teams(tournament.pk)
    if not digest:
        return look_sheet(context)
    url, colours = reverse("team_sheet", args=[tournament.slug, digest]), context["page_brand"].colours
    return linked_sheet(f"{url}?brand={colours}" if colours else url)


def player_links() -> Callable[[int | None, str], str]:
    """`player_link` for a thousand names: a function that looks nothing up."""
    return _links("player")


def team_links(slug: str, *, marked: bool = True) -> Callable[[int | None, str], str]:
    """`team_link` for a thousand names of one tournament; without its mark where the row shows it elsewhere."""
    link = _links("team", slug)
    return lambda pk, name: f"{team_mark(pk) if pk and marked else ''}{link(pk, name)}"


def _links(page: str, *of: str) -> Callable[[int | None, str], str]:
    before, after = reverse(page, args=[*of, 0]).rsplit("0", 1)

    def link(pk: int | None, name: str) -> str:
        shown = f"<bdi>{escape(name)}</bdi>"
        return f'<a href="{before}{pk}{after}">{shown}</a>' if pk else shown

    return link
