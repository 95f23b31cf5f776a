"""Results of players who have withdrawn may be annulled; taken back, those players stand below everybody else."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def not_annulled(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    tournaments = apps.get_model("tournaments", "Tournament").objects.using(editor.connection.alias)
    tournaments.filter(withdrawn="annulled").update(withdrawn="below")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0057_merged_players'),
    ]

    operations = [
        migrations.AlterField(
            model_name='tournament',
            name='withdrawn',
            field=models.CharField(choices=[('ranked', 'Ranked by what they have made'), ('below', 'Below everybody else, without a rank'), ('annulled', 'Nowhere: their results are annulled, also for their team')], default='ranked', max_length=8, verbose_name='players who have withdrawn'),
        ),
        migrations.RunPython(migrations.RunPython.noop, not_annulled, elidable=True),
    ]
