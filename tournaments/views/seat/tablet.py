"""The one page of a table's tablet: the game, the result, or that nothing is played there now; who acts at it."""

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, TypedDict, cast

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from scoring.game.game import final_result
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.errors import ActionError
from tournaments.actions.hands.hand_log import takes_hands
from tournaments.credentials.claims import take_kiosk
from tournaments.credentials.devices import device_of, name_device, set_kiosk_cookie
from tournaments.credentials.tablets import proven, seat_at, tapped
from tournaments.credentials.visitors import kiosk_of, left_kiosk_of
from tournaments.forms.play.hands import HandForm
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import PlayerCard, Round, Scoresheet, Seat, Table, TableKiosk
from tournaments.models.codes import read_code
from tournaments.models.credentials.kiosks import table_now_of
from tournaments.models.play.hands import standing
from tournaments.models.play.rounds import as_everybody_sees
from tournaments.views.hands_wording import name_of_hand, say_over
from tournaments.views.policies import at_a_kiosk
from tournaments.views.public.clock_faces import Beginning, RoundWithNow, beginning_of, with_now
from tournaments.views.questions import questions_of_figures
from tournaments.views.repeatable_forms import Gone, Outcome
from tournaments.views.report_draft import report_fields
from tournaments.views.seat.at_table import AtTable, HandView, ReportView, Screen, number_in, show_code
from tournaments.views.seat.hands import TablesGame
from tournaments.views.seat.seat import FIGURES
from tournaments.views.seat.table_now import TableNow
from tournaments.views.seat.table_state import etag_of_game, see
from web.etags import is_known
from web.policies import Page

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _CardAnnotation(TypedDict):
    """Whether its player has a card, and with it a PIN."""

    has_card: bool


_SeatWithCard: TypeAlias = "WithAnnotations[Seat, _CardAnnotation]"
Status = Scoresheet.Status
# Where a form is at fault that does not say who acts: it is shown there, with the focus.
FAULTS = {"no_seat": "seat", "wrong_pin": "pin", "no_pin": "pin", "too_many_attempts": "pin"}


@dataclass(frozen=True)
class Refused:
    """What was not taken from a form of the tablet: which form, why, whose name was tapped, and in which of its
    fields the fault lies, `seat` or `pin`, if in one of them. `asked` is the code of what came of its figures.
    """

    form: str
    message: str
    seat: int = 0
    field: str = ""
    reason: str = ""
    asked: str = ""


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
        now = TableNow(table, self.seats)
        live = now.sheet
        by_hand = now.takes_hands
        # The form was asked for instead of the result there was then; one reported since comes first.
        version = str(live.version) if live else "0"
        wants_points = form is not None or request.GET.get("points") == version
        shows_form = now.can_report and (wants_points if live is not None or by_hand else True)
        game = TablesGame(self.seats[0]) if by_hand and now.is_open and not shows_form else None
        if shows_form and form is None:
            form = now.form(sheet=live, draft=None if live else report_fields(request.GET))
        return {
            **now.context(TABLET, f"points={version}"),
            "form": form if shows_form else None,
            "version": version,
            "agreed": now.agreed,
            "to_confirm": self._to_confirm(live, now.agreed) if live is not None and now.waits_for else [],
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
    page: KioskPage,
    *,
    form: SheetForm | None = None,
    hand: HandForm | None = None,
    refused: Refused | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page of a tablet, with what was typed and refused."""
    kiosk = page.kiosk
    with timezone.override(kiosk.tournament.time_zone):
        context = {
            "kiosk": kiosk,
            "tournament": kiosk.tournament,
            "etag": page.etag,
            **page.context(request, form=form, hand=hand),
        }
        if refused is not None and not _is_shown(refused, context):
            context["refusal"] = refused.message
        if refused is not None and refused.asked and form is not None:
            context["questions"] = questions_of_figures(request, refused.asked, form.rulebook, form.reported)
        context["refused"] = refused
        template = "seat/tablet/page.html" if page.table is not None else "seat/tablet/idle.html"
        response = render(request, template, context, status=status)
    response["ETag"] = page.etag
    return response


class Tablet(Screen):
    """The tablet of a table. A player taps their name; where it binds them, they type the PIN of their card, too."""

    addresses: ClassVar = {
        "table": "kiosk",
        "hands": "kiosk",
        "confirm": "kiosk_confirm",
        "dispute": "kiosk_dispute",
        "undo": "kiosk_undo",
        "report_game": "kiosk_report_game",
        "call": "kiosk_call",
        "end_call": "kiosk_end_call",
    }

    def policy(self, page: Page) -> Page:
        return at_a_kiosk(page)

    def who(self, view: AtTable) -> tuple[Seat, Actor]:
        request, kiosk = view.request, kiosk_of(view.request)
        if kiosk is None:
            raise Gone(_ended)
        view.kiosk = kiosk
        seat = seat_at(kiosk, number_in(request, "table"), number_in(request, "seat") or None)
        if view.binds:
            return seat, proven(kiosk, seat, read_code(request.POST.get("pin", "")))
        return seat, tapped(kiosk, seat)

    def refused(self, view: AtTable, outcome: Outcome) -> HttpResponse:
        return _answer(view, outcome.refusal, code=outcome.code, status=outcome.status)

    def says_of(self, sentence: str, seat: Seat) -> str:
        return sentence % {"name": seat.entry.player.name}


TABLET = Tablet()


@at_a_kiosk
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def kiosk(request: HttpRequest) -> HttpResponse:
    """The table of this tablet; or the form for the code that makes it one."""
    held = kiosk_of(request) if request.method != "POST" else None
    if held is not None:
        page = KioskPage(held)
        if is_known(request, page.etag):
            return HttpResponseNotModified(headers={"ETag": page.etag})
        return kiosk_response(request, page)
    refusal, status = "", 200
    device = device_of(request) or get_random_string(32)
    if request.method == "POST":
        ways = (take_kiosk, set_kiosk_cookie)
        led, refusal, status = show_code(request, device, lambda _code: ways, leads_to="kiosk")
        if led is not None:
            return led
    context = {"refusal": refusal, "left": left_kiosk_of(request)}
    response = render(request, "seat/tablet/claim.html", context, status=status)
    name_device(response, device, is_secure=request.is_secure())
    return response


class Report(ReportView):
    """Take down the result. What was typed comes back with what is wrong."""

    screen = TABLET
    outcome: Outcome | None = None

    def get_form(self, data: QueryDict | None) -> SheetForm:
        seats = list(self.seat.table.seats.for_display())
        return SheetForm(self.seat.table.round.stage.tournament.rulebook_for(len(seats)), seats, data=data)

    def unknown(self, error: ActionError) -> HttpResponse:
        # The points that four people read off their sticks are not typed twice for a PIN.
        page = KioskPage(self.kiosk)
        form = None
        if page.table is not None and page.table.pk == number_in(self.request, "table"):
            rulebook = page.table.round.stage.tournament.rulebook_for(len(page.seats))
            form = SheetForm(rulebook, page.seats, data=self.request.POST)
        return _answer(self, error.message, code=error.code, status=error.status, page=page, form=form)

    def show_error(self, form: SheetForm, outcome: Outcome) -> None:
        self.outcome = outcome

    def render_page(self, form: SheetForm, status: int = 200) -> HttpResponse:
        if self.outcome is None:
            return _answer(self, "", form=form, status=status)
        asks = self.outcome.code == PLEASE_CONFIRM
        # A result that arrived meanwhile goes before the form: it is to be confirmed or disputed.
        is_overtaken = not asks and not FIGURES & self.outcome.fields.keys()
        return _answer(
            self,
            "" if asks else self.outcome.refusal,
            form=None if is_overtaken else form,
            asked=self.outcome.code,
            status=status,
        )


class EnterHand(HandView):
    """Take down a hand for the player who tapped their name."""

    screen = TABLET
    outcome: Outcome | None = None

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.seat.round = self.seat.table.round
        self.game = TablesGame(self.seat)
        if not takes_hands(self.game.tournament, len(self.game.seats)):
            return self.to_page("table")
        return super().post(request, **kwargs)

    def get_form(self, data: QueryDict | None) -> HandForm:
        _lines, state = self.game.hands
        return HandForm(self.game.rulebook, self.game.seats, state, tag=self.game.tag, data=data)

    def show_error(self, form: HandForm, outcome: Outcome) -> None:
        self.outcome = outcome

    def render_page(self, form: HandForm, status: int = 200) -> HttpResponse:
        errors = [str(error) for errors in form.errors.values() for error in errors]
        refusal = self.outcome.refusal if self.outcome is not None else next(iter(errors), "")
        # What was tapped may be the hand that is here by now: it is not offered as the next one.
        is_stale = self.outcome is not None and self.outcome.code == "stale_hands"
        return _answer(self, refusal, hand=None if is_stale else form, status=status)


def _answer(
    view: AtTable,
    refusal: str,
    *,
    code: str = "",
    asked: str = "",
    page: KioskPage | None = None,
    **shown: Any,
) -> HttpResponse:
    """The tablet's page with what it says of the form of a view, which was not taken."""
    request = view.request
    reason = request.POST.get("reason", "")
    refused = Refused(
        view.form_name, refusal, number_in(request, "seat"), FAULTS.get(code, ""), reason, asked
    )
    return kiosk_response(request, page or KioskPage(view.kiosk), refused=refused, **shown)


def _ended(request: HttpRequest) -> HttpResponse:
    messages.error(request, _("This tablet no longer opens a table, so nothing was recorded."))
    return redirect("kiosk")
