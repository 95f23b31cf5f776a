"""The phone at the table before the first hand: draw the seats, open the wall."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from scoring.ceremony.seats import PLAYERS
from scoring.ceremony.table import ASSUMED
from scoring.ceremony.wall import STACKS, WITH_FLOWERS, break_by_two_rolls, break_wall
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.errors import ActionError
from tournaments.actions.play.seat_draws import BY_LOT, draw_seats, procedure_of, seats_by, turn_order
from tournaments.credentials.visitors import card_phone_of
from tournaments.forms.play.seat_draws import SeatDrawForm, WallForm
from tournaments.models import Round, Seat, SeatDraw, SeatDrawRule, Table
from tournaments.views.action_views import ActionFormView, ActionView
from tournaments.views.policies import on_a_phone
from tournaments.views.repeatable_forms import Outcome
from tournaments.views.seat.at_table import AtTable
from tournaments.views.seat.seat import PHONE, claimed_seat
from web.visitor_language import language

CHAIRS = len(PLAYERS)


class Steps(NamedTuple):
    """A seat draw in words: each step with whether it is assumed, and who sits where then, first dealer first."""

    steps: list[tuple[str, bool]]
    order: list[str]


class DrawingTable:
    """A seat's table while its seats are drawn: all that the page shows."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.tournament = seat.round.stage.tournament
        self.seats = list(seat.table.seats.for_display())
        self.rulebook: Rulebook = self.tournament.rulebook_for(len(self.seats))
        self.procedure = procedure_of(self.rulebook)
        self.draw = SeatDraw.objects.filter(table=seat.table_id).first()
        looked = (
            Table.objects.with_live_results()
            .filter(pk=seat.table_id)
            .annotate(has_rule=Exists(SeatDrawRule.objects.filter(stage=OuterRef("round__stage"))))
        )
        has_rule, has_result, has_hands = looked.values_list("has_rule", "has_result", "has_hands").get()
        self.draws_seats = has_rule and len(self.seats) == CHAIRS
        is_open = seat.round.status == Round.Status.STARTED and not has_result and not has_hands
        self.can_draw = self.draws_seats and is_open and self.draw is None

    def steps_of(self, fell: dict[str, Any], names: Sequence[str]) -> Steps:
        """The draw by what fell, with the players A to D called by these names. Raises RulesRefuse."""
        seats = seats_by(self.procedure, fell, names)
        said = [(step.in_language(language()), step.code == ASSUMED) for step in seats.steps]
        return Steps(said, turn_order(seats))

    def drawn_steps(self) -> Steps | None:
        """The draw that seated this table, with today's names; None where none has."""
        if self.draw is None:
            return None
        letters = turn_order(seats_by(self.draw.procedure, self.draw.fell))
        by_letter = dict(zip(letters, names_of(self.seats), strict=True))
        seats = seats_by(self.draw.procedure, self.draw.fell, [by_letter[letter] for letter in PLAYERS])
        return Steps(
            [(step.in_language(language()), step.code == ASSUMED) for step in seats.steps], turn_order(seats)
        )


def names_of(seats: Sequence[Seat]) -> list[str]:
    """What the players are called in the steps: by name, and by number where two have the same."""
    names = [seat.entry.player.name for seat in seats]
    return [
        f"{seat.entry.number} {name}" if names.count(name) > 1 else name
        for seat, name in zip(seats, names, strict=True)
    ]


@on_a_phone
@require_http_methods(["GET", "HEAD"])
def seat_draw(request: HttpRequest) -> HttpResponse:
    """How this table's seats are drawn, or were; then how the wall is opened."""
    seat = claimed_seat(request)
    if seat is None:
        return redirect("seat" if card_phone_of(request) is None else "my_card")
    found = DrawingTable(seat)
    return _page(request, found) if found.draws_seats else redirect("my_table")


class Draw(AtTable, ActionFormView):
    """Seat the table by what fell. With `do=preview` it only says who would sit where."""

    screen = PHONE
    http_method_names = ["post"]
    leads_to = "draw"

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.found = DrawingTable(self.seat)
        return super().post(request, **kwargs) if self.found.draws_seats else redirect("my_table")

    def get_form(self, data: QueryDict | None) -> SeatDrawForm:
        return SeatDrawForm(self.found.procedure, self.found.seats, data)

    def do(self, form: SeatDrawForm) -> HttpResponse:
        if self.request.POST.get("do") != "preview":
            return super().do(form)
        try:
            preview = self.found.steps_of(form.cleaned_data["fell"], names_of(self.found.seats))
        except ActionError as error:
            form.add_error(None, error.message)
            return self.render_page(form, 422)
        return _page(self.request, self.found, form=form, preview=preview)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"table": draw_seats(table=self.seat.table, fell=data["fell"], by=self.by).pk}

    def render_page(self, form: SeatDrawForm, status: int = 200) -> HttpResponse:
        return _page(self.request, DrawingTable(self.seat), form=form, status=status)


class DrawByLot(AtTable, ActionView):
    """Let the server draw."""

    screen = PHONE
    leads_to = "draw"

    def perform(self) -> dict[str, object]:
        return {"table": draw_seats(table=self.seat.table, by=self.by).pk}

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("my_table")


def opened_wall(rulebook: Rulebook, seats: Sequence[Seat], form: WallForm) -> str:
    """Where the deal starts by the rolls of a valid form, in words."""
    typed = form.cleaned_data
    stacks = WITH_FLOWERS if rulebook.score.table == "mcr" else STACKS
    if "second" in typed:
        opened = break_by_two_rolls(typed["dealer"], typed["total"], typed["second"], stacks)
    else:
        opened = break_wall(typed["dealer"], typed["total"], stacks)
    words = ngettext(
        "The wall of %(name)s: %(count)s stack at its right end stays, the deal starts with the next one, clockwise.",
        "The wall of %(name)s: %(count)s stacks at its right end stay, the deal starts with the next one, clockwise.",
        opened.stacks_right,
    )
    return words % {"name": seats[opened.seat].entry.player.name, "count": opened.stacks_right}


def _page(
    request: HttpRequest,
    found: DrawingTable,
    *,
    form: SeatDrawForm | None = None,
    preview: Steps | None = None,
    status: int = 200,
) -> HttpResponse:
    is_typed = found.procedure != BY_LOT
    wall = WallForm(
        found.seats,
        has_two_rolls=found.rulebook.seating.wall_break == "two_roll",
        data=request.GET if "total" in request.GET else None,
    )
    if form is None and found.can_draw and is_typed:
        form = SeatDrawForm(found.procedure, found.seats)
    context = {
        "tournament": found.tournament,
        "round": found.seat.round,
        "table": found.seat.table,
        "seat": found.seat,
        "seats": found.seats,
        "can_draw": found.can_draw,
        "form": form if found.can_draw else None,
        "preview": preview,
        "drawn": found.drawn_steps(),
        "seed": found.draw.seed if found.draw else "",
        "wall": wall,
        "opened": opened_wall(found.rulebook, found.seats, wall) if wall.is_valid() else "",
    }
    with timezone.override(found.tournament.time_zone):
        return render(request, "seat/draw/page.html", context, status=status)
