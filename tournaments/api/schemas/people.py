"""Teams, entries, and what a player played."""

from typing import TypedDict

from players.actions import aliases_of, licences_of
from players.api.schemas import PlayerShape, player_shape
from players.models import Player
from tournaments.actions.seen_versions import entry_tag, player_tag, team_tag
from tournaments.models import Entry, Score, Team, Tournament
from tournaments.models.teams.captains import captain_of
from tournaments.standings.people.recognized import entries_on_page_of


class TeamShape(TypedDict):
    id: int
    name: str


class TeamPageShape(TeamShape):
    """`tag` names the version of what can be edited, for If-Match; `captain` is the id of an entry."""

    tournament: str
    captain: int | None
    tag: str


class EntryShape(TypedDict):
    """A player in a tournament. `merged_into` is the entry of the same player for which everything here counts."""

    id: int
    number: int
    player: PlayerShape
    team: TeamShape | None
    status: str
    is_substitute: bool
    merged_into: int | None
    tag: str


class RecognitionShape(TypedDict):
    """Whether the entry's tournament is on the player's page."""

    entry: int
    player: int
    is_on_page: bool


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


class LicenceShape(TypedDict):
    """A number with a federation."""

    body: str
    number: str


class EditedPlayerShape(PlayerShape):
    """A player, with the version that If-Match names when they are edited.

    `aliases`: nicknames on online platforms and other names; null for those who may not edit the player.
    """

    licences: list[LicenceShape]
    aliases: list[str] | None
    tag: str


class PlayerPageShape(EditedPlayerShape):
    """A player with everything they played in the tournaments one can find."""

    entries: list["PlayerEntryShape"]
    games: list[GameShape]


class PlayerEntryShape(TypedDict):
    id: int
    tournament: str
    tournament_name: str
    units_per_point: int


def edited_player_shape(player: Player, *, is_editor: bool = True) -> EditedPlayerShape:
    """Expects `club` to be loaded."""
    licences: list[LicenceShape] = [{"body": body, "number": number} for body, number in licences_of(player)]
    return {
        **player_shape(player),
        "licences": licences,
        "aliases": aliases_of(player) if is_editor else None,
        "tag": player_tag(player),
    }


def recognition_shape(entry: Entry) -> RecognitionShape:
    return {
        "entry": entry.pk,
        "player": entry.player_id,
        "is_on_page": entry.pk in entries_on_page_of(entry.player),
    }


def team_shape(team: Team) -> TeamShape:
    return {"id": team.pk, "name": team.name}


def team_page(team: Team) -> TeamPageShape:
    return {
        **team_shape(team),
        "tournament": team.tournament.slug,
        "captain": captain_of(team),
        "tag": team_tag(team),
    }


def entry_shape(entry: Entry) -> EntryShape:
    """Expects `player.club` and `team` to be loaded."""
    return {
        "id": entry.pk,
        "number": entry.number,
        "player": player_shape(entry.player),
        "team": team_shape(entry.team) if entry.team else None,
        "status": entry.status,
        "is_substitute": entry.is_substitute,
        "merged_into": entry.merged_into_id,
        "tag": entry_tag(entry),
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


class CheckInShape(TypedDict):
    """How many of those who have not withdrawn are here, substitutes too, and the entries of the others."""

    here: int
    total: int
    not_here: list[int]


def check_in_shape(tournament: Tournament) -> CheckInShape:
    rows = tournament.entries.filter(status=Entry.Status.ACTIVE).order_by("number")
    found = list(rows.values_list("pk", "checked_in_at"))
    missing = [pk for pk, at in found if at is None]
    return {"here": len(found) - len(missing), "total": len(found), "not_here": missing}
