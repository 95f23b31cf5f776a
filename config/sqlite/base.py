"""Django's SQLite backend, whose migrations preserve triggers."""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.sqlite3 import base, schema
from django.db.models import BaseConstraint, Model

from web.triggers import Trigger


class DatabaseSchemaEditor(schema.DatabaseSchemaEditor):
    """To change a table, Django copies it, drops it and renames the copy. Dropping it would drop its triggers, and
    another table's trigger that reads it would make the renaming fail.
    """

    def add_constraint(self, model: type[Model], constraint: BaseConstraint) -> None:
        if isinstance(constraint, Trigger):
            BaseDatabaseSchemaEditor.add_constraint(self, model, constraint)
        else:
            super().add_constraint(model, constraint)

    def remove_constraint(self, model: type[Model], constraint: BaseConstraint) -> None:
        if isinstance(constraint, Trigger):
            BaseDatabaseSchemaEditor.remove_constraint(self, model, constraint)
        else:
            super().remove_constraint(model, constraint)

    def _remake_table(self, model: type[Model], *args: Any, **kwargs: Any) -> None:
        options = model._meta
        with self.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND INSTR(sql, %s)",
                [options.db_table],
            )
            triggers = cursor.fetchall()
        for name, _sql in triggers:
            self.execute(f"DROP TRIGGER {name}", params=None)
        constraints = options.constraints
        options.constraints = [one for one in constraints if not isinstance(one, Trigger)]
        # Triggers of new tables wait until the end of the migration: Django runs deferred statements after each
        # copy.
        waiting = [sql for sql in self.deferred_sql if str(sql).startswith("CREATE TRIGGER")]
        self.deferred_sql = [sql for sql in self.deferred_sql if sql not in waiting]
        super()._remake_table(model, *args, **kwargs)  # type: ignore[misc]
        options.constraints = constraints
        self.deferred_sql += waiting
        for _name, sql in triggers:
            self.execute(sql, params=None)


class DatabaseWrapper(base.DatabaseWrapper):
    SchemaEditorClass = DatabaseSchemaEditor
