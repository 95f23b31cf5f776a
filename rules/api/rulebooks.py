from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from rules.api.rulebook_schemas import RulebookPageShape, RulebookShape, rulebook_page, rulebook_shape
from scoring.errors import RulebookError
from scoring.rulebook.rulebook import editions, load
from web.api.base_view import BaseApiView
from web.api.pagination import Paging, page_of_list
from web.api.policies import Everybody
from web.api.schema import describe


class Rulebooks(BaseApiView):
    permission_classes = [Everybody]

    @describe(
        "listRulebooks",
        "All editions of all rulebooks",
        gives=RulebookShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, request: Request) -> Response:
        paging = self.query(Paging)
        names = editions()
        shown = names[paging["offset"] : paging["offset"] + paging["limit"]]
        return page_of_list(
            request, [rulebook_shape(name, load(name)) for name in shown], paging, count=len(names)
        )


class OneRulebook(BaseApiView):
    permission_classes = [Everybody]

    @describe("getRulebook", "An edition with every field", gives=RulebookPageShape)
    def get(self, request: Request, slug: str) -> Response:
        try:
            book = load(slug)
        except RulebookError as error:
            raise Http404 from error
        return Response(rulebook_page(slug, book))
