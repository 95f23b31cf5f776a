"""What the same games would have come to by another rulebook. Beside the official standings; nothing of it is stored.

A game is taken over as what everybody won and lost from where they started: 41,200 from 25,000 is 46,200 from 30,000.
Leftover sticks, chombo and missing points are those of the sheet, penalties those of the referees.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import lcm
from operator import itemgetter
from typing import Any

from scoring.result.many_results import Column, Settler
from scoring.rulebook.rulebook import Rulebook, editions, load
from scoring.standing.ranking import Ranked, is_last
from tournaments.models import Score, Stage, Wind
from tournaments.models.published import PLACES
from tournaments.standings.adding_up import add_up
from tournaments.standings.meetings import OfTeams, TableGame
from tournaments.standings.ranking import order_of_players, order_of_teams, ranked
from tournaments.standings.stages.counted import OF_LAST_GAMES, counting_of, total_of
from tournaments.standings.tally import Tally
from tournaments.standings.teams.counted import PlayerGame, with_fixed_totals
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.who_is_ranked import counts_for, with_fixed_scores

MOST_GAMES = 5_000
"""So many games are settled again within a request, in a second at most."""
_CHOMBO = tuple(f"sheet__{wind.key}_chombo" for wind in Wind)
_SHEET = (
    *("sheet_id", "seat__round__number", "counts_for", "points", "sheet__leftover", "sheet__imbalance"),
    *_CHOMBO,
)


@dataclass(frozen=True)
class Rescored:
    """A stage by another rulebook, best first. Totals in `units_per_point`, which may be finer than either's own.

    `left_out` counts the games at tables of another size than the rulebook's.
    """

    entries: list[tuple[Ranked, Tally]]
    teams: list[tuple[Ranked, Tally]]
    units_per_point: int
    games: int
    left_out: int


def comparable_rulebooks(played: Rulebook) -> list[Rulebook]:
    """The editions by which a game of this rulebook can be settled again: points at tables of as many, all said."""
    if not _settles_points(played):
        return []
    return [book for book in _editions() if book.table.players == played.table.players]


@lru_cache(maxsize=1)
def _editions() -> list[Rulebook]:
    return [book for book in map(load, editions()) if _settles_points(book) and book.units_per_point]


def _settles_points(book: Rulebook) -> bool:
    return book.result.kind == "points" and isinstance(book.table.starting_points, int)


def rescored(stage: Stage, book: Rulebook) -> Rescored:
    """Settle the confirmed games of a stage by `book`, one of `comparable_rulebooks`, and rank everybody by the order
    that the tournament has.

    Raises ScoringError where the rulebook leaves open what a game needs, or refuses one of them.
    """
    tournament = stage.tournament
    played = tournament.rulebook
    unit = lcm(played.units_per_point, book.units_per_point)
    finer = unit // played.units_per_point
    games = list(_games(stage))
    same_size = [game for game in games if len(game) == book.table.players]
    made, tables, one_by_one = _sums(same_size, played, book, unit // book.units_per_point)
    counting, order = counting_of(stage), tie_breaks_of(tournament)
    for sums in made.values():
        totals = sums.pop("totals")
        if not OF_LAST_GAMES.isdisjoint(order):
            sums["last"] = totals[-1]
        sums["total"] = sum(totals) if counting is None else total_of(counting.rule, totals)
    tallies = add_up(
        stage,
        of_games=with_fixed_scores(tournament, made, finer=finer),
        one_by_one=with_fixed_totals(stage, one_by_one, finer=finer),
    )
    for row in (*tallies.entries, *tallies.teams):
        # Referees deduct in the units of the rulebook that was played, and in them an earlier stage ended.
        more, carried = row.penalty * (finer - 1), row.carried * (finer - 1)
        row.add({"penalty": more, "carried": carried, "total": carried - more})
    entries = ranked(tallies.entries, order_of_players(order, tallies.from_nothing), tables)
    order_for_teams = order_of_teams(tallies.teams, order, tallies.from_nothing)
    return Rescored(
        entries=entries,
        teams=ranked(tallies.teams, order_for_teams, OfTeams(tables, tallies.rosters)),
        units_per_point=unit,
        games=len(same_size),
        left_out=len(games) - len(same_size),
    )


def _games(stage: Stage) -> Iterator[list[tuple[Any, ...]]]:
    """Each confirmed game: a row of `_SHEET` for each seat, East first."""
    scores = Score.objects.filter(stage=stage, counts=True).annotate(counts_for=counts_for(stage.tournament))
    rows = scores.order_by("seat__round__number", "sheet_id", "seat__wind").values_list(*_SHEET)
    for _sheet, seats in groupby(rows, key=itemgetter(0)):
        yield list(seats)


def _sums(
    games: Iterable[Sequence[tuple[Any, ...]]], played: Rulebook, book: Rulebook, finer: int
) -> tuple[dict[int, dict[str, Any]], list[TableGame], list[PlayerGame]]:
    """What each entry makes of these games: what `sources.games` gives, but its `totals` one by one, in units `finer`
    than the rulebook's own; the games as they met in them; and as they count for teams.
    """
    settler = Settler(book)
    start, was = book.table.starting_points, played.table.starting_points
    assert isinstance(start, int)
    assert isinstance(was, int)
    found: dict[int, dict[str, Any]] = defaultdict(dict)
    tables: list[TableGame] = []
    one_by_one: list[PlayerGame] = []
    for seats in games:
        leftover, imbalance, *chombo = seats[0][4:]
        columns = settler.columns(
            [seat[3] - was + start for seat in seats],
            leftover=leftover,
            chombo=chombo[: len(seats)],
            imbalance=imbalance,
        )
        results = list(zip(*columns, strict=True))
        for seat, result in zip(seats, results, strict=True):
            sheet, number, entry, *_rest = seat
            points, place, *_parts, chombo_cost, total = result
            lost = is_last(place, len(seats))
            _add(found[entry], result, finer, lost=lost)
            one_by_one.append(
                PlayerGame(number, sheet, entry, total * finer, place, points, chombo_cost * finer, lost)
            )
        of_table = one_by_one[-len(seats) :]
        tables.append(TableGame(of_table[0].round, [(game.entry, game.total) for game in of_table]))
    return found, tables, one_by_one


def _add(sums: dict[str, Any], result: Column, finer: int, *, lost: bool) -> None:
    points, place, *_parts, chombo, total = result
    total *= finer
    own = {"games": 1, "points": points, "chombo": chombo * finer, PLACES[place - 1]: 1, "lasts": int(lost)}
    for name, value in own.items():
        sums[name] = sums.get(name, 0) + value
    sums.setdefault("totals", []).append(total)
    sums["best"] = max(sums.get("best", total), total)
    sums["worst"] = min(sums.get("worst", total), total)
