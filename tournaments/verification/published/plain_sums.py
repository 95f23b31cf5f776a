"""The published rows of a stage, added up and put in order once more, by nothing that publishing uses. Part of
`verification`.

A fault in how standings are added up is in the rows and in what they are compared with. Here sums are sums, written
down from what a rulebook says of them. Left to the comparison alone is what depends on more: which games count,
substitutes in the place of others, former teams, seeds, and totals of those games in which equals met.
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
# Behind everybody who has taken a place.
NO_PLACE = 100


def _mean_place(row: Row) -> Fraction:
    taken = sum(place * getattr(row, name) for place, name in enumerate(PLACES, 1))
    return Fraction(taken, row.games) if row.games else Fraction(NO_PLACE)


# By criterion, what of a row is compared; more is better.
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
    # What it cost, so that less is more.
    "fewest_chombo": lambda row: row.chombo,
    "fewest_penalties": lambda row: -row.penalty,
    "lot": lambda row: -row.entry.lot,
}


def plain_differences(publication: Publication, made: Made) -> list[str]:
    """Say where rows are not the plain sums of `made`, which is what each entry made of the stage's games as the
    ledger has them, or are out of order. Expects a publication that is not behind. Up to five queries.
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
    """Entries of which a row is not: what games brought, less deductions, and what they began with."""
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
    """Teams of which a row is not: what their players made, less their own deductions, and what they began with."""
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
    """Entries that are not in their place: the ranked before the others, and both by the order of the stage."""
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
    """Where all begin with nothing, those without a result come last. In later stages earlier versions had them where
    a total of 0 is.
    """
    qualification: Qualification | None = getattr(stage, "qualification", None)
    if qualification is None:
        return [_has_played if stage.ordinal == 1 else _unsure]
    carry_on = qualification.carries != Qualification.Carries.NOTHING
    return [] if carry_on and (of_teams or not qualification.of_teams) else [_has_played]


def _has_played(row: Row) -> bool:
    """Whether there is a result to be ranked by."""
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
    """Rows that the first criterion by which they differ puts before the one above, or whose rank is not their place,
    shared with those from whom only the lot separates them.
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
    """What a row does not tell."""


def _first_difference(above: Row, row: Row, values: Sequence[tuple[str, Value]]) -> tuple[str, bool] | None:
    """By which criterion two rows differ first, and whether the upper one has more; None where rows do not tell."""
    for name, value in values:
        upper, lower = value(above), value(row)
        if upper is None or lower is None:
            return None
        if upper != lower:
            return name, upper > lower
    return None
