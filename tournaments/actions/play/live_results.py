"""What a table has reported that still counts; while there is any, its players stay."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from tournaments.actions.errors import StateRefuses
from tournaments.actions.wording.lists import in_short
from tournaments.models import Confirmation, HandRecord, Scoresheet, Table
from tournaments.models.play.rounds import TableQuerySet

RESULTS_EXIST, HANDS_EXIST = "results_exist", "hands_exist"


@dataclass(frozen=True)
class LiveResults:
    """The numbers of tables with a live result, and of those with hands not taken back."""

    results: Sequence[int]
    hands: Sequence[int]

    @property
    def tables(self) -> list[int]:
        return sorted({*self.results, *self.hands})

    def in_words(self) -> str:
        """Say what there is, and what to do about it."""
        said = []
        if self.results:
            message = ngettext(
                "Table %(tables)s has a result; the referee can void it first.",
                "Tables %(tables)s have results; the referee can void them first.",
                len(self.results),
            )
            said.append(message % {"tables": in_short(self.results)})
        if self.hands:
            message = ngettext(
                "Table %(tables)s has hands entered. Please take them back first.",
                "Tables %(tables)s have hands entered. Please take them back first.",
                len(self.hands),
            )
            said.append(message % {"tables": in_short(self.hands)})
        return " ".join(said)


def live_results_at(tables: TableQuerySet) -> LiveResults:
    """Read what counts at these tables, after they or their round are locked: one query."""
    found = list(tables.holding().order_by("number"))
    return LiveResults(
        [table.number for table in found if table.has_result],
        [table.number for table in found if table.has_hands],
    )


def refuse_live_results(tables: TableQuerySet, *, code: str = "", before: str = "") -> None:
    """Raise StateRefuses for tables with a live result or hand; say which and what to do.

    `before` begins the message. The default code is `results_exist`, or `hands_exist` if there are only hands.
    """
    live = live_results_at(tables)
    if live.tables:
        message = " ".join(filter(None, [before, live.in_words()]))
        code = code or (RESULTS_EXIST if live.results else HANDS_EXIST)
        raise StateRefuses(message, code=code, fields={"tables": live.tables})


def delete_void_results(tables: TableQuerySet) -> list[int]:
    """Delete void results and withdrawn hands at locked tables of a round in play that have nothing live; the ledger
    keeps them. Return the ids of tables that had any.
    """
    hands = HandRecord.objects.filter(table__in=tables).order_by()
    sheets = Scoresheet.objects.filter(table__in=tables).order_by()
    had = Table.objects.filter(pk__in=hands.values("table").union(sheets.values("table"))).order_by("pk")
    cleared = list(had.values_list("pk", flat=True))
    if cleared:
        # Hands first: each can be deleted only while the record that took it back exists.
        hands.filter(kind=HandRecord.Kind.HAND).delete()
        hands.delete()
        Confirmation.objects.filter(sheet__in=sheets).delete()
        sheets.delete()
    return cleared
