"""Reasons for actions. They appear on public pages, so they have to be readable."""

from django.utils.translation import gettext as _

from tournaments.actions.errors import RulesRefuse
from web.text.hidden_characters import first_hidden

LONGEST_REASON = 200


def reason_of(text: str) -> str:
    """Return a reason in its stored form: one stripped line, "" for none.

    Refuses invisible characters, such as bidi overrides, and more than 200 characters.
    """
    reason = " ".join(text.split())
    if hidden := first_hidden(reason):
        raise _refused(
            "reason_unprintable",
            _(
                "The reason contains a character that cannot be displayed (U+%(code)s). Please enter it "
                "again without it."
            )
            % {"code": f"{ord(hidden):04X}"},
        )
    if len(reason) > LONGEST_REASON:
        raise _refused(
            "reason_too_long",
            _("The reason has %(length)s characters; the limit is %(most)s. Please shorten it.")
            % {"length": len(reason), "most": LONGEST_REASON},
        )
    return reason


def required_reason(text: str, what: str) -> str:
    """Return a reason in its stored form; raises if it is empty. `what` names what is required."""
    reason = reason_of(text)
    if not reason:
        raise RulesRefuse(
            _("Please say %(what)s.") % {"what": what},
            code="reason_missing",
            fields={"reason": [_("This field is required.")]},
        )
    return reason


def _refused(code: str, message: str) -> RulesRefuse:
    return RulesRefuse(message, code=code, fields={"reason": [message]})
