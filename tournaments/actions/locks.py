"""The locks that actions take, in one order.

Whoever locks rows takes them in this order, and before looking at what they guard:

1. the league, for whatever is about it, its staff and its seasons; then the tournament, for whatever is about the
   whole of it: its set-up, its staff, its draws, what becomes of a round; or the player, who is no single
   tournament's;
2. a draw that is being computed;
3. the round, then its table, so that a report either comes before the round's end or finds it closed. What is about
   one table shares its round with those about the others, and changes nothing of it; what changes the round has it
   alone;
4. what is below: seats, entries, tokens, scoresheets;
5. the trace of a name, the numbers of a round's tables and of a stage's games, which the database keeps with every
   sheet (`models.play.triggers`), then the ledger's head (`record`), the last of all; of several
   ledgers, in the order of their tournaments, and that of their league after them. Registrations take it alone:
   nobody at the desk waits for a draw.

The rules of the tournament's table sizes, its old addresses, the terms on which players register themselves and what
becomes of their registrations are written under its lock alone, and so are texts beside its ledger when they are
removed: they need none of their own. A new registration takes the ledger's head alone, as everything does that counts
places.

All but the shared round are `no_key`: nothing here changes a key, and a row that refers to a locked one can be
written meanwhile.
tests/tournaments/actions/test_lock_order.py has a row for every action and fails on another order.
"""

from tournaments.actions.actor import Actor
from tournaments.models import League, Round, Stage, Table, TableFormat, Tournament
from tournaments.models.fast_sql.reading import JoinedRows

TABLE = JoinedRows(
    """
    SELECT {columns}, CASE WHEN tournament.season_id IN (
        SELECT season.id FROM tournaments_season season
        JOIN tournaments_leaguestaff organizer ON organizer.league_id = season.league_id
        WHERE organizer.user_id = %s
    ) THEN 'organizer' ELSE (
        SELECT role FROM tournaments_staff WHERE tournament_id = tournament.id AND user_id = %s
    ) END
    FROM tournaments_table
    JOIN tournaments_round ON tournaments_round.id = tournaments_table.round_id
    JOIN tournaments_stage stage ON stage.id = tournaments_round.stage_id
    JOIN tournaments_tournament tournament ON tournament.id = stage.tournament_id
    JOIN tournaments_tableformat format ON format.usual_of_id = tournament.id
    WHERE tournaments_table.id = COALESCE(
        %s, (SELECT table_id FROM tournaments_scoresheet WHERE id = %s)
    )
    """,
    # All tables of a round report at once; what changes the round waits for them, and they for it.
    share=("tournaments_round",),
    lock=("tournaments_table",),
    tournaments_table=Table,
    tournaments_round=Round,
    stage=Stage,
    tournament=Tournament,
    format=TableFormat,
)


def lock_league(league_id: int) -> League:
    """Lock a league and return it as it is now: one change of its seasons or its staff at a time."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock a tournament and return it as it is now: one draw, withdrawal or start at a time."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def lock_table(by: Actor, *, pk: int | None = None, sheet: int | None = None) -> Table:
    """Share the round of a table, named by its number or by that of a scoresheet, and lock the table; return it with
    its round, stage and tournament as they are now. The actor's role there comes along in `by.roles`: hardly anybody
    locks who needs none. Raises Table.DoesNotExist.
    """
    user = by.user.pk if by.user is not None else None
    found = TABLE.read(user, user, pk, sheet)
    if not found:
        raise Table.DoesNotExist
    table: Table
    [[table, table.round, table.round.stage, tournament, tournament.usual_format, role]] = found
    table.round.stage.tournament = tournament
    if user is not None:
        by.roles[tournament.pk] = role
    return table
