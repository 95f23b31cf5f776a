"""Which games a league's ratings are made of, in the order in which they count."""

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from tournaments.models import Score, Tournament
from tournaments.models.setup.structure import earliest_first


class Game(NamedTuple):
    """A table with a confirmed result: who sat there, and who came in where."""

    tournament: int
    players: tuple[int, ...]
    places: tuple[int, ...]


class Tournaments(NamedTuple):
    """A league's public tournaments in the order in which they count, each with the number of the last action that
    can have moved a result; and the turn of the first one that is not rated as it is now. None: all are, and no
    other.
    """

    order: list[tuple[int, int]]
    first_behind: int | None


def tournaments_of(league_id: int) -> Tournaments:
    """They count season by season, by the day on which they begin. One query."""
    in_order = ("season__ordinal", earliest_first(), "pk")
    rows = Tournament.objects.filter(season__league=league_id).order_by(*in_order)
    order: list[tuple[int, int]] = []
    first_behind: int | None = None
    is_one_too_many = False
    for pk, visibility, seq, turn, as_of in rows.values_list(
        "pk", "visibility", "head__standings_seq", "rated__turn", "rated__as_of_seq"
    ):
        if visibility != Tournament.Visibility.PUBLIC:
            is_one_too_many |= turn is not None
            continue
        order.append((pk, seq or 0))
        if first_behind is None and (turn != len(order) or as_of < (seq or 0)):
            first_behind = len(order)
    if first_behind is None and is_one_too_many:
        first_behind = len(order) + 1
    return Tournaments(order, first_behind)


def games_of(tournaments: Collection[int]) -> Iterator[Game]:
    """Their confirmed games: stage by stage, round by round, table by table. One query.

    All who sat at a table are rated, also substitutes.
    """
    rows = (
        Score.objects.filter(stage__tournament__in=tournaments, counts=True)
        .order_by(
            "stage__tournament", "stage__ordinal", "seat__round__number", "seat__table__number", "seat__wind"
        )
        .values_list("stage__tournament", "seat__table", "entry__player", "place")
    )
    for (tournament, _table), four in groupby(rows, lambda row: row[:2]):
        _tournaments, _tables, players, places = zip(*four, strict=True)
        yield Game(tournament, players, places)
