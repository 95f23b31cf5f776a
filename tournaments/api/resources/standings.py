"""Standings, penalties."""

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.play.penalties import MOST_UNITS, lift_penalty, penalize
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Id, Input, Text, Whole
from tournaments.api.pagination import Paging, page
from tournaments.api.policies import Everybody
from tournaments.api.resources.tournaments import NO_SUCH, find_stage
from tournaments.api.schema import describe
from tournaments.api.shapes.rounds import PenaltyShape, StandingsShape, penalty_shape, standings_shape
from tournaments.models import Entry, Penalty, Publication, Scoresheet, Standing, TableFormat, TeamStanding
from tournaments.permissions import can_referee, visible_tournaments
from tournaments.standings import is_stale, publish_for_reader
from web.etags import is_known


class Deduction(Input):
    """`amount` in the tournament's smallest unit: 20000 units are 20 points where 1000 make one."""

    entry = Id()
    amount = Whole(min_value=1, max_value=MOST_UNITS)
    reason = Text(max_length=LONGEST_REASON)


class Lifting(Input):
    reason = Text(max_length=LONGEST_REASON)


class StageStandings(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getStandings",
        "The standings of a stage. Send If-None-Match to poll cheaply",
        gives=StandingsShape,
        etag=True,
    )
    def get(self, request: Request, pk: int) -> Response:
        publication = self.find(self._publications(), pk=pk)
        if publish_for_reader(publication):
            publication = self.find(self._publications(), pk=pk)
        reported: int = publication.games_reported  # type: ignore[attr-defined]
        is_current = not is_stale(publication)
        tag = f'"s{pk}-{publication.as_of_seq}-{reported}{"" if is_current else "-behind"}"'
        if is_known(request, tag):
            response = Response(status=304)
        else:
            response = Response(
                standings_shape(
                    publication,
                    games_reported=reported,
                    is_current=is_current,
                    largest_table=publication.largest_table,  # type: ignore[attr-defined]
                    rows=list(
                        Standing.objects.filter(stage=pk)
                        .select_related("entry__player", "entry__team")
                        .order_by("position")
                    ),
                    team_rows=list(
                        TeamStanding.objects.filter(stage=pk).select_related("team").order_by("position")
                    ),
                )
            )
        response["ETag"] = tag
        return response

    def _publications(self) -> QuerySet[Publication]:
        live = Scoresheet.objects.live().filter(table__round__stage=OuterRef("stage"))
        reported = live.order_by().values("table__round__stage").annotate(n=Count("pk")).values("n")
        formats = TableFormat.objects.filter(tournament=OuterRef("stage__tournament")).order_by("-players")
        return (
            Publication.objects.filter(stage__tournament__in=visible_tournaments(self.actor).values("pk"))
            .select_related("stage__tournament__head", "stage__tournament__usual_format")
            .annotate(
                games_reported=Coalesce(Subquery(reported), 0, output_field=IntegerField()),
                largest_table=Subquery(formats.values("players")[:1]),
            )
        )


class TournamentPenalties(ApiView):
    permission_classes = [Everybody]

    @describe(
        "listPenalties",
        "Deductions by the referee, lifted ones too, oldest first",
        gives=PenaltyShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        rows = Penalty.objects.filter(stage__tournament=tournament).select_related("entry__player")
        return page(request, rows.order_by("pk"), self.asked(Paging), penalty_shape)


class StagePenalties(ApiView):
    permission_classes = [Everybody]

    @describe(
        "penalize",
        "Deduct from an entry's total (referee)",
        takes=Deduction,
        gives=PenaltyShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        stage = find_stage(self, pk)
        self.allow(can_referee(self.actor, stage.tournament))
        said = self.said(Deduction)
        entries = Entry.objects.filter(tournament=stage.tournament_id).select_related("player")
        entry = entries.filter(pk=said["entry"]).first()
        if entry is None:
            raise serializers.ValidationError({"entry": [NO_SUCH]})

        def action() -> PenaltyShape:
            return penalty_shape(
                penalize(
                    stage=stage, entry=entry, amount=said["amount"], reason=said["reason"], by=self.actor
                )
            )

        return self.do(action, status=201)


class Lift(ApiView):
    permission_classes = [Everybody]

    @describe(
        "liftPenalty", "Take a penalty back, for a reason", takes=Lifting, gives=PenaltyShape, changes=True
    )
    def post(self, request: Request, pk: int) -> Response:
        rows = Penalty.objects.filter(stage__tournament__in=visible_tournaments(self.actor).values("pk"))
        penalty = self.find(rows.select_related("stage__tournament", "entry__player"), pk=pk)
        self.allow(can_referee(self.actor, penalty.stage.tournament))
        said = self.said(Lifting)

        def action() -> PenaltyShape:
            return penalty_shape(lift_penalty(penalty=penalty, reason=said["reason"], by=self.actor))

        return self.do(action)
