"""Numbers of players that do not fill tables."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def does_not_fill(players: int, size: int) -> str:
    """Say that this number of players does not fill tables of this size, and what can be done."""
    missing, over = size - players % size, players % size
    if players < size:
        message = ngettext(
            "%(players)s player does not fill a table of %(size)s: find %(missing)s more.",
            "%(players)s players do not fill a table of %(size)s: find %(missing)s more.",
            players,
        )
    else:
        message = _(
            "%(players)s players do not fill tables of %(size)s: find %(missing)s more, or let %(over)s sit out."
        )
    return message % {"players": players, "size": size, "missing": missing, "over": over}
