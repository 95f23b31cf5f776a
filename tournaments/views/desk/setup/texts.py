"""What people typed into this tournament's ledger, and the button that removes it."""

from dataclasses import dataclass

from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.hands.text_removal import remove_texts_of_hand
from tournaments.credentials.visitors import actor_of
from tournaments.models import HandRecord, LedgerText, Tournament
from tournaments.models.draws.events import RoundDrawn, SeatingConstraintAdded
from tournaments.models.events import Readers
from tournaments.models.origins.events import BaselineRecorded
from tournaments.models.play.events import ResultImported, ResultReported
from tournaments.models.play.hands import typed_in_hand
from tournaments.models.texts.declared import free_texts
from tournaments.models.texts.reading import Texts
from tournaments.permissions import can_run
from tournaments.views.desk.frame import DeskActionView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.ledger_wording import Line, in_words

A_PAGE = 50
# Those of earlier versions hold no text themselves, but a hash of it, alone or with more.
HASHED = (
    *(ResultReported.kind, ResultImported.kind),
    *(RoundDrawn.kind, SeatingConstraintAdded.kind, BaselineRecorded.kind),
)


@dataclass(frozen=True)
class Typed:
    """An entry with the texts that are there; none once they were removed."""

    line: Line
    texts: list[str]
    is_for_staff: bool


@dataclass(frozen=True)
class TypedWithHand:
    """An entry of a game's log with what was typed."""

    hand: HandRecord
    texts: list[str]


@for_tournament(can_run)
@require_safe
def texts(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Entries of the ledger with what was typed, newest first; those for the staff alone, too."""
    beside = LedgerText.objects.filter(tournament=tournament, seq=OuterRef("seq"))
    kinds = [kind for kind in free_texts() if kind not in HASHED]
    with_text = Q(kind__in=kinds) & ~Q(payload__contains='"reason":""')
    rows = tournament.ledger.filter(Exists(beside) | with_text).order_by("-seq")
    page = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    entries = list(page.object_list)
    found = Texts(tournament, entries)
    lines = [
        Typed(
            line,
            [text for text in found.readable(entry, staff=True).values() if text],
            any(text.readers is Readers.STAFF for text in free_texts()[entry.kind].values()),
        )
        for entry, line in zip(entries, in_words(tournament, entries, found, staff=True), strict=True)
    ]
    context = {
        **frame(tournament, actor_of(request), "edit"),
        "page": page,
        "lines": lines,
        "hands": _of_hands(tournament),
    }
    return render(request, "desk/setup/texts.html", context)


def _of_hands(tournament: Tournament) -> list[TypedWithHand]:
    """What was typed with hands and can be removed, newest first, as many as a page has."""
    records = HandRecord.objects.filter(table__round__stage__tournament=tournament).exclude(salt="")
    newest = records.select_related("table__round__stage", "user", "seat__entry__player").order_by("-pk")
    return [
        TypedWithHand(hand, list(typed_in_hand(hand.reason, hand.outcome).values()))
        for hand in newest.defer("state")[:A_PAGE]
    ]


class RemoveTextsOfHand(DeskActionView):
    """Remove what was typed with a hand, for good."""

    success_message = _("The text was removed. The ledger records that, and by whom.")
    success_page = "desk_texts"

    def perform(self) -> None:
        rows = HandRecord.objects.filter(table__round__stage__tournament=self.tournament)
        hand = get_object_or_404(rows, table=self.kwargs["pk"], number=self.kwargs["number"])
        remove_texts_of_hand(hand=hand, by=self.by)


class RemoveText(DeskActionView):
    """Remove what was typed, for good."""

    success_message = _("The text was removed. The ledger records that, and by whom.")
    success_page = "desk_texts"

    def perform(self) -> None:
        remove_texts(entry=get_object_or_404(self.tournament.ledger, seq=self.kwargs["seq"]), by=self.by)
