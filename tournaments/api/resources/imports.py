"""Player lists from files."""

from typing import Any, TypedDict

from tournaments.actions.imports.players import COLUMNS, import_players, is_header
from tournaments.api.api_view import ApiView
from tournaments.api.fields import CONFIRM_LIST, MOST_OF_A_LIST, ColumnsByHand, Confirmed, ListInput
from tournaments.api.operations import writes
from tournaments.models import Tournament
from tournaments.permissions import can_run
from web.api.fields import Whole, YesNo
from web.api.policies import Everybody


class FindingShape(TypedDict):
    """What is the matter with a line of the file; line 1 is the header."""

    line: int
    level: str
    code: str
    message: str
    column: str


class ColumnShape(TypedDict):
    """A column of the file: what it is read as, empty if it is not, and what stands in its first rows."""

    title: str
    read_as: str
    samples: list[str]


class HeaderShape(TypedDict):
    """The columns of the file as they were understood; `line` names them, 0 if none does."""

    line: int
    columns: list[ColumnShape]


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
    header: HeaderShape
    findings: list[FindingShape]


class PlayerList(ListInput):
    """`csv`: the text of a CSV file with a header, or `file`: an XLSX or CSV file in base64; see docs/api.md.
    `dry_run`: only say what it would do. `as_of`: the number in a dry run's report, so that nothing came in since.
    """

    is_header = staticmethod(is_header)

    columns = ColumnsByHand(COLUMNS)
    dry_run = YesNo(default=False)
    confirm = Confirmed(default=list, help_text=CONFIRM_LIST)
    as_of = Whole(min_value=0, max_value=10**18 - 1, required=False, allow_null=True)


class ImportPlayers(ApiView):
    permission_classes = [Everybody]
    body_limit = MOST_OF_A_LIST

    @writes(
        "importPlayers",
        "Enter everybody of a list (CSV, XLSX), or nobody and the lines to mend; at most 2 MB",
        permission=can_run,
        takes=PlayerList,
        gives=ImportShape,
    )
    def post(self, tournament: Tournament, validated: dict[str, Any]) -> dict[str, object]:
        report = import_players(
            tournament=tournament,
            text=validated["csv"],
            by=self.actor,
            dry_run=validated["dry_run"],
            as_of=validated.get("as_of"),
            chosen=validated["chosen"],
            confirm=validated["confirm"],
        )
        return report.as_dict()
