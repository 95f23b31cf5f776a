"""What a team has made: game by game, by its players and by rounds."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery, Sum, Value

from tournaments.models import Entry, FormerTeam, Penalty, Score, Team, Tournament
from tournaments.models.people.entries import COUNTED_ENTRY
from tournaments.models.play.rounds import round_name
from tournaments.models.teams.captains import captain_of
from tournaments.models.teams.former_teams import Former, former_teams_of
from tournaments.standings.teams.rosters import Present, Rosters, rosters_from
from tournaments.standings.who_is_ranked import counts_for, fixed_score

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Deducted(TypedDict):
    """What referees deduct from a player, and from their team; None: nothing."""

    deducted: int | None
    deducted_from_team: int | None
    # Whether they ever played for another team.
    has_changed: bool


_Entry: TypeAlias = "WithAnnotations[Entry, _Deducted]"


@dataclass(frozen=True)
class Game:
    """One confirmed game; it counts for `entry`, while `sat` did, called `player`. `total` is in smallest units."""

    entry: int
    sat: int
    player_id: int
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
    # Games of the stage that everybody needs, and how many they may play; 0: no limit.
    least: int
    most: int
    match_day: int | None = None
    game: int | None = None
    games: list[Game] = field(default_factory=list)

    def __str__(self) -> str:
        return round_name(self.number, self.name, self.match_day, self.game)

    @property
    def total(self) -> int:
        return sum(game.total for game in self.games)


@dataclass(frozen=True)
class Stint:
    """A time in the team, from a round (None: from the beginning) until before another one (None: until today); each
    as the number of its stage and its own.
    """

    since: tuple[int, int] | None
    until: tuple[int, int] | None


@dataclass(frozen=True)
class Member:
    """A player who is in the team or once was, with the sum of their games for it, and what referees have deducted
    from them while they were. `stints` say when that was, where it was not always.
    """

    entry: Entry
    is_captain: bool
    is_present: bool
    stints: Sequence[Stint]
    games: int
    total: int
    deducted: int
    # How many games are missing to the quota of a stage, by its name; only of stages in which the team has played.
    needs: Mapping[str, int]
    # How many games they may still play, by the name of the stage; only of stages that have a limit.
    left: Mapping[str, int]


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
    """Add up the games of a team; None where the tournament has no such team. Two queries, three for a team in which
    nobody is now, and two more if players joined or left it during the stage.

    Expects the tournament with its usual table format.
    """
    once = FormerTeam.objects.filter(entry=OuterRef("pk"))
    rows = Entry.objects.filter(Q(team=team_id) | Exists(once.filter(team=team_id)), tournament=tournament)
    rows = rows.select_related("player", "team__captain").annotate(
        deducted=_deducted("entry", OuterRef("pk")),
        deducted_from_team=_deducted("team", Value(team_id)),
        has_changed=Exists(once),
    )
    entries = list(cast("QuerySet[_Entry]", rows.order_by("number")))
    team = next((entry.team for entry in entries if entry.team_id == team_id), None)
    if team is None:
        team = tournament.teams.filter(pk=team_id).select_related("captain").first()
    if team is None:
        return None
    has_changed = any(entry.has_changed for entry in entries)
    former = former_teams_of(tournament.pk) if has_changed else []
    when = _When(team_id, {entry.pk: entry.team_id for entry in entries}, former)
    rounds, sat = _rounds(tournament, entries, when)
    made: dict[int, list[int]] = {entry.pk: [] for entry in entries}
    for one in rounds:
        for game in one.games:
            made[game.entry].append(game.total)
    deducted = {entry.pk: entry.deducted or 0 for entry in entries}
    if has_changed:
        deducted |= when.deducted({entry.pk for entry in entries if entry.has_changed})
    captain = captain_of(team)
    members = [
        Member(
            entry,
            entry.pk == captain,
            entry.team_id == team_id,
            when.stints_of(entry.pk),
            len(made[entry.pk]),
            sum(made[entry.pk]),
            deducted[entry.pk],
            _needs(entry.pk, rounds, sat) if _has_to_play(entry, team) else {},
            _left(entry.pk, rounds, sat) if _has_to_play(entry, team) else {},
        )
        for entry in entries
    ]
    of_team = entries[0].deducted_from_team if entries else _sum_from_team(team_id)
    return TeamResults(team, members, rounds, of_team or 0)


def _has_to_play(entry: Entry, team: Team) -> bool:
    return entry.team_id == team.pk and not entry.is_substitute and entry.status == Entry.Status.ACTIVE


class _When:
    """When its players were in a team, given the teams in which they are and were."""

    def __init__(self, team: int, present: Present, former: Sequence[Former]) -> None:
        self.team, self.present = team, present
        self.former = [row for row in former if row.entry in present]
        self._rosters: dict[int, Rosters] = {}

    def holds(self, entry: int, ordinal: int, round_: int) -> bool:
        """Were they in the team in this round of the stage with this number?"""
        if ordinal not in self._rosters:
            self._rosters[ordinal] = rosters_from(self.present, self.former, ordinal)
        return self._rosters[ordinal].team_at(entry, round_) == self.team

    def stints_of(self, entry: int) -> list[Stint]:
        """When a player was in the team; empty if from the beginning until today."""
        found, since = [], None
        for row in (one for one in self.former if one.entry == entry):
            until = row.ordinal, row.before_round
            if row.team == self.team:
                found.append(Stint(since, until))
            since = until
        if since is not None and self.present[entry] == self.team:
            found.append(Stint(since, None))
        return found

    def deducted(self, entries: Collection[int]) -> dict[int, int]:
        """What referees deducted from these while they were in the team. One query."""
        found = dict.fromkeys(entries, 0)
        penalties = Penalty.objects.filter(lifted_at=None).annotate(counts_for=COUNTED_ENTRY).with_rounds()
        rows = penalties.filter(counts_for__in=entries).order_by()
        for entry, ordinal, number, amount in rows.values_list(
            "counts_for", "stage__ordinal", "of_round", "amount"
        ):
            found[entry] += amount * self.holds(entry, ordinal, number)
        return found


def _rounds(
    tournament: Tournament, entries: Sequence[_Entry], when: _When
) -> tuple[list[RoundResult], Counter[tuple[int, int]]]:
    """The games that count for these while they were in the team, in the order of play; and at how many games of each
    stage each sat, for any team, by the stage's number and the entry.
    """
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
        "stage__game_quota__most",
        "seat__round__match_day",
        "seat__round__game",
        "counts_for",
        "entry_id",
        "entry__player",
        "entry__player__name",
        "seat__table_id",
        "seat__table__number",
        "place",
        "total",
    )
    fixed = fixed_score(tournament)
    substitutes = {entry.pk for entry in entries if entry.is_substitute} if fixed is not None else set()
    found: dict[tuple[int, int], RoundResult] = {}
    games: Counter[tuple[int, int]] = Counter()
    for stage, ordinal, stage_name, number, name, least, most, day, game_of_day, *game in rows:
        games[ordinal, game[1]] += 1
        if not when.holds(game[0], ordinal, number):
            continue
        about = RoundResult(stage, ordinal, stage_name, number, name, least or 0, most or 0, day, game_of_day)
        round_ = found.setdefault((ordinal, number), about)
        entry, sat, player_id, player, table, table_number, place, total = game
        brings = fixed if fixed is not None and entry in substitutes else total
        round_.games.append(Game(entry, sat, player_id, player, table, table_number, place, brings))
    return list(found.values()), games


def _needs(entry: int, rounds: Sequence[RoundResult], sat: Counter[tuple[int, int]]) -> dict[str, int]:
    """How many games a player still has to play, by the name of the stage."""
    needs = {one.stage_name: one.least - sat[one.stage_ordinal, entry] for one in rounds if one.least}
    return {stage: missing for stage, missing in needs.items() if missing > 0}


def _left(entry: int, rounds: Sequence[RoundResult], sat: Counter[tuple[int, int]]) -> dict[str, int]:
    """How many games a player may still sit at, by the name of the stage."""
    return {one.stage_name: max(one.most - sat[one.stage_ordinal, entry], 0) for one in rounds if one.most}


def _deducted(whose: str, key: OuterRef | Value) -> Subquery:
    """What referees deduct from an entry or a team, as long as it is not lifted; `key` is its id."""
    standing = Penalty.objects.filter(**{whose: key}, lifted_at=None).order_by()
    return Subquery(standing.values(whose).annotate(sum=Sum("amount")).values("sum"))


def _sum_from_team(team: int) -> int | None:
    found: int | None = Penalty.objects.filter(team=team, lifted_at=None).aggregate(sum=Sum("amount"))["sum"]
    return found
