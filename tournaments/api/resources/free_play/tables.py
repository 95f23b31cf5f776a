"""Tables that players open themselves: allow it in a stage, open a table, withdraw it."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, by_itself, writes
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.rounds import find_table
from tournaments.api.resources.setup.tournaments import NO_SUCH, find_stage
from tournaments.api.schemas.play.rounds import TablePageShape, table_page
from tournaments.api.schemas.structure import StageShape, stage_shape
from tournaments.models import Entry, Stage, Table
from tournaments.permissions import can_run, can_seat, can_take_table_back
from web.api.fields import Id, Input, Several, YesNo
from web.api.policies import Everybody

MOST_PLAYERS = 5


class FreePlayInput(Input):
    """`is_on`: players may open tables in this stage. Rounds can still be drawn."""

    is_on = YesNo(help_text="True if players open tables of the stage themselves.")


class NewTable(Input):
    """`players`: entries, East first. The caller must be one of them or on the staff. The result of an unranked
    table does not count.
    """

    players = Several(child=Id(), max_length=MOST_PLAYERS, help_text="Ids of the entries, East first.")
    is_unranked = YesNo(default=False)


class StageFreePlay(ApiView):
    permission_classes = [Everybody]

    @writes(
        "setFreePlay",
        "Let players open tables of a stage themselves, or no longer",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=FreePlayInput,
        gives=StageShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> StageShape:
        return stage_shape(set_free_play(stage=stage, is_on=data["is_on"], by=self.actor))


class StageTables(ApiView):
    permission_classes = [SeatsAndPeople]

    @by_itself(
        "openTable",
        "Seat players at a new table of a stage of free play (one of them, the staff)",
        permission=can_seat,
        takes=NewTable,
        gives=TablePageShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        data = self.validated_data(NewTable)
        ids = data["players"]
        there = Entry.objects.filter(tournament=stage.tournament).select_related("player").in_bulk(ids)
        if len(there) < len(set(ids)):
            raise serializers.ValidationError({"players": [NO_SUCH]})
        players = [there[pk] for pk in ids]
        self.allow(can_seat(self.actor, players, stage.tournament))

        def action() -> TablePageShape:
            table = open_table(stage=stage, players=players, is_unranked=data["is_unranked"], by=self.actor)
            tables = Table.objects.select_related("round__stage__tournament__usual_format")
            seats = table.seats.for_display()
            return table_page(tables.get(pk=table.pk), list(seats))

        return self.do(action, status=201)


class TakeTableBack(ApiView):
    permission_classes = [SeatsAndPeople]

    @by_itself(
        "takeTableBack",
        "Remove a table that players opened and at which nothing stands (those who sit there, the staff)",
        permission=can_take_table_back,
        takes=Nothing,
        changes=True,
        status=204,
    )
    def post(self, request: Request, pk: int) -> Response:
        table = find_table(self, pk)
        self.validated_data(Nothing)
        seats = list(table.seats.for_display())
        self.allow(can_take_table_back(self.actor, seats, table.round.stage.tournament))

        def action() -> dict[str, object]:
            take_table_back(table=table, by=self.actor)
            return {}

        return self.do(action, status=204)
