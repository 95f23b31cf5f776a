"""Standings: as published, or after a round, by today's confirmed results."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from publishing.tables.about import about
from publishing.tables.amounts import Amounts, amounts_in, amounts_of
from publishing.tables.strides import ROWS_AT_ONCE
from scoring.standing.team_matches import MATCH_POINT_UNITS
from tournaments.models import Entry, Publication, Stage, Standing, Team, TeamStanding
from tournaments.standings import PLACES, Tally, add_up, publish_for_reader, ranking_of, tie_breaks_of
from tournaments.standings.deciding_tie_breaks import published_teams
from tournaments.standings.stages.published_rows import published_rows, published_team_rows
from web.sheets.tables import Cell, Column, Line, RowsAsRead, Table

Ranked = tuple[int | None, Standing | Tally, Entry]
Row = tuple[int | None, Standing | TeamStanding | Tally, int]
"""A rank (None for those who are not ranked), the figures, and the id of the entry or the team."""
AMOUNTS = ("total", "carried", "penalty", "best", "worst", "chombo")


@dataclass(frozen=True)
class _Found:
    """Standings before formatting: the format of totals, the number of places, and the rows."""

    amounts: Amounts
    size: int
    read: Callable[[], Iterator[Ranked]]


def titled(title: str, through: int | None) -> str:
    """Return the title, naming the round for standings after it."""
    if through is None:
        return title
    return _("%(title)s after round %(number)s") % {"title": title, "number": through}


def publish_for_file(stage: Stage) -> None:
    """In embedded mode no worker does: publish like the page does. Called first, because it writes."""
    publication = Publication.objects.select_related("stage__tournament__head").get(pk=stage.pk)
    publish_for_reader(publication)


def standings(stage: Stage, through: int | None = None) -> Table:
    """Return all ranks, best first; published ones are read while they are written."""
    found = _published(stage) if through is None else _after(stage, through)
    amounts, size = found.amounts, found.size
    columns = [
        Column("rank", pgettext("column", "Rank")),
        *person_columns(),
        amounts.column("total", pgettext("column", "Total")),
        amounts.column("carried", pgettext("column", "Carried over")),
        Column("games", pgettext("column", "Games")),
        *_place_columns(size),
        Column("lasts", pgettext("how often", "last places").capitalize()),
        Column("points", _("Points at the table")),
        Column("carried_points", _("Points carried over")),
        amounts.column("best", pgettext("column", "Best game")),
        amounts.column("worst", pgettext("column", "Worst game")),
        amounts.column("chombo", pgettext("mahjong term", "Chombo")),
        amounts.column("penalties", pgettext("column", "Penalties")),
        Column("substitute", pgettext("column", "Substitute")),
        Column("status", pgettext("column", "State")),
    ]

    def lines() -> Iterator[Line]:
        for rank, row, entry in found.read():
            yield [
                rank,
                *person(entry),
                amounts.of(row.total),
                amounts.of(row.carried),
                row.games,
                *row.places[:size],
                row.lasts,
                row.points,
                row.carried_points,
                amounts.of(row.best),
                amounts.of(row.worst),
                amounts.of(row.chombo),
                amounts.of(-row.penalty),
                entry.is_substitute,
                str(entry.get_status_display()),
            ]

    rows = RowsAsRead(lines)
    return Table(
        titled(pgettext("heading", "Standings"), through),
        columns,
        rows,
        _about(stage, through),
        amounts.units,
    )


def team_standings(stage: Stage, through: int | None = None) -> Table:
    """Return all teams' ranks, best first."""
    if through is None:
        found = published_team_rows(stage.pk)
        rows: Sequence[Row] = [(row.rank, row, row.team_id) for row in found]
        made, _rosters = published_teams(stage, published_rows(stage.pk), found)
        points = [row.points for row in made]
    else:
        tallies = add_up(stage, through=through)
        ranking = ranking_of(tallies, tie_breaks_of(stage.tournament), of_teams=True)
        rows = [(place.shared_rank, row, row.key) for place, row in ranking]
        points = [row.points for _place, row in ranking]
    names = dict(Team.objects.filter(tournament_id=stage.tournament_id).values_list("pk", "name"))
    amounts = amounts_of(
        stage.tournament.rulebook.units_per_point,
        [row for _rank, row, _key in rows],
        ["total", "carried", "own_penalty", "left_out"],
    )
    has_matches = any(_match_points(row) is not None for _rank, row, _key in rows)
    size = _places(stage, rows)
    columns = [
        Column("rank", pgettext("column", "Rank")),
        Column("team", pgettext("column", "Team")),
        *([Column("match_points", pgettext("column", "Match points"))] if has_matches else []),
        amounts.column("total", pgettext("column", "Total")),
        amounts.column("carried", pgettext("column", "Carried over")),
        Column("games", pgettext("column", "Games")),
        *_place_columns(size),
        Column("points", _("Points at the table")),
        Column("carried_points", _("Points carried over")),
        amounts.column("own_penalty", _("Deducted from the team")),
        amounts.column("left_out", _("Games that do not count")),
    ]
    lines: list[list[Cell]] = []
    for (rank, row, key), of_tables in zip(rows, points, strict=True):
        assert not isinstance(row, Standing)
        totals = (amounts.of(row.total), amounts.of(row.carried))
        of_matches = [_match_points(row)] if has_matches else []
        beside = (amounts.of(-row.own_penalty), amounts.of(row.left_out))
        at_tables = (row.games, *row.places[:size], of_tables, row.carried_points)
        lines.append([rank, names[key], *of_matches, *totals, *at_tables, *beside])
    return Table(
        titled(_("Standings of teams"), through), columns, lines, _about(stage, through), amounts.units
    )


def _match_points(row: Standing | TeamStanding | Tally) -> Cell:
    """Return a team's match points as a number, or as text (7/3) without a finite decimal; None without matches."""
    if isinstance(row, Standing) or row.match_points is None:
        return None
    points = Fraction(row.match_points, MATCH_POINT_UNITS)
    exact = Decimal(points.numerator) / points.denominator
    return exact if Fraction(exact) == points else str(points)


def person_columns() -> list[Column]:
    """Return the columns of `person`."""
    return [
        Column("number", pgettext("column", "No.")),
        Column("name", pgettext("column", "Name")),
        Column("reading", pgettext("column", "Reading")),
        Column("country", pgettext("column", "Country")),
        Column("club", pgettext("column", "Club")),
        Column("team", pgettext("column", "Team")),
    ]


def person(entry: Entry) -> tuple[Cell, ...]:
    """Return number, name, reading, country, club, team. People must be loaded."""
    player = entry.player
    return (
        entry.number,
        player.name,
        player.reading,
        player.country,
        player.club.name if player.club else "",
        entry.team.name if entry.team else "",
    )


def _published(stage: Stage) -> _Found:
    rows = Standing.objects.filter(stage=stage)

    def read() -> Iterator[Ranked]:
        people = rows.select_related("entry__player__club", "entry__team").order_by("position")
        for row in people.iterator(chunk_size=ROWS_AT_ONCE):
            yield row.rank, row, row.entry

    usual = stage.tournament.rulebook.table.players
    size = 5 if rows.filter(fifths__gt=0).exists() else usual
    return _Found(amounts_in(_units(stage), rows, AMOUNTS), size, read)


def _after(stage: Stage, through: int) -> _Found:
    """Compute standings after a round, in memory."""
    rows = _rows(stage, through)
    people = Entry.objects.filter(tournament_id=stage.tournament_id).with_people().in_bulk()
    ranked = [(rank, row, people[key]) for rank, row, key in rows]
    amounts = amounts_of(_units(stage), [row for _rank, row, _entry in ranked], AMOUNTS)
    return _Found(amounts, _places(stage, rows), lambda: iter(ranked))


def _units(stage: Stage) -> int:
    return stage.tournament.rulebook.units_per_point


def _rows(stage: Stage, through: int) -> list[tuple[int | None, Tally, int]]:
    ranking = ranking_of(add_up(stage, through=through), tie_breaks_of(stage.tournament))
    return [(place.shared_rank, row, row.key) for place, row in ranking]


def _places(stage: Stage, rows: Sequence[Row]) -> int:
    """Return how many places have a column: a fifth only if there were tables of five."""
    return 5 if any(row.fifths for _rank, row, _key in rows) else stage.tournament.rulebook.table.players


def _place_columns(size: int) -> list[Column]:
    titles = (
        pgettext("place", "1st"),
        pgettext("place", "2nd"),
        pgettext("place", "3rd"),
        pgettext("place", "4th"),
        pgettext("place", "5th"),
    )
    return [Column(key, title) for key, title in zip(PLACES, titles, strict=True)][:size]


def _about(stage: Stage, through: int | None) -> list[tuple[Column, Cell]]:
    round_ = (Column("after_round", pgettext("column", "After round")), through)
    return [*about(stage.tournament, stage, round_)]
