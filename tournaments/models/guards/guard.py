"""Triggers that refuse a row, written once for SQLite and PostgreSQL."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.backends.base.schema import BaseDatabaseSchemaEditor


@dataclass(frozen=True)
class Guard:
    """Refuse `event` (INSERT, UPDATE or DELETE) on `table` when `condition` (SQL over NEW or OLD) is true."""

    name: str
    table: str
    event: str
    condition: str


def on_write(name: str, table: str, condition: str) -> tuple[Guard, Guard]:
    return (
        Guard(f"{name}_insert", table, "INSERT", condition),
        Guard(f"{name}_update", table, "UPDATE", condition),
    )


def put_up(editor: BaseDatabaseSchemaEditor, guards: Sequence[Guard]) -> None:
    """Create the triggers; those of the same names are replaced."""
    drop(editor, guards)
    for guard in guards:
        for statement in _sql(editor.connection.vendor, guard):
            editor.execute(statement, params=None)


def drop(editor: BaseDatabaseSchemaEditor, guards: Sequence[Guard]) -> None:
    """Remove the triggers, where they exist."""
    for guard in guards:
        on = f" ON {guard.table}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER IF EXISTS {guard.name}{on}", params=None)


def _sql(vendor: str, guard: Guard) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table} WHEN {guard.condition}"
            f" BEGIN SELECT RAISE(ABORT, '{guard.name}'); END"
        ]
    back = "OLD" if guard.event == "DELETE" else "NEW"
    return [
        f"CREATE OR REPLACE FUNCTION {guard.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF {guard.condition} THEN RAISE EXCEPTION '{guard.name}' USING ERRCODE = 'check_violation',"
        f" CONSTRAINT = '{guard.name}'; END IF; RETURN {back}; END $$",
        f"CREATE TRIGGER {guard.name} BEFORE {guard.event} ON {guard.table}"
        f" FOR EACH ROW EXECUTE FUNCTION {guard.name}()",
    ]
