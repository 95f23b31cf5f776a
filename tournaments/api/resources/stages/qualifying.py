"""Qualification for a stage: the rules, the proposed qualifiers, and the confirmed ones."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404

from tournaments.actions.draws.plans import MOST_PLAYERS
from tournaments.actions.stages.qualification import (
    MOST_RULES,
    MOST_UNITS,
    Places,
    Terms,
    remove_qualification,
    set_qualification,
)
from tournaments.actions.stages.qualifiers import confirm_qualifiers, take_back_qualifiers
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.api.schemas.stages.qualifying import (
    ProposalShape,
    QualificationShape,
    QualifiersShape,
    proposal_shape,
    qualification_shape,
    qualifiers_shape,
)
from tournaments.models import Qualification, QualifyingRule, Stage
from tournaments.models.people.qualifying import LAST_PLACE
from tournaments.permissions import can_run, is_staff
from tournaments.standings.qualifying import proposed
from web.api.fields import Id, Input, OneOf, Several, Whole, YesNo, within
from web.api.policies import Everybody, SignedIn

# Limit of both terms of a ratio.
MOST_PARTS = 1_000


class QualifyingRuleInput(Input):
    """Places `first` to `last` of the stage `from_stage` qualify."""

    from_stage = Id(help_text="Id of the stage they come from.")
    among = OneOf(QualifyingRule.Among.choices, default=QualifyingRule.Among.RANKING)
    first = Whole(
        **within(QualifyingRule, "first"),
        max_value=LAST_PLACE,
        default=1,
        help_text="First place that goes on, from 1.",
    )
    last = Whole(min_value=1, max_value=LAST_PLACE, help_text="Last place that goes on.")


class QualificationInput(Input):
    """Only those who qualify by these rules play; the rules apply in order. Without rules, qualifiers are named by
    hand.

    `quantum` and `by_rank` are in the rulebook's smallest units: half of a total, to a tenth of a point, is `ratio`,
    1 of 2, quantum 100 if a point has 1000 units. `carries_points` carries points at the table over too; left out or
    null, they are carried if a total is and the rulebook breaks ties by them.
    """

    rules = Several(
        child=QualifyingRuleInput(), max_length=MOST_RULES, default=list, help_text="Rules in turn."
    )
    of_teams = YesNo(default=False)
    carries = OneOf(Qualification.Carries.choices, default=Qualification.Carries.NOTHING)
    numerator = Whole(**within(Qualification, "numerator"), max_value=MOST_PARTS, default=1)
    denominator = Whole(**within(Qualification, "denominator"), max_value=MOST_PARTS, default=1)
    quantum = Whole(**within(Qualification, "quantum"), max_value=MOST_UNITS, default=1)
    rounding = OneOf(Qualification.Rounding.choices, default=Qualification.Rounding.HALF_UP)
    by_rank = Several(
        child=Whole(min_value=-MOST_UNITS, max_value=MOST_UNITS),
        max_length=MOST_RULES,
        default=list,
        help_text="Total to begin with for each rank, in units, from the 1st.",
    )
    forgives_penalties = YesNo(default=False)
    carries_head_to_head = YesNo(default=False)
    carries_points = YesNo(
        default=None,
        allow_null=True,
        help_text="True if points at the table come along; null for as totals do.",
    )


class QualifiersInput(Input):
    """The qualifiers by seed: ids of entries, or of teams if teams qualify. They may differ from the proposal.

    If results of earlier stages are missing, or if only a lot separates qualifiers from others, it is refused with
    the code please_confirm; repeat the call with results_missing or lot_decides in `confirm` to proceed.
    """

    qualifiers = Several(
        child=Id(),
        max_length=MOST_PLAYERS,
        help_text="Ids of entries, or of teams where teams go on, by seed.",
    )
    confirm = Confirmed(default=list)


class StageQualification(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getQualification",
        "Who goes on to a stage, by which rules and with what",
        permission=everybody,
        finds=find_stage,
        gives=QualificationShape,
    )
    def get(self, stage: Stage) -> QualificationShape:
        return qualification_shape(stage, _of(stage))

    @writes(
        "setQualification",
        "Say who goes on to a stage, and with what. If-Match names the tag you saw",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=QualificationInput,
        gives=QualificationShape,
        if_match=True,
    )
    def post(self, stage: Stage, data: dict[str, Any], seen: str) -> QualificationShape:
        terms = Terms(**{**data, "rules": [_places(rule) for rule in data["rules"]]})
        return qualification_shape(
            stage, set_qualification(stage=stage, terms=terms, seen=seen, by=self.actor)
        )

    @writes(
        "removeQualification",
        "Let everybody play in a stage again",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        status=204,
    )
    def delete(self, stage: Stage) -> None:
        remove_qualification(stage=stage, by=self.actor)


class ProposedQualifiers(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "getProposedQualifiers",
        "Who goes on to a stage by its rules, as the results are now (staff)",
        permission=is_staff,
        finds=find_stage,
        of="tournament",
        gives=ProposalShape,
        refuses=(403,),
    )
    def get(self, stage: Stage) -> ProposalShape:
        qualification = _of(stage)
        if qualification is None:
            raise Http404
        return proposal_shape(qualification, proposed(qualification))


class StageQualifiers(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getQualifiers",
        "For whom it is confirmed that they play in a stage",
        permission=everybody,
        finds=find_stage,
        gives=QualifiersShape,
    )
    def get(self, stage: Stage) -> QualifiersShape:
        return qualifiers_shape(stage, _of(stage))

    @writes(
        "confirmQualifiers",
        "Confirm who plays in a stage. If-Match names the tag of the proposal you saw",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=QualifiersInput,
        gives=QualifiersShape,
        if_match=True,
    )
    def post(self, stage: Stage, data: dict[str, Any], seen: str) -> QualifiersShape:
        confirmed = confirm_qualifiers(
            stage=stage, keys=data["qualifiers"], seen=seen, by=self.actor, confirm=data["confirm"]
        )
        return qualifiers_shape(stage, confirmed)

    @writes(
        "takeBackQualifiers",
        "Leave open again who plays in a stage",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        status=204,
    )
    def delete(self, stage: Stage) -> None:
        take_back_qualifiers(stage=stage, by=self.actor)


def _of(stage: Stage) -> Qualification | None:
    rows = Qualification.objects.filter(stage=stage).select_related("stage__tournament__usual_format")
    return rows.first()


def _places(rule: Mapping[str, Any]) -> Places:
    return Places(rule["from_stage"], rule["last"], rule["first"], rule["among"])
