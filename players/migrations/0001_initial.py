import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import players.models
import players.names
import web.triggers
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    # Every migration until 28 November 2026.
    replaces = [('players', name) for name in """
        0001_first 0002_name_traces 0003_founders 0004_players_by_name
    """.split()]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email', models.EmailField(max_length=254, unique=True, verbose_name='e-mail address')),
                ('name', models.CharField(max_length=60, validators=[players.names.validate_name], verbose_name='name')),
                ('is_founder', models.BooleanField(default=False, help_text='Gives no rights over the leagues and tournaments of others.', verbose_name='can create leagues and tournaments')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='one_account_per_email')],
            },
            managers=[
                ('objects', players.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, unique=True, validators=[players.names.validate_name], verbose_name='name')),
                ('country', models.CharField(blank=True, help_text='ISO 3166 code, such as JP', max_length=2, verbose_name='country')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ['name'],
            },
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, validators=[players.names.validate_name], verbose_name='name')),
                ('reading', models.CharField(blank=True, help_text='kana, for sorting', max_length=60, verbose_name='reading')),
                ('country', models.CharField(blank=True, max_length=2, verbose_name='country')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='players', to='players.club', verbose_name='club')),
                ('aliases', models.JSONField(blank=True, default=list, verbose_name='other names')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='player', to=settings.AUTH_USER_MODEL)),
                ('skeleton', models.CharField(db_index=True, editable=False, max_length=240)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'ordering': ['reading', 'name', 'pk'],
                'indexes': [models.Index(fields=['reading', 'name', 'id'], name='players_by_name')],
                'constraints': [models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='a_player_has_a_name')],
            },
        ),
        migrations.CreateModel(
            name='NameTrace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('subject', models.CharField(max_length=40)),
                ('salt', models.CharField(blank=True, max_length=32)),
                ('digest', models.CharField(max_length=32)),
                ('recorded_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
            ],
            options={
                'verbose_name': 'trace of a name',
                'verbose_name_plural': 'traces of names',
                'ordering': ['subject', 'pk'],
                'indexes': [models.Index(fields=['subject'], name='traces_of_a_name')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('salt', ''), _negated=True), fields=('subject',), name='one_name_at_a_time'), web.triggers.Guard(name='traces_of_names_are_never_deleted', on='DELETE', when='1 = 1'), web.triggers.Guard(name='traces_of_names_are_never_rewritten', on='UPDATE', when="NEW.subject <> OLD.subject OR NEW.digest <> OLD.digest OR NEW.recorded_at <> OLD.recorded_at OR (NEW.salt <> OLD.salt AND NEW.salt <> '')")],
            },
        ),
        migrations.CreateModel(
            name='Licence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='licences', to='players.player')),
                ('body', models.CharField(max_length=20, verbose_name='federation')),
                ('number', models.CharField(max_length=30, verbose_name='number')),
            ],
            options={
                'verbose_name': 'licence',
                'verbose_name_plural': 'licences',
                'constraints': [models.UniqueConstraint(fields=('body', 'number'), name='one_player_per_licence')],
            },
        ),
    ]
