"""A stage settled by another rulebook, beside its official standings."""

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.errors import RuleError
from scoring.text.errors import say_refusal
from tournaments.actions.errors import RulesRefuse
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody
from tournaments.api.schemas.rescoring import RescoredShape, rescored_shape
from tournaments.models import Publication
from tournaments.permissions import among, visible_tournaments
from tournaments.standings.rescoring import MOST_GAMES, comparable_rulebooks, rescored
from web.api.policies import Everybody
from web.visitor_language import language


class RescoredStage(ApiView):
    permission_classes = [Everybody]

    @by_itself(
        "getRescored",
        "What a stage's games would have come to by another rulebook. Nothing of it is stored",
        permission=everybody,
        gives=RescoredShape,
        refuses=(422,),
    )
    def get(self, request: Request, pk: int, rulebook: str) -> Response:
        publications = Publication.objects.filter(among(visible_tournaments(self.actor), "stage__tournament"))
        with_stage = publications.select_related(
            "stage__tournament__usual_format", "stage__qualification", "stage__counting"
        )
        publication = self.find(with_stage, pk=pk)
        books = comparable_rulebooks(publication.stage.tournament.rulebook)
        book = next((one for one in books if one.identity.id == rulebook), None)
        if book is None:
            raise Http404
        if publication.games_counted > MOST_GAMES:
            raise _refused(_("This stage has too many games to compute this while you wait."))
        try:
            found = rescored(publication.stage, book)
        except RuleError as error:
            raise _refused(say_refusal(error, language())) from error
        return Response(rescored_shape(publication.stage, book, found))


def _refused(message: str) -> RulesRefuse:
    return RulesRefuse(message, code="not_comparable", fields={"rulebook": [message]})
