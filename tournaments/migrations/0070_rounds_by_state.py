"""What is played now is found by an index, however many rounds are closed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0069_room_in_published_standings")]

    operations = [
        migrations.AddIndex(
            model_name="round", index=models.Index(fields=["stage", "status"], name="rounds_by_state")
        ),
    ]
