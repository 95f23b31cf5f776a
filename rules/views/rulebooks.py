"""Rulebook pages: the list, an edition with its sources, and a comparison."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from rules.listed_penalties import PENALTIES
from rules.views.ceremony_wording import EXAMPLE, LONGEST_SEED, ceremonies
from rules.views.rulebook_wording import by_kind, can_calculate, compared, groups, open_rows, row, sources_of
from scoring.errors import NeedsEventSetting, RulebookError
from scoring.hand.points_table import points_table
from scoring.hand.score_table import score_table
from scoring.hand.value import is_riichi
from scoring.hand.wsom.patterns import BY_CODE
from scoring.rulebook.provenance import Provenance, confidences, provenance
from scoring.rulebook.rulebook import Rulebook, editions, load
from scoring.text.awards import LIMITS
from web.policies import changed_by_release, public
from web.visitor_language import language

# Values assumed for open fields in a score table; the page names them.
SHOWN_WITH: dict[str, object] = {"score.kiriage": False, "score.kazoe": "yakuman"}


@public
@changed_by_release
@require_safe
def rulebooks(request: HttpRequest) -> HttpResponse:
    books = [load(name) for name in editions()]
    return render(request, "rules/list.html", {"kinds": by_kind(books), "count": len(books)})


@public
@changed_by_release
@require_safe
def rulebook(request: HttpRequest, pk: str) -> HttpResponse:
    """Show an edition; with `?with=`, its differences from another."""
    book = _edition(pk)
    if request.GET.get("with"):
        return _comparison(request, book, _edition(request.GET["with"]))
    about = provenance(pk)
    return render(
        request,
        "rules/rulebook.html",
        {
            "book": book,
            "about": about,
            "groups": groups(book, about),
            "leaves_open": open_rows(book, about.leaves_open),
            "parent": load(about.derived_from) if about.derived_from else None,
            "sources": sources_of(about),
            "confidences": _confidences(),
            "penalty_notes": _penalty_notes(about),
            "seed": (seed := request.GET.get("seed", "")[:LONGEST_SEED] or EXAMPLE),
            "ceremonies": ceremonies(book, seed),
            "others": [load(name) for name in editions() if name != pk],
            **score_tables_of(book),
        },
    )


def _comparison(request: HttpRequest, book: Rulebook, other: Rulebook) -> HttpResponse:
    return render(
        request,
        "rules/compare.html",
        {
            "book": book,
            "other": other,
            "groups": compared(book, other),
            "others": [load(name) for name in editions() if name != book.identity.id],
        },
    )


def score_tables_of(book: Rulebook) -> dict[str, object]:
    """Return the score tables, or the patterns and their values."""
    settled, assumed = _with_assumed_settings(book)
    return {
        "is_riichi": is_riichi(book),
        "can_calculate": can_calculate(book),
        "assumed": [row(settled, path) for path in assumed],
        "child": score_table(settled, dealer=False),
        "dealer": score_table(settled, dealer=True),
        "points": points_table(book),
        "limit_names": {name: term.in_language(language()) for name, term in LIMITS.items()},
        "patterns": list(BY_CODE.values()) if book.score.table == "zung_jung" else [],
    }


def _with_assumed_settings(book: Rulebook) -> tuple[Rulebook, list[str]]:
    """Return the rulebook with values in all fields its score table needs, and the fields filled in."""
    assumed: list[str] = []
    while True:
        try:
            score_table(book, dealer=False)
        except NeedsEventSetting as error:
            changes = {path: SHOWN_WITH[path] for path in error.fields}
            assumed += error.fields
            book = book.with_house_rules(book.identity.house or "for the table", changes)
        else:
            return book, assumed


def _confidences() -> list[tuple[str, str]]:
    return [(letter, word.in_language(language())) for letter, word in confidences().items()]


def _penalty_notes(about: Provenance) -> list[str]:
    """Return notes on the list of penalties itself, such as that there is no source."""
    return [
        pgettext("with a value", "%(title)s: %(text)s")
        % {"title": PENALTIES[field.path], "text": field.note.in_language(language())}
        for field in about.fields
        if field.note and field.path in PENALTIES
    ]


def _edition(name: str) -> Rulebook:
    try:
        return load(name)
    except RulebookError as error:
        raise Http404 from error
