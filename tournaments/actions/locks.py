"""The locks that actions take, in one order.

Locks are taken in this order, and before reading what they guard:

1. the league, for itself, its staff and its seasons; then the tournament, for anything about the whole of it: set-up,
   staff, draws, the status of a round; or the player, who belongs to no single tournament;
2. a draw that is being computed;
3. the round, then its table, so that a report either precedes the round's end or finds it closed. Actions on one
   table share the round's lock and leave the round unchanged; actions that change the round lock it exclusively;
4. everything below: seats, entries, tokens, scoresheets;
5. the trace of a name; the counters of a round's tables and a stage's games, which the database updates with every
   sheet (`models.play.triggers`); then, last of all, the ledger head (`record`): several heads in the order of their
   tournaments, followed by their league's. Registrations lock only the head, so the desk never waits for a draw.

Rows written only under the tournament's lock need none of their own: rules for table sizes, old addresses, terms and
decisions of registrations, removed texts beside the ledger. A new registration locks only the ledger head, like
everything that counts places.

All locks except the shared one are `no_key`: no action changes a key, so rows that refer to a locked one can be
written meanwhile. tests/tournaments/actions/test_lock_order.py covers every action and fails on any other order.
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
    # All tables of a round can report at once; changes of the round and reports wait for each other.
    share=("tournaments_round",),
    lock=("tournaments_table",),
    tournaments_table=Table,
    tournaments_round=Round,
    stage=Stage,
    tournament=Tournament,
    format=TableFormat,
)


def lock_league(league_id: int) -> League:
    """Lock and reload a league: one change of its seasons or staff at a time."""
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def lock_tournament(tournament_id: int) -> Tournament:
    """Lock and reload a tournament: one draw, withdrawal or start at a time."""
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def lock_table(by: Actor, *, pk: int | None = None, sheet: int | None = None) -> Table:
    """Lock a table, given by its id or a scoresheet's, sharing its round; return it with a fresh round, stage and
    tournament. Also loads the actor's role into `by.roles`, which almost every caller needs. Raises
    Table.DoesNotExist.
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
