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
    """Refuse `event` (INSERT, UPDATE or DELETE) on `table` when `condition` (SQL over NEW or OLD) is true."""

    name: str
    table: str
    event: str
    condition: str

    def statements(self, vendor: str) -> list[str]:
        if vendor == "sqlite":
            return [
                f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table} WHEN {self.condition}"
                f" BEGIN SELECT RAISE(ABORT, '{self.name}'); END"
            ]
        back = "OLD" if self.event == "DELETE" else "NEW"
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF {self.condition} THEN RAISE EXCEPTION '{self.name}' USING ERRCODE = 'check_violation',"
            f" CONSTRAINT = '{self.name}'; END IF; RETURN {back}; END $$",
            f"CREATE TRIGGER {self.name} BEFORE {self.event} ON {self.table}"
            f" FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]


def on_write(name: str, table: str, condition: str) -> tuple[Guard, Guard]:
    return (
        Guard(f"{name}_insert", table, "INSERT", condition),
        Guard(f"{name}_update", table, "UPDATE", condition),
    )
