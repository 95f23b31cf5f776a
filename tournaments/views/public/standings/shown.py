"""What a view of the standings has made."""

from typing import NamedTuple

from tournaments.views.public.standings.asked import Choices
from tournaments.views.public.standings.parts import Part


class Shown(NamedTuple):
    """A part of a page as HTML, which part of all rows it is, and by what rows can be chosen."""

    html: str
    part: Part
    choices: Choices = Choices()
