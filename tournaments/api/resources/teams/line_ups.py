"""Line-ups: allow them in a stage, submit one for a round, reveal all of them."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.teams.line_ups import (
    hand_in_line_up,
    seats_of_teams,
    set_line_up_rule,
    show_line_ups,
)
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed, StageSettingInput
from tournaments.api.operations import by_itself, everybody, reads, writes
from tournaments.api.resources.play.rounds import find_round, shown
from tournaments.api.resources.setup.tournaments import NO_SUCH, find_stage
from tournaments.api.schemas.play.rounds import RoundPageShape
from tournaments.api.schemas.teams.line_ups import (
    LineUpRuleShape,
    LineUpShape,
    LineUpsShape,
    line_up_rule_shape,
    line_up_shape,
)
from tournaments.models import Captain, Entry, LineUp, LineUpRule, Round, Stage, Team
from tournaments.models.play.events import LineUpRuleSet
from tournaments.permissions import can_hand_in_line_ups, can_run, is_captain
from web.api.fields import Id, Input, Several, YesNo
from web.api.moments import moment_or_none
from web.api.policies import Everybody

MOST_TABLES = 100


class LineUpRuleInput(StageSettingInput):
    """`is_on` false: the draw decides who plays, and the other fields are left out."""

    event = LineUpRuleSet

    is_on = YesNo(default=True, help_text="True if captains say who plays; false if the draw does.")


class NewLineUp(Input):
    """`entries`: a player of the team for each of its tables, in order. A line-up that misses a quota, or with a
    player who already has all games of the stage, is refused; an organizer may repeat the call with
    line_up_quota_missed or too_many_games in `confirm` to proceed.
    """

    team = Id(help_text="Id of the team.")
    entries = Several(
        child=Id(),
        max_length=MOST_TABLES,
        help_text="Ids of its players, one for each of its tables, in their order.",
    )
    confirm = Confirmed(default=list)


class Showing(Input):
    """While line-ups are missing, it is refused with the code please_confirm; repeat the call with line_ups_missing
    in `confirm` to proceed, and with too_many_games if a drawn player already has all games of the stage.
    """

    confirm = Confirmed(default=list)


class StageLineUpRule(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getLineUpRule",
        "How captains name line-ups in a stage",
        permission=everybody,
        finds=find_stage,
        gives=LineUpRuleShape,
    )
    def get(self, stage: Stage) -> LineUpRuleShape:
        return line_up_rule_shape(stage, LineUpRule.objects.filter(stage=stage).first())

    @writes(
        "setLineUpRule",
        "Let captains name line-ups in a stage, or the draw alone",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=LineUpRuleInput,
        gives=LineUpRuleShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> LineUpRuleShape:
        return line_up_rule_shape(stage, set_line_up_rule(stage=stage, by=self.actor, **data))


class RoundLineUps(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listLineUps",
        "Which teams have handed in their line-up for a round",
        permission=everybody,
        finds=find_round,
        gives=LineUpsShape,
    )
    def get(self, round_: Round) -> LineUpsShape:
        rule = LineUpRule.objects.filter(stage=round_.stage).first()
        places = seats_of_teams(round_)
        line_ups = {one.team_id: one for one in LineUp.objects.filter(round=round_)}
        captains = dict(Captain.objects.filter(team__in=places).select_related("entry__player").in_bulk())
        answer: LineUpsShape = {
            "round": round_.pk,
            "closes_at": moment_or_none(rule.closes_at(round_) if rule is not None else None),
            "teams": [
                line_up_shape(
                    team,
                    places[team.pk],
                    line_ups.get(team.pk),
                    shows_it=is_captain(self.actor, captains.get(team.pk)),
                )
                for team in Team.objects.filter(pk__in=places).order_by("name")
            ],
        }
        return answer

    @by_itself(
        "handInLineUp",
        "Say whom a team sends to a round (its captain, the organizer)",
        permission=can_hand_in_line_ups,
        takes=NewLineUp,
        gives=LineUpShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        round_ = find_round(self, pk)
        tournament = round_.stage.tournament
        data = self.validated_data(NewLineUp)
        team = Team.objects.filter(pk=data["team"], tournament=tournament).first()
        if team is None:
            raise serializers.ValidationError({"team": [NO_SUCH]})
        team.tournament = tournament
        self.allow(can_hand_in_line_ups(self.actor, team))
        there = Entry.objects.filter(tournament=tournament).select_related("player").in_bulk(data["entries"])
        if len(there) < len(set(data["entries"])):
            raise serializers.ValidationError({"entries": [NO_SUCH]})

        is_organizer = can_run(self.actor, tournament)

        def action() -> LineUpShape:
            line_up = hand_in_line_up(
                round_=round_,
                team=team,
                entries=[there[entry] for entry in data["entries"]],
                by=self.actor,
                may_be_late=is_organizer,
                confirm=data["confirm"] if is_organizer else None,
            )
            return line_up_shape(team, seats_of_teams(round_)[team.pk], line_up, shows_it=True)

        return self.do(action)


class ShowLineUps(ApiView):
    permission_classes = [Everybody]

    @writes(
        "showLineUps",
        "Show all line-ups of a round, and give those players the seats",
        permission=can_run,
        finds=find_round,
        of="stage.tournament",
        takes=Showing,
        gives=RoundPageShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> RoundPageShape:
        confirm = data["confirm"]
        return shown(show_line_ups(round_=round_, by=self.actor, confirm=confirm))
