"""The hand calculator for referees: a plain form whose address holds all input."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from rules.forms.calculator import CalculatorForm, keyboard, played, with_tap
from rules.views.calculated_hand import Shown, Unclear, settle, shown
from rules.views.payment_wording import Answer, describe
from rules.views.rulebook_wording import can_calculate
from scoring.errors import RulebookError, RuleError
from scoring.hand.value import is_riichi
from scoring.rulebook.rulebook import Rulebook, editions, load
from scoring.text.errors import say_refusal
from web.policies import changed_by_release, public
from web.visitor_language import language

USUAL = "mleague"


@public
@changed_by_release
@require_safe
def calculator(request: HttpRequest, pk: str = "") -> HttpResponse:
    """Show points for tiles. The answer is computed for `?win=ron` or `?win=tsumo`."""
    edition = _rulebook(pk or request.GET.get("rulebook") or USUAL)
    book = played(edition, request.GET, pgettext("heading", "House rules"))
    books = [] if pk else [load(name) for name in editions() if can_calculate(load(name))]
    return calculator_page(request, book, {"books": books, "is_fixed": bool(pk)})


def calculator_page(request: HttpRequest, book: Rulebook, more: dict[str, Any]) -> HttpResponse:
    """Show the calculator for these rules. With a `tournament` in `more`, no option changes them."""
    query = with_tap(request.GET)
    form = CalculatorForm(book, query, is_pinned="tournament" in more)
    answer: Answer | None = None
    problem = ""
    hands: list[Shown] = []
    if form.is_valid():
        try:
            hands = shown(form.cleaned_data)
            if request.GET.get("win") in ("ron", "tsumo"):
                answer = describe(settle(book, form.cleaned_data, tsumo=request.GET["win"] == "tsumo"))
        except RuleError as error:
            problem = say_refusal(error, language())
        except Unclear as unclear:
            problem = str(unclear)
    return render(
        request,
        "rules/calculator.html",
        {
            "book": book,
            "form": form,
            "query": query,
            "hands": hands,
            "answer": answer,
            "problem": problem,
            "win": request.GET.get("win", ""),
            "is_riichi": is_riichi(book),
            "keys": keyboard(book),
            "targets": form.targets,
            **more,
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
