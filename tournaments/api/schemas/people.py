"""Teams, entries, and what a player played."""

from typing import TypedDict

from players.api.schemas import PlayerShape, player_shape
from tournaments.models import Entry, Score, Team


class TeamShape(TypedDict):
    id: int
    name: str


class EntryShape(TypedDict):
    """A player in a tournament."""

    id: int
    number: int
    player: PlayerShape
    team: TeamShape | None
    status: str
    is_substitute: bool


class EntryName(TypedDict):
    """An entry as it stands in a table of names."""

    id: int
    number: int
    player: int
    name: str
    team: int | None


class GameShape(TypedDict):
    """One counted game of a player. `total` is in the tournament's smallest unit: see its `units_per_point`."""

    tournament: str
    round: int
    table: int
    sheet: int
    points: int
    place: int
    total: int


class PlayerPageShape(PlayerShape):
    """A player with everything they played in the tournaments one can find."""

    entries: list["PlayerEntryShape"]
    games: list[GameShape]


class PlayerEntryShape(TypedDict):
    id: int
    tournament: str
    tournament_name: str
    units_per_point: int


def team_shape(team: Team) -> TeamShape:
    return {"id": team.pk, "name": team.name}


def entry_shape(entry: Entry) -> EntryShape:
    """Expects `player.club` and `team` to be loaded."""
    return {
        "id": entry.pk,
        "number": entry.number,
        "player": player_shape(entry.player),
        "team": team_shape(entry.team) if entry.team else None,
        "status": entry.status,
        "is_substitute": entry.is_substitute,
    }


def entry_name(entry: Entry) -> EntryName:
    """Expects `player` to be loaded."""
    return {
        "id": entry.pk,
        "number": entry.number,
        "player": entry.player_id,
        "name": entry.player.name,
        "team": entry.team_id,
    }


def game_shape(score: Score) -> GameShape:
    """Expects `sheet.table.round` and `stage.tournament` to be loaded."""
    return {
        "tournament": score.stage.tournament.slug,
        "round": score.sheet.table.round_id,
        "table": score.sheet.table_id,
        "sheet": score.sheet_id,
        "points": score.points,
        "place": score.place,
        "total": score.total,
    }
