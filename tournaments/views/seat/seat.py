"""The phone at the table: take a seat by a code, report the game, confirm or dispute what another reported."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.contrib import messages
from django.db.models import Q, QuerySet, Value
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from scoring.ceremony.dice import CHAIRS
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.errors import ActionError
from tournaments.actions.hands.hand_log import takes_hands
from tournaments.actions.play.scoresheets.confirmation_rule import agreement
from tournaments.actions.play.scoresheets.reporting import confirm_sheet, dispute_sheet, report_sheet
from tournaments.credentials.claims import is_card_code, take_card, take_seat
from tournaments.credentials.devices import device_of, name_device, set_card_cookie, set_seat_cookie
from tournaments.credentials.visitors import actor_of, card_phone_of, left_seat_of
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import LedgerEntry, Round, Scoresheet, Seat, SeatToken
from tournaments.models.codes import read_code
from tournaments.models.credentials.card_seats import seat_now_of, seat_now_of_person
from tournaments.models.ledger_kinds import Kind
from tournaments.models.play.rounds import seats_at, waiting_for_line_ups
from tournaments.permissions import visible_tournaments
from tournaments.standings.in_play.after_a_game import after_game
from tournaments.views.action_views import ActionFormView, ActionView, PolicyMixin
from tournaments.views.photos.taking import photos_in
from tournaments.views.policies import on_a_phone
from tournaments.views.public.clock_faces import beginning_of, face_at
from tournaments.views.public.live_pages import look_in
from tournaments.views.public.tournaments import has_conditions
from tournaments.views.questions import confirmed, questions_of_figures
from tournaments.views.repeatable_forms import Gone, Outcome
from tournaments.views.report_draft import conditions_address, report_fields
from tournaments.views.seat.comparison import compared
from tournaments.views.seat.line_up import rounds_to_send_for
from tournaments.views.seat.table_state import SeenTable, coming, see
from web.etags import is_known
from web.policies import Page
from web.prepared_queries import PreparedQuery

MOST_RECEIPTS, MOST_LOOKED_THROUGH = 4, 16
# What is refused about these stays in the form, also when it is there to change a result.
FIGURES = {"points", "chombo"}
ACTIONS_OF_A_SEAT = (Kind.REPORTED, Kind.AGREED, Kind.CONFIRMED, Kind.DISPUTED)


@on_a_phone
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """Type the code of a card, or arrive with it in the address's fragment; the phone then keeps the seat, or follows
    the card's player from round to round."""
    refusal, status = "", 200
    phone = device_of(request) or get_random_string(32)
    if request.method == "POST":
        code, agent = read_code(request.POST.get("code", "")), request.headers.get("User-Agent", "")
        take, keep = (take_card, set_card_cookie) if is_card_code(code) else (take_seat, set_seat_cookie)
        try:
            _holds, secret = take(request, code=code, key=phone, device_name=agent)
        except ActionError as error:
            refusal, status = error.message, error.status
        else:
            response: HttpResponse = redirect("my_table")
            keep(response, secret, is_secure=request.is_secure())
            return response
    left = left_seat_of(request)
    seen = see(left.seat) if left else None
    etag = seen.etag if seen else ""
    if left and request.method != "POST" and is_known(request, etag):
        return HttpResponseNotModified(headers={"ETag": etag})
    may_look = left is not None and _may_look(request, left)
    # Of a private one it still learns where its own player sits next, if its card is the one that was played with.
    is_over = left is not None and left.revoked_at is None and left.seat.round.status == Round.Status.CLOSED
    context = {
        "refusal": refusal,
        "code": request.POST.get("code", "")[:60],
        "left": left,
        "may_look": may_look,
        "own_seat_alone": not may_look,
        **(coming(left.seat, seen) if left and seen and (may_look or is_over) else {}),
        "etag": etag,
    }
    response = render(request, "seat/claim.html", context, status=status)
    name_device(response, phone, is_secure=request.is_secure())
    return response


@on_a_phone
@require_http_methods(["GET", "HEAD"])
def my_table(request: HttpRequest) -> HttpResponse:
    """This phone's table: the form, or the result as it stands."""
    seat = claimed_seat(request)
    if seat is None:
        return redirect("seat" if card_phone_of(request) is None else "my_card")
    if request.GET.get("seat", str(seat.pk)) != str(seat.pk):
        # The page of an earlier round asks for news: its card leads elsewhere by now.
        return redirect("my_table")
    seen = see(seat)
    if is_known(request, seen.etag):
        return HttpResponseNotModified(headers={"ETag": seen.etag})
    return _page(request, seat, seen, wants_form=bool(request.GET.get("again")))


class SeatMixin(PolicyMixin):
    """For the phone that holds a seat; whatever is refused is shown on the seat's page."""

    success_page: ClassVar[str] = "my_table"
    outcome: Outcome | None = None

    @classmethod
    def policy(cls, page: Callable[..., HttpResponse]) -> Page:
        return on_a_phone(page)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            seat = claimed_seat(request, shown=request.POST.get("seat", ""))
            if seat is None:
                raise Gone(_out)
            self.seat = seat
        return super().dispatch(request, *args, **kwargs)


class ReportView(ActionFormView):
    """Take down the result for `seat`, as `by`. The same figures as somebody else's are that seat's agreement."""

    http_method_names = ["post"]
    seat: Seat
    by: Actor

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        sheet = report_sheet(
            table=self.seat.table,
            figures=data["reported"],
            by=self.by,
            seated=data["seated"],
            if_match=data["if_match"],
            confirm=confirmed(self.request),
            same_agrees=True,
        )
        return {"sheet": sheet.pk, "same_as": self._other_reporter(sheet), "agreed": self._agreed(sheet)}

    def get_success_message(self, outcome: Outcome) -> str:
        name = outcome.body.get("same_as")
        if not name:
            return ""
        if outcome.body.get("agreed"):
            message = _("These are the numbers that %(name)s reported. That counts as your confirmation.")
        else:
            message = _("These are the numbers that %(name)s reported.")
        return message % {"name": name}

    def _other_reporter(self, sheet: Scoresheet) -> str:
        """Who had reported these figures before, or nobody."""
        reporter = sheet.reported_by_seat
        if sheet.reported_by_seat_id == self.seat.pk:
            return ""
        return reporter.entry.player.name if reporter else pgettext("in place of a name", "the staff")

    def _agreed(self, sheet: Scoresheet) -> bool:
        return sheet.confirmations.filter(seat=self.seat).exists()


class Report(SeatMixin, ReportView):
    """Take down the result. What was typed comes back with whatever is wrong with it.

    With `do=preview` nothing is taken down: the form comes back with places and totals. With `do=conditions` the
    figures go to the page of last-hand conditions as they are.
    """

    def get_form(self, data: QueryDict | None) -> SheetForm:
        return _form(self.seat, seats_at(self.seat.table), data=data)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.POST.get("do") == "conditions":
            return HttpResponseRedirect(conditions_address(self.seat, request.POST), status=303)
        return super().post(request, **kwargs)

    def do(self, form: SheetForm) -> HttpResponse:
        if self.request.POST.get("do") != "preview":
            return super().do(form)
        form.settle()
        return self.render_page(form, 200 if form.settled else 422)

    def show_error(self, form: SheetForm, outcome: Outcome) -> None:
        self.outcome = outcome

    def render_page(self, form: SheetForm, status: int = 200) -> HttpResponse:
        return _page(self.request, self.seat, see(self.seat), form=form, outcome=self.outcome, status=status)


class Judgement(SeatMixin, ActionView):
    """What a player says of the version that their phone shows, and of no other."""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        sheet = Scoresheet.objects.filter(table=self.seat.table).order_by("-version").first()
        if sheet is None:
            messages.error(request, _("There is no result yet. Please enter it."))
            return redirect("my_table")
        self.sheet, self.if_match = sheet, request.POST.get("if_match", "")
        return super().post(request, **kwargs)

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        return _page(self.request, self.seat, see(self.seat), outcome=outcome, status=outcome.status)


class Confirm(Judgement):
    """Agree."""

    def perform(self) -> dict[str, object]:
        return {"sheet": confirm_sheet(sheet=self.sheet, if_match=self.if_match, by=self.by).pk}


class Dispute(Judgement):
    """Say that it is wrong, and what about it."""

    def perform(self) -> dict[str, object]:
        reason = self.request.POST.get("reason", "")
        sheet = dispute_sheet(sheet=self.sheet, if_match=self.if_match, reason=reason, by=self.by)
        return {"sheet": sheet.pk}


def _page(
    request: HttpRequest,
    seat: Seat,
    seen: SeenTable,
    *,
    form: SheetForm | None = None,
    outcome: Outcome | None = None,
    wants_form: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The one page of a seat: it shows whatever is to be done now. `seen` was read before anything it shows."""
    tournament, actor = seat.round.stage.tournament, actor_of(request)
    seat.table.round = seat.round
    seats = seats_at(seat.table)
    sheets = list(seat.table.scoresheets.for_display())
    last = sheets[0] if sheets else None
    live = last if last is not None and last.is_live else None
    can_report = seat.round.status == Round.Status.STARTED and (
        live is None or live.status in (Scoresheet.Status.SUBMITTED, Scoresheet.Status.DISPUTED)
    )
    # A result that arrived meanwhile goes before the form: it is to be confirmed or disputed.
    overtaken = live is not None and outcome is not None and not FIGURES & outcome.fields.keys()
    shows_form = can_report and not overtaken and (form is not None or live is None or wants_form)
    if shows_form and form is None:
        form = _form(seat, seats, sheet=live, draft=None if live else report_fields(request.GET))
    before = sheets[1] if len(sheets) > 1 else None
    earlier = before if before and live and before.status == Scoresheet.Status.SUPERSEDED else None
    agreed_ids = {one.seat_id for one in live.confirmations.all() if one.seat_id} if live else set()
    follows_up = coming(seat, seen) if live else {}
    own = after = None
    if live and live.status == Scoresheet.Status.CONFIRMED:
        scores = list(live.scores.all())
        own = next((score for score in scores if score.seat_id == seat.pk), None)
        after = after_game(seat.table, scores).get(seat.pk)
    reporter_id = live.reported_by_seat_id if live else None
    context = {
        "tournament": tournament,
        "round": seat.round,
        "table": seat.table,
        "seat": seat,
        "seats": seats,
        "sheet": live,
        "voided": last if last is not None and last.status == Scoresheet.Status.VOID else None,
        "form": form if shows_form else None,
        "questions": questions_of_figures(
            request,
            PLEASE_CONFIRM if form and form.settled else outcome.code if outcome else "",
            tournament.rulebook_for(len(seats)),
            form.reported if form else None,
        ),
        "earlier": earlier,
        "voided_confirmation": _voided_confirmation(seat, sheets) if earlier else None,
        "own": own,
        "after": after,
        "look_in": look_in(seat.round, after),
        "typed": compared(live, form.reported, seats)
        if overtaken and live and form and form.reported
        else None,
        "refusal": outcome.refusal if outcome and outcome.code != PLEASE_CONFIRM else "",
        "can_report": can_report,
        "is_mine": live is not None and live.reported_by_seat_id == seat.pk,
        "has_agreed": seat.pk in agreed_ids,
        "others": [(other, other.pk in agreed_ids) for other in seats if other.pk != reporter_id],
        "agreement": agreement(tournament, live, seats, agreed_ids) if live else None,
        "receipts": _receipts(seat, request) if sheets else [],
        **follows_up,
        # The page looks again when there is news of these.
        "shown_tables": [one.table_id for one in (seat, follows_up.get("next")) if isinstance(one, Seat)],
        "units": tournament.rulebook.units_per_point,
        "takes_hands": live is None and takes_hands(tournament, len(seats)),
        "has_conditions": has_conditions(tournament, seat.round, len(seats)),
        # Whoever holds no seat alone is led from one to the next.
        "can_take_back": seat.round.is_of_free_play and live is None,
        "opens_next": seat.round.is_of_free_play and live is not None,
        "leads_on": actor.seat_token is None,
        "by_card": actor.seat_token is None and actor.card is not None,
        # A captain hands in by the card that is theirs alone, not by one that lies on the table.
        "line_ups": list(rounds_to_send_for(seat.entry)) if actor.seat_token is None else [],
        "clock": None if live else face_at(seat.table),
        "begins": beginning_of(seat.round),
        "calls": seen.calls,
        "draws_seats": seen.draws_seats and can_report and live is None and len(seats) == CHAIRS,
        "can_call": seat.round.status != Round.Status.CLOSED,
        **(photos_in(seat.table) if seen.has_photos else {}),
        "takes_photos": tournament.photo_days is not None and seat.round.status == Round.Status.STARTED,
        "etag": seen.etag,
        "state": seen.etag.partition(".")[0],
    }
    # No address names the tournament here, so no decorator does this.
    with timezone.override(tournament.time_zone):
        response = render(request, "seat/table.html", context, status=status)
    response["ETag"] = seen.etag
    return response


def claimed_seat(request: HttpRequest, shown: str = "") -> Seat | None:
    """The seat of this phone, or of the player who is signed in. A card may have led on since its page was made:
    `shown` is the seat that was on it. A phone that holds a seat alone speaks for no other: what waited on it since
    the round before is not of its table now.
    """
    actor = actor_of(request)
    if actor.seat_token is not None:
        seat = actor.seat_token.seat
        if waiting_for_line_ups([seat.round]):
            return None
        return seat if shown in ("", str(seat.pk)) else None
    if actor.card is None and actor.user is None:
        return None
    if shown.isdecimal() and len(shown) < 18:
        seats = Seat.objects.select_related(
            "table", "entry__player", "round__stage__tournament__usual_format"
        )
        seats = seats.exclude(round__status=Round.Status.DRAFTED)
        own = Q(entry=actor.card.entry_id) if actor.card is not None else Q(entry__player__user=actor.user)
        return seats.settled().filter(own, pk=int(shown)).first()
    if actor.card is not None:
        return seat_now_of(actor.card)
    return seat_now_of_person(actor.user) if actor.user is not None else None


def _form(seat: Seat, seats: list[Seat], **what: object) -> SheetForm:
    return SheetForm(seat.round.stage.tournament.rulebook_for(len(seats)), seats, **what)  # type: ignore[arg-type]


def _receipts(seat: Seat, request: HttpRequest) -> list[LedgerEntry]:
    """The ledger entries this phone has made at this table: whoever holds them can tell a rewritten ledger.

    A phone's own are all of this table; of somebody who is signed in as well the last few are looked through.
    """
    tournament = seat.round.stage.tournament
    # What another server wrote names other seats and accounts by the same numbers.
    latest = _LATEST_OF.read(tournament.pk, actor_of(request).key, tournament.written_elsewhere or 0)
    return [entry for entry in latest if entry.content["table"] == seat.table_id][:MOST_RECEIPTS]


def _latest_of(tournament: int, actor: str, after: int) -> QuerySet[LedgerEntry]:
    entries = LedgerEntry.objects.filter(tournament=tournament, actor=actor, kind__in=ACTIONS_OF_A_SEAT)
    # As an expression: a number that stands for another while the statement is written is too large for the column.
    return entries.filter(seq__gt=Value(after)).order_by("-seq")[:MOST_LOOKED_THROUGH]


_LATEST_OF = PreparedQuery(_latest_of, of=(int, str, int))


def _voided_confirmation(seat: Seat, sheets: Sequence[Scoresheet]) -> int | None:
    """The version that this seat confirmed last, if it is not the one that stands and asks again."""
    for sheet in sheets:
        if any(one.seat_id == seat.pk for one in sheet.confirmations.all()):
            return None if sheet is sheets[0] else sheet.version
    return None


def _out(request: HttpRequest) -> HttpResponse:
    if actor_of(request).seat_token is not None:
        message = _("This phone has another seat now, so nothing was taken down. Please tell the referee.")
        messages.error(request, message)
        return redirect("my_table")
    messages.error(
        request, _("This phone holds no seat any more. Please scan the card again, or ask the referee.")
    )
    return redirect("seat")


def _may_look(request: HttpRequest, left: SeatToken) -> bool:
    """Whether this phone may still see the tournament of the seat it left: a private one is closed to it again."""
    tournament_id = left.seat.round.stage.tournament_id
    return visible_tournaments(actor_of(request)).filter(pk=tournament_id).exists()
