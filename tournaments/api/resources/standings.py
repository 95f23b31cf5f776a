"""Published standings."""

from collections.abc import Iterable
from functools import partial

from django.conf import settings
from django.db.models import OuterRef, QuerySet, Subquery
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.actor import Actor
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody
from tournaments.api.schemas.play.rounds import PublicationWithCounts, StandingsShape, standings_shape
from tournaments.models import ApiToken, Publication, TableFormat
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.game_counts import games_reported
from tournaments.permissions import among, visible_tournaments
from tournaments.standings import is_stale, publish_for_reader
from tournaments.standings.lines import leads_on
from tournaments.standings.needs.kept_needs import needs_kept
from tournaments.standings.stages.published_rows import published_rows, published_team_rows
from web.api.policies import Everybody
from web.policies import is_known_to, keep

# Part of every ETag: raise it when the same ledger yields different standings.
EDITION = "3"


class StageStandings(ApiView):
    permission_classes = [Everybody]

    @by_itself(
        "getStandings",
        "The standings of a stage. Send If-None-Match to poll cheaply",
        permission=everybody,
        gives=StandingsShape,
        etag=True,
    )
    def get(self, request: Request, pk: int) -> Response:
        publication = self._publication(pk)
        if publish_for_reader(publication):
            publication = self._publication(pk)
        reported = publication.games_reported
        is_current = not is_stale(publication)
        needs = "" if publication.needs_seq is None else f"-needs{publication.needs_seq}"
        behind = "" if is_current else "-behind"
        tag = f'"s{pk}-{EDITION}-{publication.as_of_seq}-{reported}{needs}{behind}"'
        if is_known_to(request, tag):
            response = Response(status=304)
        else:
            response = Response(
                standings_shape(
                    publication,
                    is_current=is_current,
                    rows=published_rows(pk),
                    team_rows=published_team_rows(pk),
                )
            )
            # Embedded, outdated standings are not kept: each request tries again to catch up.
            if is_current or not settings.EMBEDDED:
                keep(request, response, _seen([publication]), partial(_seen_by_anybody, pk))
        response["ETag"] = tag
        return response

    def _publication(self, pk: int) -> "PublicationWithCounts":
        """One query for public standings. A token may be limited to another tournament."""
        everybodys = [] if isinstance(self.request.auth, ApiToken) else EVERYBODYS.read(pk)
        return everybodys[0] if everybodys else self.find(_publications(self.actor), pk=pk)


def _publications(actor: Actor) -> "QuerySet[PublicationWithCounts]":
    formats = TableFormat.objects.filter(tournament=OuterRef("stage__tournament")).order_by("-players")
    return (
        Publication.objects.filter(among(visible_tournaments(actor), "stage__tournament"))
        .select_related("stage__tournament__head", "stage__tournament__usual_format", "stage__qualification")
        .annotate(
            games_reported=games_reported("stage"),
            leads_on=leads_on("stage"),
            largest_table=Subquery(formats.values("players")[:1]),
            needs_seq=Subquery(needs_kept("pk")),
        )
    )


EVERYBODYS = PreparedQuery(lambda pk: _publications(Actor()).filter(pk=pk), of=int)


def _seen(publications: "Iterable[PublicationWithCounts]") -> list[tuple[object, ...]]:
    """Return all the answer depends on. Names of players and teams change with ledger entries of their own."""
    return [
        (
            one.as_of_seq,
            one.published_at,
            one.games_counted,
            one.games_reported,
            is_stale(one),
            one.stage.tournament.slug,
            one.largest_table,
            one.needs_seq,
        )
        for one in publications
    ]


def _seen_by_anybody(pk: int) -> list[tuple[object, ...]]:
    return _seen(EVERYBODYS.read(pk))
