"""Nights of a club, and who signed up for them."""

from typing import Annotated, TypedDict

from tournaments.models import Night, NightPlayer
from web.api.moments import Moment, moment, moment_or_none


class NightPlayerShape(TypedDict):
    """`status`: coming, waiting, off, late (signed off after the deadline) or absent. Of those who wait, the first
    stands first.
    """

    entry: int
    name: Annotated[str, "Name of the player."]
    status: Annotated[str, "What became of the player.", NightPlayer.Status]
    games: Annotated[int, "Games that the player wants."]


class NightShape(TypedDict):
    """`closes_at` null: until it begins; `places` null: no limit. Penalties are in smallest units."""

    id: int
    stage: int
    status: Annotated[str, "State of the night.", Night.Status]
    starts_at: Moment
    closes_at: Annotated[Moment | None, "Until when players sign up; null for until it begins."]
    places: Annotated[int | None, "How many can come; null for no limit."]
    games: Annotated[int, "Games that are played on it."]
    late_penalty: int
    absence_penalty: int


class NightPageShape(NightShape):
    players: Annotated[list[NightPlayerShape], "Players who signed up, in order."]


def night_shape(night: Night) -> NightShape:
    return {
        "id": night.pk,
        "stage": night.stage_id,
        "status": night.status,
        "starts_at": moment(night.starts_at),
        "closes_at": moment_or_none(night.closes_at),
        "places": night.places,
        "games": night.games,
        "late_penalty": night.late_penalty,
        "absence_penalty": night.absence_penalty,
    }


def night_page(night: Night) -> NightPageShape:
    rows = NightPlayer.objects.filter(night=night).select_related("entry__player").order_by("turn")
    return {**night_shape(night), "players": [night_player_shape(row) for row in rows]}


def night_player_shape(row: NightPlayer) -> NightPlayerShape:
    return {
        "entry": row.entry_id,
        "name": row.entry.player.name,
        "status": row.status,
        "games": row.games,
    }
