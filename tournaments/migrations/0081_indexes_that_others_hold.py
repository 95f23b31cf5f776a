"""What a result writes has no index any more that another begins with: a unique constraint finds the same rows.

Dropped by name, as Django made them on both databases: to alter the fields would rebuild their tables on SQLite, and
their triggers would be gone.
"""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Model, field, how it is found from the other side, and the end of the index's name.
HELD = (
    ("Confirmation", "sheet", "scoresheet", "confirmations", "4bdf5cef"),
    ("HandRecord", "table", "table", "hand_records", "24479f12"),
    ("LedgerEntry", "tournament", "tournament", "ledger", "3bf8a9ec"),
    ("Score", "sheet", "scoresheet", "scores", "fa766a14"),
    ("Score", "stage", "stage", "scores", "99863448"),
    ("Scoresheet", "table", "table", "scoresheets", "4f3875ce"),
    ("Seat", "round", "round", "seats", "74601242"),
    ("Seat", "table", "table", "seats", "1407a2f2"),
    ("Table", "round", "round", "tables", "88f9c8ac"),
)
CASCADES = {("Score", "sheet"), ("Seat", "round"), ("Seat", "table"), ("Table", "round")}


def field(model: str, name: str, to: str, related_name: str) -> models.ForeignKey[Any, Any]:
    deletion = django.db.models.deletion
    return models.ForeignKey(
        db_index=False,
        on_delete=deletion.CASCADE if (model, name) in CASCADES else deletion.PROTECT,
        related_name=related_name,
        to=f"tournaments.{to}",
    )


def index(model: str, name: str, digest: str) -> migrations.RunSQL:
    table = f"tournaments_{model.lower()}"
    called = f"{table}_{name}_id_{digest}"
    return migrations.RunSQL(
        f"DROP INDEX IF EXISTS {called}", f"CREATE INDEX {called} ON {table} ({name}_id)"
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0080_verified_ledgers")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[index(model, name, digest)],
            state_operations=[
                migrations.AlterField(
                    model_name=model.lower(), name=name, field=field(model, name, to, related_name)
                )
            ],
        )
        for model, name, to, related_name, digest in HELD
    ]
