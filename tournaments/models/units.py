"""Who is ranked, moves and goes on in a division or a stage, in words: players, or teams."""

from enum import Enum

from django.utils.translation import npgettext


class Unit(Enum):
    """A division or a stage has one: sentences about it are said of players, or of teams."""

    PLAYER = "player"
    TEAM = "team"

    @classmethod
    def of(cls, *, teams: bool) -> "Unit":
        return cls.TEAM if teams else cls.PLAYER

    def counted(self, number: int) -> str:
        """A number of them: 16 players, 8 teams."""
        words = self.choose(
            player=npgettext("that are ranked", "%(count)s player", "%(count)s players", number),
            team=npgettext("that are ranked", "%(count)s team", "%(count)s teams", number),
        )
        return words % {"count": number}

    def choose(self, *, player: str, team: str) -> str:
        """Of two sentences the one about this unit."""
        return team if self is Unit.TEAM else player
