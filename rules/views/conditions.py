"""Conditions for phones in the last hand: a plain form whose address holds all input."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from rules.forms.conditions import ConditionsForm
from rules.views.calculator import USUAL
from rules.views.conditions_wording import Card, card
from scoring.conditions.conditions import Underway
from scoring.conditions.goal import Goal
from scoring.errors import RulebookError, RuleError
from scoring.game.ending import is_last_hand
from scoring.hand.value import is_riichi
from scoring.rulebook.rulebook import Rulebook, editions, load
from scoring.text.errors import say_refusal
from web.policies import changed_by_release, public
from web.visitor_language import language


@public
@changed_by_release
@require_safe
def conditions(request: HttpRequest, pk: str = "") -> HttpResponse:
    """Show what each player needs, from points, dealer and goal. No database query."""
    book = _rulebook(pk or request.GET.get("rulebook") or USUAL)
    query = request.GET.copy()
    query.pop("rulebook", None)
    form = ConditionsForm(book, query)
    return render(
        request,
        "rules/conditions.html",
        answered(book, form, form.goal_of)
        | {
            "is_fixed": bool(pk),
            "books": [load(name) for name in editions() if is_riichi(load(name))],
        },
    )


def answered(book: Rulebook, form: ConditionsForm, goal_of: Callable[[int], Goal]) -> dict[str, Any]:
    """Return the template's context: the form and, if it is valid, a card for each player in question."""
    cards: list[Card] = []
    problem = ""
    is_last = True
    if form.is_valid():
        state = form.state
        is_last = is_last_hand(book, state.round * book.table.players + state.dealer)
        data = form.cleaned_data
        winds = dict(form.winds)
        names = [""] * book.table.players
        for wind in winds:
            names[form.seat_of(wind)] = str(winds[wind])
        hand = Underway(
            riichi=[form.seat_of(wind) for wind in data["riichi"]],
            dead=[form.seat_of(wind) for wind in data["dead"]],
            marked=form.marked,
        )
        seats = [form.seat_of(wind) for wind in ([data["seat"]] if data["seat"] else winds)]
        try:
            cards = [card(book, state, goal_of(seat), hand, names) for seat in seats]
        except RuleError as error:
            problem = say_refusal(error, language())
    return {"book": book, "form": form, "cards": cards, "problem": problem, "is_last": is_last}


def _rulebook(name: str) -> Rulebook:
    try:
        book = load(name)
    except RulebookError as error:
        raise Http404 from error
    if not is_riichi(book):
        raise Http404
    return book
