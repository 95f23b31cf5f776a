from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0011_invitations")]

    operations = [
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(fields=["tournament", "actor", "seq"], name="ledger_entries_by_actor"),
        ),
    ]
