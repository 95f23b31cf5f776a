"""What a team has made: game by game, by its players and by rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from tournaments.models import Entry, Penalty, Score, Team, Tournament
from tournaments.models.teams.captains import captain_of
from tournaments.standings.who_is_ranked import counts_for, fixed_score

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Deducted(TypedDict):
    """What referees deduct from somebody, and from their team; None: nothing."""

    deducted: int | None
    deducted_from_team: int | None


_Entry: TypeAlias = "WithAnnotations[Entry, _Deducted]"


@dataclass(frozen=True)
class Game:
    """One confirmed game; it counts for `entry`, while `sat` did, called `player`. `total` is in smallest units."""

    entry: int
    sat: int
    player: str
    table: int
    table_number: int
    place: int
    total: int


@dataclass
class RoundResult:
    """The team's games of one round, by table."""

    stage: int
    stage_ordinal: int
    stage_name: str
    number: int
    name: str
    # Games of the stage that everybody needs.
    least: int
    games: list[Game] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(game.total for game in self.games)


@dataclass(frozen=True)
class Member:
    """A player of the team with the sum of their games, and what referees have deducted from them."""

    entry: Entry
    is_captain: bool
    games: int
    total: int
    deducted: int
    # How many games are missing to the quota of a stage, by its name; only of stages in which the team has played.
    needs: Mapping[str, int]


@dataclass(frozen=True)
class TeamResults:
    """A team's confirmed games of all stages, as they are settled today.

    With what stages begin, and which games count there, is the standings' to say.
    """

    team: Team
    members: Sequence[Member]
    rounds: Sequence[RoundResult]
    # From the team itself, penalties of its players apart.
    deducted: int

    @property
    def games(self) -> int:
        return sum(member.games for member in self.members)

    @property
    def total(self) -> int:
        return sum(member.total for member in self.members)


def results_of(tournament: Tournament, team_id: int) -> TeamResults | None:
    """Add up the games of a team; None where the tournament has no such team. Two queries.

    Expects the tournament with its usual table format.
    """
    rows = Entry.objects.filter(team=team_id, tournament=tournament).select_related("player", "team__captain")
    with_deductions = rows.annotate(
        deducted=_deducted("entry", "pk"), deducted_from_team=_deducted("team", "team")
    )
    entries = list(cast("QuerySet[_Entry]", with_deductions.order_by("number")))
    if not entries:
        empty = tournament.teams.filter(pk=team_id).annotate(deducted=_deducted("team", "pk")).first()
        return TeamResults(empty, [], [], empty.deducted or 0) if empty is not None else None
    team: Team = entries[0].team  # type: ignore[assignment]
    rounds = _rounds(tournament, entries)
    made: dict[int, list[int]] = {entry.pk: [] for entry in entries}
    for one in rounds:
        for game in one.games:
            made[game.entry].append(game.total)
    captain = captain_of(team)
    members = [
        Member(
            entry,
            entry.pk == captain,
            len(made[entry.pk]),
            sum(made[entry.pk]),
            entry.deducted or 0,
            {} if entry.is_substitute or entry.status != Entry.Status.ACTIVE else _needs(entry.pk, rounds),
        )
        for entry in entries
    ]
    return TeamResults(team, members, rounds, entries[0].deducted_from_team or 0)


def _rounds(tournament: Tournament, entries: Sequence[_Entry]) -> list[RoundResult]:
    """The games that count for these, in the order of play."""
    scores = Score.objects.filter(stage__tournament=tournament, counts=True)
    scores = scores.annotate(counts_for=counts_for(tournament)).filter(
        counts_for__in=[entry.pk for entry in entries]
    )
    rows = scores.order_by(
        "stage__ordinal", "seat__round__number", "seat__table__number", "seat__wind"
    ).values_list(
        "stage_id",
        "stage__ordinal",
        "stage__name",
        "seat__round__number",
        "seat__round__name",
        "stage__game_quota__least",
        "counts_for",
        "entry_id",
        "entry__player__name",
        "seat__table_id",
        "seat__table__number",
        "place",
        "total",
    )
    fixed = fixed_score(tournament)
    substitutes = {entry.pk for entry in entries if entry.is_substitute} if fixed is not None else set()
    found: dict[tuple[int, int], RoundResult] = {}
    for stage, ordinal, stage_name, number, name, least, *game in rows:
        about = RoundResult(stage, ordinal, stage_name, number, name, least or 0)
        round_ = found.setdefault((ordinal, number), about)
        entry, sat, player, table, table_number, place, total = game
        brings = fixed if fixed is not None and entry in substitutes else total
        round_.games.append(Game(entry, sat, player, table, table_number, place, brings))
    return list(found.values())


def _needs(entry: int, rounds: Sequence[RoundResult]) -> dict[str, int]:
    """How many games somebody has to sit at yet, by the name of the stage."""
    needs = {one.stage_name: one.least for one in rounds if one.least}
    for one in rounds:
        if one.least:
            needs[one.stage_name] -= sum(game.sat == entry for game in one.games)
    return {stage: missing for stage, missing in needs.items() if missing > 0}


def _deducted(whose: str, key: str) -> Subquery:
    """What referees deduct from an entry or a team, as long as it is not lifted; `key` is its id in the row."""
    standing = Penalty.objects.filter(**{whose: OuterRef(key)}, lifted_at=None).order_by()
    return Subquery(standing.values(whose).annotate(sum=Sum("amount")).values("sum"))
