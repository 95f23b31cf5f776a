"""With what everybody begins a stage: what their rank and total in an earlier one bring, as they are now.

Who plays is a confirmed fact; what they begin with follows from the games before and moves with their corrections.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from django.db.models import Exists, F, Sum

from scoring.standing.carry_over import CarryOver, Finish, Start, carried
from tournaments.models import FormerTeam, Publication, Qualification, Stage, Standing, TeamStanding


class Stood(NamedTuple):
    """A place at the end of a stage: an entry's or a team's id, and totals in smallest units.

    `penalties` are in the total already; a team's are its own and those of its players. `points` are those at the
    tables, with what was carried of them.
    """

    key: int
    total: int
    penalties: int
    points: int


@dataclass(frozen=True)
class Starts:
    """What everybody begins with: by entry id, and by team id where teams go on."""

    entries: Mapping[int, Start]
    teams: Mapping[int, Start]


NOTHING = Start(0, 0)
FROM_NOTHING = Starts({}, {})


def qualification_of(stage: Stage) -> Qualification | None:
    """How players come into a stage; None where everybody plays. No query where it was read with the stage."""
    found: Qualification | None = getattr(stage, "qualification", None)
    return found


class FromNothing(NamedTuple):
    """Whether everybody begins a stage with nothing: its players, and its teams."""

    entries: bool
    teams: bool


NOTHING_CARRIED = FromNothing(entries=True, teams=True)


def from_nothing(qualification: Qualification | None) -> FromNothing:
    """Whether everybody begins with nothing where players come into a stage in this way. What is carried, even 0, is
    something.
    """
    if qualification is None or qualification.carries == Qualification.Carries.NOTHING:
        return NOTHING_CARRIED
    # Where teams carry their totals on, each of their players begins anew.
    return FromNothing(entries=qualification.of_teams, teams=False)


def rule_of(qualification: Qualification) -> CarryOver:
    """What is carried, as `scoring` says it."""
    return CarryOver(
        kind=qualification.carries,  # type: ignore[arg-type]
        ratio=Fraction(qualification.numerator, qualification.denominator),
        quantum=qualification.quantum,
        mode=qualification.rounding,
        by_rank=tuple(qualification.by_rank),
        forgives_penalties=qualification.forgives_penalties,
        points=qualification.carries_points,
    )


def published_end(stage: Stage, *, of_teams: bool) -> list[Stood] | None:
    """Everybody at the end of a stage, best first, as it is published; None while that is behind the ledger, and of
    teams also if players have changed between them: what is published of players does not say for which.

    Two queries, three for teams.
    """
    fresh = Publication.objects.filter(
        stage=stage, as_of_seq__gte=F("stage__tournament__head__standings_seq")
    )
    if of_teams:
        fresh = fresh.exclude(Exists(FormerTeam.objects.filter(entry__tournament=stage.tournament_id)))
    if not fresh.exists():
        return None
    rows = Standing.objects.filter(stage=stage)
    if not of_teams:
        columns = ("entry_id", "total", "penalty", "points")
        return [Stood(*row) for row in rows.order_by("position").values_list(*columns)]
    sums = rows.order_by().values("entry__team").annotate(penalties=Sum("penalty"), made=Sum("points"))
    of_players = {team: made for team, *made in sums.values_list("entry__team", "penalties", "made")}
    teams = TeamStanding.objects.filter(stage=stage).order_by("position")
    found = []
    for team, total, own, carried_points in teams.values_list(
        "team_id", "total", "own_penalty", "carried_points"
    ):
        penalties, points = of_players.get(team, (0, 0))
        found.append(Stood(team, total, penalties + own, points + carried_points))
    return found


def starts_from(rule: CarryOver, end: Sequence[Stood], going_on: Collection[int]) -> dict[int, Start]:
    """What those who go on begin with, by their ids: `end` is of everybody in the stage they come from, best first.

    Their ranks are counted among themselves.
    """
    theirs = [one for one in end if one.key in going_on]
    return {
        one.key: carried(rule, Finish(rank, one.total, one.penalties, one.points))
        for rank, one in enumerate(theirs, 1)
    }
