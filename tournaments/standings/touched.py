"""Whose results a stretch of the ledger is about: only theirs have to be added up again."""

import json

from tournaments.models import LedgerEntry
from tournaments.models.ledger_kinds import Kind, Touches

# Behind by more actions than this, it is quicker to add up everybody.
MOST_ACTIONS = 2_000


def touched_entries(tournament_id: int, after: int, until: int) -> set[int] | None:
    """Return the ids of the entries whose sums may be others by entry `until` of the ledger than by entry `after`.

    None stands for everybody: so many actions, or one of which nobody can say whom it touches.
    """
    if until - after > MOST_ACTIONS:
        return None
    touched: set[int] = set()
    actions = LedgerEntry.objects.filter(tournament_id=tournament_id, seq__gt=after, seq__lte=until)
    for name, payload in actions.values_list("kind", "payload"):
        kind = Kind.of(name)
        if kind is None:  # a newer version's: what it does is unknown here
            return None
        if not kind.moves_standings:
            continue
        match kind.touches:
            case Touches.TABLE:
                touched.update(json.loads(payload)["entries"])
            case Touches.ENTRY:
                touched.add(json.loads(payload)["entry"])
            case Touches.NOBODY:
                pass
            case _:
                return None
    return touched
