"""Who goes on from a stage as its published standings have it: the lines, who is tied at them, and who went on.
Pages, calls, prints and screens say the same, from here.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import NamedTuple, Protocol

from django.db.models import Exists, OuterRef

from scoring.standing.ranking import Ranked
from tournaments.models import Entry, Qualification, QualifyingRule, Stage, Standing, TeamStanding
from tournaments.standings.qualifying import Tied, ties_at_tables, ties_of_the_rest
from tournaments.standings.stages.cuts import Field, Line, as_it_went, what_follows, with_ties


class _Row(Protocol):
    @property
    def position(self) -> int: ...
    @property
    def rank(self) -> int | None: ...


class Place(NamedTuple):
    """Who is at a place, by the id of the entry or team, of those who can go on."""

    key: int
    position: int
    rank: int

    @classmethod
    def of(cls, key: int, row: _Row) -> "Place":
        return cls(key, row.position, row.position if row.rank is None else row.rank)


class StageLines(NamedTuple):
    """The lines between players and between teams, each with whether it is tied; by key the later stages of those
    whom no line shows; and who is tied where no line is drawn: at a table, or among those who are not through yet.
    """

    of_players: list[Line]
    of_teams: list[Line]
    plays_in: dict[int, list[str]]
    teams_play_in: dict[int, list[str]]
    ties: list[Tied]


NO_LINES = StageLines([], [], {}, {}, [])
"""Of a stage from which nobody goes on."""


def leads_on(stage: str) -> Exists:
    """Whether players go on from a stage by rules; over rows that lead to it by `stage`."""
    return Exists(QualifyingRule.objects.filter(source=OuterRef(stage)))


def lines_of(stage: Stage, players: Sequence[Place], teams: Sequence[Place]) -> StageLines:
    """The same of a stage, from the places of its players and teams who can go on, as they are published, best first.

    One query, two once something is confirmed; three more for places at tables, and some for those who are not
    through yet.
    """
    follows = what_follows(stage)
    of_players, plays_in = _as_it_went(follows.lines, follows.fields, players, of_teams=False)
    of_teams, teams_play_in = _as_it_went(follows.lines, follows.fields, teams, of_teams=True)
    ties = ties_at_tables(stage, _ranking(players), follows.at_tables, follows.fields)
    if follows.of_the_rest:
        ties += _of_the_rest(stage, follows.of_the_rest, follows.fields, players, teams)
    return StageLines(of_players, of_teams, plays_in, teams_play_in, ties)


def places_of(rows: Iterable[Standing]) -> list[Place]:
    """The places of those players who can go on. Expects the entries of the rows to be loaded, in their order."""
    return [
        Place.of(row.entry_id, row)
        for row in rows
        if row.rank is not None and not row.entry.is_substitute and row.entry.status == Entry.Status.ACTIVE
    ]


def with_names(
    ties: Iterable[Tied], rows: Iterable[Standing], team_rows: Iterable[TeamStanding]
) -> list[tuple[Tied, list[str]]]:
    """Each tie with the names of those who are level. Expects players and teams of the rows to be loaded."""
    players = {row.entry_id: row.entry.player.name for row in rows}
    teams = {row.team_id: row.team.name for row in team_rows}
    return [(tie, [(teams if tie.of_teams else players)[key] for key in tie.tied]) for tie in ties]


def _as_it_went(
    lines: Iterable[Line], fields: Iterable[Field], places: Sequence[Place], *, of_teams: bool
) -> tuple[list[Line], dict[int, list[str]]]:
    kept, marked = as_it_went(
        [line for line in lines if line.of_teams == of_teams],
        [field for field in fields if field.of_teams == of_teams],
        [place.key for place in places],
    )
    return with_ties(kept, [place.rank for place in places]), marked


def _of_the_rest(
    stage: Stage,
    names: dict[int, str],
    fields: Sequence[Field],
    players: Sequence[Place],
    teams: Sequence[Place],
) -> list[Tied]:
    confirmed = {field.stage: field.keys for field in fields}
    found = []
    for qualification in Qualification.objects.filter(pk__in=names).order_by("stage__ordinal"):
        here = _ranking(teams if qualification.of_teams else players)
        ranking = _published(stage, here, of_teams=qualification.of_teams)
        for tied in dict.fromkeys(ties_of_the_rest(qualification, stage, ranking)):
            went_on = confirmed.get(qualification.pk)
            if went_on is None or 0 < len(went_on.intersection(tied)) < len(tied):
                found.append(
                    Tied(
                        "",
                        tied,
                        names[qualification.pk],
                        went_on is not None,
                        qualification.pk,
                        qualification.of_teams,
                    )
                )
    return found


def _published(
    stage: Stage, here: Sequence[Ranked], *, of_teams: bool
) -> Callable[[Stage], Sequence[Ranked]]:
    """The rankings of stages as they are published, of those who can go on; this stage's is known."""

    @cache
    def ranking(other: Stage) -> Sequence[Ranked]:
        if other == stage:
            return here
        if of_teams:
            teams = TeamStanding.objects.filter(stage=other).order_by("position")
            return _ranking(Place(*row) for row in teams.values_list("team", "position", "rank"))
        can_go_on = {"entry__status": Entry.Status.ACTIVE, "entry__is_substitute": False}
        players = Standing.objects.filter(stage=other, **can_go_on).exclude(rank=None).order_by("position")
        return _ranking(
            Place(entry, position, rank or position)
            for entry, position, rank in players.values_list("entry", "position", "rank")
        )

    return ranking


def _ranking(places: Iterable[Place]) -> list[Ranked]:
    return [Ranked(place.key, place.position, place.rank, "") for place in places]
