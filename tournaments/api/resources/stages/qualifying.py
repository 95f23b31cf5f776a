"""Who goes on to a stage: the terms, whom they propose, and for whom it is confirmed."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

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
from web.api.fields import Id, Input, OneOf, Several, Whole, YesNo
from web.api.policies import Everybody, SignedIn
from web.api.schema import describe


class QualifyingRuleInput(Input):
    """The places `first` to `last` of the stage `from_stage` go on."""

    from_stage = Id()
    among = OneOf(QualifyingRule.Among.choices, default=QualifyingRule.Among.RANKING)
    first = Whole(min_value=1, max_value=LAST_PLACE, default=1)
    last = Whole(min_value=1, max_value=LAST_PLACE)


class QualificationInput(Input):
    """Only those play who go on by these rules, in turn; without rules whoever is named by hand.

    `quantum` and `by_rank` are in the rulebook's smallest units: half of a total to a tenth of a point is `ratio`,
    1 of 2, quantum 100 where a point has 1000 units. Points at the table go along with `carries_points`; left out or
    null, they do where a total is carried and the rulebook orders equal totals by them.
    """

    rules = Several(child=QualifyingRuleInput(), max_length=MOST_RULES, default=list)
    of_teams = YesNo(default=False)
    carries = OneOf(Qualification.Carries.choices, default=Qualification.Carries.NOTHING)
    numerator = Whole(min_value=0, max_value=1000, default=1)
    denominator = Whole(min_value=1, max_value=1000, default=1)
    quantum = Whole(min_value=1, max_value=MOST_UNITS, default=1)
    rounding = OneOf(Qualification.Rounding.choices, default=Qualification.Rounding.HALF_UP)
    by_rank = Several(
        child=Whole(min_value=-MOST_UNITS, max_value=MOST_UNITS), max_length=MOST_RULES, default=list
    )
    forgives_penalties = YesNo(default=False)
    carries_head_to_head = YesNo(default=False)
    carries_points = YesNo(default=None, allow_null=True)


class QualifiersInput(Input):
    """Who plays, by seed: ids of entries, or of teams where teams go on. They need not be those proposed.

    While results of the stages before are missing, or where only the lot preferred some who are named to others, it
    is refused with the code please_confirm; if it is meant, send it again with results_missing or lot_decides.
    """

    qualifiers = Several(child=Id(), max_length=MOST_PLAYERS)
    confirm = Confirmed(default=list)


class StageQualification(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getQualification", "Who goes on to a stage, by which rules and with what", gives=QualificationShape
    )
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        return Response(qualification_shape(stage, _of(stage)))

    @describe(
        "setQualification",
        "Say who goes on to a stage, and with what. If-Match names the tag you saw",
        takes=QualificationInput,
        gives=QualificationShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))
        data, seen = self.validated_data(QualificationInput), self.version()
        terms = Terms(**{**data, "rules": [_places(rule) for rule in data["rules"]]})

        def action() -> QualificationShape:
            return qualification_shape(
                stage, set_qualification(stage=stage, terms=terms, seen=seen, by=self.actor)
            )

        return self.do(action)

    @describe("removeQualification", "Let everybody play in a stage again", status=204, changes=True)
    def delete(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))

        def action() -> dict[str, object]:
            remove_qualification(stage=stage, by=self.actor)
            return {}

        return self.do(action, status=204)


class ProposedQualifiers(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "getProposedQualifiers",
        "Who goes on to a stage by its rules, as the results are now (staff)",
        gives=ProposalShape,
        refuses=(403,),
    )
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(is_staff(self.actor, stage.tournament))
        qualification = _of(stage)
        if qualification is None:
            raise Http404
        return Response(proposal_shape(qualification, proposed(qualification)))


class StageQualifiers(ApiView):
    permission_classes = [Everybody]

    @describe("getQualifiers", "For whom it is confirmed that they play in a stage", gives=QualifiersShape)
    def get(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        return Response(qualifiers_shape(stage, _of(stage)))

    @describe(
        "confirmQualifiers",
        "Confirm who plays in a stage. If-Match names the tag of the proposal you saw",
        takes=QualifiersInput,
        gives=QualifiersShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))
        data, seen = self.validated_data(QualifiersInput), self.version()

        def action() -> QualifiersShape:
            confirmed = confirm_qualifiers(
                stage=stage, keys=data["qualifiers"], seen=seen, by=self.actor, confirm=data["confirm"]
            )
            return qualifiers_shape(stage, confirmed)

        return self.do(action)

    @describe("takeBackQualifiers", "Leave open again who plays in a stage", status=204, changes=True)
    def delete(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_run(self.actor, stage.tournament))

        def action() -> dict[str, object]:
            take_back_qualifiers(stage=stage, by=self.actor)
            return {}

        return self.do(action, status=204)


def _of(stage: Stage) -> Qualification | None:
    rows = Qualification.objects.filter(stage=stage).select_related("stage__tournament__usual_format")
    return rows.first()


def _places(rule: Mapping[str, Any]) -> Places:
    return Places(rule["from_stage"], rule["last"], rule["first"], rule["among"])
