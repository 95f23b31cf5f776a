"""House rules and figures that cannot be meant are refused; those that hardly can have to be confirmed."""

from collections.abc import Collection, Sequence

from django.utils.translation import gettext as _

from scoring.doubts.house_rules import Doubt
from tournaments.actions.doubts_wording import in_words
from tournaments.actions.errors import RulesRefuse

# What can hardly be meant is refused with this code; the codes to confirm stand beside the field "confirm".
PLEASE_CONFIRM = "please_confirm"


def refuse_in_doubt(wrong: Sequence[Doubt], odd: Sequence[Doubt], confirm: Collection[str]) -> None:
    """Refuse what is wrong; and what is odd, unless its code is among those confirmed."""
    if wrong:
        raise RulesRefuse(" ".join(in_words(wrong)), code=wrong[0].code, fields=_beside(wrong))
    open_doubts = [doubt for doubt in odd if doubt.code not in confirm]
    if open_doubts:
        message = _("%(what)s If this is intended, confirm %(codes)s.") % {
            "what": " ".join(in_words(open_doubts)),
            "codes": ", ".join(doubt.code for doubt in open_doubts),
        }
        fields: dict[str, object] = dict(_beside(open_doubts))
        fields["confirm"] = [doubt.code for doubt in open_doubts]
        raise RulesRefuse(message, code=PLEASE_CONFIRM, fields=fields)


def _beside(doubts: Sequence[Doubt]) -> dict[str, list[str]]:
    """The sentences by the field each is mainly about."""
    found: dict[str, list[str]] = {}
    for doubt, words in zip(doubts, in_words(doubts), strict=True):
        found.setdefault(doubt.fields[0], []).append(words)
    return found
