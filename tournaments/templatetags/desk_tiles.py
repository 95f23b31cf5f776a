"""The tables of a round as tiles of the desk: two hundred of them in milliseconds."""

from collections.abc import Iterable
from datetime import datetime
from functools import cache

from django import template
from django.urls import reverse
from django.utils.formats import time_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext

from rules.formatting import points
from tournaments.models import Round
from tournaments.models.play.tiles import Tile
from tournaments.templatetags.jantaku import tone

register = template.Library()


@register.simple_tag
def desk_tiles(tiles: Iterable[Tile], slug: str, round_: Round) -> SafeString:
    """One `<li>` for each table: its state and since when, who sits there, the points of the sheet that stands."""
    before, after = reverse("desk_table", args=[slug, 0]).rsplit("0", 1)

    @cache
    def state(status: str) -> str:
        name = next(
            tile.sheet.get_status_display() for tile in tiles if tile.sheet and tile.sheet.status == status
        )
        return f'<span class="chip {tone(status)}">{escape(name)}</span>'

    @cache
    def since(minute: datetime) -> str:
        time = time_format(localtime(minute), "TIME_FORMAT")
        return f"<small>{escape(gettext('since %(time)s') % {'time': time})}</small>"

    def since_when(moment: datetime | None) -> str:
        return since(moment.replace(second=0, microsecond=0)) if moment else ""

    if round_.status == Round.Status.STARTED:
        without_sheet = f'<span class="chip plain">{escape(gettext("Playing"))}</span>'
        without_sheet += since_when(round_.started_at)
    else:
        without_sheet = f'<span class="chip plain">{escape(gettext("Not started"))}</span>'
    html = []
    for tile in tiles:
        sheet = tile.sheet
        about = state(sheet.status) + since_when(sheet.reported_at) if sheet else without_sheet
        names = "".join(
            f"<span><bdi>{escape(seat.name)}</bdi>"
            + (f'<span class="figure">{points(seat.points)}</span>' if sheet else "")
            + "</span>"
            for seat in tile.seats
        )
        html.append(
            f'<li><a href="{before}{tile.pk}{after}"><strong>{escape(tile)}</strong><span>{about}</span>'
            f'<small class="names">{names}</small></a></li>\n'
        )
    return SafeString("".join(html))
