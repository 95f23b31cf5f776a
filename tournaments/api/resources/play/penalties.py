"""Penalties and bonuses: impose, lift."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import everybody, one_of, reads, writes
from tournaments.api.resources.setup.tournaments import NO_SUCH, find_stage
from tournaments.api.schemas.play.penalties import PenaltyShape, penalty_shape
from tournaments.models import Entry, Penalty, Round, Stage, Team, Tournament
from tournaments.models.play.penalty_kinds import CHOICES
from tournaments.permissions import can_referee
from web.api.fields import Id, Input, OneOf, Text, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody

_CONFIRM = (
    "A deduction or bonus larger than two very good games bring is refused with the code please_confirm; if it is "
    "meant, send it again with large_deduction."
)


find_penalty = one_of(Penalty, "stage__tournament", "entry__player", "team")


class Deduction(Input):
    """`amount` in the tournament's smallest unit: 20000 units are 20 points if 1000 make a point; 0 is a warning,
    and a negative amount a bonus. `round`: the round of this stage it was given in. Either `entry` or `team` is
    given: a team's penalty changes the team's total but no player's.
    """

    entry = Id(required=False, allow_null=True, help_text="Id of the entry to deduct from; null for a team.")
    team = Id(required=False, allow_null=True, help_text="Id of the team to deduct from; null for a player.")
    kind = OneOf(
        CHOICES,
        required=False,
        allow_blank=True,
        help_text="What it is; if left out, the sign of the amount decides: a deduction, a warning or a bonus.",
    )
    amount = Whole(
        **within(Penalty, "amount"),
        help_text="Units to deduct; 0 for a warning, below 0 for a bonus.",
    )
    reason = Text(max_length=LONGEST_REASON)
    round = Id(
        required=False, allow_null=True, help_text="Id of the round it happened in; null if none is named."
    )
    confirm = Confirmed(default=list, help_text=_CONFIRM)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if (attrs.get("entry") is None) == (attrs.get("team") is None):
            message = _("Please give either the entry or the team, not both.")
            raise serializers.ValidationError({"entry": [message], "team": [message]})
        return attrs


class Lifting(Input):
    reason = Text(max_length=LONGEST_REASON, help_text="Why it is lifted.")


class TournamentPenalties(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listPenalties",
        "Deductions by the referee, lifted ones too, oldest first",
        permission=everybody,
        gives=PenaltyShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = Penalty.objects.filter(stage__tournament=tournament).select_related("entry__player", "team")
        return page(self.request, rows.order_by("pk"), query, penalty_shape)


class StagePenalties(ApiView):
    permission_classes = [Everybody]

    @writes(
        "penalize",
        "Deduct from an entry's total or a team's, warn, or give a bonus (referee)",
        permission=can_referee,
        finds=find_stage,
        of="tournament",
        takes=Deduction,
        gives=PenaltyShape,
        status=201,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> PenaltyShape:
        of_tournament = stage.tournament.teams if data.get("team") else stage.tournament.entries.with_people()
        whom: Entry | Team | None = of_tournament.filter(pk=data.get("team") or data["entry"]).first()
        if whom is None:
            raise serializers.ValidationError(_no_such(stage, data))
        round_id = data.get("round")
        round_ = Round.objects.filter(pk=round_id, stage=stage).first() if round_id else None
        if round_id and round_ is None:
            raise serializers.ValidationError({"round": [NO_SUCH]})
        how: dict[str, Any] = {
            "stage": stage,
            "ruling": Ruling(data["amount"], data["reason"], round_, data.get("kind", "")),
            "by": self.actor,
            "confirm": data["confirm"],
        }
        if isinstance(whom, Team):
            return penalty_shape(penalize_team(team=whom, **how))
        return penalty_shape(penalize(entry=whom, **how))


def _no_such(stage: Stage, data: dict[str, Any]) -> dict[str, Any]:
    if data.get("team") is None:
        return {"entry": [NO_SUCH]}
    return {"team": [NO_SUCH if stage.tournament.teams.exists() else _("This tournament has no teams.")]}


class Lift(ApiView):
    permission_classes = [Everybody]

    @writes(
        "liftPenalty",
        "Take a penalty back, for a reason",
        permission=can_referee,
        finds=find_penalty,
        of="stage.tournament",
        takes=Lifting,
        gives=PenaltyShape,
    )
    def post(self, penalty: Penalty, data: dict[str, Any]) -> PenaltyShape:
        return penalty_shape(lift_penalty(penalty=penalty, reason=data["reason"], by=self.actor))
