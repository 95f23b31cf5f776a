"""Who meets whom, as drawn and as played: every seat of every published round."""

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from publishing.tables.about import about
from tournaments.models import Draw, Round, Seat, Tournament, Wind
from web.sheets.tables import Cell, Column, Table


def draws(tournament: Tournament) -> Table:
    """A line for each seat. Two queries. A seed that gives a draft away is left out."""
    hidden = set(
        Draw.objects.filter(stage__tournament=tournament)
        .annotate(drafts=Count("rounds", filter=Q(rounds__status=Round.Status.DRAFTED)))
        .filter(drafts__gt=0)
        .values_list("pk", flat=True)
    )
    seats = (
        Seat.objects.filter(round__stage__tournament=tournament)
        .exclude(round__status=Round.Status.DRAFTED)
        .select_related("entry__player", "entry__team", "table", "round__stage", "round__draw")
        .defer("round__draw__record", "round__draw__quality")
        .order_by("round__stage__ordinal", "round__number", "table__number", "wind")
    )
    columns = [
        Column("stage", _("Stage")),
        Column("round", _("Round")),
        Column("table", _("Table")),
        Column("wind", _("Seat")),
        Column("number", _("No.")),
        Column("name", _("Name")),
        Column("team", _("Team")),
        Column("method", _("Method")),
        Column("seed", _("Seed")),
    ]
    rows: list[list[Cell]] = [
        [
            seat.round.stage.name,
            seat.round.number,
            seat.table.number,
            str(Wind(seat.wind).label),
            seat.entry.number,
            seat.entry.player.name,
            seat.entry.team.name if seat.entry.team else "",
            str(seat.round.draw.get_method_display()) if seat.round.draw else "",
            "" if seat.round.draw_id in hidden else seat.round.seed,
        ]
        for seat in seats
    ]
    return Table(_("Draws and seats"), columns, rows, about(tournament))
