"""Results by seat: every table of every published round, and the same by player; and penalties."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from publishing.tables.about import about, in_local_time
from publishing.tables.amounts import Amounts, amounts_in
from publishing.tables.strides import ROWS_AT_ONCE, by_strides, rounds_by_strides
from tournaments.models import Penalty, Round, Score, Scoresheet, Seat, Tournament, Wind
from tournaments.models.play.rounds import SeatQuerySet
from tournaments.models.teams.former_teams import team_then
from web.sheets.tables import Column, Line, RowsAsRead, Table

AMOUNTS = ("base", "uma", "oka", "leftover", "chombo", "total")
# Players whose games are sorted together.
PLAYERS_AT_ONCE = 16
SEEN = (
    "pk",
    "round__stage__name",
    "round__number",
    "round__played_on",
    "round__status",
    "round__match_day",
    "round__game",
    "table__number",
    "wind",
    "entry__number",
    "entry__player__name",
    "replaces__player__name",
    "is_proposed",
)
SHEET = (
    "sheet__pk",
    "sheet__status",
    "sheet__imbalance",
    "sheet__imbalance_reason",
    *(f"sheet__{wind.key}" for wind in Wind),
)


def results(tournament: Tournament) -> Table:
    """A line for each seat of each published round, including tables without a result, read in strides."""

    def lines() -> Iterator[Line]:
        for rounds in rounds_by_strides(tournament):
            order = ("round__stage__ordinal", "round__number", "table__number", "wind")
            seats = Seat.objects.filter(round__in=rounds).order_by(*order)
            yield from _lines(list(_as_played(seats)), amounts, has_days=has_days)

    amounts, has_days = _amounts(tournament)
    return _table(tournament, _("Results by round"), lines, amounts, has_days=has_days)


def results_by_player(tournament: Tournament) -> Table:
    """The same lines grouped by player; without a draw's proposals to captains."""

    def lines() -> Iterator[Line]:
        everybody = tournament.entries.order_by("number").values_list("pk", flat=True)
        for entries in by_strides(everybody.iterator(chunk_size=ROWS_AT_ONCE), PLAYERS_AT_ONCE):
            order = ("entry__number", "round__stage__ordinal", "round__number", "table__number", "wind")
            seats = seats_shown(tournament).settled().filter(entry__in=entries).order_by(*order)
            for stride in by_strides(_as_played(seats).iterator(chunk_size=ROWS_AT_ONCE)):
                yield from _lines(stride, amounts, has_days=has_days)

    amounts, has_days = _amounts(tournament)
    return _table(tournament, _("Results by player"), lines, amounts, has_days=has_days)


def penalties(tournament: Tournament) -> Table:
    """Return all deductions and warnings, including lifted ones. A team's has a team and no player. One query."""
    found = Penalty.objects.filter(stage__tournament=tournament)
    amounts = amounts_in(tournament.rulebook.units_per_point, found, ["amount"])
    columns = [
        Column("stage", pgettext("column", "Stage")),
        Column("round", pgettext("column", "Round")),
        Column("number", pgettext("column", "No.")),
        Column("name", pgettext("column", "Name")),
        Column("team", pgettext("column", "Team")),
        Column("kind", pgettext("column", "Kind")),
        amounts.column("deduction", pgettext("column", "Deduction")),
        Column("reason", pgettext("column", "Reason")),
        Column("imposed_at", pgettext("column", "Imposed")),
        Column("lifted_at", pgettext("column", "Lifted")),
        Column("lift_reason", _("Why it was lifted")),
    ]

    def lines() -> Iterator[Line]:
        rows = found.select_related("stage", "round", "entry__player", "team").order_by("imposed_at", "pk")
        for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
            yield [
                row.stage.name,
                row.round.number if row.round else "",
                row.entry.number if row.entry else "",
                row.entry.player.name if row.entry else "",
                row.team.name if row.team else "",
                str(row.about_kind.label),
                amounts.of(-row.amount),
                row.reason,
                in_local_time(tournament, row.imposed_at),
                in_local_time(tournament, row.lifted_at),
                row.lift_reason,
            ]

    rows = RowsAsRead(lines)
    return Table(pgettext("heading", "Penalties"), columns, rows, about(tournament), amounts.units)


def seats_shown(tournament: Tournament) -> SeatQuerySet:
    """Return all seats whose players are public."""
    seats: SeatQuerySet = Seat.objects.filter(round__stage__tournament=tournament)
    return seats.exclude(round__status=Round.Status.DRAFTED)


def _as_played(seats: SeatQuerySet) -> "QuerySet[Seat, tuple[Any, ...]]":
    """Select the players, whom they substitute, and the table's live sheet, if any."""
    live = FilteredRelation("table__scoresheets", condition=Q(table__scoresheets__status__in=Scoresheet.LIVE))
    team = team_then("entry", column="name")
    return seats.with_proposals().annotate(sheet=live).values_list(*SEEN, team, *SHEET)


def _amounts(tournament: Tournament) -> tuple[Amounts, bool]:
    """Return how amounts are written, and whether rounds are games of match days, which then have columns."""
    of_days = Round.objects.filter(stage=OuterRef("pk"), match_day__isnull=False)
    stages = dict(tournament.stages.values_list("pk", Exists(of_days)))
    scores = Score.objects.filter(stage__in=list(stages))
    return amounts_in(tournament.rulebook.units_per_point, scores, AMOUNTS), any(stages.values())


def _lines(seats: Sequence[tuple[Any, ...]], amounts: Amounts, *, has_days: bool) -> Iterator[Line]:
    """Yield the lines of these seats. One query."""
    # Scores exist only for live sheets, one per seat.
    scores = Score.objects.filter(seat__in=[seat[0] for seat in seats]).order_by()
    of_seats = {
        (sheet, seat): rest
        for sheet, seat, *rest in scores.values_list("sheet_id", "seat_id", "place", "counts", *AMOUNTS)
    }
    winds = {wind.value: str(wind.label) for wind in Wind}
    states = {state.value: str(state.label) for state in (*Round.Status, *Scoresheet.Status)}
    amount = amounts.of
    nothing = (None, False, *[None] * len(AMOUNTS))
    for seat in seats:
        (pk, stage, round_, day, state, *of_day, table, wind, number, name, replaces, is_proposed) = seat[
            : len(SEEN)
        ]
        (team, sheet, sheet_state, imbalance, reason, *points) = seat[len(SEEN) :]
        place, counts, base, uma, oka, leftover, chombo, total = of_seats.get((sheet, pk), nothing)
        yield (
            stage,
            round_,
            day,
            table,
            winds[wind],
            "" if is_proposed else number,
            "" if is_proposed else name,
            team or "",
            replaces or "",
            points[wind - 1],
            place,
            amount(base),
            amount(uma),
            amount(oka),
            amount(leftover),
            amount(chombo),
            amount(total),
            states[sheet_state] if sheet else states[state],
            counts,
            imbalance,
            reason or "",
            *(of_day if has_days else ()),
        )


def _table(
    tournament: Tournament,
    title: str,
    lines: Callable[[], Iterator[Line]],
    amounts: Amounts,
    *,
    has_days: bool,
) -> Table:
    columns = [
        Column("stage", pgettext("column", "Stage")),
        Column("round", pgettext("column", "Round")),
        Column("played_on", pgettext("column", "Day")),
        Column("table", pgettext("column", "Table")),
        Column("wind", pgettext("column", "Seat")),
        Column("number", pgettext("column", "No.")),
        Column("name", pgettext("column", "Name")),
        Column("team", pgettext("column", "Team")),
        Column("replaces", _("In place of")),
        Column("points", _("Points at the table")),
        Column("place", pgettext("column", "Place")),
        amounts.column("base", _("Points without uma")),
        amounts.column("uma", pgettext("mahjong term", "Uma")),
        amounts.column("oka", pgettext("mahjong term", "Oka")),
        amounts.column("leftover", pgettext("mahjong term", "Riichi sticks")),
        amounts.column("chombo", pgettext("mahjong term", "Chombo")),
        amounts.column("total", pgettext("column", "Game result")),
        Column("status", pgettext("column", "State")),
        Column("counts", pgettext("column", "Counts")),
        Column("imbalance", _("Points that are missing")),
        Column("imbalance_reason", _("Why they are missing")),
    ]
    if has_days:
        columns += [
            Column("match_day", pgettext("column", "Match day")),
            Column("game", pgettext("column", "Game of the day")),
        ]
    rows = RowsAsRead(lines)
    return Table(title, columns, rows, about(tournament), amounts.units)
