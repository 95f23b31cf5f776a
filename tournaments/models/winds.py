from django.db import models
from django.utils.translation import pgettext_lazy


class Wind(models.IntegerChoices):
    """The seat at the start of the game; East deals first. The fifth, at a table of five, waits first."""

    EAST = 1, pgettext_lazy("wind", "East")
    SOUTH = 2, pgettext_lazy("wind", "South")
    WEST = 3, pgettext_lazy("wind", "West")
    NORTH = 4, pgettext_lazy("wind", "North")
    FIFTH = 5, pgettext_lazy("wind", "Waits first")

    @property
    def key(self) -> str:
        """The prefix of the seat's columns in a scoresheet."""
        return self.name.lower()
