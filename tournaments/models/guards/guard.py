"""Triggers that refuse a row, written once for SQLite and PostgreSQL."""

from dataclasses import dataclass
from typing import Protocol


class Trigger(Protocol):
    """What the database does by itself when a row of `table` is written; its name is no other's."""

    @property
    def name(self) -> str: ...
    @property
    def table(self) -> str: ...

    def statements(self, vendor: str) -> list[str]:
        """The SQL that creates it."""


@dataclass(frozen=True)
class Guard:
    """Refuse `event` (INSERT, UPDATE or DELETE) on `table` when `condition` (SQL over NEW or OLD) is true.

    PostgreSQL asks it of each row before it is written, or with `at_once` of all rows of a statement after the last
    of them, which is for statements that write thousands. Subqueries of its condition must look rows up by an index,
    however many are asked for.
    """

    name: str
    table: str
    event: str
    condition: str
    at_once: bool = False

    def statements(self, vendor: str) -> list[str]:
        if vendor == "sqlite":
            return [
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} WHEN {self.condition}"
                f" BEGIN SELECT RAISE(ABORT, '{self.name}'); END"
            ]
        back = "OLD" if self.event == "DELETE" else "NEW"
        condition, when, rows, answer = self.condition, "BEFORE", "FOR EACH ROW", back
        if self.at_once:
            tables, found = _ROWS[self.event]
            condition = f"EXISTS (SELECT 1 FROM {found} ({condition}))"  # noqa: S608 - written in this folder
            when, rows, answer = "AFTER", f"REFERENCING {tables} FOR EACH STATEMENT", "NULL"
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$"
            f"{' #variable_conflict use_column' + chr(10) if self.at_once else ''} BEGIN"
            f" IF {condition} THEN RAISE EXCEPTION '{self.name}' USING ERRCODE = 'check_violation',"
            f" CONSTRAINT = '{self.name}'; END IF; RETURN {answer}; END $$",
            f"CREATE TRIGGER {self.name} {when} {self.event} ON {self.table}"
            f" {rows} EXECUTE FUNCTION {self.name}()",
        ]


# What PostgreSQL calls the rows of a statement, and how a condition is asked of them. A row whose id changes has no
# other half, so it is refused; a full join is never done row by row for each row, whatever plan is kept.
_ROWS = {
    "INSERT": ("NEW TABLE AS written", "written AS new WHERE"),
    "UPDATE": (
        "OLD TABLE AS were NEW TABLE AS written",
        "written AS new FULL JOIN were AS old ON old.id = new.id WHERE new.id IS NULL OR old.id IS NULL OR",
    ),
    "DELETE": ("OLD TABLE AS were", "were AS old WHERE"),
}


def on_write(name: str, table: str, condition: str) -> tuple[Guard, Guard]:
    return (
        Guard(f"{name}_insert", table, "INSERT", condition),
        Guard(f"{name}_update", table, "UPDATE", condition),
    )
