"""How a player is written in answers."""

from typing import TypedDict

from players.models import Player


class ClubShape(TypedDict):
    id: int
    name: str


class PlayerShape(TypedDict):
    """A person who plays; most have no account."""

    id: int
    name: str
    reading: str
    country: str
    club: ClubShape | None


def player_shape(player: Player) -> PlayerShape:
    """Expects `club` to be loaded."""
    club = player.club
    return {
        "id": player.pk,
        "name": player.name,
        "reading": player.reading,
        "country": player.country,
        "club": {"id": club.pk, "name": club.name} if club else None,
    }
