"""The phone at the table, hand by hand: enter one, take one back, report the game they made."""

from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import cached_property
from django.views.decorators.http import require_http_methods

from rules.forms.points import as_typed, in_hundreds
from scoring.game.game import State, final_result, play
from scoring.game.log import state_as_json
from scoring.game.outcome import from_json
from scoring.game.told_hands import complete_outcome
from scoring.lookup.hand_table import hand_table
from tournaments.actions.errors import ActionError
from tournaments.actions.hands.hand_log import by_the_rules, takes_hands
from tournaments.credentials.visitors import actor_of, card_phone_of
from tournaments.forms.play.hands import HandForm
from tournaments.models import HandRecord, Round, Scoresheet, Seat
from tournaments.models.play.hands import EMPTY_LOG, standing
from tournaments.models.play.rounds import seats_at
from tournaments.views.hand_sentences import say_outcome
from tournaments.views.hands_wording import (
    HandLine,
    Payer,
    at_the_gong,
    changes_of,
    lines_of_log,
    name_of_hand,
    payments_of,
    say_over,
    seats_now,
    words_of_hands,
)
from tournaments.views.policies import on_a_phone
from tournaments.views.public.clock_faces import face_at
from tournaments.views.repeatable_forms import Outcome
from tournaments.views.report_draft import POINTS
from tournaments.views.seat.at_table import HandView
from tournaments.views.seat.seat import PHONE, claimed_seat
from tournaments.views.seat.table_state import etag_of_game
from web.etags import is_known


class TablesGame:
    """A seat's table and its game: all that the page shows, read once."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.tournament = seat.round.stage.tournament
        self.seats = seats_at(seat.table)
        self.records = list(HandRecord.objects.of_table(seat.table_id).defer("state"))
        self.rulebook = self.tournament.rulebook_for(len(self.seats))
        self.names = [one.entry.player.name for one in self.seats]
        last = seat.table.scoresheets.order_by("-version").first()
        is_in = last is not None and last.is_live and last.status != Scoresheet.Status.DISPUTED
        # May hands be added?
        self.is_open = seat.round.status == Round.Status.STARTED and not is_in

    @property
    def tag(self) -> str:
        return self.records[-1].tag if self.records else EMPTY_LOG

    @cached_property
    def hands(self) -> tuple[list[HandLine], State]:
        """The hands that stand, in words, and the game as they leave it. Played once."""
        return lines_of_log(self.rulebook, standing(self.records), self.names)


@on_a_phone
@require_http_methods(["GET", "HEAD"])
def game(request: HttpRequest) -> HttpResponse:
    """This table's game so far, and the form for the next hand; with `?tell=` yaku and tiles can be told in it."""
    seat = claimed_seat(request)
    if seat is None:
        return redirect("seat" if card_phone_of(request) is None else "my_card")
    if request.GET.get("seat", str(seat.pk)) != str(seat.pk):
        return redirect("my_table")
    etag, tells = etag_of_game(seat), "tell" in request.GET
    if not tells and is_known(request, etag):
        return HttpResponseNotModified(headers={"ETag": etag})
    found = TablesGame(seat)
    if not takes_hands(found.tournament, len(found.seats)):
        return redirect("my_table")
    response = _page(request, found, etag=etag, tells=tells)
    if tells:
        # Not the page that a phone keeps.
        del response["ETag"]
    return response


class Enter(HandView):
    """Take down a hand. With `do=preview` nothing is taken down: the form comes back with who pays whom."""

    screen = PHONE
    error = ""

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.game = TablesGame(self.seat)
        if not takes_hands(self.game.tournament, len(self.game.seats)):
            return self.to_page("table")
        return super().post(request, **kwargs)

    def get_form(self, data: QueryDict | None) -> HandForm:
        return _form(self.game, data)

    def do(self, form: HandForm) -> HttpResponse:
        if self.request.POST.get("do") != "preview":
            return super().do(form)
        try:
            preview = previewed(self.game, form)
        except ActionError as error:
            return _page(self.request, self.game, Sent(form, refused=error.message, status=422))
        return _page(self.request, self.game, Sent(form, preview=preview))

    def show_error(self, form: HandForm, outcome: Outcome) -> None:
        super().show_error(form, outcome)
        if outcome.code == "stale_hands":
            # What was tapped may be the hand that is here by now: it is not offered as the next one.
            self.error = outcome.refusal

    def render_page(self, form: HandForm, status: int = 200) -> HttpResponse:
        if self.error:
            return _page(self.request, TablesGame(self.seat), Sent(refusal=self.error, status=status))
        return _page(self.request, self.game, Sent(form, status=status))


def _form(found: TablesGame, data: QueryDict | None = None, *, tells: bool = False) -> HandForm:
    _lines, state = found.hands
    return HandForm(
        found.rulebook, found.seats, state, mine=found.seat, tag=found.tag, tells=tells, data=data
    )


class Preview(NamedTuple):
    """What a hand would change: the points of each seat, who pays whom, and the game after it. `told`: what the hand
    is worth in words, if its yaku or its tiles were told.
    """

    changes: tuple[int, ...]
    paid: list[Payer]
    after: State
    told: str


def previewed(found: TablesGame, form: HandForm) -> Preview:
    """What the hand in a valid form would change. Raises RulesRefuse."""
    book, state = found.rulebook, form.state
    outcome = by_the_rules(lambda: complete_outcome(book, state, from_json(form.cleaned_data["outcome"])))
    after = by_the_rules(lambda: play(book, state, outcome))
    paid = payments_of(book, state, outcome, found.names)
    tells = any(win.details for win in outcome.wins)
    told = say_outcome(book, state, outcome, found.names) if tells else ""
    return Preview(changes_of(state, after), paid, after, told)


def _as_typed(found: TablesGame, state: State) -> dict[str, str]:
    """The figures of the game so far, as the form of a report takes them from an address."""
    hundreds = in_hundreds(found.rulebook)
    points = [as_typed(one, hundreds=hundreds) for one in state.points]
    chombo = {f"chombo_{seat}": str(count) for seat, count in enumerate(state.chombo) if count}
    return {**dict(zip(POINTS, points, strict=False)), "sticks": str(state.deposits), **chombo}


@dataclass(frozen=True)
class Sent:
    """What came of a hand that was sent: the form as it was filled in, with its preview or what the rules refuse in
    it; or `refusal`, above the page, for a hand that is not offered again.
    """

    form: HandForm | None = None
    preview: Preview | None = None
    refused: str = ""
    refusal: str = ""
    status: int = 200


NOTHING_SENT = Sent()


def _page(
    request: HttpRequest,
    found: TablesGame,
    sent: Sent = NOTHING_SENT,
    *,
    etag: str = "",
    tells: bool = False,
) -> HttpResponse:
    etag = etag or etag_of_game(found.seat)
    lines, state = found.hands
    form, preview = sent.form or _form(found, tells=tells), sent.preview
    changes = preview.changes if preview else (None,) * len(found.seats)
    is_over = bool(state.over)
    result = final_result(found.rulebook, state).seats if is_over else None
    goes_on = found.is_open and not is_over
    clock = face_at(found.seat.table) if found.is_open else None
    context = {
        "at": PHONE.addresses,
        "tournament": found.tournament,
        "round": found.seat.round,
        "table": found.seat.table,
        "seat": found.seat,
        "tag": found.tag,
        "lines": lines[::-1],
        "last": lines[-1] if lines else None,
        "my_wind": next(now.wind for now in seats_now(found.seats, state) if now.seat == found.seat),
        "hand_name": name_of_hand(state),
        "over": say_over(state),
        "result": list(zip(found.seats, result, strict=True)) if result else None,
        "units": found.rulebook.units_per_point,
        "form": form if goes_on else None,
        # What the phone needs to go on where nobody answers.
        "rules": {"table": hand_table(found.rulebook), "words": words_of_hands()} if found.is_open else None,
        "game": {"tag": found.tag, "state": state_as_json(state)},
        "rows": list(zip(form.rows, changes, strict=True)),
        "paid": preview.paid if preview else [],
        "told": preview.told if preview else "",
        "refused": sent.refused,
        "ends": say_over(preview.after) if preview else "",
        "is_open": found.is_open,
        "can_report": found.is_open and is_over,
        "stop_points": urlencode(_as_typed(found, state)),
        "leads_on": actor_of(request).seat_token is None,
        "refusal": sent.refusal,
        "clock": clock,
        "gong": at_the_gong(clock.after_gong) if clock and goes_on and state.hands_left is None else None,
        "etag": etag,
        "state": etag.partition(".")[0],
    }
    with timezone.override(found.tournament.time_zone):
        response = render(request, "hands/page.html", context, status=sent.status)
    response["ETag"] = etag
    return response
