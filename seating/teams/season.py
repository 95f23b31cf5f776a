"""A team league over a season: match days on which groups of four teams meet (three at tables of three), with one
player of each at a table.

A match day has one or more *games*, played by the same groups with separate line-ups; a game is a round of the
schedule. A *line-up* is the players a team sends to a game, one for each table of its match. With one table a match,
two games a day and rosters of four or five, that is the M-League's season.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from seating.designs.constructions import wide_capacity
from seating.drbg import Drbg
from seating.errors import SeatingError
from seating.metrics import Pair, Schedule, Table, meetings, pair
from seating.remarks import Remark, remark
from seating.requests import SeasonRequest
from seating.table_sizes import check_players
from seating.teams.fixtures import cycle_length, draw_fixtures
from seating.teams.line_ups import LineUps, turn_by_turn
from seating.teams.team_matches import exact_games, turned_games
from seating.winds.exact import assign_winds
from seating.winds.exact_with_threes import assign_odd_winds

MOST_GAMES = 400  # rounds of a season
MOST_TEAMS = 60
Fours = list[list[int]]


@dataclass(frozen=True, slots=True)
class Season:
    """`rounds[r]` are the tables of game r; `matches[r]` the groups of teams (numbers from 0) that meet in it, the
    tables of the first match first; `resting[r]` the teams without a match; `cycle` the number of rounds after which
    all can be even.
    """

    rounds: list[list[Table]]
    matches: list[list[tuple[int, ...]]]
    resting: list[tuple[int, ...]]
    cycle: int


def draw_season(request: SeasonRequest, seed: str) -> Season:
    """Draw `rounds` games of a league of `teams` (rosters of ids).

    On each match day, `matches` groups of four teams meet (None: as many as fit) in `games` consecutive rounds;
    groups of three with a `table_size` of three. Each team sends `line_up` players (None: all), one to each table of
    its match. All teams play, and all pairs meet, equally often after each cycle of `cycle_length` days, and in
    between as evenly as was found. Within a roster, those with the fewest games play; then players meet as evenly as
    was found. Winds are exact. `history` are earlier rounds, of the same season or an earlier stage: games, and
    meetings of teams and players, continue from there.

    Codes: `too_few_players`, `team_too_small` (`team`: its number), `teams_uneven`, `matches_out_of_range`,
    `games_do_not_divide`, `rounds_out_of_range`, `player_twice`.
    """
    size = _check(request)
    teams, rounds, games, table_size = request.teams, request.rounds, request.games, request.table_size
    matches = len(teams) // table_size if request.matches is None else request.matches
    rng = Drbg(seed, "season")
    team_of = {p: number for number, roster in enumerate(teams) for p in roster}
    past = _days_met(request.history, team_of, games)
    days = draw_fixtures(len(teams), rounds // games, matches, rng, past, table_size)
    fours = [day for day in days for _ in range(games)]
    everybody = all(len(roster) == size for roster in teams)
    benches = [rng.shuffled(sorted(roster)) for roster in teams]
    is_one_match = len(teams) == table_size and everybody and not request.history
    if table_size == 4 and is_one_match and rounds <= wide_capacity(size):
        seated = exact_games(benches, rounds, size)
    elif table_size == 3 and is_one_match and size % 2 and rounds <= size:
        seated = turned_games(benches, rounds, size)
    else:
        seated = turn_by_turn(LineUps(benches, fours, size, request.history), rng)
    return Season(
        rounds=assign_winds(seated, rng) if table_size == 4 else assign_odd_winds(seated, rng),
        matches=[[tuple(four) for four in day] for day in fours],
        resting=[tuple(sorted(set(range(len(teams))) - {x for four in day for x in four})) for day in fours],
        cycle=cycle_length(len(teams), matches, table_size) * games,
    )


def _check(request: SeasonRequest) -> int:
    """Return the size of a line-up, or raise the first problem."""
    teams, rounds, games, table_size = request.teams, request.rounds, request.games, request.table_size
    check_players([p for team in teams for p in team])
    if not table_size <= len(teams) <= MOST_TEAMS:
        raise SeatingError(
            "too_few_players",
            f"A league has {table_size} to {MOST_TEAMS} teams; here are {len(teams)}.",
            teams=len(teams),
        )
    sizes = [len(team) for team in teams]
    if request.line_up is None and len(set(sizes)) > 1:
        raise SeatingError(
            "teams_uneven", "All teams need the same number of players.", sizes=sorted(set(sizes))
        )
    size = sizes[0] if request.line_up is None else request.line_up
    if size < 1 or min(sizes) < size:
        raise SeatingError(
            "team_too_small",
            f"A team sends {size} players to a match, but team {sizes.index(min(sizes))} has {min(sizes)}.",
            team=sizes.index(min(sizes)),
            players=min(sizes),
            needed=size,
        )
    if request.matches is not None and not 1 <= request.matches <= len(teams) // table_size:
        raise SeatingError(
            "matches_out_of_range",
            f"{len(teams)} teams can play 1 to {len(teams) // table_size} matches at the same time.",
            most=len(teams) // table_size,
            teams=len(teams),
        )
    if not 1 <= rounds <= MOST_GAMES or games < 1:
        raise SeatingError(
            "rounds_out_of_range", f"A season has 1 to {MOST_GAMES} rounds.", limit=MOST_GAMES, given=rounds
        )
    if rounds % games:
        raise SeatingError(
            "games_do_not_divide",
            f"{rounds} rounds are no whole match days of {games} games.",
            rounds=rounds,
            games=games,
        )
    return size


def _days_met(history: Schedule, team_of: Mapping[int, int], games: int) -> dict[Pair, int]:
    """Count the days on which each pair of teams met; an interrupted day counts as a whole one."""
    met: Counter[Pair] = Counter()
    for tables in history:
        met.update(_teams_met(tables, team_of))
    return {who: -(-times // games) for who, times in met.items()}


def _teams_met(tables: Sequence[Sequence[int]], team_of: Mapping[int, int]) -> set[Pair]:
    return {
        pair(team_of[a], team_of[b])
        for table in tables
        for i, a in enumerate(table)
        for b in table[:i]
        if a in team_of and b in team_of and team_of[a] != team_of[b]
    }


@dataclass(frozen=True, slots=True)
class SeasonQuality:
    """How even a season is, in games (rounds).

    `pairs` is the fewest and the most games in which two teams met, `team_games` those of a team, `line_ups` the
    largest difference in games between two players of a team. After `cycle` rounds all can be even.
    """

    teams: int
    games_a_day: int
    cycle: int
    pairs: tuple[int, int]
    team_games: tuple[int, int]
    line_ups: int
    most_meetings: int
    remarks: tuple[Remark, ...]

    def as_json(self) -> dict[str, object]:
        return {
            "teams": self.teams,
            "games_a_day": self.games_a_day,
            "cycle": self.cycle,
            "pairs": list(self.pairs),
            "team_games": list(self.team_games),
            "line_ups": self.line_ups,
            "most_meetings": self.most_meetings,
            "remarks": [remark.as_json() for remark in self.remarks],
        }


def season_quality(
    teams: Sequence[Sequence[int]], rounds: Schedule, history: Schedule, games: int, cycle: int
) -> SeasonQuality:
    """Judge a season, `history` and `rounds` together.

    Meetings of teams are optimal if all counts are equal, or differ by one match day: their sum is fixed.
    """
    team_of = {p: number for number, roster in enumerate(teams) for p in roster}
    met: Counter[Pair] = Counter()
    played: Counter[int] = Counter()
    own: Counter[int] = Counter()
    for tables in [*history, *rounds]:
        met.update(_teams_met(tables, team_of))
        played.update({team_of[p] for table in tables for p in table if p in team_of})
        own.update(p for table in tables for p in table if p in team_of)
    counts = [met[a, b] for b in range(len(teams)) for a in range(b)]
    of_teams = [played[x] for x in range(len(teams))]
    gaps = [max(own[p] for p in roster) - min(own[p] for p in roster) for roster in teams]
    again = meetings([*history, *rounds])
    return SeasonQuality(
        teams=len(teams),
        games_a_day=games,
        cycle=cycle,
        pairs=(min(counts), max(counts)),
        team_games=(min(of_teams), max(of_teams)),
        line_ups=max(gaps),
        most_meetings=max(again.values(), default=0),
        remarks=(
            _evenness("team_pairs", min(counts), max(counts), games),
            _evenness("team_games", min(of_teams), max(of_teams), games),
            _evenness("line_ups", 0, max(gaps), 1),
        ),
    )


def _evenness(name: str, least: int, most: int, step: int) -> Remark:
    how = "even" if least == most else "at_bound" if most - least <= step else "uneven"
    return remark(f"{name}_{how}", least=least, most=most)
