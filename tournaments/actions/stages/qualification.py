"""Who qualifies for a stage and with what, set by the organizer before it is drawn."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rulebook.rulebook import Rulebook
from scoring.standing.carry_over import check_carry_over
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import qualification_tag, refuse_stale
from tournaments.actions.states import refuse_finished
from tournaments.models import Qualification, QualifyingRule, Stage, Tournament
from tournaments.models.people.events import (
    QualificationRemoved,
    QualificationSet,
    QualifyingTerm,
    QualifyingTerms,
)
from tournaments.models.people.qualifying import LAST_PLACE
from tournaments.standings.stages.carried import rule_of
from tournaments.standings.tie_breaks import counts_points

MOST_RULES = 50
# Totals, in smallest units, and their rounding are never larger.
MOST_UNITS = 10**9
_CARRIES = (
    *("carries", "numerator", "denominator", "quantum", "rounding", "by_rank", "forgives_penalties"),
    "carries_head_to_head",
    "carries_points",
)


@dataclass(frozen=True)
class Places:
    """A rule: places `first` to `last` of a stage, given by id, qualify; `among` is one of `QualifyingRule.Among`."""

    source: int
    last: int
    first: int = 1
    among: str = QualifyingRule.Among.RANKING


@dataclass(frozen=True)
class Terms:
    """How players qualify for a stage: the columns of `Qualification`, and its rules in order.

    Without rules players are named by hand. If `carries_points` is None, table points are carried with a total where
    the rulebook breaks ties by them.
    """

    rules: Sequence[Places] = ()
    of_teams: bool = False
    carries: str = Qualification.Carries.NOTHING
    numerator: int = 1
    denominator: int = 1
    quantum: int = 1
    rounding: str = Qualification.Rounding.HALF_UP
    by_rank: Sequence[int] = field(default_factory=list)
    forgives_penalties: bool = False
    carries_head_to_head: bool = False
    carries_points: bool | None = None


def terms_of(qualification: Qualification) -> Terms:
    """Return the current terms."""
    rules = qualification.rules.order_by("ordinal")
    return Terms(
        rules=[Places(one.source_id, one.last, one.first, one.among) for one in rules],
        of_teams=qualification.of_teams,
        **{name: getattr(qualification, name) for name in _CARRIES},
    )


@transaction.atomic
def set_qualification(*, stage: Stage, terms: Terms, seen: str, by: Actor) -> Qualification:
    """Restrict this stage to those who qualify by these terms, once confirmed.

    `seen` is the `qualification_tag` shown. Refused once qualifiers are confirmed, in a finished tournament, and for
    invalid terms. Repeating it changes nothing.
    """
    tournament, stage, before = _locked(stage)
    refuse_stale(seen, qualification_tag(before))
    _refuse_confirmed(before)
    terms = in_full(terms, tournament.rulebook)
    _refuse_bad(terms, stage, tournament)
    if before is not None and terms_of(before) == terms:
        return before
    if before is not None:
        before.rules.all().delete()
    qualification = before or Qualification(stage=stage)
    for name in ("of_teams", *_CARRIES):
        setattr(qualification, name, getattr(terms, name))
    _refuse_no_carry_over(qualification)
    qualification.save()
    QualifyingRule.objects.bulk_create(
        QualifyingRule(
            qualification=qualification,
            ordinal=ordinal,
            source_id=one.source,
            among=one.among,
            first=one.first,
            last=one.last,
        )
        for ordinal, one in enumerate(terms.rules, 1)
    )
    record(QualificationSet(stage=stage.pk, terms=in_the_ledger(terms)), tournament_id=tournament.pk, by=by)
    return qualification


@transaction.atomic
def remove_qualification(*, stage: Stage, by: Actor) -> None:
    """Let everyone play in this stage. Idempotent; refused once qualifiers are confirmed."""
    tournament, stage, before = _locked(stage)
    if before is None:
        return
    _refuse_confirmed(before)
    before.delete()
    record(QualificationRemoved(stage=stage.pk), tournament_id=tournament.pk, by=by)


def in_full(terms: Terms, rulebook: Rulebook) -> Terms:
    """Fill in what the terms leave to the rulebook."""
    if terms.carries_points is not None:
        return terms
    carries_a_total = terms.carries in (Qualification.Carries.FULL, Qualification.Carries.RATIO)
    return replace(terms, carries_points=carries_a_total and counts_points(rulebook))


def in_the_ledger(terms: Terms) -> QualifyingTerms:
    """Return terms as a ledger entry records them."""
    rules = [QualifyingTerm(**asdict(one)) for one in terms.rules]
    return QualifyingTerms(**{**asdict(terms), "by_rank": list(terms.by_rank), "rules": rules})


def _locked(stage: Stage) -> tuple[Tournament, Stage, Qualification | None]:
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
    return tournament, stage, Qualification.objects.filter(stage=stage).first()


def _refuse_confirmed(qualification: Qualification | None) -> None:
    if qualification is not None and qualification.confirmed_at is not None:
        raise StateRefuses(
            _("The players of this stage are already confirmed. Please take that back first."),
            code="qualifiers_confirmed",
        )


def _refuse_bad(terms: Terms, stage: Stage, tournament: Tournament) -> None:
    if len(terms.rules) > MOST_RULES:
        raise _refused(_("A stage can have at most %(most)s rules.") % {"most": MOST_RULES}, "rules")
    earlier = set(tournament.stages.filter(ordinal__lt=stage.ordinal).values_list("pk", flat=True))
    for rule in terms.rules:
        if rule.source not in earlier:
            raise _refused(_("Players must qualify from an earlier stage of the same tournament."), "rules")
        if rule.among not in QualifyingRule.Among.values:
            raise _refused(_("This choice of places does not exist."), "rules")
        if not 1 <= rule.first <= rule.last <= LAST_PLACE:
            raise _refused(_("Places must run from better to worse, starting at 1."), "rules")
        if terms.of_teams and rule.among == QualifyingRule.Among.TABLES:
            raise _refused(_("Teams have no places at a table. Please use ranks in the standings."), "rules")
    # Before any entries, the terms may be about future teams.
    if terms.of_teams and not tournament.teams.exists() and tournament.entries.exists():
        raise _refused(_("This tournament has no teams."), "of_teams")
    if not 1 <= terms.quantum <= MOST_UNITS:
        raise _refused(_("A carried total must be rounded to a step above 0."), "quantum")
    if len(terms.by_rank) > MOST_RULES or any(abs(total) > MOST_UNITS for total in terms.by_rank):
        raise _refused(_("Please enter at most %(most)s totals.") % {"most": MOST_RULES}, "by_rank")
    if (terms.carries == Qualification.Carries.BY_RANK) != bool(terms.by_rank):
        raise _refused(
            _("Totals by rank are required with “Fixed totals by rank”, and only then."), "by_rank"
        )
    if terms.carries_points and terms.carries == Qualification.Carries.NOTHING:
        raise _refused(_("Points at the table can be carried only together with a total."), "carries_points")
    if not 0 <= terms.numerator <= terms.denominator <= 1000 or not terms.denominator:
        raise _refused(_("The part of the total must be between 0 and all of it, such as 1/2."), "numerator")


def _refuse_no_carry_over(qualification: Qualification) -> None:
    if qualification.rounding not in Qualification.Rounding.values:
        raise _refused(_("This rounding does not exist."), "rounding")
    if qualification.carries not in Qualification.Carries.values:
        raise _refused(_("This way of carrying over does not exist."), "carries")
    check_carry_over(rule_of(qualification))


def _refused(message: str, field_name: str) -> RulesRefuse:
    return RulesRefuse(message, code="qualification", fields={field_name: [message]})
