"""The same tables for programs: the list, and each as JSON."""

from typing import Annotated, Any, TypedDict

from django.http import Http404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from publishing.catalogue import EXPORTS, Choice, Export, asked
from publishing.file_limits import count_file
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody, reads
from tournaments.models import Tournament
from tournaments.permissions import is_staff
from web.api.answers import Given, Of, filled
from web.api.policies import Everybody
from web.sheets.files import FORMATS, as_json
from web.streamed_files import StreamedFile

MOST_NUMBER = 9_999


class ExportShape(TypedDict):
    """A table that can be taken home, and its files."""

    name: Annotated[str, "Name of the table in addresses, such as standings."]
    title: Annotated[str, Of("title", str), "Title for people."]
    about: Annotated[str, Of("about", str), "One sentence on what it contains."]
    of_stage: Annotated[bool, "True if `stage` may be given."]
    after_rounds: Annotated[bool, "True if `after`, the number of a round, may be given."]
    staff_only: Annotated[bool, Of("for_staff"), "True if only the staff may have it."]
    url: Annotated[str, Given(), "Address of the table as JSON."]
    files: Annotated[dict[str, str], Given(), "Addresses of its files by format: csv, xlsx, json."]


export_shape = filled(ExportShape, Export)


class ExportsShape(TypedDict):
    """Every table of a tournament."""

    exports: Annotated[list[ExportShape], "The tables, in the order of the page."]


class ExportTableShape(TypedDict):
    """One table: what it is about, the titles of its columns by key, and its rows by the same keys.

    Totals are whole, in the smallest unit; `units_per_point` of them make a point.
    """

    name: Annotated[str, "Name of the table in addresses, such as standings."]
    title: Annotated[str, "Title for people."]
    about: Annotated[dict[str, object], "What it is about: the tournament, the stage, when it was read."]
    units_per_point: Annotated[
        int | None, "Units to divide by to show points; null for a table without totals."
    ]
    columns: Annotated[dict[str, str], "Title of each column by its key."]
    rows: Annotated[list[dict[str, object]], "The rows, each by the keys of `columns`."]


class ExportQuery(serializers.Serializer[Any]):
    """Which stage, and after which round its standings."""

    stage = serializers.IntegerField(
        min_value=1, max_value=MOST_NUMBER, required=False, help_text="Id of the stage."
    )
    after = serializers.IntegerField(
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        help_text="Number of the round after which standings are meant.",
    )


class Exports(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listExports",
        "The tables that can be taken home, with their files",
        permission=everybody,
        gives=ExportsShape,
    )
    def get(self, tournament: Tournament) -> ExportsShape:
        return {
            "exports": [
                export_shape(
                    export,
                    url=reverse("export", args=[tournament.slug, export.name]),
                    files={
                        form: reverse("download", args=[tournament.slug, export.name, form])
                        for form in FORMATS
                    },
                )
                for export in EXPORTS.values()
            ]
        }


class OneExport(ApiView):
    permission_classes = [Everybody]

    @by_itself(
        "getExport",
        "One table as it can be taken home: standings, of now or after a round, results, players, draws, ledger",
        permission=is_staff,
        gives=ExportTableShape,
        query=ExportQuery,
        refuses=(400, 403, 429),
    )
    def get(self, request: Request, slug: str, name: str) -> StreamedFile:
        tournament = self.find_tournament(slug)
        query = self.query(ExportQuery)
        export = EXPORTS.get(name)
        if export is None:
            raise Http404
        if export.for_staff:
            self.allow(export.permission(self.actor, tournament), export.permission)
        count_file(request, export)
        found = asked(export, tournament, Choice(query.get("stage"), query.get("after")))
        if found is None:
            raise Http404
        return StreamedFile(lambda: as_json(found.table(), name=name), content_type="application/json")
