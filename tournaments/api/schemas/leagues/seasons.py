"""What a league's seasons are made of, as the API shows it."""

from collections.abc import Sequence
from typing import TypedDict

from players.models import Player
from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.actions.seasons.proposal import Proposal
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import Division, Move, Season
from tournaments.models.people.entries import players_by_level


class DivisionShape(TypedDict):
    """`boundary`: who moves between it and the one below. `players` take part; `in_words` says what of them moves."""

    level: int
    name: str
    boundary: dict[str, object]
    players: int
    in_words: list[str]


class DivisionsShape(TypedDict):
    """`tag` names the version of all of them, for If-Match."""

    season: int
    divisions: list[DivisionShape]
    tag: str


def divisions_shape(season: Season, divisions: Sequence[Division]) -> DivisionsShape:
    players = players_by_level(season)
    sizes = [players.get(one.level, 0) for one in divisions]
    words = movements_in_words([one.boundary for one in divisions], sizes)
    return {
        "season": season.pk,
        "divisions": [
            {
                "level": one.level,
                "name": one.name,
                "boundary": one.boundary,
                "players": size,
                "in_words": said,
            }
            for one, size, said in zip(divisions, sizes, words, strict=True)
        ],
        "tag": divisions_tag(divisions),
    }


class PlaceShape(TypedDict):
    """Where a player was, and goes by the rules. `rank` is shared by those who are level. `points_up` and
    `points_down` are those that this season brought, `kept_up` and `kept_down` those of earlier seasons that still
    count with them.
    """

    player: int
    name: str
    level: int
    position: int
    rank: int
    total: int
    games: int
    to_level: int
    way: str
    points_up: int
    points_down: int
    kept_up: int
    kept_down: int


class TieShape(TypedDict):
    """Players of a division who are level, from `position` on, while the rules treat them differently: only the lot
    decides. With `is_of_title` they share the first rank of the top division, and nobody moves by it.
    """

    level: int
    position: int
    players: list[int]
    is_of_title: bool


class NextDivisionShape(TypedDict):
    level: int
    name: str
    players: list[int]


class ProposedSeasonShape(TypedDict):
    """`play_offs`: for each boundary those who play it, the upper division's first; until it is changed everybody
    stays. `ties`: where only the lot decides. `tag` names the version of what it was made of, for If-Match.
    """

    season: int
    places: list[PlaceShape]
    next: list[NextDivisionShape]
    play_offs: list[list[int]]
    ties: list[TieShape]
    tag: str


class MoveShape(TypedDict):
    """`level` and `position` are null for newcomers, `to_level` for whoever leaves."""

    player: int
    name: str
    level: int | None
    position: int | None
    to_level: int | None
    way: str
    points_up: int
    points_down: int
    reason: str


def proposed_season_shape(proposal: Proposal) -> ProposedSeasonShape:
    names = dict(Player.objects.filter(pk__in=proposal.places).values_list("pk", "name"))
    return {
        "season": proposal.season.pk,
        "places": [
            {
                "player": place.player,
                "name": names[place.player],
                "level": place.level,
                "position": place.position,
                "rank": place.stood.rank,
                "total": place.stood.total,
                "games": place.stood.games,
                "to_level": place.to_level,
                "way": place.way,
                "points_up": place.points_up,
                "points_down": place.points_down,
                "kept_up": place.kept_up,
                "kept_down": place.kept_down,
            }
            for place in proposal.places.values()
        ],
        "next": [
            {"level": one.division.level, "name": one.division.name, "players": list(players)}
            for one, players in zip(proposal.rankings, proposal.next_season, strict=True)
        ],
        "play_offs": [list(players) for players in proposal.play_offs],
        "ties": [
            {
                "level": tie.level,
                "position": tie.position,
                "players": list(tie.players),
                "is_of_title": tie.is_of_title,
            }
            for tie in proposal.ties
        ],
        "tag": proposal.tag,
    }


def move_shape(move: Move) -> MoveShape:
    """Expects `player` to be loaded."""
    return {
        "player": move.player_id,
        "name": move.player.name,
        "level": move.level,
        "position": move.position,
        "to_level": move.to_level,
        "way": move.way,
        "points_up": move.points_up,
        "points_down": move.points_down,
        "reason": move.reason,
    }
