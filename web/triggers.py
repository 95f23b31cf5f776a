"""Constraints that need a trigger, on SQLite and PostgreSQL, declared in `Meta.constraints` of their model.

`makemigrations` sees them like any other constraint. A `Guard` refuses a row by its old values or by other rows,
which no check can do. A `Counter` keeps a number that follows from other rows, whatever writes them: an action, an
import, a file or the console.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import BaseConstraint, Model


class Trigger(BaseConstraint):
    """What the database does by itself when a row of the model is written. The trigger has the constraint's name."""

    def create_sql(self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor) -> str:  # type: ignore[override]
        return self.create(model._meta.db_table, schema_editor.connection.vendor)

    def remove_sql(self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor) -> str:  # type: ignore[override]
        return self.drop(model._meta.db_table, schema_editor.connection.vendor)

    def constraint_sql(self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor) -> None:  # type: ignore[override]
        """Create it once all tables of a migration are there; it is no part of `CREATE TABLE`."""
        schema_editor.deferred_sql.append(self.create_sql(model, schema_editor))

    def validate(self, *args: Any, **kwargs: Any) -> None:
        """Only the database knows."""

    def create(self, table: str, vendor: str) -> str:
        raise NotImplementedError

    def drop(self, table: str, vendor: str) -> str:
        if vendor == "sqlite":
            return f"DROP TRIGGER {self.name}"
        return f"DROP TRIGGER {self.name} ON {table}; DROP FUNCTION {self.name}()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trigger) and self.deconstruct() == other.deconstruct()

    def __hash__(self) -> int:
        return hash(self.name)


class Guard(Trigger):
    """Refuse `on` (INSERT, UPDATE or DELETE) where the SQL of `when`, about NEW and OLD, is true; without it, always.

    PostgreSQL asks before each row is written. With `at_once` it asks about all rows of a statement after the last of
    them, for tables that are written by the thousand. Subqueries of `when` must find their rows by an index.
    """

    def __init__(self, *, name: str, on: str, when: str = "1 = 1", at_once: bool = False) -> None:
        super().__init__(name=name)
        self.on, self.when, self.at_once = on, when, at_once

    def create(self, table: str, vendor: str) -> str:
        name = self.name
        if vendor == "sqlite":
            return (
                f"CREATE TRIGGER {name} BEFORE {self.on} ON {table} WHEN {self.when}"
                f" BEGIN SELECT RAISE(ABORT, '{name}'); END"
            )
        condition, names, answer = self.when, "", "OLD" if self.on == "DELETE" else "NEW"
        moment, rows = f"BEFORE {self.on}", "FOR EACH ROW"
        if self.at_once:
            tables, found = _ROWS[self.on]
            condition = f"EXISTS (SELECT 1 FROM {found} ({condition}))"  # noqa: S608 - written in a model
            names, answer = " #variable_conflict use_column\n", "NULL"
            moment, rows = f"AFTER {self.on}", f"REFERENCING {tables} FOR EACH STATEMENT"
        return (
            f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${names} BEGIN"
            f" IF {condition} THEN RAISE EXCEPTION '{name}' USING ERRCODE = 'check_violation',"
            f" CONSTRAINT = '{name}'; END IF; RETURN {answer}; END $$;"
            f" CREATE TRIGGER {name} {moment} ON {table} {rows} EXECUTE FUNCTION {name}()"
        )

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        path, args, kwargs = super().deconstruct()
        kwargs |= {"on": self.on, "when": self.when}
        return path, args, kwargs | ({"at_once": True} if self.at_once else {})


class Counter(Trigger):
    """After `on` (INSERT, DELETE or UPDATE OF a column), do the SQL of `then` where that of `when` is true."""

    def __init__(self, *, name: str, on: str, then: str, when: str = "1 = 1") -> None:
        super().__init__(name=name)
        self.on, self.when, self.then = on, when, then

    def create(self, table: str, vendor: str) -> str:
        moment = f"CREATE TRIGGER {self.name} AFTER {self.on} ON {table}"
        if vendor == "sqlite":
            return f"{moment} WHEN {self.when} BEGIN {self.then}; END"
        return (
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" {self.then}; RETURN NULL; END $$;"
            f" {moment} FOR EACH ROW WHEN ({self.when}) EXECUTE FUNCTION {self.name}()"
        )

    def deconstruct(self) -> tuple[str, Sequence[Any], dict[str, Any]]:
        path, args, kwargs = super().deconstruct()
        return path, args, kwargs | {"on": self.on, "when": self.when, "then": self.then}


def on_write(name: str, when: str) -> tuple[Guard, Guard]:
    """Refuse a new row and a changed one alike."""
    return (
        Guard(name=f"{name}_insert", on="INSERT", when=when),
        Guard(name=f"{name}_update", on="UPDATE", when=when),
    )


def changes(*columns: str, or_null: Iterable[str] = ()) -> str:
    """SQL: does an update change one of these columns? Those that may be null are whole numbers."""
    return " OR ".join(
        [
            *(f"NEW.{column} <> OLD.{column}" for column in columns),
            *(f"COALESCE(NEW.{column}, -1) <> COALESCE(OLD.{column}, -1)" for column in or_null),
        ]
    )


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
