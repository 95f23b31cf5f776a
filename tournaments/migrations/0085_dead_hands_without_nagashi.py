"""A dead hand in the outcome of a record is not paid for its discards."""

from django.db import migrations, models
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, NullIf, StrIndex
from django.db.models.lookups import Exact, IsNull

from tournaments.models.guards import HAND_GUARDS, HAND_TEXT_GUARDS, DropTriggers, PutUpTriggers

PLACES = range(4)
# As they are since hands have texts beside them.
GUARDS = tuple({guard.name: guard for guard in (*HAND_GUARDS, *HAND_TEXT_GUARDS)}.values())


def told(*path: str | int) -> models.Expression:
    found: models.Expression = Cast(NullIf("outcome", models.Value("")), models.JSONField())
    *first, last = path
    for key in first:
        found = KeyTransform(key, found)
    return KeyTextTransform(last, found)


def has_no_nagashi() -> models.Q:
    whole = models.Q()
    for place in PLACES:
        whole &= models.Q(Exact(StrIndex(told("nagashi"), told("dead_hands", place, "seat")), 0))
    return models.Q(IsNull(told("dead_hands"), True)) | whole


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0084_words_of_leagues_and_hands")]

    operations = [
        # SQLite rebuilds the table for the constraint, which takes its triggers away.
        DropTriggers(GUARDS),
        migrations.AddConstraint(
            "handrecord",
            models.CheckConstraint(condition=has_no_nagashi(), name="a_dead_hand_has_no_nagashi"),
        ),
        PutUpTriggers(GUARDS),
    ]
