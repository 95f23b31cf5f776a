"""House rules that can hardly be meant, as questions with a tick: what would follow, and "yes, that is meant"."""

from collections.abc import Mapping

from django.http import HttpRequest

from scoring.doubts import strange
from tournaments.actions.doubt_words import in_words
from tournaments.actions.house_rules import PLEASE_CONFIRM
from tournaments.models.structure import edition_with
from tournaments.views.once import Outcome


def confirmed(request: HttpRequest) -> list[str]:
    """The codes that were ticked; what is none of ours confirms nothing."""
    return request.POST.getlist("confirm")[:20]


def questions(
    request: HttpRequest, outcome: Outcome, rulebook_id: str, house_rules: Mapping[str, object]
) -> list[dict[str, object]]:
    """What was asked when this outcome came, with what is ticked already; empty for any other outcome."""
    if outcome.code != PLEASE_CONFIRM:
        return []
    doubts = strange(edition_with(rulebook_id, "-", house_rules))
    ticked = confirmed(request)
    return [
        {"code": doubt.code, "words": words, "is_ticked": doubt.code in ticked}
        for doubt, words in zip(doubts, in_words(doubts), strict=True)
    ]
