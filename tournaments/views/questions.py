"""What can hardly be meant, as questions with a tick: what would follow, and "yes, that is meant"."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.http import HttpRequest

from scoring.doubts.house_rules import Doubt, strange
from scoring.doubts.results import strange as strange_figures
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.wording.doubts import in_words
from tournaments.models.setup.table_formats import edition_with
from tournaments.views.repeatable_forms import Outcome


def confirmed(request: HttpRequest) -> list[str]:
    """The codes that were ticked; what is none of ours confirms nothing."""
    return request.POST.getlist("confirm")[:20]


def typed_report(request: HttpRequest, typed: Mapping[str, Any]) -> TableReport:
    """What the form of a scoresheet says of a table, with the codes that were ticked."""
    return TableReport(
        typed["reported"], seated=typed["seated"], if_match=typed["if_match"], confirm=confirmed(request)
    )


def questions(
    request: HttpRequest, outcome: Outcome, rulebook_id: str, house_rules: Mapping[str, object]
) -> list[dict[str, object]]:
    """The questions that came with this outcome, with what is ticked already; empty for any other outcome."""
    if outcome.code != PLEASE_CONFIRM:
        return []
    return _ticks(request, strange(edition_with(rulebook_id, "-", house_rules)))


def questions_of(outcome: Outcome) -> dict[str, str]:
    """What `ask_first` asked, as sentences by the code that says yes; empty for any other outcome."""
    if outcome.code != PLEASE_CONFIRM:
        return {}
    fields = cast("dict[str, list[str]]", outcome.fields)
    return {code: " ".join(fields[code]) for code in fields["confirm"] if code in fields}


def ticked_questions(request: HttpRequest, outcome: Outcome) -> list[dict[str, object]]:
    """What `ask_first` asked as `includes/_questions.html` shows it, with what is ticked already."""
    ticked = confirmed(request)
    return [
        {"code": code, "words": words, "is_ticked": code in ticked}
        for code, words in questions_of(outcome).items()
    ]


def questions_of_figures(
    request: HttpRequest, code: str, rulebook: Rulebook, figures: Figures | None
) -> list[dict[str, object]]:
    """The questions about the figures of a form that was sent, with what is ticked already.

    Asked when the refusal's code says so, and again as long as something is ticked: a form that comes back for
    another reason, or as a preview, keeps its ticks.
    """
    if figures is None or not (code == PLEASE_CONFIRM or confirmed(request)):
        return []
    return _ticks(request, strange_figures(rulebook, figures.points, figures.chombo))


def _ticks(request: HttpRequest, doubts: Sequence[Doubt]) -> list[dict[str, object]]:
    ticked = confirmed(request)
    return [
        {"code": doubt.code, "words": words, "is_ticked": doubt.code in ticked}
        for doubt, words in zip(doubts, in_words(doubts), strict=True)
    ]
