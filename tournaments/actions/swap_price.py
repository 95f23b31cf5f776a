"""What exchanging two players of a draft would cost, before it is done."""

from dataclasses import dataclass
from typing import Any

from tournaments.actions.draw_checks import content_of
from tournaments.actions.draw_inputs import wishes_of
from tournaments.actions.drawing import quality_of
from tournaments.actions.draws import refuse_exchange
from tournaments.models import Draw, Entry, Round, Seat

OF_ONE_STAGE = (Draw.Method.SCHEDULE, Draw.Method.TEAMS, Draw.Method.TEAM_SEASON, Draw.Method.REPAIRED)


@dataclass(frozen=True)
class Price:
    """The reports on all rounds of the tournament now and after the exchange."""

    now: dict[str, Any]
    after: dict[str, Any]

    @property
    def rematches(self) -> int:
        """How many more rematches there would be; below 0 fewer."""
        return int(self.after["excess_meetings"] - self.now["excess_meetings"])

    @property
    def winds(self) -> int:
        """How many more players' winds would differ by more than one."""
        return int(self.after["players_off_winds"] - self.now["players_off_winds"])

    @property
    def wishes(self) -> int:
        """How many more wishes would be broken."""
        return len(self.after.get("broken_wishes", ())) - len(self.now.get("broken_wishes", ()))

    @property
    def is_free(self) -> bool:
        return max(self.rematches, self.winds, self.wishes) <= 0


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
    content = content_of(round_.draw) if round_.draw else None
    looked_back = bool(content and content["record"].get("request", {}).get("history"))
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
    apart = content["plan"]["apart"] if content else ()
    entries = tournament.entries.select_related("player").order_by("pk")
    asked = {"do": "", **wishes_of(tournament, entries, apart)}
    return Price(quality_of(now, request=asked), quality_of(after, request=asked))
