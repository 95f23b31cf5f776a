"""Confirming who plays in a stage: a fact from then on, whatever is corrected later."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import LOT_DECIDES, ask_first
from tournaments.actions.draws.from_standings import results_missing
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.seen_versions import proposal_tag
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, Qualification, Qualifier, Stage, Team, Tournament
from tournaments.models.people.events import Qualified, QualifiersConfirmed, QualifiersTakenBack
from tournaments.models.units import Unit
from tournaments.standings.qualifying import Candidate, Cut, names_of, proposed


@transaction.atomic
def confirm_qualifiers(
    *, stage: Stage, keys: Sequence[int], seen: str, by: Actor, confirm: Collection[str] = ()
) -> Qualification:
    """Confirm who plays in the stage, in seed order: ids of entries, or of teams where teams qualify.

    They may differ from the proposal. `seen` is the `proposal_tag` at the time of choosing; raises StaleVersion if
    results have changed the proposal since. Asks first if results of earlier stages are missing (`results_missing`),
    and if the list just follows a lot among tied players (`lot_decides`). Refused once rounds of the stage are drawn,
    and for an empty list, duplicates, and entries that are withdrawn or not in the tournament. Repeating it changes
    nothing.
    """
    tournament, qualification = _locked(stage)
    if qualification.confirmed_at is not None and keys_of(qualification) == list(keys):
        return qualification
    _refuse_drawn(qualification.stage)
    if seen != proposal_tag(proposed(qualification)):
        raise StaleVersion(
            _("Results have changed who qualifies. Please check the current list and confirm it.")
        )
    _refuse_bad(qualification, tournament, keys)
    chosen = proposed(qualification, keys)
    going_on = chosen.candidates
    ask_first(
        {**results_missing(qualification.stage, 0), **_left_to_the_lot(qualification, chosen.ties)}, confirm
    )
    qualification.qualifiers.all().delete()
    Qualifier.objects.bulk_create(
        Qualifier(
            qualification=qualification,
            seed=seed,
            source_id=one.source,
            **{"team_id" if qualification.of_teams else "entry_id": one.key},
        )
        for seed, one in enumerate(going_on, 1)
    )
    Qualification.objects.filter(pk=qualification.pk).update(confirmed_at=Now())
    qualification.refresh_from_db(fields=["confirmed_at"])
    record(
        QualifiersConfirmed(stage=stage.pk, qualifiers=_in_the_ledger(qualification, going_on)),
        tournament_id=tournament.pk,
        by=by,
    )
    return qualification


@transaction.atomic
def take_back_qualifiers(*, stage: Stage, by: Actor) -> None:
    """Undo the confirmation. Idempotent; refused once rounds of the stage are drawn."""
    tournament, qualification = _locked(stage)
    if qualification.confirmed_at is None:
        return
    _refuse_drawn(qualification.stage)
    qualification.qualifiers.all().delete()
    qualification.confirmed_at = None
    qualification.save(update_fields=["confirmed_at"])
    record(QualifiersTakenBack(stage=stage.pk), tournament_id=tournament.pk, by=by)


def keys_of(qualification: Qualification) -> list[int]:
    """Return the confirmed ids of entries or teams, in seed order."""
    rows = qualification.qualifiers.order_by("seed").values_list("entry_id", "team_id")
    return [key for row in rows for key in row if key is not None]


def _left_to_the_lot(qualification: Qualification, ties: Sequence[Cut]) -> dict[str, str]:
    """Return what confirming would leave to the lot, as a question by its code."""
    if not ties:
        return {}
    names, stages = (
        names_of(qualification),
        dict(qualification.stage.tournament.stages.values_list("pk", "name")),
    )
    return {LOT_DECIDES: " ".join(cut_in_words(tie, stages[tie.source], names) for tie in ties)}


def cut_in_words(tie: Cut, stage: str, names: Mapping[int, str]) -> str:
    """Say between whom only a lot decides, and where."""
    what = {
        "stage": stage,
        "table": tie.table,
        "last": tie.last,
        "names": pgettext("between names", ", ").join(names[key] for key in tie.tied),
    }
    if tie.table:
        return (
            _("%(stage)s, table %(table)s, after place %(last)s: only the lot decides between %(names)s.")
            % what
        )
    return _("%(stage)s, after place %(last)s: only the lot decides between %(names)s.") % what


def _locked(stage: Stage) -> tuple[Tournament, Qualification]:
    tournament = lock_tournament(stage.tournament_id)
    refuse_finished(tournament)
    found = Qualification.objects.filter(stage=stage).select_related("stage__tournament").first()
    if found is None:
        raise StateRefuses(
            _("Everyone plays in this stage. Please set who qualifies for it first."), code="no_qualification"
        )
    return tournament, found


def _refuse_drawn(stage: Stage) -> None:
    if stage.rounds.exists():
        raise StateRefuses(
            _(
                "Rounds of this stage are already drawn. Please discard them first, or name substitutes for "
                "players who cannot play."
            ),
            code="stage_is_drawn",
        )


def _refuse_bad(qualification: Qualification, tournament: Tournament, keys: Sequence[int]) -> None:
    if not keys:
        raise _refused(_("Please choose who plays in this stage."))
    if len(set(keys)) != len(keys):
        message = Unit.of(teams=qualification.of_teams).choose(
            player=_("A player is listed twice."), team=_("A team is listed twice.")
        )
        raise _refused(message)
    if qualification.of_teams:
        known = Team.objects.filter(tournament=tournament, pk__in=keys).count()
        if known != len(keys):
            raise _refused(_("A team in the list does not belong to this tournament."))
        return
    known = Entry.objects.active().filter(tournament=tournament, pk__in=keys).count()
    if known != len(keys):
        raise _refused(
            _("A player in the list is not entered in this tournament, has withdrawn or is a substitute.")
        )


def _refused(message: str) -> RulesRefuse:
    return RulesRefuse(message, code="qualifiers", fields={"qualifiers": [message]})


def _in_the_ledger(qualification: Qualification, going_on: Sequence[Candidate]) -> list[Qualified]:
    if qualification.of_teams:
        return [Qualified(source=one.source, team=one.key) for one in going_on]
    return [Qualified(source=one.source, entry=one.key) for one in going_on]
