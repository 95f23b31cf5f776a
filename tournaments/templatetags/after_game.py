"""What a game has meant, in words: the place at the table, the rank now, what moved, and how far the next line is."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.standing.shown_totals import show_alone
from tournaments.standings.in_play.after_a_game import Gap, Stands
from web.text.figures import rank_name

register = template.Library()


@register.filter
def place_name(place: int) -> str:
    """A place at the table: 2nd."""
    names = (
        pgettext("place", "1st"),
        pgettext("place", "2nd"),
        pgettext("place", "3rd"),
        pgettext("place", "4th"),
        pgettext("place", "5th"),
    )
    return names[place - 1]


@register.filter
def rank_among_players(stands: Stands) -> str:
    """The rank of a player who has one: now 18th of 32, now shared 3rd of 32."""
    return pgettext("rank of a player", "now %(rank)s of %(n)s") % {"rank": _rank(stands), "n": stands.of}


@register.filter
def rank_among_teams(stands: Stands) -> str:
    """The rank of a team: now 2nd of 4."""
    return pgettext("rank of a team", "now %(rank)s of %(n)s") % {"rank": _rank(stands), "n": stands.of}


def _rank(stands: Stands) -> str:
    name = rank_name(stands.rank or 0)
    return pgettext("rank", "shared %(rank)s") % {"rank": name} if stands.is_shared else name


@register.filter
def climbed(stands: Stands) -> str | SafeString:
    """By how many ranks the game moved a player or a team."""
    return moved(stands.climbed)


@register.filter
def moved(by: int | None) -> str | SafeString:
    """By how many ranks: ▲3, ▼2, =; nothing where there is nothing to compare."""
    if by is None:
        return ""
    if by > 0:
        said, shown, way = ngettext("up %(n)s rank", "up %(n)s ranks", by) % {"n": by}, f"▲{by}", "up"
    elif by < 0:
        said, shown, way = (
            ngettext("down %(n)s rank", "down %(n)s ranks", -by) % {"n": -by},
            f"▼{-by}",
            "down",
        )
    else:
        said, shown, way = _("same rank as before"), "=", "level"
    words = '<span class="move {}"><span aria-hidden="true">{}</span><span class="vh">, {}</span></span>'
    return format_html(words, way, shown, said)


@register.filter
def gap_in_words(gap: Gap, units_per_point: int) -> str:
    """How far it is to whom: 12.4 behind 8th (Player 03); where a line is between them, which."""
    if not gap.units:
        words = pgettext("gap", "level with %(rank)s (%(name)s)")
    elif gap.is_ahead:
        words = pgettext("gap", "%(points)s ahead of %(rank)s (%(name)s)")
    else:
        words = pgettext("gap", "%(points)s behind %(rank)s (%(name)s)")
    said = words % {
        "points": show_alone(gap.units, units_per_point).lstrip("+"),
        "rank": rank_name(gap.rank),
        "name": gap.name,
    }
    if not gap.leads_to:
        return said
    return pgettext("gap", "Line to %(stage)s: %(gap)s") % {"stage": gap.leads_to, "gap": said}
