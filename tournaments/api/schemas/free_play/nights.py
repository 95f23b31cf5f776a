"""Club nights and their players."""

from typing import Annotated, TypedDict

from tournaments.models import Night, NightPlayer
from web.api.answers import By, Of, filled
from web.api.moments import Moment


class NightPlayerShape(TypedDict):
    """`status`: coming, waiting, off, late (signed off after the deadline) or absent. Those waiting are in
    order.
    """

    entry: Annotated[int, Of("entry_id")]
    name: Annotated[str, Of("entry.player.name"), "Name of the player."]
    status: Annotated[str, "What became of the player.", NightPlayer.Status]
    games: Annotated[int, "Games that the player wants."]


class NightShape(TypedDict):
    """`closes_at` null: until the night begins; `places` null: no limit. Penalties are in smallest units."""

    id: Annotated[int, Of("pk")]
    stage: Annotated[int, Of("stage_id")]
    status: Annotated[str, "State of the night.", Night.Status]
    starts_at: Moment
    closes_at: Annotated[Moment | None, "Until when players sign up; null for until it begins."]
    places: Annotated[int | None, "How many can come; null for no limit."]
    games: Annotated[int, "Games that are played on it."]
    late_penalty: int
    absence_penalty: int


# Expects `entry.player` to be loaded.
night_player_shape = filled(NightPlayerShape, NightPlayer)


def _players_of(night: Night) -> list[NightPlayerShape]:
    rows = NightPlayer.objects.filter(night=night).select_related("entry__player").order_by("turn")
    return [night_player_shape(row) for row in rows]


class NightPageShape(NightShape):
    players: Annotated[list[NightPlayerShape], By(_players_of), "Players who signed up, in order."]


night_shape = filled(NightShape, Night)


# One query for the players.
night_page = filled(NightPageShape, Night)
