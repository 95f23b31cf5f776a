"""Triggers shared by several models: a table's results and hands, who sits there, and what is reported."""

from web.triggers import Counter

LIVE = "IN ('submitted', 'confirmed', 'disputed')"

# The games of a stage are counted in this many rows, each table in one of them: a report locks that row until the
# commit, and with a single one all tables of a stage would queue.
GAME_COUNTS = 16


def anything_stands(table: str, *, looked_up: bool = False) -> str:
    """SQL: whether this table has a live result, or a hand not taken back.

    The offset makes PostgreSQL look up each table's results instead of reading all of them.
    """
    one = " LIMIT 1 OFFSET 0" if looked_up else ""
    return (
        f"EXISTS (SELECT 1 FROM tournaments_scoresheet sheet WHERE sheet.table_id = {table}"
        f" AND sheet.status {LIVE}{one})"
        f" OR EXISTS (SELECT 1 FROM tournaments_handrecord hand WHERE hand.table_id = {table} AND hand.kind = 'hand'"
        " AND NOT EXISTS (SELECT 1 FROM tournaments_handrecord undo WHERE undo.table_id = hand.table_id"
        f" AND undo.kind = 'undo' AND undo.number > hand.number AND undo.of <= hand.number){one})"
    )


# A table's records are deleted only with the table, or with the start of its round, and only if none is live.
MUST_STAY = (
    "NOT EXISTS (SELECT 1 FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id"
    f" WHERE t.id = OLD.table_id AND r.status = 'started') OR {anything_stands('OLD.table_id')}"
)


# A player who has moved to another table keeps what they reported at the first one, also in a file.
def is_of_another_round(seat: str) -> str:
    """SQL: whether a new row's seat (column `seat`) is in another round than its table."""
    return (
        f"(SELECT round_id FROM tournaments_seat WHERE id = NEW.{seat}) <>"
        " (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
    )


def comes_to_another_table(seat: str) -> str:
    """SQL: whether an update gives the row a seat of another table."""
    return (
        f"(SELECT table_id FROM tournaments_seat WHERE id = NEW.{seat}) <> NEW.table_id"
        f" AND (NEW.{seat} <> COALESCE(OLD.{seat}, 0) OR NEW.table_id <> OLD.table_id)"
    )


# A confirmation may belong to an outdated sheet of a table that its player has left.
OF_ANOTHERS_SHEET = (
    "(SELECT round_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
    " (SELECT t.round_id FROM tournaments_scoresheet s JOIN tournaments_table t ON t.id = s.table_id"
    " WHERE s.id = NEW.sheet_id) OR (SELECT table_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
    f" (SELECT table_id FROM tournaments_scoresheet WHERE id = NEW.sheet_id AND status {LIVE})"
)


def sheet_counters(name: str, status: str, count: str, where: str) -> tuple[Counter, ...]:
    """Count sheets by status: writing or moving one to this status adds one, leaving it subtracts one."""
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


# PostgreSQL fires triggers in order of name: a round's counters are locked before its stage's, as in
# `tournaments.actions.locks`.
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
