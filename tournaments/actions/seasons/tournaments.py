"""The tournaments of the next season: each division is set up as it was."""

from tournaments.actions.seasons.carried import SETTINGS, Again
from tournaments.models import Tournament


def set_up_again(again: Again) -> Tournament:
    """Set up a tournament like the last one, with everything in it that is a setting, and with these players."""
    for setting in SETTINGS:
        setting.set_again(again)
    return again.new
