"""Player lists and results from files."""

from typing import Annotated, Any, TypedDict

from tournaments.actions.imports import seat_columns
from tournaments.actions.imports.players import COLUMNS, ImportOptions, import_players, is_header
from tournaments.actions.imports.results import ResultsOptions, import_results
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.fields import CONFIRM_LIST, MOST_OF_A_LIST, ColumnsByHand, Confirmed, ListInput
from tournaments.api.operations import writes
from tournaments.api.resources.setup.tournaments import find_stage
from tournaments.models import Stage, Tournament
from tournaments.permissions import can_run
from web.api.fields import MOST_ID, Text, Whole, YesNo
from web.api.policies import Everybody


class FindingShape(TypedDict):
    """A problem in a line of the file; line 1 is the header."""

    line: Annotated[int, "Line of the file, from 1."]
    level: Annotated[str, "How grave it is: error or warning."]
    code: str
    message: str
    column: Annotated[str, "Title of the column; empty if it is about the whole line."]


class ColumnShape(TypedDict):
    """A column of the file: the field it is read as (empty if none), and values of its first rows."""

    title: Annotated[str, "Title in the file; empty if it has none."]
    read_as: Annotated[str, "What it is read as; empty if it is not read."]
    samples: Annotated[list[str], "Its first cells."]


class HeaderShape(TypedDict):
    """How the columns were understood; `line` is the header's line, 0 without a header."""

    line: Annotated[int, "Line with the titles, from 1; 0 if there is none."]
    columns: Annotated[list[ColumnShape], "The columns, in their order."]


class ImportShape(TypedDict):
    """What a list changes in a tournament, or would change in a dry run."""

    dry_run: bool
    as_of: Annotated[int, "Ledger entry the report is of; send it with the real import."]
    rows: Annotated[int, "Rows of the list."]
    entered: Annotated[int, "Players who are entered by it."]
    new_players: Annotated[int, "Of them, players who were not on file."]
    known_players: Annotated[int, "Of them, players who were on file."]
    already_entered: Annotated[int, "Players of the list who take part already."]
    lines: Annotated[list[dict[str, object]], "What each line does."]
    header: HeaderShape
    findings: list[FindingShape]


class UnbalancedShape(TypedDict):
    """A game whose points miss the starting total."""

    game: Annotated[str, "The game as the file names it."]
    line: Annotated[int, "Line of the file, from 1."]
    found: Annotated[int, "Sum of its points."]
    expected: Annotated[int, "What they should add up to."]
    missing: Annotated[int, "Points that are missing; negative if there are too many."]
    leftover: Annotated[int, "Riichi sticks left on the table, in points."]
    reason: Annotated[str, "Why it does not add up; empty if none is given, which is an error."]


class ResultsImportShape(ImportShape):
    """What a file of results does to a stage or, of a dry run, would do."""

    games: Annotated[int, "Games of the file."]
    new_games: Annotated[int, "Of them, games that are imported by it."]
    known_games: Annotated[int, "Of them, games that were imported before with the same figures."]
    unbalanced: Annotated[list[UnbalancedShape], "Games that do not add up."]


class CheckedList(ListInput):
    """A list that a dry run looks at first."""

    dry_run = YesNo(default=False)
    confirm = Confirmed(default=list, help_text=CONFIRM_LIST)
    as_of = Whole(
        min_value=0,
        max_value=MOST_ID,
        required=False,
        allow_null=True,
        help_text="`as_of` of the dry run: refused if something came in since.",
    )


class PlayerList(CheckedList):
    """`csv`: the text of a CSV file with a header, or `file`: an XLSX or CSV file in base64; see docs/api.md.
    `dry_run`: only say what it would do. `as_of`: the number in a dry run's report, so that nothing came in since.
    """

    is_header = staticmethod(is_header)

    columns = ColumnsByHand(COLUMNS)


class ResultList(CheckedList):
    """`csv`: the text of a CSV file with a header, or `file`: an XLSX or CSV file in base64, with one row for each
    seat or each game; see docs/importing.md. `dry_run` and `as_of` are as for a list of players.
    """

    is_header = staticmethod(seat_columns.is_header)

    columns = ColumnsByHand([*seat_columns.COLUMNS, *seat_columns.SEAT_COLUMNS])
    accept_unbalanced = Text(
        max_length=LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text="Reason for all games that do not add up and have none in the file; if empty, they are refused.",
    )


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
            options=ImportOptions(
                dry_run=validated["dry_run"],
                as_of=validated.get("as_of"),
                chosen=validated["chosen"],
                confirm=validated["confirm"],
            ),
        )
        return report.as_dict()


class ImportResults(ApiView):
    permission_classes = [Everybody]
    body_limit = MOST_OF_A_LIST

    @writes(
        "importResults",
        "Import games played elsewhere (CSV, XLSX) as confirmed results, all or none; at most 2 MB",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=ResultList,
        gives=ResultsImportShape,
    )
    def post(self, stage: Stage, validated: dict[str, Any]) -> dict[str, object]:
        report = import_results(
            stage=stage,
            text=validated["csv"],
            by=self.actor,
            options=ResultsOptions(
                dry_run=validated["dry_run"],
                as_of=validated.get("as_of"),
                chosen=validated["chosen"],
                confirm=validated["confirm"],
                accept_unbalanced=validated["accept_unbalanced"],
            ),
        )
        return report.as_dict()
