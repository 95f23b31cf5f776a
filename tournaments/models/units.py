"""Whether players or teams are ranked, move and qualify, in words."""

from enum import Enum

from django.utils.translation import npgettext


class Unit(Enum):
    """The unit of a division or stage: players or teams."""

    PLAYER = "player"
    TEAM = "team"

    @classmethod
    def of(cls, *, teams: bool) -> "Unit":
        return cls.TEAM if teams else cls.PLAYER

    def counted(self, number: int) -> str:
        """Return a number of units: 16 players, 8 teams."""
        words = self.choose(
            player=npgettext("that are ranked", "%(count)s player", "%(count)s players", number),
            team=npgettext("that are ranked", "%(count)s team", "%(count)s teams", number),
        )
        return words % {"count": number}

    def choose(self, *, player: str, team: str) -> str:
        """Choose the sentence for this unit."""
        return team if self is Unit.TEAM else player
