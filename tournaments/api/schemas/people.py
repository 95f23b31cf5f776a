"""Teams, entries, and players' games."""

from collections.abc import Iterable
from typing import Annotated, TypedDict

from players.actions import aliases_of, licences_of
from players.api.schemas import PlayerShape, player_shape
from players.models import Player
from tournaments.actions.seen_versions import entry_tag, player_tag, team_tag
from tournaments.models import Entry, Score, Team, Tournament
from tournaments.models.teams.captains import captain_of
from tournaments.standings.people.recognized import entries_on_page_of
from web.api.answers import By, Given, Of, filled


class TeamShape(TypedDict):
    id: Annotated[int, Of("pk")]
    name: Annotated[str, "Name of the team."]


class TeamPageShape(TeamShape):
    """`tag` names the version of the editable fields, for If-Match; `captain` is an entry id."""

    tournament: Annotated[str, Of("tournament.slug")]
    captain: Annotated[int | None, By(captain_of), "Id of the captain's entry; null without a captain."]
    tag: Annotated[str, By(team_tag)]


class EntryShape(TypedDict):
    """A player in a tournament. `merged_into` is the same player's entry that counts instead of this one."""

    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Start number in the tournament."]
    player: Annotated[PlayerShape, Of("player", player_shape), "The person who is entered."]
    team: Annotated[TeamShape | None, "Team; null if none."]
    status: Annotated[str, "Whether the player takes part.", Entry.Status]
    is_substitute: bool
    merged_into: Annotated[
        int | None,
        Of("merged_into_id"),
        "Id of the entry for which everything here counts; null if not merged.",
    ]
    tag: Annotated[str, By(entry_tag)]


def _is_on_page(entry: Entry) -> bool:
    return entry.pk in entries_on_page_of(entry.player)


class RecognitionShape(TypedDict):
    """Whether the entry's tournament is on the player's page."""

    entry: Annotated[int, Of("pk")]
    player: Annotated[int, Of("player_id")]
    is_on_page: Annotated[bool, By(_is_on_page), "True if the tournament is on the player's page."]


class EntryName(TypedDict):
    """An entry's name in a table."""

    id: Annotated[int, Of("pk")]
    number: Annotated[int, "Start number in the tournament."]
    player: Annotated[int, Of("player_id")]
    name: Annotated[str, Of("player.name"), "Name of the player."]
    team: Annotated[int | None, Of("team_id"), "Id of the team; null if none."]


class GameShape(TypedDict):
    """A counted game of a player. `total` is in the tournament's smallest unit: see its `units_per_point`."""

    tournament: Annotated[str, Of("stage.tournament.slug")]
    round: Annotated[int, Of("sheet.table.round_id"), "Id of the round."]
    table: Annotated[int, Of("sheet.table_id")]
    sheet: Annotated[int, Of("sheet_id"), "Id of the scoresheet."]
    points: Annotated[int, "Points at the table."]
    place: int
    total: Annotated[int, "Result of the game, in units."]


class LicenceShape(TypedDict):
    """A number with a federation."""

    body: str
    number: Annotated[str, "Licence number, as the federation writes it."]


class EditedPlayerShape(PlayerShape):
    """A player, with the version for If-Match.

    `aliases`: nicknames on online platforms and other names; null for callers who may not edit the player.
    """

    licences: Annotated[list[LicenceShape], By(lambda player: licence_shapes(player))]
    aliases: Annotated[
        list[str] | None, Given(), "Nicknames and other names; null for callers who may not edit the player."
    ]
    tag: Annotated[str, By(player_tag)]


class PlayerPageShape(EditedPlayerShape):
    """A player with all games in listed tournaments."""

    entries: Annotated[list["PlayerEntryShape"], Given(), "Tournaments of the player."]
    games: Annotated[list[GameShape], Given(), "Counted games, newest first."]


class PlayerEntryShape(TypedDict):
    id: Annotated[int, Of("pk")]
    tournament: Annotated[str, Of("tournament.slug")]
    tournament_name: Annotated[str, Of("tournament.name"), "Name of the tournament."]
    units_per_point: Annotated[int, Of("tournament.rulebook.units_per_point")]


def licence_shapes(player: Player) -> list[LicenceShape]:
    return [{"body": body, "number": number} for body, number in licences_of(player)]


_edited_player = filled(EditedPlayerShape, Player)


def edited_player_shape(player: Player, *, is_editor: bool = True) -> EditedPlayerShape:
    """Expects `club` to be loaded."""
    return _edited_player(player, aliases=aliases_of(player) if is_editor else None)


_player_page = filled(PlayerPageShape, Player)


def player_page(
    player: Player, *, is_editor: bool, entries: Iterable[Entry], games: Iterable[Score]
) -> PlayerPageShape:
    """Expects `club` to be loaded, `tournament` of the entries, and of the games what `game_shape` does."""
    return _player_page(
        player,
        aliases=aliases_of(player) if is_editor else None,
        entries=[player_entry_shape(entry) for entry in entries],
        games=[game_shape(score) for score in games],
    )


# Expects `tournament` to be loaded.
player_entry_shape = filled(PlayerEntryShape, Entry)


recognition_shape = filled(RecognitionShape, Entry)


team_shape = filled(TeamShape, Team)


team_page = filled(TeamPageShape, Team)


# Expects `player.club` and `team` to be loaded.
entry_shape = filled(EntryShape, Entry)


# Expects `player` to be loaded.
entry_name = filled(EntryName, Entry)


# Expects `sheet.table.round` and `stage.tournament` to be loaded.
game_shape = filled(GameShape, Score)


class CheckInShape(TypedDict):
    """How many of those who have not withdrawn have checked in, including substitutes, and the other entries."""

    here: Annotated[int, "How many are here, substitutes included."]
    total: Annotated[int, "How many have not withdrawn."]
    not_here: Annotated[list[int], "Ids of the entries that are missing."]


def check_in_shape(tournament: Tournament) -> CheckInShape:
    rows = tournament.entries.filter(status=Entry.Status.ACTIVE).order_by("number")
    found = list(rows.values_list("pk", "checked_in_at"))
    missing = [pk for pk, at in found if at is None]
    return {"here": len(found) - len(missing), "total": len(found), "not_here": missing}
