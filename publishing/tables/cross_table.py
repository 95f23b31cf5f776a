"""The cross-table of a stage: a line for each player, for each round what it brought and the place taken."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from publishing.tables.about import about
from publishing.tables.amounts import Amounts, amounts_in
from publishing.tables.standings import person, person_columns
from publishing.tables.strides import by_strides
from tournaments.models import Score, Stage, Standing
from tournaments.standings.last_round import counted_rounds
from tournaments.standings.lately import RoundGame, games_of_rounds
from web.sheets.tables import Cell, Column, Line, RowsAsRead, Table

# For this many players at a time, all games of a stage are in memory.
PLAYERS_AT_ONCE = 100


def cross_table(stage: Stage) -> Table:
    """Players as published, best first, read by the handful. Expects the stage with its tournament.

    Several games of a player in one round are added up and their places joined: 1-3.
    """
    numbers = counted_rounds(stage.pk)
    amounts = amounts_in(
        stage.tournament.rulebook.units_per_point, Score.objects.filter(stage=stage, counts=True), ("total",)
    )
    columns = [
        Column("rank", pgettext("column", "Rank")),
        *person_columns(),
        amounts.column("total", pgettext("column", "Total")),
    ]
    for number in numbers:
        columns += [
            amounts.column(
                f"round_{number}", pgettext("with a number", "Round %(number)s") % {"number": number}
            ),
            Column(f"place_{number}", _("Place in round %(number)s") % {"number": number}),
        ]

    def lines() -> Iterator[Line]:
        standings = Standing.objects.filter(stage=stage).order_by("position")
        people = standings.select_related("entry__player__club", "entry__team")
        for some in by_strides(people.iterator(chunk_size=PLAYERS_AT_ONCE), PLAYERS_AT_ONCE):
            games = defaultdict[tuple[int, int], list[RoundGame]](list)
            for game in games_of_rounds(stage, [row.entry_id for row in some]):
                games[game.entry, game.round].append(game)
            for row in some:
                of_rounds = [games.get((row.entry_id, number), ()) for number in numbers]
                yield [
                    row.rank,
                    *person(row.entry),
                    amounts.of(row.total),
                    *(cell for of_round in of_rounds for cell in _cells(of_round, amounts)),
                ]

    title = pgettext("view of standings", "Cross-table")
    return Table(title, columns, RowsAsRead(lines), [*about(stage.tournament, stage)], amounts.units)


def _cells(games: Sequence[RoundGame], amounts: Amounts) -> tuple[Cell, Cell]:
    if not games:
        return None, None
    place: Cell = games[0].place if len(games) == 1 else "-".join(str(game.place) for game in games)
    return amounts.of(sum(game.total for game in games)), place
