"""A table takes photos of its paper sheet, where the tournament wants that."""

import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models

from tournaments.models.guards import PHOTO_GUARDS, PutUpTriggers


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0065_counts_kept_by_the_database'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Photo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(help_text='Among the photos of the table.', verbose_name='number')),
                ('sha256', models.CharField(max_length=64)),
                ('size', models.PositiveIntegerField(help_text='Bytes.')),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('taken_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name='at')),
                ('delete_at', models.DateTimeField(editable=False)),
                ('deleted_at', models.DateTimeField(editable=False, null=True)),
                ('removed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('removed_by_seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='tournaments.table')),
                ('taken_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('taken_by_seat', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='tournaments.seat')),
            ],
            options={
                'verbose_name': 'photo',
                'verbose_name_plural': 'photos',
                'ordering': ['pk'],
            },
        ),
        migrations.AddField(
            model_name='tournament',
            name='photo_days',
            field=models.PositiveSmallIntegerField(blank=True, help_text='For so many days photos of paper sheets are kept; empty: none are taken.', null=True, verbose_name='days for which photos are kept'),
        ),
        migrations.CreateModel(
            name='PhotoContent',
            fields=[
                ('photo', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='content', serialize=False, to='tournaments.photo')),
                ('content', models.BinaryField()),
            ],
            options={
                'verbose_name': 'bytes of a photo',
                'verbose_name_plural': 'bytes of photos',
                'constraints': [models.CheckConstraint(condition=django.db.models.lookups.LessThanOrEqual(django.db.models.functions.text.Length('content'), 409600), name='a_photos_bytes_have_an_end')],
            },
        ),
        migrations.AddIndex(
            model_name='photo',
            index=models.Index(condition=models.Q(('deleted_at__isnull', True)), fields=['delete_at'], name='kept_photos_by_end'),
        ),
        migrations.AddConstraint(
            model_name='photo',
            constraint=models.UniqueConstraint(condition=models.Q(('deleted_at__isnull', True)), fields=('table', 'number'), name='one_kept_photo_per_number'),
        ),
        migrations.AddConstraint(
            model_name='photo',
            constraint=models.CheckConstraint(condition=models.Q(('number__range', (1, 4))), name='a_table_has_few_photos'),
        ),
        migrations.AddConstraint(
            model_name='photo',
            constraint=models.CheckConstraint(condition=models.Q(('height__range', (1, 1600)), ('size__range', (1, 409600)), ('width__range', (1, 1600))), name='a_photo_within_bounds'),
        ),
        migrations.AddConstraint(
            model_name='photo',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_by__isnull', False), ('taken_by_seat__isnull', True)), models.Q(('taken_by__isnull', True), ('taken_by_seat__isnull', False)), _connector='OR'), name='a_photo_says_who_took_it'),
        ),
        migrations.AddConstraint(
            model_name='photo',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('removed_by__isnull', True), ('removed_by_seat__isnull', True)), models.Q(('deleted_at__isnull', False), ('removed_by_seat__isnull', True)), models.Q(('deleted_at__isnull', False), ('removed_by__isnull', True)), _connector='OR'), name='a_removed_photo_says_by_whom'),
        ),
        PutUpTriggers(PHOTO_GUARDS),
    ]
