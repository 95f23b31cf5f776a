"""The kinds of penalty: each is declared here once.

Forms, pages, the API, files, the ledger's events, verification and the constraint on penalties read them here. Names
and ledger kinds are stored and never renamed.
"""

from dataclasses import dataclass

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True)
class LedgerKind:
    """The kind of a ledger entry, and its sentence."""

    kind: str
    says: Promise


@dataclass(frozen=True)
class PenaltyKind:
    name: str
    label: Promise
    # The sign of its amounts: 1 if it takes points, -1 if it gives some, 0 if totals stay as they are.
    sign: int
    # The tone of its chip (`static/css/components.css`); without one the points alone are shown.
    tone: str
    recorded: Promise
    of_player: LedgerKind
    of_team: LedgerKind


# An amount without a kind has the first kind of its sign.
PENALTY_KINDS = {
    kind.name: kind
    for kind in (
        PenaltyKind(
            name="deduction",
            label=pgettext_lazy("a penalty", "Deduction"),
            sign=1,
            tone="",
            recorded=_("The penalty for %(name)s was recorded."),
            of_player=LedgerKind("penalized", _("%(entry)s penalized: %(reason)s")),
            of_team=LedgerKind("team_penalized", _("The team %(team)s was penalized: %(reason)s")),
        ),
        PenaltyKind(
            name="warning",
            label=pgettext_lazy("status", "Warning"),
            sign=0,
            tone="wait",
            recorded=_("The warning to %(name)s was recorded."),
            of_player=LedgerKind("warned", _("%(entry)s warned: %(reason)s")),
            of_team=LedgerKind("team_warned", _("The team %(team)s was warned: %(reason)s")),
        ),
        PenaltyKind(
            name="bonus",
            label=pgettext_lazy("status", "Bonus"),
            sign=-1,
            tone="good",
            recorded=_("The bonus for %(name)s was recorded."),
            of_player=LedgerKind("bonus_given", _("%(entry)s was given a bonus: %(reason)s")),
            of_team=LedgerKind("team_bonus_given", _("The team %(team)s was given a bonus: %(reason)s")),
        ),
    )
}

CHOICES = [(kind.name, kind.label) for kind in PENALTY_KINDS.values()]
LONGEST_NAME = 20


def sign_of(amount: int) -> int:
    return (amount > 0) - (amount < 0)


def usual_kind(amount: int) -> PenaltyKind:
    """Return the kind of an amount that names none."""
    return next(kind for kind in PENALTY_KINDS.values() if kind.sign == sign_of(amount))


def amount_is_of_kind() -> models.Q:
    """Return the condition that the kind exists and the amount has its sign."""
    comparisons = {1: "amount__gt", 0: "amount", -1: "amount__lt"}
    condition = models.Q()
    for sign, comparison in comparisons.items():
        names = [kind.name for kind in PENALTY_KINDS.values() if kind.sign == sign]
        condition |= models.Q(**{"kind__in": names, comparison: 0})
    return condition
