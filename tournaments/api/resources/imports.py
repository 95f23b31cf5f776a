"""Player lists from files."""

from typing import Any, TypedDict

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.imports.players import import_players
from tournaments.api.api_view import ApiView
from tournaments.permissions import can_run
from web.api.fields import Input, Whole, YesNo
from web.api.policies import Everybody
from web.api.schema import describe
from web.sheets.csv_rows import MOST_BYTES


class FindingShape(TypedDict):
    """What is the matter with a line of the file; line 1 is the header."""

    line: int
    level: str
    code: str
    message: str
    column: str


class ImportShape(TypedDict):
    """What a list does to a tournament or, of a dry run, would do."""

    dry_run: bool
    as_of: int
    rows: int
    entered: int
    new_players: int
    known_players: int
    already_entered: int
    lines: list[dict[str, object]]
    findings: list[FindingShape]


class Csv(serializers.CharField):
    def to_internal_value(self, data: object) -> str:
        if type(data) is not str:
            self.fail("invalid")
        return data


class PlayerList(Input):
    """`csv`: the file's text, with a header; see docs/api.md. `dry_run`: only say what it would do. `as_of`: the
    number in a dry run's report, so that nothing has come in since.
    """

    csv = Csv(trim_whitespace=False)
    dry_run = YesNo(default=False)
    as_of = Whole(min_value=0, max_value=10**18 - 1, required=False, allow_null=True)


class ImportPlayers(ApiView):
    permission_classes = [Everybody]
    body_limit = MOST_BYTES

    @describe(
        "importPlayers",
        "Enter everybody of a CSV list, or nobody and the lines to mend; at most 2 MB",
        takes=PlayerList,
        gives=ImportShape,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        validated = self.validated_data(PlayerList)

        def action() -> dict[str, Any]:
            report = import_players(
                tournament=tournament,
                text=validated["csv"],
                by=self.actor,
                dry_run=validated["dry_run"],
                as_of=validated.get("as_of"),
            )
            return report.as_dict()

        return self.do(action)
