"""The hands of a game as entered at the table: an append-only log."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from players.models import User
from tournaments.models.chain import GENESIS, canonical, instant
from tournaments.models.play.dead_hands import (
    has_no_nagashi,
    named_once_with_a_reason,
    neither_wins_nor_is_tenpai,
)
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round, Seat, Table
from tournaments.models.play.triggers import MUST_STAY, is_of_another_round
from tournaments.models.setup.structure import Tournament
from tournaments.models.texts.declared import text_digest
from tournaments.models.winds import Wind
from web.triggers import Guard, changes

# A long game has forty hands; corrections are bounded, too.
MOST_RECORDS = 400


class HandRecordQuerySet(models.QuerySet["HandRecord"]):
    def of_table(self, pk: int) -> "HandRecordQuerySet":
        """Return a table's log, in order. An impossible table id is no error."""
        return self.filter(table__in=Table.objects.filter(pk=pk)).order_by("number")

    def standing(self) -> "HandRecordQuerySet":
        """Hands entered and not taken back; see `standing` for their current content."""
        undone = HandRecord.objects.order_by().filter(
            table=models.OuterRef("table"),
            kind=HandRecord.Kind.UNDO,
            number__gt=models.OuterRef("number"),
            of__lte=models.OuterRef("number"),
        )
        return self.filter(~models.Exists(undone), kind=HandRecord.Kind.HAND)

    def open_to_everybody(self, tournament: Tournament) -> "HandRecordQuerySet":
        """Public records: for a game without a result, without those within the tournament's delay of live points."""
        if tournament.live_delay is None:
            return self
        late_enough = Now() - models.Value(timedelta(minutes=tournament.live_delay))
        reported = Scoresheet.objects.live().filter(table=models.OuterRef("table"))
        return self.filter(models.Q(recorded_at__lte=late_enough) | models.Exists(reported))

    def last_of_tables_in_play(self, tournament: Tournament) -> "HandRecordQuerySet":
        """Return the last public record of each table in play without a result."""
        reported = Scoresheet.objects.live().filter(table=models.OuterRef("table"))
        of_the_table = HandRecord.objects.filter(table=models.OuterRef("table")).open_to_everybody(tournament)
        last = of_the_table.order_by("-number").values("number")[:1]
        in_play = self.filter(
            table__round__stage__tournament=tournament, table__round__status=Round.Status.STARTED
        )
        return in_play.filter(~models.Exists(reported), number=models.Subquery(last))


class HandRecord(models.Model):
    """A record in the log of a game: a hand, a withdrawal of hands, or a correction of one.

    Each is sealed with all earlier ones of the table, so that hands wait for no other table and no ledger. The ledger
    seals the whole log with the result. `state` is the game afterwards, stored for reading and reproducible by
    replay.
    """

    class Kind(models.TextChoices):
        HAND = "hand", pgettext_lazy("choice", "Entered")
        UNDO = "undo", pgettext_lazy("choice", "Taken back")
        CHANGE = "change", pgettext_lazy("choice", "Corrected")

    table = models.ForeignKey(Table, models.PROTECT, related_name="hand_records", db_index=False)
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"))
    kind = models.CharField(pgettext_lazy("field", "action"), max_length=6, choices=Kind.choices)
    outcome = models.TextField(blank=True, help_text="Canonical JSON of an outcome of `scoring`.")
    of = models.PositiveSmallIntegerField(
        null=True, help_text="The first record that is taken back, or the one that is corrected."
    )
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=200, blank=True)
    state = models.TextField(help_text="Canonical JSON of a state of `scoring`.")
    seat = models.ForeignKey(Seat, models.PROTECT, null=True, related_name="entered_hands")
    user = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    # Set by the action, because it is sealed.
    recorded_at = models.DateTimeField(pgettext_lazy("field", "at"), editable=False)
    hash = models.CharField(max_length=64)
    # Typed texts can be removed: the record is sealed with their digests, see `typed_in_hand`.
    salt = models.CharField(max_length=32, blank=True, default="")
    digests = models.TextField(blank=True, default="", help_text="Canonical JSON: digests of texts by name.")

    objects = HandRecordQuerySet.as_manager()

    # Set by the action: was it already entered from another phone?
    is_repeat: bool = False

    class Meta:
        verbose_name = pgettext_lazy("record", "hand")
        verbose_name_plural = pgettext_lazy("record", "hands")
        ordering = ["table_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_hand_record_per_number"),
            models.CheckConstraint(
                condition=models.Q(number__range=(1, MOST_RECORDS)), name="a_hand_record_within_bounds"
            ),
            models.CheckConstraint(
                condition=models.Q(kind="hand", of__isnull=True) & ~models.Q(outcome="")
                | models.Q(kind="undo", of__isnull=False, of__lt=models.F("number"), outcome="")
                | models.Q(kind="change", of__isnull=False, of__lt=models.F("number"))
                & ~models.Q(outcome="")
                & ~models.Q(reason=""),
                name="a_hand_record_says_what_it_does",
            ),
            models.CheckConstraint(
                condition=models.Q(seat__isnull=False) | models.Q(user__isnull=False),
                name="somebody_enters_a_hand",
            ),
            models.CheckConstraint(
                condition=named_once_with_a_reason(), name="a_dead_hand_is_named_once_with_a_reason"
            ),
            models.CheckConstraint(
                condition=neither_wins_nor_is_tenpai(), name="a_dead_hand_neither_wins_nor_is_tenpai"
            ),
            models.CheckConstraint(condition=has_no_nagashi(), name="a_dead_hand_has_no_nagashi"),
            # A typed text can be removed once, with its salt.
            Guard(
                name="hands_are_never_changed",
                on="UPDATE",
                when="OLD.salt = '' OR NEW.salt <> '' OR "
                + changes(
                    *("table_id", "number", "kind", "state", "recorded_at", "hash", "digests"),
                    or_null=('"of"', "seat_id", "user_id"),
                )
                + " OR (NEW.reason <> OLD.reason AND NEW.reason <> '[…]')"
                " OR (NEW.outcome <> OLD.outcome AND NEW.outcome NOT LIKE '%[…]%')",
            ),
            Guard(
                name="a_hand_is_entered_from_its_own_table_update",
                on="UPDATE",
                when="NEW.seat_id IS NOT NULL AND (SELECT table_id FROM tournaments_seat"
                " WHERE id = NEW.seat_id) <> NEW.table_id",
            ),
            Guard(name="a_hand_goes_only_where_nothing_stands", on="DELETE", when=MUST_STAY),
            Guard(
                name="a_hand_is_entered_from_its_own_table_insert",
                on="INSERT",
                when=is_of_another_round("seat_id"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.number}"

    @property
    def tag(self) -> str:
        """What the next record names, so that it can only follow this one: `h12-1f0c9a3b`."""
        return log_tag(self.number, self.hash)

    @property
    def content(self) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(self.outcome) if self.outcome else {}
        return content


def log_tag(number: int, hash_: str) -> str:
    return f"h{number}-{hash_[:8]}"


EMPTY_LOG = log_tag(0, GENESIS)
"""The tag of a game of which no hand is entered."""


def hand_hash(record: HandRecord, *, wind: int | None, prev: str) -> str:
    """Return the SHA-256 that seals a record and, through `prev`, all earlier ones.

    It contains no ids, so that it is the same on every server: the author is the wind of their seat, and empty for
    the staff.
    """
    return sealed(
        prev,
        record.number,
        record.kind,
        record.outcome,
        record.of,
        record.reason,
        wind,
        record.recorded_at,
        record.digests,
    )


def typed_in_hand(reason: str, outcome: str) -> dict[str, str]:
    """Return texts typed in a record, by name: the reason of a correction, and of a points adjustment."""
    why = json.loads(outcome).get("reason", "") if outcome else ""
    return {name: text for name, text in (("reason", reason), ("outcome", why)) if text}


def digests_of_hand(salt: str, texts: Mapping[str, str]) -> str:
    """Return what seals these texts of a record; "" for none."""
    return canonical({name: text_digest(salt, text) for name, text in texts.items()}) if texts else ""


def sealed(
    prev: str,
    number: int,
    kind: str,
    outcome: str,
    of: int | None,
    reason: str,
    wind: int | None,
    at: datetime,
    digests: str,
) -> str:
    """Return `hand_hash` of a record's columns. Only digests of texts are sealed; records of earlier versions have
    none and are sealed with the texts.
    """
    content = {
        "at": instant(at.astimezone(UTC)),
        "kind": kind,
        "number": number,
        "of": of,
        "outcome": outcome,
        "prev": prev,
        "reason": reason,
        "wind": None if wind is None else Wind(wind).key,
    }
    if digests:
        content |= {"outcome": _without_words(outcome), "reason": "", "texts": digests}
    text = canonical(content)
    return hashlib.sha256(text.encode()).hexdigest()


def _without_words(outcome: str) -> str:
    told = json.loads(outcome) if outcome else None
    return canonical({**told, "reason": ""}) if isinstance(told, dict) and "reason" in told else outcome


def standing(records: Iterable[HandRecord]) -> dict[int, HandRecord]:
    """Return the hands that count after all these records, in order, by the number each was entered with: without
    those taken back, corrected ones in their last version.
    """
    hands: dict[int, HandRecord] = {}
    for record in records:
        if record.kind == HandRecord.Kind.HAND:
            hands[record.number] = record
        elif record.kind == HandRecord.Kind.UNDO:
            hands = {number: hand for number, hand in hands.items() if number < (record.of or 0)}
        elif record.of is not None:
            hands[record.of] = record
    return hands
