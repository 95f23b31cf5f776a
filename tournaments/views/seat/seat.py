"""The phone at the table: take a seat by a code, report the game, confirm or dispute what another reported."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django.contrib import messages
from django.db.models import Q, QuerySet, Value
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_http_methods

from scoring.ceremony.dice import CHAIRS
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.credentials.claims import is_card_code, take_card, take_seat
from tournaments.credentials.devices import device_of, name_device, set_card_cookie, set_seat_cookie
from tournaments.credentials.visitors import actor_of, card_phone_of, left_seat_of
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import LedgerEntry, Round, Scoresheet, Seat, SeatToken
from tournaments.models.credentials.card_seats import seat_now_of, seat_now_of_person
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.events import ResultAgreed, ResultConfirmed, ResultDisputed, ResultReported
from tournaments.models.play.rounds import seats_at, waiting_for_line_ups
from tournaments.permissions import visible_tournaments
from tournaments.standings.in_play.after_a_game import after_game
from tournaments.views.photos.taking import photos_in
from tournaments.views.policies import on_a_phone
from tournaments.views.public.live_pages import look_in
from tournaments.views.public.tournaments import has_conditions
from tournaments.views.questions import questions_of_figures
from tournaments.views.repeatable_forms import Gone, Outcome
from tournaments.views.report_draft import conditions_address, report_fields
from tournaments.views.seat.at_table import AtTable, Keep, ReportView, Screen, Take, show_code
from tournaments.views.seat.comparison import compared
from tournaments.views.seat.line_up import rounds_to_send_for
from tournaments.views.seat.table_now import TableNow
from tournaments.views.seat.table_state import SeenTable, later_rounds, see
from web.etags import is_known
from web.policies import Page

MOST_RECEIPTS, MOST_LOOKED_THROUGH = 4, 16
# What is refused about these stays in the form, also when it is there to change a result.
FIGURES = {"points", "chombo"}
ACTIONS_OF_A_SEAT = (ResultReported.kind, ResultAgreed.kind, ResultConfirmed.kind, ResultDisputed.kind)


@on_a_phone
@ensure_csrf_cookie
@require_http_methods(["GET", "HEAD", "POST"])
def claim(request: HttpRequest) -> HttpResponse:
    """Type the code of a card, or arrive with it in the address's fragment; the phone then keeps the seat, or follows
    the card's player from round to round."""
    refusal, status = "", 200
    phone = device_of(request) or get_random_string(32)
    if request.method == "POST":
        led, refusal, status = show_code(request, phone, _ways_of, leads_to="my_table")
        if led is not None:
            return led
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
        **(later_rounds(left.seat, seen) if left and seen and (may_look or is_over) else {}),
        "etag": etag,
    }
    response = render(request, "seat/claim.html", context, status=status)
    name_device(response, phone, is_secure=request.is_secure())
    return response


def _ways_of(code: str) -> tuple[Take, Keep]:
    return (take_card, set_card_cookie) if is_card_code(code) else (take_seat, set_seat_cookie)


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
    return _page(request, seat, seen)


class Phone(Screen):
    """A phone that holds a seat or follows a card, or the browser of a player who is signed in."""

    addresses: ClassVar = {
        "table": "my_table",
        "hands": "hands",
        "draw": "seat_draw",
        "confirm": "confirm",
        "dispute": "dispute",
        "undo": "undo_hand",
        "report_game": "report_hands",
        "call": "call_referee",
        "end_call": "end_call",
    }

    def policy(self, page: Page) -> Page:
        return on_a_phone(page)

    def who(self, view: AtTable) -> tuple[Seat, Actor]:
        seat = claimed_seat(view.request, shown=view.request.POST.get("seat", ""))
        if seat is None:
            raise Gone(_out)
        return seat, actor_of(view.request)

    def refused(self, view: AtTable, outcome: Outcome) -> HttpResponse | None:
        if not view.stays:
            return None
        return _page(view.request, view.seat, see(view.seat), outcome=outcome, status=outcome.status)

    def says_of(self, sentence: str, seat: Seat) -> str:
        """Nothing: the page that follows shows it."""
        return ""


PHONE = Phone()


class Report(ReportView):
    """Take down the result. What was typed comes back with what is wrong with it.

    With `do=preview` nothing is taken down: the form comes back with places and totals. With `do=conditions` the
    figures go to the page of last-hand conditions as they are.
    """

    screen = PHONE
    outcome: Outcome | None = None

    def get_form(self, data: QueryDict | None) -> SheetForm:
        seats = seats_at(self.seat.table)
        return SheetForm(self.seat.round.stage.tournament.rulebook_for(len(seats)), seats, data=data)

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


def _page(
    request: HttpRequest,
    seat: Seat,
    seen: SeenTable,
    *,
    form: SheetForm | None = None,
    outcome: Outcome | None = None,
    status: int = 200,
) -> HttpResponse:
    """The one page of a seat: it shows what is to be done now. `seen` was read before anything it shows."""
    actor = actor_of(request)
    seat.table.round = seat.round
    now = TableNow(seat.table, seats_at(seat.table))
    tournament, seats, sheets, live, can_report = (
        now.tournament,
        now.seats,
        now.sheets,
        now.sheet,
        now.can_report,
    )
    wants_form = request.method != "POST" and bool(request.GET.get("again"))
    # A result that arrived meanwhile goes before the form: it is to be confirmed or disputed.
    overtaken = live is not None and outcome is not None and not FIGURES & outcome.fields.keys()
    shows_form = can_report and not overtaken and (form is not None or live is None or wants_form)
    if shows_form and form is None:
        form = now.form(sheet=live, draft=None if live else report_fields(request.GET))
    before = sheets[1] if len(sheets) > 1 else None
    earlier = before if before and live and before.status == Scoresheet.Status.SUPERSEDED else None
    follows_up = later_rounds(seat, seen) if live else {}
    own = after = None
    if live and live.status == Scoresheet.Status.CONFIRMED:
        scores = list(live.scores.all())
        own = next((score for score in scores if score.seat_id == seat.pk), None)
        after = after_game(seat.table, scores).get(seat.pk)
    reporter_id = live.reported_by_seat_id if live else None
    context = {
        **now.context(PHONE, "again=1"),
        "seat": seat,
        "voided": now.last if now.last and now.last.status == Scoresheet.Status.VOID else None,
        "form": form if shows_form else None,
        "questions": questions_of_figures(
            request,
            PLEASE_CONFIRM if form and form.settled else outcome.code if outcome else "",
            now.rulebook,
            form.reported if form else None,
        ),
        "earlier": earlier,
        "voided_confirmation": _voided_confirmation(seat, sheets) if earlier else None,
        "is_unchanged": bool(live and earlier and _figures(live) == _figures(earlier)),
        "own": own,
        "after": after,
        "look_in": look_in(seat.round, after),
        "typed": compared(live, form.reported, seats)
        if overtaken and live and form and form.reported
        else None,
        "refusal": outcome.refusal if outcome and outcome.code != PLEASE_CONFIRM else "",
        "is_mine": live is not None and live.reported_by_seat_id == seat.pk,
        "has_agreed": seat.pk in now.agreed,
        "others": [(other, other.pk in now.agreed) for other in seats if other.pk != reporter_id],
        "receipts": _receipts(seat, request) if sheets else [],
        **follows_up,
        # The page looks again when there is news of these.
        "shown_tables": [one.table_id for one in (seat, follows_up.get("next")) if isinstance(one, Seat)],
        "has_conditions": has_conditions(tournament, seat.round, len(seats)),
        # Without a seat of one's own, the page leads from one seat to the next.
        "can_take_back": seat.round.is_of_free_play and live is None,
        "opens_next": seat.round.is_of_free_play and live is not None,
        "leads_on": actor.seat_token is None,
        "by_card": actor.seat_token is None and actor.card is not None,
        # A captain hands in by the card that is theirs alone, not by one that lies on the table.
        "line_ups": list(rounds_to_send_for(seat.entry)) if actor.seat_token is None else [],
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


def _receipts(seat: Seat, request: HttpRequest) -> list[LedgerEntry]:
    """The ledger entries this phone has made at this table: with them a rewritten ledger can be recognized.

    A phone's own are all of this table; of an account that is signed in as well, the last few are searched.
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


def _figures(sheet: Scoresheet) -> tuple[object, ...]:
    return (sheet.points, sheet.chombo, sheet.leftover, sheet.imbalance)


def _voided_confirmation(seat: Seat, sheets: Sequence[Scoresheet]) -> int | None:
    """The version that this seat confirmed last, if it is not the one that stands and asks again."""
    for sheet in sheets:
        if any(one.seat_id == seat.pk for one in sheet.confirmations.all()):
            return None if sheet is sheets[0] else sheet.version
    return None


def _out(request: HttpRequest) -> HttpResponse:
    if actor_of(request).seat_token is not None:
        message = _(
            "This phone now holds a different seat, so nothing was recorded. Please tell the referee."
        )
        messages.error(request, message)
        return redirect("my_table")
    messages.error(
        request, _("This phone no longer holds a seat. Please scan the card again, or ask the referee.")
    )
    return redirect("seat")


def _may_look(request: HttpRequest, left: SeatToken) -> bool:
    """Whether this phone may still see the tournament of the seat it left: a private one is closed to it again."""
    tournament_id = left.seat.round.stage.tournament_id
    return visible_tournaments(actor_of(request)).filter(pk=tournament_id).exists()
