"""Players in answers."""

from typing import Annotated, TypedDict

from players.models import Club, Player
from web.api.answers import Of, filled


class ClubShape(TypedDict):
    id: Annotated[int, Of("pk")]
    name: Annotated[str, "Name of the club."]


class PlayerShape(TypedDict):
    """A person who plays; most have no account."""

    id: Annotated[int, Of("pk")]
    name: str
    reading: str
    country: str
    club: Annotated[ClubShape | None, "Club of the player; null if none."]


club_shape = filled(ClubShape, Club)
# `club` must be loaded.
player_shape = filled(PlayerShape, Player)
