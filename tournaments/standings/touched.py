"""Whose results a stretch of the ledger is about: only theirs have to be added up again."""

from typing import cast

from tournaments.models import LedgerEntry
from tournaments.models.ledger_kinds import Kind, Touches

# Behind by more actions than this, it is quicker to add up everybody.
MOST_ACTIONS = 2_000
# A newer version's kinds are not among them: what those do is unknown here.
WITHOUT_EFFECT = [kind.value for kind in Kind if not kind.moves_standings or kind.touches is Touches.NOBODY]


def touched_entries(tournament_id: int, after: int, until: int) -> set[int] | None:
    """Return the ids of the entries whose sums may be others by entry `until` of the ledger than by entry `after`.

    None stands for everybody: so many actions, or one of which nobody can say whom it touches.
    """
    if until - after > MOST_ACTIONS:
        return None
    touched: set[int] = set()
    actions = LedgerEntry.objects.filter(tournament_id=tournament_id, seq__gt=after, seq__lte=until)
    for action in actions.exclude(kind__in=WITHOUT_EFFECT):
        kind = Kind.of(action.kind)
        match kind and kind.touches:
            case Touches.TABLE:
                touched.update(cast("list[int]", action.content["entries"]))
            case Touches.ENTRY:
                touched.add(cast("int", action.content["entry"]))
            case _:
                return None
    return touched
