"""Seating as drawn and as played: every seat of every published round."""

from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from publishing.tables.about import about
from publishing.tables.strides import rounds_by_strides
from tournaments.models import Draw, Round, Seat, Tournament, Wind
from tournaments.models.draws.draws import waits_for_line_ups
from tournaments.models.play.sitting_out import sitting_out
from tournaments.models.teams.former_teams import team_then
from web.sheets.tables import Column, Line, RowsAsRead, Table


def draws(tournament: Tournament) -> Table:
    """A line per seat, and after the tables of a round one for each player sitting out, read in strides. Omits seeds
    that reveal a draft, and a draw's proposals to captains.
    """
    hidden = set(
        Draw.objects.filter(stage__tournament=tournament)
        .annotate(drafts=Count("rounds", filter=Q(rounds__status=Round.Status.DRAFTED)))
        .filter(Q(drafts__gt=0) | Q(waits_for_line_ups()))
        .values_list("pk", flat=True)
    )
    columns = [
        Column("stage", pgettext("column", "Stage")),
        Column("round", pgettext("column", "Round")),
        Column("table", pgettext("column", "Table")),
        Column("wind", pgettext("column", "Seat")),
        Column("number", pgettext("column", "No.")),
        Column("name", pgettext("column", "Name")),
        Column("team", pgettext("column", "Team")),
        Column("method", pgettext("column", "Method")),
        Column("seed", pgettext("column", "Seed")),
    ]

    def lines() -> Iterator[Line]:
        for rounds in rounds_by_strides(tournament):
            yield from _lines(rounds, hidden)

    return Table(_("Draws and seats"), columns, RowsAsRead(lines), about(tournament))


def _lines(stride: Sequence[int], hidden: Container[int]) -> Iterator[Line]:
    """Yield the lines of these rounds: seats, then players sitting out. Two queries, up to four more if there are
    any.
    """
    listed = Round.objects.filter(pk__in=stride).select_related("stage", "draw")
    rounds = {one.pk: one for one in listed.defer("draw__record", "draw__quality")}
    waiting = sitting_out(rounds.values())
    winds = {wind.value: str(wind.label) for wind in Wind}
    team = team_then("entry", column="name")
    seats = (
        Seat.objects.filter(round__in=stride)
        .with_proposals()
        .order_by("round__stage__ordinal", "round__number", "table__number", "wind")
        .values_list(
            "round_id", "table__number", "wind", "is_proposed", "entry__number", "entry__player__name", team
        )
    )
    for pk, seated in groupby(seats, key=itemgetter(0)):
        round_ = rounds[pk]
        drawn = (
            str(round_.draw.get_method_display()) if round_.draw else "",
            "" if round_.draw_id in hidden else round_.seed,
        )
        for _pk, table, wind, is_proposed, number, name, of_team in seated:
            who = ("", "") if is_proposed else (number, name)
            yield (round_.stage.name, round_.number, table, winds[wind], *who, of_team or "", *drawn)
        for entry in waiting[pk]:
            yield (
                round_.stage.name,
                round_.number,
                "",
                pgettext("status", "sits out"),
                entry.number,
                entry.player.name,
                entry.team.name if entry.team else "",
                *drawn,
            )
