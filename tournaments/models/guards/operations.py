"""Operations of migrations that put triggers up and drop them, without the models that `RunPython` makes."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tournaments.models.guards.guard import Trigger


class PutUpTriggers(Operation):
    """Create the triggers, in place of those of the same names; backwards, drop them."""

    def __init__(self, triggers: Sequence[Trigger]) -> None:
        self.triggers = triggers

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Models know nothing of triggers."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        _put_up(schema_editor, self.triggers)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        _drop(schema_editor, self.triggers)

    def describe(self) -> str:
        return f"Put up {len(self.triggers)} triggers"


class DropTriggers(PutUpTriggers):
    """Drop the triggers, where they exist; backwards, create them again."""

    database_forwards = PutUpTriggers.database_backwards
    database_backwards = PutUpTriggers.database_forwards

    def describe(self) -> str:
        return f"Drop {len(self.triggers)} triggers"


def _put_up(editor: BaseDatabaseSchemaEditor, triggers: Sequence[Trigger]) -> None:
    _drop(editor, triggers)
    for trigger in triggers:
        for statement in trigger.statements(editor.connection.vendor):
            editor.execute(statement, params=None)


def _drop(editor: BaseDatabaseSchemaEditor, triggers: Sequence[Trigger]) -> None:
    for trigger in triggers:
        on = f" ON {trigger.table}" if editor.connection.vendor == "postgresql" else ""
        editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on}", params=None)
