"""How a player is written in answers."""

from typing import Annotated, TypedDict

from players.models import Player


class ClubShape(TypedDict):
    id: int
    name: Annotated[str, "Name of the club."]


class PlayerShape(TypedDict):
    """A person who plays; most have no account."""

    id: int
    name: str
    reading: str
    country: str
    club: Annotated[ClubShape | None, "Club of the player; null if none."]


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
