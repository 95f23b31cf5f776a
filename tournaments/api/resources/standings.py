"""Standings, published."""

from typing import TYPE_CHECKING, TypeAlias, TypedDict

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.api_view import ApiView
from tournaments.api.schemas.rounds import StandingsShape, standings_shape
from tournaments.models import Publication, Scoresheet, Standing, TableFormat, TeamStanding
from tournaments.permissions import visible_tournaments
from tournaments.standings import is_stale, publish_for_reader
from web.api.policies import Everybody
from web.api.schema import describe
from web.etags import is_known

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class _Counts(TypedDict):
    games_reported: int
    largest_table: int


_PublicationWithCounts: TypeAlias = "WithAnnotations[Publication, _Counts]"


class StageStandings(ApiView):
    permission_classes = [Everybody]

    @describe(
        "getStandings",
        "The standings of a stage. Send If-None-Match to poll cheaply",
        gives=StandingsShape,
        etag=True,
    )
    def get(self, request: Request, pk: int) -> Response:
        publication: _PublicationWithCounts = self.find(self._publications(), pk=pk)
        if publish_for_reader(publication):
            publication = self.find(self._publications(), pk=pk)
        reported = publication.games_reported
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
                    largest_table=publication.largest_table,
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

    def _publications(self) -> "QuerySet[_PublicationWithCounts]":
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
