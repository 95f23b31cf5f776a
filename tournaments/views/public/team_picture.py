"""Which teams met: round by round, and how often every two of them did."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

from tournaments.models import Draw, Entry, Round, Seat, Stage, Team
from tournaments.models.teams.former_teams import team_then

METHODS = (Draw.Method.TEAMS, Draw.Method.TEAM_SEASON)


@dataclass
class Fixture:
    """A round's matches (the names of the teams of each) and the teams that rest."""

    round: Round
    matches: list[list[str]] = field(default_factory=list)
    resting: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class TeamRow:
    """A team, in how many games (rounds) it played, and met each of the others, in their order; None is itself."""

    name: str
    games: int
    met: list[int | None]


@dataclass(frozen=True)
class TeamPicture:
    fixtures: list[Fixture]
    rows: list[TeamRow]

    @property
    def names(self) -> list[str]:
        return [row.name for row in self.rows]


def team_picture_of(
    stage: Stage, *, with_drafts: bool = False, of: Iterable[Round] = ()
) -> TeamPicture | None:
    """The matches of the rounds `of`, and all meetings of a stage; None where no teams meet.

    Looked at is who sits where, so that the picture is true of rounds changed by hand, too. Drafts are for the staff.
    """
    teams = list(Team.objects.filter(tournament=stage.tournament_id).order_by("name", "pk"))
    seats = Seat.objects.filter(round__stage=stage)
    if not with_drafts:
        seats = seats.exclude(round__status=Round.Status.DRAFTED)
    tables: dict[int, dict[int, list[int]]] = {}
    for round_id, number, team in seats.order_by("round__number", "table__number", "wind").values_list(
        "round_id", "table__number", team_then("entry")
    ):
        tables.setdefault(round_id, {}).setdefault(number, []).append(team or 0)
    met: Counter[tuple[int, int]] = Counter()
    games: Counter[int] = Counter()
    for of_round in tables.values():
        # At several tables of a match two teams meet once a round.
        met.update({two for row in of_round.values() for two in combinations(sorted(set(row)), 2)})
        games.update({team for row in of_round.values() for team in row})
    if not games or games[0]:
        return None
    names = {team.pk: team.name for team in teams}
    rows = [
        TeamRow(
            one.name,
            games[one.pk],
            [None if one == two else met[min(one.pk, two.pk), max(one.pk, two.pk)] for two in teams],
        )
        for one in teams
    ]
    fixtures = []
    for round_ in of:
        fours = dict.fromkeys(frozenset(row) for row in tables.get(round_.pk, {}).values())
        playing = {team for four in fours for team in four}
        fixtures.append(
            Fixture(
                round_,
                [sorted(names[team] for team in four) for four in fours],
                [team.name for team in teams if team.pk not in playing],
            )
        )
    return TeamPicture(fixtures, rows)


def bench_of(round_: Round, seated: Iterable[Seat], mates: Iterable[Entry]) -> list[Entry]:
    """The players of `mates` whose team plays in the round while they do not sit."""
    here = {seat.entry_id: seat.entry.team_id for seat in seated}
    playing = set(here.values())
    return [entry for entry in mates if entry.team_id in playing and entry.pk not in here]
