"""Constraints implemented as triggers, on SQLite and PostgreSQL, declared in `Meta.constraints`.

`makemigrations` sees them like any other constraint. A `Guard` refuses a row depending on its old values or on other
rows, which a CHECK cannot. A `Counter` maintains a number derived from other rows, whatever writes them.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import BaseConstraint, Model


class Trigger(BaseConstraint):
    """What the database does when a row of the model is written. The trigger has the constraint's name."""

    def create_sql(self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor) -> str:  # type: ignore[override]
        return self.create(model._meta.db_table, schema_editor.connection.vendor)

    def remove_sql(self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor) -> str:  # type: ignore[override]
        return self.drop(model._meta.db_table, schema_editor.connection.vendor)

    def constraint_sql(self, model: type[Model], schema_editor: BaseDatabaseSchemaEditor) -> None:  # type: ignore[override]
        """Create it after all tables of a migration; it is not part of `CREATE TABLE`."""
        schema_editor.deferred_sql.append(self.create_sql(model, schema_editor))

    def validate(self, *args: Any, **kwargs: Any) -> None:
        """Only the database can validate."""

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
    """Refuse `on` (INSERT, UPDATE or DELETE) if the SQL condition `when` on NEW and OLD is true, or always without
    it.

    PostgreSQL checks before each row is written; with `at_once` after all rows of a statement, for tables written by
    the thousand. Subqueries in `when` must use an index.
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
    """After `on` (INSERT, DELETE or UPDATE OF a column), run the SQL `then` if `when` is true."""

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
    """Return guards that refuse new and changed rows alike."""
    return (
        Guard(name=f"{name}_insert", on="INSERT", when=when),
        Guard(name=f"{name}_update", on="UPDATE", when=when),
    )


def changes(*columns: str, or_null: Iterable[str] = ()) -> str:
    """SQL: whether an update changes one of these columns. Nullable ones are integers."""
    return " OR ".join(
        [
            *(f"NEW.{column} <> OLD.{column}" for column in columns),
            *(f"COALESCE(NEW.{column}, -1) <> COALESCE(OLD.{column}, -1)" for column in or_null),
        ]
    )


# PostgreSQL's names for a statement's rows, and how a condition is evaluated on them. A row whose id changes has no
# counterpart, so it is refused; a full join never degrades to a nested loop, whatever plan is cached.
_ROWS = {
    "INSERT": ("NEW TABLE AS written", "written AS new WHERE"),
    "UPDATE": (
        "OLD TABLE AS were NEW TABLE AS written",
        "written AS new FULL JOIN were AS old ON old.id = new.id WHERE new.id IS NULL OR old.id IS NULL OR",
    ),
    "DELETE": ("OLD TABLE AS were", "were AS old WHERE"),
}
