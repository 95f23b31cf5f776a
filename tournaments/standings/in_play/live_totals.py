"""What standings would be if every game in play ended as it stands: worked out for who asks, and never published."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple, TypeAlias

from django.db.models import Q

from scoring.game.game import State, final_result
from scoring.game.log import state_from_json
from scoring.standing.ranking import has_played
from tournaments.models import (
    HandRecord,
    Score,
    Scoresheet,
    Seat,
    Stage,
    Standing,
    TeamStanding,
    Tournament,
    Wind,
)
from tournaments.models.teams.former_teams import team_then
from tournaments.standings.publish import publish_for_reader
from tournaments.standings.stages.carried import from_nothing, qualification_of
from tournaments.standings.stages.counted import counting_of, game_totals, has_selection, total_of
from tournaments.standings.teams.counted import team_counting_of
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import fixed_score, seat_counts_for

_Compared: TypeAlias = tuple[bool, int]
"""By what live ranks are: whether there is a result (`has_played`), then the total. Higher goes first."""


@dataclass(frozen=True)
class LiveSeat:
    """A player at a table in play: their points there now, and what those would bring, in smallest units.

    `entry` is whom it would count for, `team` for which they play in this round.
    """

    entry: int
    team: int | None
    wind: Wind
    name: str
    points: int
    made: int


@dataclass(frozen=True)
class LiveGame:
    """A table in play, as far as everybody may know: `state` is the game between two hands, None where a result is
    reported that nobody has confirmed yet. Seats are East first.
    """

    table: int
    number: int
    round: int
    stage: int
    is_unranked: bool
    state: State | None
    seats: Sequence[LiveSeat]


@dataclass(frozen=True)
class LiveRow:
    """A player of the standings: what is published, and where the games in play would lead. Ranks are None for
    players without one; `live_rank` also where totals do not make the order.
    """

    entry: int
    player: int
    name: str
    team: str
    team_id: int | None
    rank: int | None
    total: int
    live_rank: int | None
    live_total: int
    game: LiveGame | None = None
    seat: LiveSeat | None = None


@dataclass(frozen=True)
class LiveTeam:
    """A team of the standings: what is published, and where the games in play would lead."""

    team: int
    name: str
    rank: int
    total: int
    live_rank: int
    live_total: int


@dataclass(frozen=True)
class LiveStage:
    """A stage with games in play: everybody in it, by live totals, and its teams where all their games count."""

    stage: Stage
    rows: list[LiveRow]
    teams: list[LiveTeam]


class _Seated(NamedTuple):
    """A seat of a table in play."""

    table: int
    number: int
    is_unranked: bool
    round: int
    stage: int
    pk: int
    wind: int
    name: str
    is_substitute: bool
    team: int | None
    counts_for: int


def games_between_hands(tournament: Tournament) -> dict[int, State]:
    """The tables in play that enter their games hand by hand: as everybody may know them, by the table's id. One
    query.
    """
    rows = HandRecord.objects.last_of_tables_in_play(tournament).values_list("table", "state")
    stored = {table: json.loads(state) for table, state in rows}
    return {
        table: state_from_json(tournament.rulebook_for(len(state["points"])), state)
        for table, state in stored.items()
    }


def live_games(tournament: Tournament) -> list[LiveGame]:
    """The tables in play of which something can be said: hands that everybody may read, or a result that waits.

    Three queries however many tables play.
    """
    states = games_between_hands(tournament)
    waiting = Score.objects.filter(
        stage__tournament=tournament,
        counts=False,
        sheet__status__in=(Scoresheet.Status.SUBMITTED, Scoresheet.Status.DISPUTED),
    )
    reported = {pk: (points, made) for pk, points, made in waiting.values_list("seat", "points", "total")}
    rows = (
        Seat.objects.filter(Q(table__in=states) | Q(pk__in=reported))
        .order_by("round__stage__ordinal", "round__number", "table__number", "wind")
        .values_list(
            "table",
            "table__number",
            "table__is_unranked",
            "round__number",
            "round__stage",
            "pk",
            "wind",
            "entry__player__name",
            "entry__is_substitute",
            team_then("entry"),
            seat_counts_for(tournament),
        )
    )
    return [
        _game(tournament, list(seats), states.get(table), reported)
        for table, seats in groupby(map(_Seated._make, rows), key=lambda seat: seat.table)
    ]


def _game(
    tournament: Tournament,
    seats: Sequence[_Seated],
    state: State | None,
    reported: Mapping[int, tuple[int, int]],
) -> LiveGame:
    first, rulebook = seats[0], tournament.rulebook_for(len(seats))
    if state is None:
        have = [reported[seat.pk] for seat in seats]
    else:
        have = list(zip(state.points, final_result(rulebook, state).totals, strict=True))
    fixed = fixed_score(tournament)
    return LiveGame(
        first.table,
        first.number,
        first.round,
        first.stage,
        first.is_unranked,
        state,
        [
            LiveSeat(
                seat.counts_for,
                seat.team,
                Wind(seat.wind),
                seat.name,
                points,
                fixed if fixed is not None and seat.is_substitute else made,
            )
            for seat, (points, made) in zip(seats, have, strict=True)
        ],
    )


def live_standings(tournament: Tournament, games: Sequence[LiveGame]) -> list[LiveStage]:
    """The stages in which these games are, everybody by live totals. One query and two for each stage, one more where
    not all games count. What is behind is published first, where nobody else would.

    Where totals do not make the order (averages, say), everybody stays where they are published.
    """
    by_stage: dict[int, list[LiveGame]] = defaultdict(list)
    for game in games:
        if not game.is_unranked:
            by_stage[game.stage].append(game)
    stages = (
        tournament.stages.select_related("publication", "counting", "team_counting", "qualification")
        .filter(pk__in=by_stage)
        .order_by("ordinal")
    )
    found = []
    for stage in stages:
        stage.tournament = tournament
        stage.publication.stage = stage
        publish_for_reader(stage.publication)
        here = by_stage[stage.pk]
        found.append(LiveStage(stage, _rows(stage, here), _teams(stage, here)))
    return found


def _rows(stage: Stage, games: Sequence[LiveGame]) -> list[LiveRow]:
    at = {seat.entry: (game, seat) for game in games for seat in game.seats}
    published = list(
        Standing.objects.filter(stage=stage)
        .order_by("position")
        .values_list(
            "entry",
            "entry__player",
            "entry__player__name",
            "entry__team__name",
            "entry__team",
            "rank",
            "total",
            "games",
        )
    )
    counting = counting_of(stage)
    chosen = counting is not None and has_selection(counting)
    single = game_totals(stage, entries=at) if chosen else {}
    totals: dict[int, int] = {}
    compared: dict[int, _Compared] = {}
    is_from_nothing = from_nothing(qualification_of(stage)).entries
    for entry, _player, _name, _team, _team_id, _rank, total, games_before in published:
        made = at[entry][1].made if entry in at else 0
        if chosen and counting is not None and entry in at:
            before = list(single.get(entry, ()))
            made = total_of(counting.rule, [*before, made]) - total_of(counting.rule, before)
        totals[entry] = total + made
        waits = is_from_nothing and entry not in at and not has_played(games_before, total)
        compared[entry] = not waits, total + made
    is_by_total = tie_breaks_of(stage.tournament)[0] == "total"
    first = _ranks(compared[row[0]] for row in published if row[5] is not None)
    rows = [
        LiveRow(
            entry,
            player,
            name,
            team or "",
            team_id,
            rank,
            total,
            first[compared[entry]] if is_by_total and rank is not None else None,
            totals[entry],
            *at.get(entry, (None, None)),
        )
        for entry, player, name, team, team_id, rank, total, _games in published
    ]
    if is_by_total:
        rows.sort(key=lambda row: (row.live_rank is None, row.live_rank or 0))
    return rows


def _teams(stage: Stage, games: Sequence[LiveGame]) -> list[LiveTeam]:
    if team_counting_of(stage) is not None or tie_breaks_of(stage.tournament)[0] != "total":
        return []
    made: dict[int | None, int] = defaultdict(int)
    for seat in (seat for game in games for seat in game.seats):
        made[seat.team] += seat.made
    rows = TeamStanding.objects.filter(stage=stage).order_by("position")
    published = list(rows.values_list("team", "team__name", "rank", "total", "games"))
    is_from_nothing = from_nothing(qualification_of(stage)).teams
    compared = {
        team: (
            not is_from_nothing or team in made or has_played(games_before, total),
            total + made.get(team, 0),
        )
        for team, _name, _rank, total, games_before in published
    }
    first = _ranks(compared.values())
    teams = [
        LiveTeam(team, name, rank, total, first[compared[team]], compared[team][1])
        for team, name, rank, total, _games in published
    ]
    return sorted(teams, key=lambda team: team.live_rank)


def _ranks(rows: Iterable[_Compared]) -> dict[_Compared, int]:
    """The rank of each of them; equals share it."""
    found: dict[_Compared, int] = {}
    for place, compared in enumerate(sorted(rows, reverse=True), 1):
        found.setdefault(compared, place)
    return found
