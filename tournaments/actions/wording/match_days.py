"""Sentences about match days."""

from django.utils.translation import ngettext


def games_do_not_divide(rounds: int, games: int) -> str:
    return ngettext(
        "%(rounds)s round is not a whole number of match days of %(games)s games. Please choose a multiple.",
        "%(rounds)s rounds are not a whole number of match days of %(games)s games. Please choose a multiple.",
        rounds,
    ) % {"rounds": rounds, "games": games}
