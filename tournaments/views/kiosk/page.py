"""The one page of a tablet: its table's game, the result, or that nothing is played there now."""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language

from scoring.game.game import final_result
from tournaments.actions.hands.hand_log import takes_hands
from tournaments.actions.play.scoresheets.reporting import agreement
from tournaments.forms.play.hands import HandForm
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import PlayerCard, Round, Scoresheet, Seat, Table, TableKiosk
from tournaments.models.credentials.kiosks import table_now_of
from tournaments.models.play.hands import standing
from tournaments.models.play.rounds import as_everybody_sees
from tournaments.views.hands_wording import name_of_hand, say_over
from tournaments.views.public.clock_faces import Beginning, RoundWithNow, beginning_of, face_at, with_now
from tournaments.views.questions import questions_of_figures
from tournaments.views.report_draft import report_fields
from tournaments.views.seat.hands import TablesGame
from tournaments.views.seat.table_state import etag_of_game, see

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _CardAnnotation(TypedDict):
    """Whether its player has a card, and with it a PIN."""

    has_card: bool


_SeatWithCard: TypeAlias = "WithAnnotations[Seat, _CardAnnotation]"
Status = Scoresheet.Status


@dataclass(frozen=True)
class Refused:
    """What was not taken from a form of the tablet: which form, why, whose name was tapped, and in which of its
    fields the fault lies, `seat` or `pin`, if in one of them.
    """

    form: str
    message: str
    seat: int = 0
    field: str = ""
    reason: str = ""


class KioskPage:
    """What a tablet shows now; read once."""

    def __init__(self, kiosk: TableKiosk) -> None:
        self.kiosk = kiosk
        self.table: Table | None = table_now_of(kiosk)
        self.seats: list[_SeatWithCard] = []
        self.next: RoundWithNow | None = None
        self.calls = False
        parts: list[object] = [get_language(), kiosk.pk]
        if self.table is None:
            self.next = _announced(kiosk)
            parts += [self.next and (self.next.pk, self.next.planned_at)]
        else:
            cards = PlayerCard.objects.alive().filter(entry=OuterRef("entry"))
            seats = self.table.seats.for_display().annotate(has_card=Exists(cards))
            self.seats = cast("list[_SeatWithCard]", as_everybody_sees(seats))
            for seat in self.seats:
                seat.table, seat.round = self.table, self.table.round
        if self.table is not None and self.seats:
            seen = see(self.seats[0])
            parts += [seen.etag, [seat.has_card for seat in self.seats]]
            if takes_hands(self.table.round.stage.tournament, len(self.seats)):
                parts += [etag_of_game(self.seats[0])]
            self.calls = seen.calls
        self.etag = quote_etag(hashlib.sha256(repr(parts).encode()).hexdigest()[:20])

    def context(
        self, request: HttpRequest, *, form: SheetForm | None, hand: HandForm | None
    ) -> dict[str, Any]:
        table = self.table
        if table is None:
            return {"next_round": self.next, "begins": _beginning(self.next)}
        tournament, round_ = table.round.stage.tournament, table.round
        sheets = list(table.scoresheets.for_display())
        live = sheets[0] if sheets and sheets[0].is_live else None
        is_open = round_.status == Round.Status.STARTED
        can_report = is_open and (live is None or live.status in (Status.SUBMITTED, Status.DISPUTED))
        by_hand = live is None and takes_hands(tournament, len(self.seats))
        # Whoever asked for the form asked for it instead of what stood then; what is reported since goes before it.
        version = str(live.version) if live else "0"
        wants_points = form is not None or request.GET.get("points") == version
        shows_form = can_report and (wants_points if live is not None or by_hand else True)
        game = TablesGame(self.seats[0]) if by_hand and is_open and not shows_form else None
        agreed = {one.seat_id for one in live.confirmations.all() if one.seat_id} if live else set()
        waits_for = live is not None and live.status == Status.SUBMITTED and is_open
        rulebook = tournament.rulebook_for(len(self.seats))
        if shows_form and form is None:
            draft = None if live else report_fields(request.GET)
            form = SheetForm(rulebook, self.seats, sheet=live, draft=draft)
        return {
            "tournament": tournament,
            "round": round_,
            "table": table,
            "seats": self.seats,
            "sheet": live,
            "form": form if shows_form else None,
            "version": version,
            "takes_hands": by_hand,
            "agreement": agreement(tournament, live, self.seats, agreed) if live else None,
            "agreed": agreed,
            "can_report": can_report,
            "can_change": can_report and live is not None,
            "waits_for": waits_for,
            "to_confirm": self._to_confirm(live, agreed) if live is not None and waits_for else [],
            "units": tournament.rulebook.units_per_point,
            "clock": None if live else face_at(table),
            "begins": beginning_of(round_),
            "calls": self.calls,
            **(self._of_game(game, hand) if game is not None else {}),
        }

    def _to_confirm(self, sheet: Scoresheet, agreed: set[int]) -> list[int]:
        """The seats that have not said yes to this version, and can here, with the PIN of their card."""
        done = {sheet.reported_by_seat_id, *agreed}
        with_card = [seat for seat in self.seats if seat.has_card]
        return [seat.pk for seat in with_card if seat.pk not in done]

    def _of_game(self, game: TablesGame, hand: HandForm | None) -> dict[str, Any]:
        lines, state = game.hands
        by = next((record.seat_id for record in standing(game.records[::-1]).values()), None)
        if state.over:
            shares = final_result(game.rulebook, state).seats
            return {
                "over": say_over(state),
                "result": list(zip(self.seats, shares, strict=True)),
                "tag": game.tag,
                "lines": lines[::-1],
            }
        hand = hand or HandForm(game.rulebook, self.seats, state, tag=game.tag)
        return {
            "hand": hand,
            "hand_name": name_of_hand(state),
            "rows": [(row, None) for row in hand.rows],
            "lines": lines[::-1],
            "tag": game.tag,
            "by": by,
        }


def _announced(kiosk: TableKiosk) -> "RoundWithNow | None":
    """The next round that everybody may know of; nobody plays at this table in it. Drafts are the staff's alone."""
    rounds = Round.objects.filter(stage__tournament=kiosk.tournament_id, status=Round.Status.PUBLISHED)
    return with_now(rounds.select_related("stage")).order_by("stage__ordinal", "number").first()


def _beginning(round_: "RoundWithNow | None") -> Beginning | None:
    return None if round_ is None else beginning_of(round_, round_.now)


def _is_shown(refused: Refused, context: dict[str, Any]) -> bool:
    """Is the form still there that was not taken? Else what speaks against it stands at the top of the page."""
    if refused.form == "confirm":
        return refused.seat in context.get("to_confirm", ())
    shown = {
        "report": context.get("form") is not None,
        "dispute": bool(context.get("to_confirm")),
        "report_game": "result" in context,
        "hand": "hand" in context,
        "undo": bool(context.get("lines")),
        "call": "calls" in context and not context["calls"],
        "end_call": bool(context.get("calls")),
    }
    return bool(refused.field) and shown[refused.form]


def kiosk_response(
    request: HttpRequest,
    kiosk: TableKiosk,
    page: KioskPage | None = None,
    *,
    form: SheetForm | None = None,
    hand: HandForm | None = None,
    asked: str = "",
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of this tablet as it is now, with what was typed and refused."""
    page = page or KioskPage(kiosk)
    with timezone.override(kiosk.tournament.time_zone):
        context = {
            "kiosk": kiosk,
            "tournament": kiosk.tournament,
            "etag": page.etag,
            **page.context(request, form=form, hand=hand),
        }
        if refused is not None and not _is_shown(refused, context):
            context["refusal"] = refused.message
        if asked and form is not None:
            context["questions"] = questions_of_figures(request, asked, form.rulebook, form.reported)
        context["refused"] = refused
        template = "kiosk/page.html" if page.table is not None else "kiosk/idle.html"
        response = render(request, template, context, status=status)
    response["ETag"] = page.etag
    return response
