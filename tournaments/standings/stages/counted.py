"""To what the games of a stage amount where not all of them count."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from scoring.standing.counting import Counting, Game, count
from tournaments.models import CountingRule, Score, Stage
from tournaments.standings.who_is_ranked import counts_for

# The tie-breaks that ask what the game played last brought.
OF_LAST_GAMES = frozenset({"last_game", "before_last_game"})
# Totals of single games, in the order of play, by entry id.
Totals = Mapping[int, Sequence[int]]


def counting_of(stage: Stage) -> CountingRule | None:
    """Which games count; None where all do. No query where it was read with the stage."""
    found: CountingRule | None = getattr(stage, "counting", None)
    return found


def total_of(rule: Counting, totals: Sequence[int]) -> int:
    """What these totals of games amount to, in their order."""
    return int(count(rule, [Game(total, 1) for total in totals]).value)


def with_counted_totals(
    stage: Stage,
    made: Mapping[int, Mapping[str, Any]],
    *,
    entries: Collection[int] | None = None,
    through: int | None = None,
) -> Mapping[int, Mapping[str, Any]]:
    """What entries have made of games, each total that of the games that count.

    No query where all do, else one: of the games of `entries` (None: everybody), through a round.
    """
    counting = counting_of(stage)
    if counting is None or not has_selection(counting):
        return made
    totals = game_totals(stage, entries=entries, through=through)
    return {entry: {**sums, "total": total_of(counting.rule, totals[entry])} for entry, sums in made.items()}


def with_last_games(
    stage: Stage,
    made: Mapping[int, Mapping[str, Any]],
    *,
    entries: Collection[int] | None = None,
    through: int | None = None,
) -> Mapping[int, Mapping[str, Any]]:
    """What entries have made of games, with what the last of them brought where the order asks for it. No query where
    it does not, else one.
    """
    if OF_LAST_GAMES.isdisjoint(stage.tournament.tie_breaks):
        return made
    totals = game_totals(stage, entries=entries, through=through)
    return {entry: {**sums, "last": totals[entry][-1]} for entry, sums in made.items()}


def has_selection(counting: CountingRule) -> bool:
    """May a game count for nothing?"""
    return counting.selection != CountingRule.Selection.ALL or counting.maximum_games > 0


def game_totals(
    stage: Stage, *, entries: Collection[int] | None = None, through: int | None = None
) -> Totals:
    """The total of every game that is confirmed, for whom it counts, as they were played."""
    scores = Score.objects.filter(stage=stage, counts=True).annotate(counts_for=counts_for(stage.tournament))
    if through is not None:
        scores = scores.filter(seat__round__number__lte=through)
    if entries is not None:
        scores = scores.filter(counts_for__in=entries)
    rows = scores.order_by("seat__round__number", "sheet_id").values_list("counts_for", "total")
    found: defaultdict[int, list[int]] = defaultdict(list)
    for entry, total in rows:
        found[entry].append(total)
    return found
