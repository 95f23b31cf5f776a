"""Whether the players of a division fill the tables at which they are going to play."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament


def what_does_not_fit(last: Tournament, players: int) -> str:
    """Say why so many do not fill tables like those of a tournament; empty where they do, and where players open
    their tables themselves. Two queries.
    """
    size = last.usual_format.players
    sizes = [size, *last.odd_sizes]
    if _can_be_seated(players, sizes) or last.stages.earliest("ordinal").is_free_play:
        return ""
    missing, over = size - players % size, players % size
    if players < size:
        message = ngettext(
            "%(players)s player does not fill a table of %(size)s: find %(missing)s more.",
            "%(players)s players do not fill a table of %(size)s: find %(missing)s more.",
            players,
        )
    else:
        message = _(
            "%(players)s players do not fill tables of %(size)s: find %(missing)s more, or let %(over)s sit out in "
            "each round."
        )
    return message % {"players": players, "size": size, "missing": missing, "over": over}


def _can_be_seated(players: int, sizes: list[int]) -> bool:
    """At tables of these sizes, with nobody left."""
    reached = {0}
    for count in range(1, players + 1):
        if any(count - size in reached for size in sizes):
            reached.add(count)
    return players > 0 and players in reached
