"""A tablet that lies at a table: its code, the device that took it, its end."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from tournaments.models.guards import KIOSK_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0067_yaku_and_dora_of_hands'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='TableKiosk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='table')),
                ('nonce', models.CharField(max_length=32)),
                ('code_hash', models.CharField(max_length=64, unique=True)),
                ('device_hash', models.CharField(max_length=64, null=True, unique=True)),
                ('device_name', models.CharField(blank=True, max_length=120, verbose_name='device')),
                ('issued_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('claimed_at', models.DateTimeField(null=True)),
                ('revoked_at', models.DateTimeField(null=True)),
                ('issued_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('revoked_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='kiosks', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'tablet of a table',
                'verbose_name_plural': 'tablets of tables',
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('tournament', 'number'), name='one_living_kiosk_per_table'), models.CheckConstraint(condition=models.Q(('number__range', (1, 999))), name='a_kiosk_is_of_a_numbered_table'), models.CheckConstraint(condition=models.Q(models.Q(('claimed_at__isnull', True), ('device_hash__isnull', True), ('device_name', '')), models.Q(('claimed_at__isnull', False), ('device_hash__isnull', False)), _connector='OR'), name='a_claimed_kiosk_names_its_device'), models.CheckConstraint(condition=models.Q(('claimed_at__isnull', True), ('claimed_at__gte', models.F('issued_at')), _connector='OR'), name='a_kiosk_is_claimed_after_it_was_issued'), models.CheckConstraint(condition=models.Q(models.Q(('revoked_at__isnull', True), ('revoked_by__isnull', True)), models.Q(('revoked_at__gte', models.F('issued_at')), ('revoked_at__isnull', False), ('revoked_by__isnull', False)), _connector='OR'), name='an_ended_kiosk_says_by_whom')],
            },
        ),
        PutUpTriggers(KIOSK_GUARDS),
    ]
