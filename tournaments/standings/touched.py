"""Whose results a stretch of the ledger is about: only theirs have to be added up again."""

import json
from dataclasses import dataclass, field

from django.db.models import QuerySet

from tournaments.models import LedgerEntry
from tournaments.models.events import Event, Touches
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.origins.events import TakenIn
from tournaments.models.people.events import PlayersMerged

# Behind by more actions than this, it is quicker to add up everybody.
MOST_ACTIONS = 2_000


def _actions(tournament: int, after: int, until: int) -> "QuerySet[LedgerEntry, tuple[str, str]]":
    actions = LedgerEntry.objects.filter(tournament=tournament, seq__gt=after, seq__lte=until)
    return actions.order_by("seq").values_list("kind", "payload")


ACTIONS = PreparedQuery(_actions, of=(int, int, int))


@dataclass
class Touched:
    """`entries`: whose sums may be others; None: everybody's. `tables`: whose results may be; None: any table's.

    `seated` sat at these tables when something was said of them; `merged` have the games of another entry since, or
    lost theirs to one. `only_results` says that nothing but results of tables moved standings: no penalty, no name,
    not the order of equal totals.
    """

    entries: set[int] | None = field(default_factory=set)
    tables: set[int] | None = field(default_factory=set)
    seated: set[int] = field(default_factory=set)
    merged: set[int] = field(default_factory=set)
    only_results: bool = True


def everything() -> Touched:
    return Touched(entries=None, tables=None, only_results=False)


def touched_between(tournament_id: int, after: int, until: int) -> Touched:
    """Say what may be another by entry `until` of the ledger than by entry `after`. One query at most.

    Everything, where there are so many actions, or one of which nobody can say what it touches.
    """
    if until - after > MOST_ACTIONS:
        return everything()
    touched = Touched()
    for name, payload in ACTIONS.read_raw(tournament_id, after, until):
        event = Event.of_kind(name)
        # A newer version's: what it does is unknown here. A file may bring any kind.
        if event is None or event is TakenIn:
            return everything()
        if event.moves_standings:
            _touch(touched, event, payload)
    return touched


def _touch(touched: Touched, event: type[Event], payload: str) -> None:
    touched.only_results &= event.touches is Touches.TABLE
    match event.touches:
        case Touches.TABLE:
            about = json.loads(payload)
            touched.seated.update(about["entries"])
            if touched.entries is not None:
                touched.entries.update(about["entries"])
            if touched.tables is not None:
                touched.tables.add(about["table"])
        case Touches.ENTRY:
            if touched.entries is not None:
                touched.entries.add(json.loads(payload)["entry"])
        case Touches.EVERYBODY:
            touched.entries = None
            if event is PlayersMerged:
                about = json.loads(payload)
                if about["into"] is not None:
                    touched.merged.update((about["entry"], about["into"]))
