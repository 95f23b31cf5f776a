"""What do I need? A plain form whose address holds the whole question, for a phone in the last hand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.ending import is_last_hand
from scoring.errors import RulebookError, RuleError
from scoring.rulebook import Rulebook, editions, load
from scoring.value import is_riichi
from scoring.wording import say_refusal
from tournaments.forms.conditions import ConditionsForm
from tournaments.views.calculator import USUAL
from tournaments.views.needed import Card, card
from tournaments.views.policies import public
from tournaments.views.rulebook_words import language


@public
@require_safe
def conditions(request: HttpRequest, pk: str = "") -> HttpResponse:
    """Points, dealer, goal → what each player needs. Nothing is asked of the database."""
    book = _rulebook(pk or request.GET.get("rulebook") or USUAL)
    query = request.GET.copy()
    query.pop("rulebook", None)
    form = ConditionsForm(book, query)
    cards: list[Card] = []
    problem = ""
    is_last = True
    if form.is_valid():
        state = form.state
        is_last = is_last_hand(book, state.round * book.table.players + state.dealer)
        asked = form.cleaned_data
        winds = dict(form.winds)
        names = [""] * book.table.players
        for wind in winds:
            names[form.seat_of(wind)] = str(winds[wind])
        riichi = [form.seat_of(wind) for wind in asked["riichi"]]
        seats = [form.seat_of(wind) for wind in ([asked["seat"]] if asked["seat"] else winds)]
        try:
            cards = [card(book, state, form.goal_of(seat), riichi, names) for seat in seats]
        except RuleError as error:
            problem = say_refusal(error, language())
    return render(
        request,
        "rules/conditions.html",
        {
            "book": book,
            "is_fixed": bool(pk),
            "books": [load(name) for name in editions() if is_riichi(load(name))],
            "form": form,
            "cards": cards,
            "problem": problem,
            "is_last": is_last,
        },
    )


def _rulebook(name: str) -> Rulebook:
    try:
        book = load(name)
    except RulebookError as error:
        raise Http404 from error
    if not is_riichi(book):
        raise Http404
    return book
