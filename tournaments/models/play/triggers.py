"""What triggers of several models ask and do: what stands at a table, who sits at it, and how much is reported."""

from web.triggers import Counter

LIVE = "IN ('submitted', 'confirmed', 'disputed')"

# The games of a stage are counted in so many rows, each table's in one of them: who reports holds that row until the
# commit, and with a single one all tables of a stage would wait for each other.
GAME_COUNTS = 16


def anything_stands(table: str, *, looked_up: bool = False) -> str:
    """SQL: has this table a result that is neither void nor replaced, or a hand that was not taken back?

    With an offset PostgreSQL looks a table's results up, and never reads those of the whole house for many tables.
    """
    one = " LIMIT 1 OFFSET 0" if looked_up else ""
    return (
        f"EXISTS (SELECT 1 FROM tournaments_scoresheet sheet WHERE sheet.table_id = {table}"
        f" AND sheet.status {LIVE}{one})"
        f" OR EXISTS (SELECT 1 FROM tournaments_handrecord hand WHERE hand.table_id = {table} AND hand.kind = 'hand'"
        " AND NOT EXISTS (SELECT 1 FROM tournaments_handrecord undo WHERE undo.table_id = hand.table_id"
        f" AND undo.kind = 'undo' AND undo.number > hand.number AND undo.of <= hand.number){one})"
    )


# What was said at a table goes only with the table, or with the start of its round, and only if nothing of it stands.
MUST_STAY = (
    "NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id"
    f" WHERE t.id = OLD.table_id AND r.status = 'started') OR {anything_stands('OLD.table_id')}"
)


# A player who sits at another table by now has said something at the first one: it is theirs still, also in a file.
def is_of_another_round(seat: str) -> str:
    """SQL: is a new row of a table about a seat (`seat` is its column) of another round?"""
    return (
        f"(SELECT round_id FROM tournaments_seat WHERE id = NEW.{seat}) <>"
        " (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
    )


def comes_to_another_table(seat: str) -> str:
    """SQL: does an update make the row be about a seat of another table?"""
    return (
        f"(SELECT table_id FROM tournaments_seat WHERE id = NEW.{seat}) <> NEW.table_id"
        f" AND (NEW.{seat} <> COALESCE(OLD.{seat}, 0) OR NEW.table_id <> OLD.table_id)"
    )


# A confirmation may be of a sheet that does not count any more, at a table that its player has left.
OF_ANOTHERS_SHEET = (
    "(SELECT round_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
    " (SELECT t.round_id FROM tournaments_scoresheet s JOIN tournaments_table t ON t.id = s.table_id"
    " WHERE s.id = NEW.sheet_id) OR (SELECT table_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
    f" (SELECT table_id FROM tournaments_scoresheet WHERE id = NEW.sheet_id AND status {LIVE})"
)


def sheet_counters(name: str, status: str, count: str, where: str) -> tuple[Counter, ...]:
    """A sheet that is written in this status, or comes to it, is one more; one that leaves it is one less."""
    more, less = f"{count} + 1 {where}", f"{count} - 1 {where}"
    came, left = (
        f"NEW.status {status} AND NOT OLD.status {status}",
        f"OLD.status {status} AND NOT NEW.status {status}",
    )
    return (
        Counter(name=f"{name}_written", on="INSERT", when=f"NEW.status {status}", then=more),
        Counter(name=f"{name}_more", on="UPDATE OF status", when=came, then=more),
        Counter(name=f"{name}_less", on="UPDATE OF status", when=left, then=less),
    )


# PostgreSQL does what follows from a sheet in the order of these names: a round's numbers are locked before its
# stage's, as in `tournaments.actions.locks`.
SHEET_COUNTERS = (
    *sheet_counters(
        "confirmed_tables_are_counted",
        "= 'confirmed'",
        "UPDATE tournaments_roundcount SET confirmed = confirmed",
        "WHERE round_id = (SELECT t.round_id FROM tournaments_table t WHERE t.id = NEW.table_id)",
    ),
    *sheet_counters(
        "reported_games_are_counted",
        LIVE,
        "UPDATE tournaments_gamecount SET reported = reported",
        "WHERE stage_id = (SELECT r.stage_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id"
        f" WHERE t.id = NEW.table_id AND NOT t.is_unranked) AND part = NEW.table_id % {GAME_COUNTS}",
    ),
    Counter(
        name="scores_count_once_confirmed",
        on="UPDATE OF status",
        when="NEW.status = 'confirmed' AND OLD.status <> 'confirmed'",
        then="UPDATE tournaments_score SET counts ="
        " (SELECT NOT is_unranked FROM tournaments_table WHERE id = NEW.table_id) WHERE sheet_id = NEW.id",
    ),
)
