"""Set up the tournaments of the next season like those before."""

from tournaments.actions.seasons.carried import SETTINGS, Again
from tournaments.models import Tournament


def set_up_again(again: Again) -> Tournament:
    """Set up a tournament like the last one, with all its settings and these players."""
    for setting in SETTINGS:
        setting.set_again(again)
    return again.new
