"""Triggers that keep what follows from other rows, written once for SQLite and PostgreSQL.

Whatever writes a table or a scoresheet, an action, an import or a file, its numbers are right in the same statement.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Counter:
    """After `event` (INSERT, DELETE or UPDATE OF a column) on `table`, do `then` when `condition` is true."""

    name: str
    table: str
    event: str
    condition: str
    then: str

    def statements(self, vendor: str) -> list[str]:
        on = f"AFTER {self.event} ON {self.table}"
        if vendor == "sqlite":
            return [f"CREATE TRIGGER {self.name} {on} WHEN {self.condition} BEGIN {self.then}; END"]
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" {self.then}; RETURN NULL; END $$",
            f"CREATE TRIGGER {self.name} {on}"
            f" FOR EACH ROW WHEN ({self.condition}) EXECUTE FUNCTION {self.name}()",
        ]


# The games of a stage are counted in so many rows, each table's in one of them: whoever reports holds that row until
# the commit, and with a single one all tables of a stage would stand in line at it.
GAME_COUNTS = 16

LIVE = "IN ('submitted', 'confirmed', 'disputed')"
OF_ITS_STAGE = (
    "WHERE stage_id = (SELECT r.stage_id FROM tournaments_table t JOIN tournaments_round r ON r.id = t.round_id"
    " WHERE t.id = NEW.table_id AND NOT t.is_unranked)"
)
OF_ITS_STAGE_AND_PART = f"{OF_ITS_STAGE} AND part = NEW.table_id % {GAME_COUNTS}"
OF_ITS_ROUND = "WHERE round_id = (SELECT t.round_id FROM tournaments_table t WHERE t.id = NEW.table_id)"


def _sheet_counters(name: str, status: str, count: str, where: str) -> tuple[Counter, ...]:
    """A sheet that is written in this status, or comes to it, is one more; one that leaves it is one less."""
    sheets, more, less = "tournaments_scoresheet", f"{count} + 1 {where}", f"{count} - 1 {where}"
    return (
        Counter(f"{name}_written", sheets, "INSERT", f"NEW.status {status}", more),
        Counter(
            f"{name}_more",
            sheets,
            "UPDATE OF status",
            f"NEW.status {status} AND NOT OLD.status {status}",
            more,
        ),
        Counter(
            f"{name}_less",
            sheets,
            "UPDATE OF status",
            f"OLD.status {status} AND NOT NEW.status {status}",
            less,
        ),
    )


def _game_counters(where: str) -> tuple[Counter, ...]:
    return _sheet_counters(
        "reported_games_are_counted", LIVE, "UPDATE tournaments_gamecount SET reported = reported", where
    )


GAME_COUNTERS = _game_counters(OF_ITS_STAGE_AND_PART)
# Those of migrations from when a stage had one row.
ONE_ROW_GAME_COUNTERS = _game_counters(OF_ITS_STAGE)

# PostgreSQL does what follows from a sheet in the order of these names: a round's numbers are locked before its
# stage's, as in `tournaments.actions.locks`.
COUNTERS = (
    Counter(
        "a_round_has_a_count",
        "tournaments_round",
        "INSERT",
        "1 = 1",
        "INSERT INTO tournaments_roundcount (round_id, tables, confirmed) VALUES (NEW.id, 0, 0)",
    ),
    Counter(
        "a_table_is_counted",
        "tournaments_table",
        "INSERT",
        "1 = 1",
        "UPDATE tournaments_roundcount SET tables = tables + 1 WHERE round_id = NEW.round_id",
    ),
    Counter(
        "a_table_is_counted_no_more",
        "tournaments_table",
        "DELETE",
        "1 = 1",
        "UPDATE tournaments_roundcount SET tables = tables - 1 WHERE round_id = OLD.round_id",
    ),
    *GAME_COUNTERS,
    *_sheet_counters(
        "confirmed_tables_are_counted",
        "= 'confirmed'",
        "UPDATE tournaments_roundcount SET confirmed = confirmed",
        OF_ITS_ROUND,
    ),
    Counter(
        "scores_count_once_confirmed",
        "tournaments_scoresheet",
        "UPDATE OF status",
        "NEW.status = 'confirmed' AND OLD.status <> 'confirmed'",
        "UPDATE tournaments_score SET counts ="
        " (SELECT NOT is_unranked FROM tournaments_table WHERE id = NEW.table_id) WHERE sheet_id = NEW.id",
    ),
)
ONE_ROW_COUNTERS = (
    *(counter for counter in COUNTERS if counter not in GAME_COUNTERS),
    *ONE_ROW_GAME_COUNTERS,
)
