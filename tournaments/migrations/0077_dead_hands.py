"""A dead hand in the outcome of a record has a reason and one seat, which neither wins nor is tenpai."""

from django.db import migrations, models
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, NullIf
from django.db.models.lookups import Exact, In, IsNull

from tournaments.models.guards import HAND_GUARDS, DropTriggers, PutUpTriggers

REASONS = [
    *("too_many_tiles", "too_few_tiles", "wrong_call", "kuikae", "out_of_turn", "tiles_seen"),
    *("withdrawn_win", "other"),
]
PLACES = range(4)


def told(*path: str | int) -> models.Expression:
    found: models.Expression = Cast(NullIf("outcome", models.Value("")), models.JSONField())
    *first, last = path
    for key in first:
        found = KeyTransform(key, found)
    return KeyTextTransform(last, found)


def is_missing(*path: str | int) -> models.Q:
    return models.Q(IsNull(told(*path), True))


def differ(one: models.Expression, other: models.Expression) -> models.Q:
    return ~models.Q(Exact(one, other))


def named_once_with_a_reason() -> models.Q:
    whole = is_missing("dead_hands", 4)
    for place in PLACES:
        seat, why = told("dead_hands", place, "seat"), told("dead_hands", place, "why")
        has_both = models.Q(IsNull(seat, False)) & models.Q(IsNull(why, False)) & models.Q(In(why, REASONS))
        whole &= is_missing("dead_hands", place) | has_both
        for other in range(place):
            whole &= differ(seat, told("dead_hands", other, "seat"))
    return is_missing("dead_hands") | whole


def neither_wins_nor_is_tenpai() -> models.Q:
    whole = models.Q()
    for place in PLACES:
        seat = told("dead_hands", place, "seat")
        for other in PLACES:
            whole &= differ(seat, told("wins", other, "winner")) & differ(seat, told("tenpai", other))
    return is_missing("dead_hands") | whole


class Migration(migrations.Migration):

    dependencies = [("tournaments", "0076_undated_tournaments")]

    operations = [
        # SQLite rebuilds the table for each constraint, which takes its triggers away.
        DropTriggers(HAND_GUARDS),
        migrations.AddConstraint(
            "handrecord",
            models.CheckConstraint(
                condition=named_once_with_a_reason(), name="a_dead_hand_is_named_once_with_a_reason"
            ),
        ),
        migrations.AddConstraint(
            "handrecord",
            models.CheckConstraint(
                condition=neither_wins_nor_is_tenpai(), name="a_dead_hand_neither_wins_nor_is_tenpai"
            ),
        ),
        PutUpTriggers(HAND_GUARDS),
    ]
