"""Who meets whom, as drawn and as played: every seat of every published round."""

from itertools import groupby

from django.db.models import Count, Q
from django.utils.translation import gettext as _

from publishing.tables.about import about
from tournaments.models import Draw, Entry, Round, Seat, Tournament, Wind
from tournaments.models.play.sitting_out import sitting_out
from web.sheets.tables import Cell, Column, Table


def draws(tournament: Tournament) -> Table:
    """A line for each seat, and below the tables of a round one for each who sits out in it. Five queries. A
    seed that gives a draft away is left out.
    """
    hidden = set(
        Draw.objects.filter(stage__tournament=tournament)
        .annotate(drafts=Count("rounds", filter=Q(rounds__status=Round.Status.DRAFTED)))
        .filter(drafts__gt=0)
        .values_list("pk", flat=True)
    )
    seats = (
        Seat.objects.filter(round__stage__tournament=tournament)
        .exclude(round__status=Round.Status.DRAFTED)
        .with_teams()
        .select_related("entry__player", "table", "round__stage", "round__draw")
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

    def line(round_: Round, table: Cell, wind: str, entry: Entry, team: str) -> list[Cell]:
        return [
            round_.stage.name,
            round_.number,
            table,
            wind,
            entry.number,
            entry.player.name,
            team,
            str(round_.draw.get_method_display()) if round_.draw else "",
            "" if round_.draw_id in hidden else round_.seed,
        ]

    rounds = [list(seated) for _pk, seated in groupby(seats, key=lambda seat: seat.round_id)]
    waiting = sitting_out(seated[0].round for seated in rounds)
    rows: list[list[Cell]] = []
    for seated in rounds:
        round_ = seated[0].round
        rows += [
            line(round_, seat.table.number, str(Wind(seat.wind).label), seat.entry, seat.team_name or "")
            for seat in seated
        ]
        rows += [
            line(round_, "", _("sits out"), entry, entry.team.name if entry.team else "")
            for entry in waiting[round_.pk]
        ]
    return Table(_("Draws and seats"), columns, rows, about(tournament))
