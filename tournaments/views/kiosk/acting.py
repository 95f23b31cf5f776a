"""What is done at the tablet of a table: take it into use, enter hands, report and confirm, call the referee."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.errors import ActionError
from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.hands.hand_log import takes_hands
from tournaments.actions.hands.hands import enter_hand, report_hands, take_hands_back
from tournaments.actions.play.scoresheets.reporting import confirm_sheet, dispute_sheet
from tournaments.credentials.claims import take_kiosk
from tournaments.credentials.devices import device_of, name_device, set_kiosk_cookie
from tournaments.credentials.tablets import proven, seat_at, tapped
from tournaments.credentials.visitors import kiosk_of, left_kiosk_of
from tournaments.forms.play.hands import HandForm
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import RefereeCall, Scoresheet, Seat, TableKiosk
from tournaments.models.codes import read_code
from tournaments.views.action_views import ActionFormView, ActionView, PolicyMixin
from tournaments.views.kiosk.page import KioskPage, Refused, kiosk_response
from tournaments.views.policies import at_a_kiosk
from tournaments.views.repeatable_forms import Outcome
from tournaments.views.seat.hands import TablesGame
from tournaments.views.seat.seat import FIGURES, ReportView
from web.etags import is_known
from web.policies import Page

# Where a form is at fault that does not say who acts: it is shown there, with the focus.
FAULTS = {"no_seat": "seat", "wrong_pin": "pin", "no_pin": "pin", "too_many_attempts": "pin"}


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
        return kiosk_response(request, held, page)
    refusal, status = "", 200
    device = device_of(request) or get_random_string(32)
    if request.method == "POST":
        code, agent = read_code(request.POST.get("code", "")), request.headers.get("User-Agent", "")
        try:
            _held, secret = take_kiosk(request, code=code, key=device, device_name=agent)
        except ActionError as error:
            refusal, status = error.message, error.status
        else:
            response: HttpResponse = redirect("kiosk")
            set_kiosk_cookie(response, secret, is_secure=request.is_secure())
            return response
    context = {"refusal": refusal, "left": left_kiosk_of(request)}
    response = render(request, "kiosk/claim.html", context, status=status)
    name_device(response, device, is_secure=request.is_secure())
    return response


class KioskMixin(PolicyMixin):
    """For the tablet whose table was on the page; somebody who sits there tapped their name. Where it `binds` them,
    they typed their PIN, too.
    """

    success_page: ClassVar[str] = "kiosk"
    # As the page calls it.
    form_name: ClassVar[str]
    binds: ClassVar[bool] = False

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return at_a_kiosk(page)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method != "POST":
            return super().dispatch(request, *args, **kwargs)
        found = kiosk_of(request)
        if found is None:
            messages.error(request, _("This tablet opens no table any more, so nothing was taken down."))
            return redirect("kiosk")
        self.kiosk: TableKiosk = found
        try:
            self.seat: Seat = seat_at(found, _number(request, "table"), _number(request, "seat") or None)
            if self.binds:
                self.by = proven(found, self.seat, read_code(request.POST.get("pin", "")))
            else:
                self.by = tapped(found, self.seat)
        except ActionError as error:
            return self.not_known(error)
        return super().dispatch(request, *args, **kwargs)

    def not_known(self, error: ActionError) -> HttpResponse:
        """The page with what speaks against who they say they are."""
        return kiosk_response(
            self.request,
            self.kiosk,
            refused=self.refused(error.message, FAULTS.get(error.code, "")),
            status=error.status,
        )

    def refused(self, message: str, field: str = "") -> Refused:
        """What the page says of this form, which was not taken."""
        reason = self.request.POST.get("reason", "")
        return Refused(self.form_name, message, _number(self.request, "seat"), field, reason)

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        refused = self.refused(outcome.refusal)
        return kiosk_response(self.request, self.kiosk, refused=refused, status=outcome.status)

    @property
    def name(self) -> str:
        return self.seat.entry.player.name


class Report(KioskMixin, ReportView):
    """Take down the result for the player who typed their PIN. What was typed comes back with what is wrong."""

    form_name = "report"
    binds = True

    def get_form(self, data: QueryDict | None) -> SheetForm:
        seats = list(self.seat.table.seats.for_display())
        return SheetForm(self.seat.table.round.stage.tournament.rulebook_for(len(seats)), seats, data=data)

    def not_known(self, error: ActionError) -> HttpResponse:
        # The points that four people read off their sticks are not typed twice for a PIN.
        page = KioskPage(self.kiosk)
        form = None
        if page.table is not None and page.table.pk == _number(self.request, "table"):
            rulebook = page.table.round.stage.tournament.rulebook_for(len(page.seats))
            form = SheetForm(rulebook, page.seats, data=self.request.POST)
        return kiosk_response(
            self.request,
            self.kiosk,
            page,
            form=form,
            refused=self.refused(error.message, FAULTS.get(error.code, "")),
            status=error.status,
        )

    def get_success_message(self, outcome: Outcome) -> str:
        reported = _("%(name)s has reported. The others now confirm.") % {"name": self.name}
        return super().get_success_message(outcome) or reported

    def show_error(self, form: SheetForm, outcome: Outcome) -> None:
        self.outcome = outcome

    def render_page(self, form: SheetForm, status: int = 200) -> HttpResponse:
        outcome: Outcome | None = getattr(self, "outcome", None)
        if outcome is None:
            refused = self.refused("")
            return kiosk_response(self.request, self.kiosk, form=form, refused=refused, status=status)
        asks = outcome.code == PLEASE_CONFIRM
        # A result that arrived meanwhile goes before the form: it is to be confirmed or disputed.
        is_overtaken = not asks and not FIGURES & outcome.fields.keys()
        return kiosk_response(
            self.request,
            self.kiosk,
            form=None if is_overtaken else form,
            asked=outcome.code,
            refused=self.refused("" if asks else outcome.refusal),
            status=status,
        )


class Judgement(KioskMixin, ActionView):
    """What the player who typed their PIN says of the version on the page, and of no other."""

    binds = True

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        sheet = Scoresheet.objects.filter(table=self.seat.table_id).order_by("-version").first()
        if sheet is None:
            messages.error(request, _("There is no result yet. Please enter it."))
            return redirect("kiosk")
        self.sheet, self.if_match = sheet, request.POST.get("if_match", "")
        return super().post(request, **kwargs)


class Confirm(Judgement):
    """Agree."""

    form_name = "confirm"

    def perform(self) -> dict[str, object]:
        return {"sheet": confirm_sheet(sheet=self.sheet, if_match=self.if_match, by=self.by).pk}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s has confirmed.") % {"name": self.name}


class Dispute(Judgement):
    """Say that it is wrong, and what about it."""

    form_name = "dispute"

    def perform(self) -> dict[str, object]:
        reason = self.request.POST.get("reason", "")
        sheet = dispute_sheet(sheet=self.sheet, if_match=self.if_match, reason=reason, by=self.by)
        return {"sheet": sheet.pk}


class EnterHand(KioskMixin, ActionFormView):
    """Take down a hand for whoever tapped their name."""

    form_name = "hand"
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.game = TablesGame(_with_round(self.seat))
        if not takes_hands(self.game.tournament, len(self.game.seats)):
            return redirect("kiosk")
        return super().post(request, **kwargs)

    def get_form(self, data: QueryDict | None) -> HandForm:
        _lines, state = self.game.hands
        return HandForm(self.game.rulebook, self.game.seats, state, tag=self.game.tag, data=data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        record = enter_hand(
            table=self.seat.table, outcome=data["outcome"], by=self.by, if_match=data["if_match"]
        )
        return {"record": record.pk, "tag": record.tag}

    def show_error(self, form: HandForm, outcome: Outcome) -> None:
        self.outcome = outcome

    def render_page(self, form: HandForm, status: int = 200) -> HttpResponse:
        outcome: Outcome | None = getattr(self, "outcome", None)
        errors = [str(error) for errors in form.errors.values() for error in errors]
        refusal = outcome.refusal if outcome is not None else next(iter(errors), "")
        # What was tapped may be the hand that is here by now: it is not offered as the next one.
        is_stale = outcome is not None and outcome.code == "stale_hands"
        return kiosk_response(
            self.request,
            self.kiosk,
            hand=None if is_stale else form,
            refused=self.refused(refusal),
            status=status,
        )


class TakeBack(KioskMixin, ActionView):
    """Take a hand back, and all after it."""

    form_name = "undo"

    def perform(self) -> dict[str, object]:
        tag = self.request.POST.get("if_match", "")
        first = _number(self.request, "first")
        record = take_hands_back(table=self.seat.table, first=first, by=self.by, if_match=tag)
        return {"record": record.pk, "tag": record.tag}


class ReportGame(KioskMixin, ActionView):
    """Report the result that the hands have made, for the player who typed their PIN."""

    form_name = "report_game"
    binds = True

    def perform(self) -> dict[str, object]:
        tag = self.request.POST.get("if_match", "")
        return {"sheet": report_hands(table=self.seat.table, by=self.by, if_match=tag).pk}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s has reported. The others now confirm.") % {"name": self.name}


class CallReferee(KioskMixin, ActionView):
    """Call the referee to this table."""

    form_name = "call"

    def perform(self) -> dict[str, object]:
        reason = self.request.POST.get("reason", "")
        return {"call": call_referee(table=self.seat.table, reason=reason, by=self.by).pk}


class EndCall(KioskMixin, ActionView):
    """Say that nobody needs the referee here any more."""

    form_name = "end_call"

    def perform(self) -> None:
        waiting = RefereeCall.objects.waiting().filter(seat__table=self.seat.table_id)
        for call in waiting.select_related("seat"):
            end_call(call=call, by=self.by)


def _with_round(seat: Seat) -> Seat:
    seat.round = seat.table.round
    return seat


def _number(request: HttpRequest, name: str) -> int:
    typed = request.POST.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 18 else 0
