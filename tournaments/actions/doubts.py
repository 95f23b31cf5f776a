"""What is refused because it cannot be meant, and what is asked first because it may be a slip."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.doubts.house_rules import Doubt
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.wording.doubts import in_words

# What can hardly be meant is refused with this code; the codes to confirm stand beside the field "confirm".
PLEASE_CONFIRM = "please_confirm"
# Only the lot decides between people, or teams, with whom something else happens; see `ask_first`.
LOT_DECIDES = "lot_decides"


def refuse_in_doubt(wrong: Sequence[Doubt], odd: Sequence[Doubt], confirm: Collection[str]) -> None:
    """Refuse what is wrong; and what is odd, unless its code is among those confirmed."""
    if wrong:
        raise RulesRefuse(" ".join(in_words(wrong)), code=wrong[0].code, fields=_beside(wrong))
    open_doubts = [doubt for doubt in odd if doubt.code not in confirm]
    if open_doubts:
        codes = [doubt.code for doubt in open_doubts]
        fields: dict[str, object] = dict(_beside(open_doubts))
        raise RulesRefuse(
            _message(in_words(open_doubts), codes), code=PLEASE_CONFIRM, fields={**fields, "confirm": codes}
        )


def ask_first(questions: Mapping[str, str], confirm: Collection[str]) -> None:
    """Refuse while something may be a slip, unless somebody has said with its code that it is meant.

    `questions` are sentences by code, each saying what is so.
    """
    unanswered = {code: [sentence] for code, sentence in questions.items() if code not in confirm}
    if unanswered:
        message = _message([sentence for (sentence,) in unanswered.values()], unanswered)
        raise StateRefuses(message, code=PLEASE_CONFIRM, fields={**unanswered, "confirm": list(unanswered)})


def _message(sentences: Iterable[str], codes: Iterable[str]) -> str:
    return _("%(what)s If this is intended, confirm %(codes)s.") % {
        "what": " ".join(sentences),
        "codes": ", ".join(codes),
    }


def _beside(doubts: Sequence[Doubt]) -> dict[str, list[str]]:
    """The sentences by the field each is mainly about."""
    found: dict[str, list[str]] = {}
    for doubt, words in zip(doubts, in_words(doubts), strict=True):
        found.setdefault(doubt.fields[0], []).append(words)
    return found
