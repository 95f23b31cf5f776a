"""Standings: as they are published, or as they were after a round, by what is confirmed today."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

from django.utils.translation import gettext as _

from publishing.tables.about import about
from publishing.tables.amounts import amounts_of
from scoring.standing.team_matches import MATCH_POINT_UNITS
from tournaments.models import Entry, Publication, Stage, Standing, Team, TeamStanding
from tournaments.standings import PLACES, Tally, add_up, publish_for_reader, ranking_of, tie_breaks_of
from web.sheets.tables import Cell, Column, Table

Row = tuple[int | None, Standing | TeamStanding | Tally, int]
"""A rank (None for those who are not ranked), the figures, and the id of the entry or the team."""
AMOUNTS = ("total", "carried", "penalty", "best", "worst", "chombo")


def standings(stage: Stage, through: int | None = None) -> Table:
    """Everybody's places, best first. Five queries, four for the published ones."""
    rows = _rows(stage, through) if through is not None else _published(stage)
    people = {
        entry.pk: entry for entry in Entry.objects.filter(tournament_id=stage.tournament_id).with_people()
    }
    units = stage.tournament.rulebook.units_per_point
    amounts = amounts_of(units, [row for _rank, row, _key in rows], AMOUNTS)
    size = _places(stage, rows)
    columns = [
        Column("rank", _("Rank")),
        Column("number", _("No.")),
        Column("name", _("Name")),
        Column("reading", _("Reading")),
        Column("country", _("Country")),
        Column("club", _("Club")),
        Column("team", _("Team")),
        amounts.column("total", _("Total")),
        amounts.column("carried", _("Carried over")),
        Column("games", _("Games")),
        *_place_columns(size),
        Column("points", _("Points at the table")),
        amounts.column("best", _("Best game")),
        amounts.column("worst", _("Worst game")),
        amounts.column("chombo", _("Chombo")),
        amounts.column("penalties", _("Penalties")),
        Column("substitute", _("Substitute")),
        Column("status", _("State")),
    ]
    lines: list[list[Cell]] = []
    for rank, row, key in rows:
        assert not isinstance(row, TeamStanding)
        lines.append(
            [
                rank,
                *person(people[key]),
                amounts.of(row.total),
                amounts.of(row.carried),
                row.games,
                *row.places[:size],
                row.points,
                amounts.of(row.best),
                amounts.of(row.worst),
                amounts.of(row.chombo),
                amounts.of(-row.penalty),
                people[key].is_substitute,
                str(people[key].get_status_display()),
            ]
        )
    return Table(_title(_("Standings"), through), columns, lines, _about(stage, through), amounts.units)


def team_standings(stage: Stage, through: int | None = None) -> Table:
    """Every team's places, best first. Four queries, three for the published ones."""
    if through is None:
        _publish(stage)
        found = TeamStanding.objects.filter(stage=stage).order_by("position")
        rows: Sequence[Row] = [(row.rank, row, row.team_id) for row in found]
    else:
        tallies = add_up(stage, through=through)
        ranking = ranking_of(tallies, tie_breaks_of(stage.tournament), of_teams=True)
        rows = [(place.shared_rank, row, row.key) for place, row in ranking]
    names = dict(Team.objects.filter(tournament_id=stage.tournament_id).values_list("pk", "name"))
    amounts = amounts_of(
        stage.tournament.rulebook.units_per_point,
        [row for _rank, row, _key in rows],
        ["total", "carried", "own_penalty", "left_out"],
    )
    has_matches = any(_match_points(row) is not None for _rank, row, _key in rows)
    size = _places(stage, rows)
    columns = [
        Column("rank", _("Rank")),
        Column("team", _("Team")),
        *([Column("match_points", _("Match points"))] if has_matches else []),
        amounts.column("total", _("Total")),
        amounts.column("carried", _("Carried over")),
        Column("games", _("Games")),
        *_place_columns(size),
        amounts.column("own_penalty", _("Deducted from the team")),
        amounts.column("left_out", _("Games that do not count")),
    ]
    lines: list[list[Cell]] = []
    for rank, row, key in rows:
        assert not isinstance(row, Standing)
        totals = (amounts.of(row.total), amounts.of(row.carried))
        of_matches = [_match_points(row)] if has_matches else []
        beside = (amounts.of(-row.own_penalty), amounts.of(row.left_out))
        lines.append([rank, names[key], *of_matches, *totals, row.games, *row.places[:size], *beside])
    return Table(
        _title(_("Standings of teams"), through), columns, lines, _about(stage, through), amounts.units
    )


def _match_points(row: Standing | TeamStanding | Tally) -> Cell:
    """A team's, as a number, or as text where no decimals write it: 7/3; None where it plays no matches."""
    if isinstance(row, Standing) or row.match_points is None:
        return None
    points = Fraction(row.match_points, MATCH_POINT_UNITS)
    exact = Decimal(points.numerator) / points.denominator
    return exact if Fraction(exact) == points else str(points)


def person(entry: Entry) -> tuple[Cell, ...]:
    """Number, name, reading, country, club, team. Expects people to be loaded."""
    player = entry.player
    return (
        entry.number,
        player.name,
        player.reading,
        player.country,
        player.club.name if player.club else "",
        entry.team.name if entry.team else "",
    )


def _published(stage: Stage) -> list[Row]:
    _publish(stage)
    found = Standing.objects.filter(stage=stage).order_by("position")
    return [(row.rank, row, row.entry_id) for row in found]


def _publish(stage: Stage) -> None:
    """Embedded, nobody else would: the same look that the page takes before it is shown."""
    publication = Publication.objects.select_related("stage__tournament__head").get(pk=stage.pk)
    publish_for_reader(publication)


def _rows(stage: Stage, through: int) -> list[Row]:
    ranking = ranking_of(add_up(stage, through=through), tie_breaks_of(stage.tournament))
    return [(place.shared_rank, row, row.key) for place, row in ranking]


def _places(stage: Stage, rows: Sequence[Row]) -> int:
    """How many places have a column: a fifth only where a table of five was played."""
    return 5 if any(row.fifths for _rank, row, _key in rows) else stage.tournament.rulebook.table.players


def _place_columns(size: int) -> list[Column]:
    titles = (_("1st"), _("2nd"), _("3rd"), _("4th"), _("5th"))
    return [Column(key, title) for key, title in zip(PLACES, titles, strict=True)][:size]


def _title(title: str, through: int | None) -> str:
    if through is None:
        return title
    return _("%(title)s after round %(number)s") % {"title": title, "number": through}


def _about(stage: Stage, through: int | None) -> list[tuple[Column, Cell]]:
    round_ = (Column("after_round", _("After round")), through)
    return [*about(stage.tournament, stage, round_)]
