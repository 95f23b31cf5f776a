"""An entry may be merged into another one of the same player, and moves then change their player."""

import django.db.models.deletion
from django.db import migrations, models

from tournaments.models.guards import (
    CAPTAIN_GUARDS,
    CLOSED_LEDGER_GUARDS,
    GUARDS,
    MERGED_MOVE_GUARDS,
    MERGE_GUARDS,
    MOVE_GUARDS,
    NIGHT_GUARDS,
    QUALIFYING_GUARDS,
    REGISTRATION_GUARDS,
    STILL_WRITTEN_GUARDS,
    DropTriggers,
    PutUpTriggers,
)

# SQLite builds a table anew for another constraint, without its guards.
OF_ENTRIES = tuple(
    guard
    for guard in (*GUARDS, *REGISTRATION_GUARDS, *QUALIFYING_GUARDS, *CAPTAIN_GUARDS, *NIGHT_GUARDS)
    if guard.table == "tournaments_entry" or "tournaments_entry " in guard.condition
)
NEW = (*MERGE_GUARDS, *MERGED_MOVE_GUARDS, *STILL_WRITTEN_GUARDS)
# Those of the same names that stood before.
BEFORE = tuple(
    guard for guard in (*MOVE_GUARDS, *CLOSED_LEDGER_GUARDS) if guard.name in {one.name for one in NEW}
)


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0002_name_traces'),
        ('tournaments', '0054_bonuses'),
    ]

    operations = [
        DropTriggers((*OF_ENTRIES, *BEFORE)),
        migrations.RemoveConstraint(
            model_name='entry',
            name='one_entry_per_player',
        ),
        migrations.AddField(
            model_name='entry',
            name='merged_into',
            field=models.ForeignKey(editable=False, help_text='The entry of the same player for which everything here counts.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='tournaments.entry'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('merged_into', None)), fields=('tournament', 'player'), name='one_entry_per_player'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('merged_into', None), ('status', 'withdrawn'), _connector='OR'), name='a_merged_entry_has_withdrawn'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('merged_into', None), models.Q(('merged_into', models.F('id')), _negated=True), _connector='OR'), name='an_entry_is_merged_into_another'),
        ),
        PutUpTriggers((*OF_ENTRIES, *NEW)),
    ]
