"""When a player was in a team, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.standings.teams.results import Stint


def say_stint(stint: Stint, stages: Mapping[int, str]) -> str:
    """From which round until which a player was in a team; `stages` are names by number, of one none is said."""
    words = []
    if stint.since is not None:
        words.append(_("from %(round)s on") % {"round": _round(*stint.since, stages)})
    if stint.until is not None:
        ordinal, number = stint.until
        # A player who leaves before a stage's first round was there until the end of the one before.
        if number > 1:
            words.append(pgettext("time", "until %(round)s") % {"round": _round(ordinal, number - 1, stages)})
        else:
            words.append(_("until the end of “%(stage)s”") % {"stage": stages.get(ordinal - 1, "?")})
    return pgettext("between names", ", ").join(words)


def _round(ordinal: int, number: int, stages: Mapping[int, str]) -> str:
    if len(stages) < 2:
        return pgettext("with a number", "Round %(number)s") % {"number": number}
    return _("Round %(number)s of “%(stage)s”") % {"number": number, "stage": stages.get(ordinal, "?")}
