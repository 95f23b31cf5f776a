"""The hands of a game, as its table enters them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournaments.models.guards import HAND_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0050_unranked_tables'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HandRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('kind', models.CharField(choices=[('hand', 'Entered'), ('undo', 'Taken back'), ('change', 'Corrected')], max_length=6, verbose_name='action')),
                ('outcome', models.TextField(blank=True, help_text='Canonical JSON of an outcome of `scoring`.')),
                ('of', models.PositiveSmallIntegerField(help_text='The first record that is taken back, or the one that is corrected.', null=True)),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('state', models.TextField(help_text='Canonical JSON of a state of `scoring`.')),
                ('recorded_at', models.DateTimeField(editable=False, verbose_name='at')),
                ('hash', models.CharField(max_length=64)),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entered_hands', to='tournaments.seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hand_records', to='tournaments.table')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'ordering': ['table_id', 'number'],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='one_hand_record_per_number'), models.CheckConstraint(condition=models.Q(('number__range', (1, 400))), name='a_hand_record_within_bounds'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'hand'), ('of__isnull', True), models.Q(('outcome', ''), _negated=True)), models.Q(('kind', 'undo'), ('of__isnull', False), ('of__lt', models.F('number')), ('outcome', '')), models.Q(('kind', 'change'), ('of__isnull', False), ('of__lt', models.F('number')), models.Q(('outcome', ''), _negated=True), models.Q(('reason', ''), _negated=True)), _connector='OR'), name='a_hand_record_says_what_it_does'), models.CheckConstraint(condition=models.Q(('seat__isnull', False), ('user__isnull', False), _connector='OR'), name='somebody_enters_a_hand')],
            },
        ),
        PutUpTriggers(HAND_GUARDS),
    ]
