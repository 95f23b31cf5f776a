"""Seasons, their divisions, and moves between them."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from players.models import Player
from tournaments.actions.leagues.boundaries_wording import movements_in_words
from tournaments.actions.seasons.carried import nights_of
from tournaments.actions.seasons.final_rankings import FinalRanking
from tournaments.actions.seasons.proposal import Proposal, Unranked
from tournaments.actions.seasons.sizes import what_does_not_fit
from tournaments.actions.seen_versions import divisions_tag
from tournaments.models import Division, Move, Season
from tournaments.models.people.entries import players_by_level
from tournaments.models.units import Unit
from tournaments.standings.seasons.divisions_at_the_end import DivisionAtTheEnd, Line
from tournaments.standings.seasons.teams_at_the_end import movers_of
from tournaments.standings.seasons.who_moves import Place, Tie
from web.api.answers import By, Given, Of, filled


class DivisionShape(TypedDict):
    """`boundary`: who moves between this division and the one below. `players` take part. `teams` is the number of
    teams if teams move, else 0. `in_words`: how many of those who move go where.
    """

    level: int
    name: Annotated[str, "Name of the division."]
    boundary: Annotated[dict[str, object], "Who moves between it and the division below."]
    players: Annotated[int, Given(), "How many players take part."]
    teams: Annotated[int, Given(), "How many teams there are; 0 unless teams move."]
    in_words: Annotated[list[str], Given()]


division_shape = filled(DivisionShape, Division)


class DivisionsShape(TypedDict):
    """`tag` names the version of all divisions, for If-Match."""

    season: int
    divisions: list[DivisionShape]
    tag: Annotated[str, "Version of all divisions; send it in If-Match to change them."]


def divisions_shape(season: Season, divisions: Sequence[Division]) -> DivisionsShape:
    players = players_by_level(season)
    movers = movers_of(season, [one.level for one in divisions])
    sizes = [movers.by_level.get(one.level, 0) for one in divisions]
    words = movements_in_words([one.boundary for one in divisions], sizes, Unit.of(teams=movers.are_teams))
    return {
        "season": season.pk,
        "divisions": [
            division_shape(
                one,
                players=players.get(one.level, 0),
                teams=size if movers.are_teams else 0,
                in_words=said,
            )
            for one, size, said in zip(divisions, sizes, words, strict=True)
        ],
        "tag": divisions_tag(divisions),
    }


class PlaceShape(TypedDict):
    """A player's place and destination by the rules. Tied players share a `rank`. `points_up` and `points_down` are
    from this season, `kept_up` and `kept_down` from earlier seasons that still count.
    """

    player: int
    name: Annotated[str, Given(), "Name of the player."]
    level: int
    position: int
    rank: Annotated[int, Of("stood.rank")]
    total: Annotated[int, Of("stood.total"), "Total, in the tournament's units."]
    games: Annotated[int, Of("stood.games"), "Games that count."]
    to_level: int
    way: Annotated[str, "Where they go, by the words of `Move`; empty if not known."]
    points_up: int
    points_down: int
    kept_up: int
    kept_down: int


class SeasonTieShape(TypedDict):
    """Tied players of a division, from `position` on, whom the rules would send different ways: only a lot decides.
    With `is_of_title` they share the first rank of the top division, and nobody moves by it.
    """

    level: int
    position: Annotated[int, "Position from which on they are level."]
    players: Annotated[list[int], "Ids of the players that are level; of the teams where teams move."]
    is_of_title: Annotated[
        bool, "True if they share the first rank of the top division and nobody moves by it."
    ]


class UnrankedShape(TypedDict):
    """A participant without a rank: below the minimum of games, absent, or a substitute. They stay unless `changes`
    say otherwise; if their team moves (`has_team`), they go with it.
    """

    player: int
    name: Annotated[str, Given(), "Name of the player."]
    level: int
    to_level: int
    way: Annotated[str, "Where they go, by the words of `Move`; empty if not known."]
    is_substitute: bool
    has_team: Annotated[bool, "True if they go with their team."]


class TeamPlaceShape(TypedDict):
    """A team's place and destination by the rules, with its players; otherwise as Place."""

    team: Annotated[int, Of("player"), "Id of the team."]
    name: Annotated[str, Given(), "Name of the team."]
    level: int
    position: int
    rank: Annotated[int, Of("stood.rank")]
    total: Annotated[int, Of("stood.total"), "Total, in the tournament's units."]
    games: Annotated[int, Of("stood.games"), "Games that count."]
    to_level: int
    way: Annotated[str, "Where they go, by the words of `Move`; empty if not known."]
    players: Annotated[list[int], Given(), "Ids of its players."]


class NextDivisionShape(TypedDict):
    """`players` in order, those without a rank last, and `teams` if teams move. `note` says why they do not fill the
    tables. A series keeps its number of `tournaments`, without players.
    """

    level: int
    name: Annotated[str, "Name of the division."]
    players: Annotated[list[int], "Ids of its players in order, those without a rank last."]
    teams: Annotated[list[int], "Ids of its teams; empty unless teams move."]
    tournaments: Annotated[int, "How many tournaments it will have."]
    note: Annotated[str, "Why the players fill no tables; empty if they do."]


class ProposedSeasonShape(TypedDict):
    """`play_offs`: for each boundary those who play it, the upper division's first; until changed, all stay. `ties`:
    where only a lot decides. If teams move, both name teams, `teams` has their places, and `places` say where their
    players go with them. `nights`: how many can be planned again with `nights_from`. `tag` names the version of the
    data it was computed from, for If-Match.
    """

    season: int
    places: Annotated[list[PlaceShape], "Players with a rank, and where they go."]
    unranked: Annotated[list[UnrankedShape], "Players without a rank."]
    teams: Annotated[list[TeamPlaceShape], "Teams and where they go; empty unless teams move."]
    next: Annotated[list[NextDivisionShape], "Divisions of the next season."]
    play_offs: Annotated[
        list[list[int]], "Ids of those who play off, by boundary, the upper division's first."
    ]
    ties: Annotated[list[SeasonTieShape], "Where only the lot decides."]
    nights: Annotated[int, "Club nights that can be planned again with `nights_from`."]
    tag: Annotated[str, "Version of all it was made of; send it in If-Match to confirm."]


class MoveShape(TypedDict):
    """`level` and `position` are null for newcomers, `position` also for players without a rank, `to_level` for
    those who leave. `rank` (shared in a tie) and `total` are as confirmed for the next season; null without a rank,
    and for moves from versions that did not store them.
    """

    player: Annotated[int, Of("player_id")]
    name: Annotated[str, Of("player.name"), "Name of the player."]
    level: Annotated[int | None, "Level they come from; null for newcomers."]
    position: Annotated[int | None, "Position at the end; null for newcomers and players without a rank."]
    rank: Annotated[int | None, "Rank at the end, shared by equals; null without one."]
    total: Annotated[int | None, "Total at the end, in units; null without one."]
    to_level: int | None
    way: Annotated[str, "Where the player went.", Move.Way]
    points_up: int
    points_down: int
    reason: Annotated[str, "Why it differs from the rules; empty if it does not."]


class SeasonTeamShape(TypedDict):
    """A team of a division, its final place and its destination: `way` is empty if unknown. Tied teams share a
    `rank`; `is_tied`: the tie separates ways.
    """

    team: Annotated[int, Of("key"), "Id of the team."]
    name: Annotated[str, "Name of the team."]
    rank: int
    total: Annotated[int | None, "Total in units; null if unknown."]
    way: Annotated[str, "Where they go, by the words of `Move`; empty if not known."]
    to_level: int | None
    plays_off: bool
    is_tied: Annotated[bool, "True if equals by rank go different ways."]


class SeasonPlayerShape(TypedDict):
    """As SeasonTeam, for a player. `team`: the player's team, if teams move. `points_up` and `points_down` are from
    this season, `kept_up` and `kept_down` from earlier seasons that still count.
    """

    player: Annotated[int, Of("key")]
    name: Annotated[str, "Name of the player."]
    team: Annotated[int | None, "Id of their team; null unless teams move."]
    rank: int
    total: Annotated[int | None, "Total in units; null if unknown."]
    way: Annotated[str, "Where they go, by the words of `Move`; empty if not known."]
    to_level: int | None
    plays_off: bool
    is_tied: Annotated[bool, "True if equals by rank go different ways."]
    points_up: int
    points_down: int
    kept_up: int
    kept_down: int


filled(SeasonTeamShape, Line)
filled(SeasonPlayerShape, Line)


class DivisionAtTheEndShape(TypedDict):
    """A division with its public `tournaments`, by address. If teams move, `teams` is present and `players` go with
    them. Totals are in units, of which `units_per_point` make a point. `has_changed`: results were corrected after
    the next season was opened; places and totals are as confirmed.
    """

    level: Annotated[int, Of("division.level")]
    name: Annotated[str, Of("division.name"), "Name of the division."]
    tournaments: Annotated[
        list[str],
        By(lambda one: [tournament.slug for tournament in one.tournaments]),
        "Addresses (slugs) of its public tournaments.",
    ]
    units_per_point: Annotated[int, Of("units")]
    teams: Annotated[list[SeasonTeamShape], "Teams, best first; empty unless teams move."]
    players: Annotated[list[SeasonPlayerShape], "Players, best first."]
    has_changed: Annotated[bool, "True if results were corrected after the next season was opened."]


_division_at_the_end = filled(DivisionAtTheEndShape, DivisionAtTheEnd)


class SeasonStandingsShape(TypedDict):
    """`is_confirmed`: the next season was opened; until then, destinations follow from the rules and today's
    results.
    """

    season: int
    is_confirmed: Annotated[bool, "True once the next season was opened."]
    divisions: list[DivisionAtTheEndShape]


def season_standings_shape(season: Season, divisions: Sequence[DivisionAtTheEnd]) -> SeasonStandingsShape:
    return {
        "season": season.pk,
        "is_confirmed": any(one.is_confirmed for one in divisions),
        "divisions": [_division_at_the_end(one) for one in divisions],
    }


_place = filled(PlaceShape, Place)
_unranked = filled(UnrankedShape, Unranked)
_team_place = filled(TeamPlaceShape, Place)
_tie = filled(SeasonTieShape, Tie)


def proposed_season_shape(proposal: Proposal) -> ProposedSeasonShape:
    known = [*proposal.places, *proposal.unranked]
    names = dict(Player.objects.filter(pk__in=known).values_list("pk", "name"))
    tournaments = [tournament for one in proposal.rankings for tournament in one.tournaments]
    return {
        "season": proposal.season.pk,
        "places": [_place(place, name=names[place.player]) for place in proposal.places.values()],
        "unranked": [_unranked(one, name=names[one.player]) for one in proposal.unranked.values()],
        "teams": [
            _team_place(
                place,
                name=proposal.team_names[team],
                players=[player for player in proposal.members if proposal.team_of(player) == team],
            )
            for team, place in proposal.teams.items()
        ],
        "next": [
            _next_division(proposal, one, players)
            for one, players in zip(proposal.rankings, proposal.next_season, strict=True)
        ],
        "play_offs": [list(players) for players in proposal.play_offs],
        "ties": [_tie(tie) for tie in proposal.ties],
        "nights": len(list(nights_of(tournaments))),
        "tag": proposal.tag,
    }


def _next_division(proposal: Proposal, one: FinalRanking, players: Sequence[int]) -> NextDivisionShape:
    full = [player for player in players if not proposal.members[player].is_substitute]
    is_by_players = not one.is_series and not proposal.teams
    return {
        "level": one.division.level,
        "name": one.division.name,
        "players": list(players),
        "teams": [team for team, place in proposal.teams.items() if place.to_level == one.division.level],
        "tournaments": len(one.tournaments),
        "note": what_does_not_fit(one.tournament, len(full)) if is_by_players else "",
    }


# Expects `player` to be loaded.
move_shape = filled(MoveShape, Move)
