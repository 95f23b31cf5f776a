"""Refusing what cannot be meant, and asking first about what may be a slip."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from scoring.doubts.house_rules import Doubt
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.wording.doubts import in_words

# The code of this refusal; the codes to confirm are in the field "confirm".
PLEASE_CONFIRM = "please_confirm"
# Only a lot decides which of several tied players or teams goes through; see `ask_first`.
LOT_DECIDES = "lot_decides"


def refuse_in_doubt(wrong: Sequence[Doubt], odd: Sequence[Doubt], confirm: Collection[str]) -> None:
    """Refuse what is wrong, and what is odd unless its code is confirmed."""
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
    """Refuse what may be a slip unless its code is in `confirm`.

    `questions` maps codes to sentences that state the situation.
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
    """Group the sentences by the field they are mainly about."""
    found: dict[str, list[str]] = {}
    for doubt, words in zip(doubts, in_words(doubts), strict=True):
        found.setdefault(doubt.fields[0], []).append(words)
    return found
