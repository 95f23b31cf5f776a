"""Results seat by seat: every table of every published round, and the same by player; and what referees deducted."""

from collections import defaultdict
from collections.abc import Sequence

from django.utils.translation import gettext as _

from publishing.tables.about import about, local
from publishing.tables.amounts import amounts_of
from tournaments.models import Penalty, Round, Score, Scoresheet, Seat, Tournament, Wind
from web.sheets.tables import Cell, Column, Table

AMOUNTS = ("base", "uma", "oka", "leftover", "chombo", "total")


def results(tournament: Tournament) -> Table:
    """A line for each seat of each published round, drawn tables without a result too. Three queries."""
    return _results(tournament, _seats(tournament), _("Results by round"))


def results_by_player(tournament: Tournament) -> Table:
    """The same lines, each player's together. Three queries."""
    seats = sorted(_seats(tournament), key=lambda seat: seat.entry.number)
    return _results(tournament, seats, _("Results by player"))


def penalties(tournament: Tournament) -> Table:
    """Every deduction and warning, those that were lifted too. A team's has a team and no player. One query."""
    rows = list(
        Penalty.objects.filter(stage__tournament=tournament)
        .select_related("stage", "round", "entry__player", "team")
        .order_by("imposed_at", "pk")
    )
    amounts = amounts_of(tournament.rulebook.units_per_point, rows, ["amount"])
    columns = [
        Column("stage", _("Stage")),
        Column("round", _("Round")),
        Column("number", _("No.")),
        Column("name", _("Name")),
        Column("team", _("Team")),
        amounts.column("deduction", _("Deduction")),
        Column("reason", _("Reason")),
        Column("imposed_at", _("Imposed")),
        Column("lifted_at", _("Lifted")),
        Column("lift_reason", _("Why it was lifted")),
    ]
    lines: list[list[Cell]] = [
        [
            row.stage.name,
            row.round.number if row.round else "",
            row.entry.number if row.entry else "",
            row.entry.player.name if row.entry else "",
            row.team.name if row.team else "",
            amounts.of(-row.amount),
            row.reason,
            local(tournament, row.imposed_at),
            local(tournament, row.lifted_at),
            row.lift_reason,
        ]
        for row in rows
    ]
    return Table(_("Penalties"), columns, lines, about(tournament), amounts.units)


def _seats(tournament: Tournament) -> list[Seat]:
    """Every seat that everybody may see, as it was played."""
    return list(
        Seat.objects.filter(round__stage__tournament=tournament)
        .exclude(round__status=Round.Status.DRAFTED)
        .with_teams()
        .select_related("entry__player", "replaces__player", "table", "round__stage")
        .order_by("round__stage__ordinal", "round__number", "table__number", "wind")
    )


def _results(tournament: Tournament, seats: Sequence[Seat], title: str) -> Table:
    of_tournament = Scoresheet.objects.live().filter(table__round__stage__tournament=tournament)
    sheets = {sheet.table_id: sheet for sheet in of_tournament}
    # Of a sheet that is not live nothing is derived any more; of one that is, a line for each seat.
    scores: dict[int, dict[int, Score]] = defaultdict(dict)
    for score in Score.objects.filter(sheet__in=of_tournament.values("pk")):
        scores[score.sheet_id][score.seat_id] = score
    amounts = amounts_of(
        tournament.rulebook.units_per_point,
        [score for of_sheet in scores.values() for score in of_sheet.values()],
        AMOUNTS,
    )
    columns = [
        Column("stage", _("Stage")),
        Column("round", _("Round")),
        Column("played_on", _("Day")),
        Column("table", _("Table")),
        Column("wind", _("Seat")),
        Column("number", _("No.")),
        Column("name", _("Name")),
        Column("team", _("Team")),
        Column("replaces", _("In place of")),
        Column("points", _("Points at the table")),
        Column("place", _("Place")),
        amounts.column("base", _("Points without uma")),
        amounts.column("uma", _("Uma")),
        amounts.column("oka", _("Oka")),
        amounts.column("leftover", _("Riichi sticks")),
        amounts.column("chombo", _("Chombo")),
        amounts.column("total", _("Game result")),
        Column("status", _("State")),
        Column("counts", _("Counts")),
        Column("imbalance", _("Points that are missing")),
        Column("imbalance_reason", _("Why they are missing")),
    ]
    lines: list[list[Cell]] = []
    for seat in seats:
        sheet = sheets.get(seat.table_id)
        own = scores[sheet.pk].get(seat.pk) if sheet else None
        lines.append(
            [
                seat.round.stage.name,
                seat.round.number,
                seat.round.played_on,
                seat.table.number,
                str(Wind(seat.wind).label),
                seat.entry.number,
                seat.entry.player.name,
                seat.team_name or "",
                seat.replaces.player.name if seat.replaces else "",
                sheet.points[seat.wind - 1] if sheet else None,
                own.place if own else None,
                *(amounts.of(getattr(own, name)) if own else None for name in AMOUNTS),
                str(sheet.get_status_display()) if sheet else str(seat.round.get_status_display()),
                own.counts if own else False,
                sheet.imbalance if sheet else None,
                sheet.imbalance_reason if sheet else "",
            ]
        )
    return Table(title, columns, lines, about(tournament), amounts.units)
