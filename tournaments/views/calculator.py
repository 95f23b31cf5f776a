"""The hand calculator for referees: a plain form whose address holds the whole question."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.errors import RulebookError, RuleError
from scoring.rulebook import Rulebook, editions, load
from scoring.value import is_riichi
from scoring.wording import say_refusal
from tournaments.forms.calculator import CalculatorForm, with_tap
from tournaments.views.calculated import Answer, Shown, answer, shown
from tournaments.views.policies import public
from tournaments.views.rulebook_words import can_calculate, language

USUAL = "mleague"
KEYS = tuple([f"{n}{suit}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9)] for suit in "mps")
RED = ["0m", "0p", "0s"]
HONOURS = [f"{n}z" for n in range(1, 8)]


@public
@require_safe
def calculator(request: HttpRequest, pk: str = "") -> HttpResponse:
    """Tiles to points. `?win=ron` or `?win=tsumo` asks for the answer."""
    book = _rulebook(pk or request.GET.get("rulebook") or USUAL)
    query = with_tap(request.GET)
    form = CalculatorForm(book, query)
    found: Answer | None = None
    problem = ""
    tiles: Shown | None = None
    if form.is_valid():
        try:
            tiles = shown(form.cleaned_data)
            if request.GET.get("win") in ("ron", "tsumo"):
                found = answer(book, form.cleaned_data, tsumo=request.GET["win"] == "tsumo")
        except RuleError as error:
            problem = say_refusal(error, language())
    return render(
        request,
        "rules/calculator.html",
        {
            "book": book,
            "is_fixed": bool(pk),
            "books": [load(name) for name in editions() if can_calculate(load(name))],
            "form": form,
            "query": query,
            "tiles": tiles,
            "answer": found,
            "problem": problem,
            "win": request.GET.get("win", ""),
            "is_riichi": is_riichi(book),
            "keys": [*KEYS, HONOURS + (RED if is_riichi(book) else [])],
        },
    )


def _rulebook(name: str) -> Rulebook:
    try:
        book = load(name)
    except RulebookError as error:
        raise Http404 from error
    if not can_calculate(book):
        raise Http404
    return book
