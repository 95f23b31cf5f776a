"""What exchanging two players of a draft would cost, before it is done."""

from dataclasses import dataclass

from seating.audit import Record
from seating.quality import ScheduleQuality
from tournaments.actions.draws.drawing import quality_of
from tournaments.actions.draws.draws import refuse_exchange
from tournaments.actions.draws.inputs import constraints_of
from tournaments.actions.draws.plans import StoredDraw
from tournaments.models import Draw, Entry, Round, Seat

OF_ONE_STAGE = (Draw.Method.SCHEDULE, Draw.Method.TEAMS, Draw.Method.TEAM_SEASON, Draw.Method.REPAIRED)


@dataclass(frozen=True)
class Price:
    """The reports on all rounds of the tournament now and after the exchange."""

    now: ScheduleQuality
    after: ScheduleQuality

    @property
    def rematches(self) -> int:
        """How many more rematches there would be; below 0 fewer."""
        return self.after.metrics.excess_meetings - self.now.metrics.excess_meetings

    @property
    def winds(self) -> int:
        """How many more players' winds would differ by more than one."""
        return self.after.metrics.players_off_winds - self.now.metrics.players_off_winds

    @property
    def constraints(self) -> int:
        """How many more seating constraints would be broken."""
        return len(self.after.broken_constraints or ()) - len(self.now.broken_constraints or ())

    @property
    def is_free(self) -> bool:
        return max(self.rematches, self.winds, self.constraints) <= 0


def price_of_swap(*, round_: Round, one: Entry, other: Entry) -> Price:
    """Compare all rounds as they are with all rounds after the exchange. Changes nothing.

    Looked at are the rounds the draw itself looked at: those of its stage for a whole schedule drawn afresh, else
    all of the tournament.
    """
    tournament = round_.stage.tournament
    rounds: dict[int, dict[int, list[int]]] = {}
    rows = Seat.objects.filter(round__stage__tournament=tournament).order_by(
        "round__stage__ordinal", "round__number", "table__number", "wind"
    )
    stored = StoredDraw.of(round_.draw) if round_.draw else None
    record = stored.record if stored else None
    looked_back = isinstance(record, Record) and bool(record.request.get("history"))
    if round_.draw is not None and round_.draw.method in OF_ONE_STAGE and not looked_back:
        rows = rows.filter(round__stage=round_.stage)
    for round_id, table_id, entry_id in rows.values_list("round_id", "table_id", "entry_id"):
        rounds.setdefault(round_id, {}).setdefault(table_id, []).append(entry_id)
    seated = {entry for table in rounds.get(round_.pk, {}).values() for entry in table}
    refuse_exchange(round_, one, other, seated)
    now = [list(tables.values()) for tables in rounds.values()]
    exchanged = {one.pk: other.pk, other.pk: one.pk}
    after = [
        [[exchanged.get(p, p) if pk == round_.pk else p for p in table] for table in tables.values()]
        for pk, tables in rounds.items()
    ]
    apart = stored.plan.apart if stored else ()
    entries = tournament.entries.select_related("player").order_by("pk")
    constraints = constraints_of(tournament, entries, apart)
    return Price(quality_of(now, constraints=constraints), quality_of(after, constraints=constraints))
