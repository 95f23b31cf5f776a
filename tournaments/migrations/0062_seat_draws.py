"""Players may draw their seats at the table."""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

from tournaments.models.guards import SEAT_DRAW_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0061_line_up_quotas'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SeatDrawRule',
            fields=[
                ('stage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seat_draw_rule', serialize=False, to='tournaments.stage')),
            ],
            options={
                'verbose_name': 'seat draw rule',
                'verbose_name_plural': 'seat draw rules',
            },
        ),
        migrations.CreateModel(
            name='SeatDraw',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seat_draw', serialize=False, to='tournaments.table')),
                ('procedure', models.CharField(max_length=40)),
                ('content', models.CharField(max_length=1000)),
                ('seed', models.CharField(blank=True, max_length=64)),
                ('drawn_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.seat')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat draw',
                'verbose_name_plural': 'seat draws',
                'constraints': [models.CheckConstraint(condition=models.Q(('seat__isnull', True), ('user__isnull', True), _connector='OR'), name='a_seat_draw_is_of_a_seat_or_an_account')],
            },
        ),
        PutUpTriggers(SEAT_DRAW_GUARDS),
    ]
