"""The locks that actions take, in one order.

Whoever locks rows takes them in this order, and before looking at what they guard:

1. the tournament, for whatever is about the whole of it: its set-up, its staff, its draws, what becomes of a round;
   or the player, who is no single tournament's;
2. a draw that is being computed;
3. the round, then its table, so that a report either comes before the round's end or finds it closed;
4. what is below: seats, entries, tokens, scoresheets;
5. the trace of a name, the number of a stage's games, then the ledger's head (`record`), the last of all; of several
   ledgers, in the order of their tournaments. Registrations take it alone: nobody at the desk waits for a draw.

The rules of the tournament's table sizes, its old addresses, the terms on which players register themselves and what
becomes of their registrations are written under its lock alone, so they need none of their own. A new registration
takes the ledger's head alone, as everything does that counts places.

All of them are `no_key`: nothing here changes a key, and a row that refers to a locked one can be written meanwhile.
tests/tournaments/actions/test_lock_order.py has a row for every action and fails on another order.
"""

from django.db.models import OuterRef, Subquery

from tournaments.actions.actor import Actor
from tournaments.models import Staff, Table, Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament and return it as it is now: one draw, withdrawal or start at a time."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def lock_table(by: Actor, **which: object) -> Table:
    """Lock the round of the one table that this describes, and the table; return it with its round, stage and
    tournament as they are now. The actor's role there comes along in `by.roles`: hardly anybody locks who needs none.
    """
    # PostgreSQL locks the rows in the order in which they are named here.
    tables = Table.objects.select_for_update(of=("round", "self"), no_key=True)
    if by.user is not None:
        roles = Staff.objects.filter(tournament=OuterRef("round__stage__tournament"), user=by.user)
        tables = tables.annotate(role=Subquery(roles.values("role")))
    table = tables.select_related("round__stage__tournament__usual_format").get(**which)
    if by.user is not None:
        by.roles[table.round.stage.tournament_id] = table.role  # type: ignore[attr-defined]
    return table
