"""Operations of migrations that put triggers up and drop them, without the models that `RunPython` makes."""

from collections.abc import Sequence

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tournaments.models.guards.guard import Trigger, drop, put_up


class PutUpTriggers(Operation):
    """Create the triggers, in place of those of the same names; backwards, drop them."""

    atomic = True

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
        put_up(schema_editor, self.triggers)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        drop(schema_editor, self.triggers)

    def describe(self) -> str:
        return f"Put up {len(self.triggers)} triggers"


class DropTriggers(PutUpTriggers):
    """Drop the triggers, where they exist; backwards, create them again."""

    database_forwards = PutUpTriggers.database_backwards
    database_backwards = PutUpTriggers.database_forwards

    def describe(self) -> str:
        return f"Drop {len(self.triggers)} triggers"
