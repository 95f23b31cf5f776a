"""Add up and order the published rows of a stage again, independently of the publishing code.

A bug in the adding up would affect both the rows and the recomputation they are compared with. Here sums are
implemented plainly from the rulebook's definition. Not covered are selection of games, substitutes for others, former
teams, seeds, and head-to-head totals.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from django.db.models import Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import (
    FormerTeam,
    Penalty,
    Publication,
    Qualification,
    Stage,
    Standing,
    TeamStanding,
    Tournament,
)

Made: TypeAlias = Mapping[int, Mapping[str, Any]]
PLACES = ("firsts", "seconds", "thirds", "fourths", "fifths")
Row: TypeAlias = Any
Value: TypeAlias = Callable[[Row], Any]
# Behind every real place.
NO_PLACE = 100


def _mean_place(row: Row) -> Fraction:
    taken = sum(place * getattr(row, name) for place, name in enumerate(PLACES, 1))
    return Fraction(taken, row.games) if row.games else Fraction(NO_PLACE)


# By criterion, the value of a row to compare; more is better.
OF_A_ROW: Mapping[str, Value] = {
    "total": lambda row: row.total,
    "average": lambda row: Fraction(row.total, row.games or 1) if row.games else 0,
    "mean_place": lambda row: -_mean_place(row),
    "wins": lambda row: row.firsts,
    "seconds": lambda row: row.seconds,
    "thirds": lambda row: row.thirds,
    "most_games": lambda row: row.games,
    "carried_over": lambda row: row.carried,
    "stage_total": lambda row: row.total - row.carried,
}
OF_A_PLAYER: Mapping[str, Value] = {
    "fewest_lasts": lambda row: -row.lasts,
    "best_game": lambda row: row.best or 0,
    "worst_game": lambda row: row.worst or 0,
    "last_game": lambda row: row.last or 0,
    "before_last_game": lambda row: row.total - (row.last or 0),
    "points": lambda row: row.points,
    "stage_points": lambda row: row.points - row.carried_points,
    # Its cost, so less is more.
    "fewest_chombo": lambda row: row.chombo,
    "fewest_penalties": lambda row: -row.penalty,
    "lot": lambda row: -row.entry.lot,
}


def plain_differences(publication: Publication, made: Made) -> list[str]:
    """Return where rows are not the plain sums of `made` (what each entry made of the stage's games, by the ledger)
    or out of order. The publication must be current. Up to five queries.
    """
    stage = publication.stage
    rows = list(Standing.objects.filter(stage=stage).select_related("entry").order_by("position"))
    teams = list(TeamStanding.objects.filter(stage=stage).order_by("position"))
    entry, team = pgettext("record", "entry %(id)s"), pgettext("record", "team %(id)s")
    wrong = [entry % {"id": pk} for pk in (*_sums(publication, rows, made), *_order(publication, rows))]
    if teams:
        wrong += [
            team % {"id": pk}
            for pk in (*_team_sums(publication, rows, teams), *_team_order(publication, teams))
        ]
    message = _("The published standings of %(stage)s do not match its results for %(who)s.")
    return [message % {"stage": stage, "who": who} for who in dict.fromkeys(wrong)]


def _sums(publication: Publication, rows: Sequence[Standing], made: Made) -> Iterator[int]:
    """Yield entries whose row is not: game totals, less deductions, plus the starting total."""
    stage, tournament = publication.stage, publication.stage.tournament
    if hasattr(stage, "counting") or tournament.substitutes == Tournament.Substitutes.FOR_ABSENT:
        return
    penalties = Penalty.objects.filter(stage=stage, lifted_at=None, team=None).order_by()
    for_whom = penalties.values(who=Coalesce("entry__merged_into_id", "entry_id"))
    deducted = dict(for_whom.annotate(sum=Sum("amount")).values_list("who", "sum"))
    for row in rows:
        if row.entry.is_substitute and tournament.substitute_score is not None:
            continue
        games = made.get(row.entry_id, {})
        penalty = deducted.get(row.entry_id, 0)
        has = (
            row.games,
            *(getattr(row, name) for name in PLACES),
            row.lasts,
            row.chombo,
            row.best,
            row.worst,
        )
        counts = [games.get(name, 0) for name in ("games", *PLACES, "lasts", "chombo")]
        if (
            has != (*counts, games.get("best"), games.get("worst"))
            or row.points != games.get("points", 0) + row.carried_points
            or row.penalty != penalty
            or row.total != games.get("total", 0) - penalty + row.carried
        ):
            yield row.entry_id


def _team_sums(
    publication: Publication, rows: Sequence[Standing], teams: Sequence[TeamStanding]
) -> Iterator[int]:
    """Yield teams whose row is not: their players' totals, less their own deductions, plus the starting total."""
    stage = publication.stage
    is_by_players = not hasattr(stage, "team_counting")
    if not is_by_players or FormerTeam.objects.filter(entry__tournament=stage.tournament).exists():
        return
    penalties = Penalty.objects.filter(stage=stage, lifted_at=None).exclude(team=None).order_by()
    deducted = dict(penalties.values("team").annotate(sum=Sum("amount")).values_list("team", "sum"))
    players: defaultdict[int | None, list[Standing]] = defaultdict(list)
    for row in rows:
        players[row.entry.team_id].append(row)
    for team in teams:
        ours, penalty = players[team.team_id], deducted.get(team.team_id, 0)
        counts = tuple(sum(getattr(row, name) for row in ours) for name in ("games", *PLACES))
        if (
            (team.games, *(getattr(team, name) for name in PLACES)) != counts
            or (team.own_penalty, team.left_out, team.match_points) != (penalty, 0, None)
            or team.total != sum(row.total - row.carried for row in ours) - penalty + team.carried
        ):
            yield team.team_id


def _order(publication: Publication, rows: Sequence[Standing]) -> Iterator[int]:
    """Yield misplaced entries: ranked ones come first, and both groups in the stage's order."""
    ranked = [row for row in rows if row.rank is not None]
    if rows[: len(ranked)] != ranked or [row.position for row in rows] != list(range(1, len(rows) + 1)):
        yield from (row.entry_id for row in rows)
    leading, criteria = _leading(publication.stage), {**OF_A_ROW, **OF_A_PLAYER}
    for some in (ranked, rows[len(ranked) :]):
        for row in _misplaced(publication, some, criteria, leading, has_rank=some is ranked):
            yield row.entry_id


def _team_order(publication: Publication, teams: Sequence[TeamStanding]) -> Iterator[int]:
    leading = _leading(publication.stage, of_teams=True)
    if any(team.match_points is not None for team in teams):
        leading.append(lambda team: team.match_points or 0)
    for team in _misplaced(publication, teams, OF_A_ROW, leading, has_rank=True):
        yield team.team_id


def _leading(stage: Stage, *, of_teams: bool = False) -> list[Value]:
    """Without carry-over, entries without a result come last. In later stages earlier versions ranked them like a
    total of 0.
    """
    qualification: Qualification | None = getattr(stage, "qualification", None)
    if qualification is None:
        return [_has_played if stage.ordinal == 1 else _unsure]
    carry_on = qualification.carries != Qualification.Carries.NOTHING
    return [] if carry_on and (of_teams or not qualification.of_teams) else [_has_played]


def _has_played(row: Row) -> bool:
    """Whether there is a result to rank by."""
    return bool(row.games > 0 or row.total > row.carried)


def _unsure(row: Row) -> bool | None:
    return _has_played(row) or None


def _misplaced(
    publication: Publication,
    rows: Sequence[Row],
    criteria: Mapping[str, Value],
    leading: Sequence[Value],
    *,
    has_rank: bool,
) -> Iterator[Row]:
    """Yield rows that should precede the one above by the first differing criterion, or whose rank is not their
    position, shared only in ties broken by lot.
    """
    values = [("", value) for value in leading]
    values += [(name, criteria.get(name, _unknown)) for name in publication.stage.tournament.tie_breaks]
    if has_rank and rows and rows[0].rank != rows[0].position:
        yield rows[0]
    for above, row in pairwise(rows):
        found = _first_difference(above, row, values)
        if found is None:
            is_right = not has_rank or row.rank in (above.rank, row.position)
        else:
            name, is_right = found
            is_right &= not has_rank or row.rank == (above.rank if name == "lot" else row.position)
        if not is_right:
            yield row


def _unknown(_row: Row) -> None:
    """For criteria a row does not contain."""


def _first_difference(above: Row, row: Row, values: Sequence[tuple[str, Value]]) -> tuple[str, bool] | None:
    """Return the first criterion in which two rows differ, and whether the upper one has more; None if the rows
    cannot tell.
    """
    for name, value in values:
        upper, lower = value(above), value(row)
        if upper is None or lower is None:
            return None
        if upper != lower:
            return name, upper > lower
    return None
