"""Scoresheets: report, confirm, undo a confirmation, dispute, correct, void."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.play.locked_tables import Permit
from tournaments.actions.play.scoresheets.deciding import correct_sheet, undo_confirmation, void_sheet
from tournaments.actions.play.scoresheets.paper_sheets import (
    confirm_as_second,
    confirm_together,
    enter_paper_sheet,
)
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.kiosk_view import KioskView, tapped_seat, typed_pin
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.at_table import at_table, may_referee, may_score, permit_of
from tournaments.api.resources.play.rounds import find_round, find_table
from tournaments.api.schemas.play.scoresheets import (
    SheetAnswerShape,
    SheetShape,
    TogetherShape,
    sheet_answer,
    sheet_as_it_stands,
    sheet_etag,
    sheet_shapes,
    together_shape,
)
from tournaments.models import Round, Scoresheet, Table
from tournaments.models.play.results import MOST_POINTS
from tournaments.permissions import (
    among,
    can_confirm,
    can_referee,
    can_report,
    can_score,
    visible_rounds,
)
from web.api.fields import Id, Input, Several, Text, Whole, YesNo, within
from web.api.pagination import Paging, count_of, page_of_list, rows_of_page
from web.api.policies import Everybody
from web.etags import is_known

# The most sheets confirmed in one call: a round of the largest hall.
MOST_TOGETHER = 500
_CONFIRM = (
    "Figures that hardly any game ends with are refused with the code please_confirm and say what is odd about them; "
    "if they are meant, send them again with the codes named there, such as strange_points."
)


class Reported(Input):
    """The figures of a scoresheet, East first. `points` are sticks: 41200. `leftover`: riichi sticks left on the
    table, in points. `imbalance`: points missing from the starting total, with its reason.
    """

    points = Several(
        child=Whole(**within(Scoresheet, "east")),
        min_length=3,
        max_length=5,
        help_text="Points of each seat, East first.",
    )
    chombo = Several(
        child=Whole(**within(Scoresheet, "east_chombo"), max_value=20),
        max_length=5,
        default=list,
        help_text="Number of chombo of each seat, East first; empty if there was none.",
    )
    leftover = Whole(**within(Scoresheet, "leftover"), default=0)
    imbalance = Whole(min_value=-MOST_POINTS, max_value=MOST_POINTS, default=0)
    imbalance_reason = Text(max_length=LONGEST_REASON, default="", allow_blank=True)
    confirm = Confirmed(default=list, help_text=_CONFIRM)


class Report(Reported):
    """`entries`: the entry ids the reporter saw, East first, so that a report on the wrong table's page is refused.
    `claimed_at`: the phone's clock; recorded but not used.
    """

    entries = Several(
        child=Id(),
        min_length=3,
        max_length=5,
        required=False,
        help_text="Ids of the entries that were seen at the table, East first.",
    )
    seat, pin = tapped_seat(), typed_pin()
    paper = YesNo(
        default=False,
        help_text="The staff types it from a sheet that the players signed: it counts as the tournament's "
        "paper_counts says, and the same figures once more confirm what another person typed.",
    )
    claimed_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="Time by the clock of the device; only noted."
    )


class Correction(Reported):
    """`reason` is required if a result exists; a first result without one is recorded as from the paper sheet.
    `entries`: as in a report.
    """

    entries = Several(
        child=Id(),
        min_length=3,
        max_length=5,
        required=False,
        help_text="Ids of the entries that were seen at the table, East first.",
    )
    reason = Text(
        max_length=LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text="Why it is corrected; may be empty only for a first result.",
    )


class Reason(Input):
    reason = Text(max_length=LONGEST_REASON)


class Disputing(Reason):
    seat, pin = tapped_seat(), typed_pin()


class Confirming(Input):
    """`as_referee`: confirm as the referee, not for one's seat. `as_second`: confirm, as a second member of the
    staff, what another typed from signed paper.
    """

    as_referee = YesNo(default=False, help_text="True: confirm as the referee, not for a seat.")
    as_second = YesNo(
        default=False, help_text="True: confirm as a second person what was typed from signed paper."
    )
    seat, pin = tapped_seat(), typed_pin()


class SeenSheet(Input):
    """A sheet and the `tag` of the version seen."""

    scoresheet = Id()
    tag = Text(max_length=60, help_text="Version that was seen.")


class ConfirmingPaper(Input):
    """The sheets to confirm, each as seen. Sheets whose points do not add up, or that replace an earlier version,
    are confirmed one by one.
    """

    sheets = Several(
        child=SeenSheet(),
        min_length=1,
        max_length=MOST_TOGETHER,
        help_text="The sheets, each as it was seen.",
    )


def report_of(data: dict[str, Any], if_match: str | None) -> TableReport:
    names = ("points", "chombo", "leftover", "imbalance", "imbalance_reason")
    figures = Figures(**{name: data[name] for name in names})
    return TableReport(figures, seated=data.get("entries"), if_match=if_match, confirm=data["confirm"])


def find_sheet(view: ApiView, pk: int) -> Scoresheet:
    sheets = Scoresheet.objects.filter(among(visible_rounds(view.actor), "table__round"))
    return view.find(sheets.select_related("table__round__stage__tournament"), pk=pk)


class TableSheets(KioskView):
    permission_classes = [SeatsAndPeople]

    @reads(
        "listScoresheets",
        "All versions of a table's result, newest first",
        permission=everybody,
        finds=find_table,
        gives=SheetShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, table: Table, query: dict[str, Any]) -> Response:
        sheets = table.scoresheets.order_by("-version")
        shown = rows_of_page(sheets, query)
        shapes = sheet_shapes(shown, table, table.round.stage.tournament)
        return page_of_list(self.request, shapes, query, count=count_of(sheets, shown, query))

    @at_table(
        "report",
        "Report a table's result; with If-Match, replace the one that waits for confirmation",
        permission=can_report,
        binds=True,
        takes=Report,
        gives=SheetAnswerShape,
        status=201,
        if_match=False,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str | None, permit: Permit) -> SheetAnswerShape:
        if data["paper"]:
            sheet = enter_paper_sheet(
                table=Table(pk=pk),
                report=report_of(data, if_match),
                decides=False,
                by=self.actor.person,
                permit=permit_of(self, may_score),
            )
        else:
            sheet = report_sheet(
                table=Table(pk=pk),
                report=report_of(data, if_match),
                by=self.actor,
                claimed_at=data.get("claimed_at"),
                permit=permit,
            )
        return sheet_answer(sheet)


class Correct(ApiView):
    permission_classes = [Everybody]

    @writes(
        "correct",
        "Decide a table's result as the referee; it is confirmed at once. If-Match names the live sheet, if any",
        permission=can_referee,
        finds=find_table,
        of="round.stage.tournament",
        takes=Correction,
        gives=SheetAnswerShape,
        status=201,
        if_match=False,
    )
    def post(self, table: Table, data: dict[str, Any], seen: str | None) -> SheetAnswerShape:
        has_live_sheet = Scoresheet.objects.live().filter(table=table).exists()
        if_match = self.version() if has_live_sheet else seen
        sheet = correct_sheet(
            table=table,
            report=report_of(data, if_match),
            reason=data["reason"],
            by=self.actor,
        )
        return sheet_answer(sheet)


class OneSheet(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getScoresheet",
        "A version of a result with its scores and who still has to confirm",
        permission=everybody,
        finds=find_sheet,
        gives=SheetShape,
        etag=True,
    )
    def get(self, sheet: Scoresheet) -> Response:
        shape = sheet_as_it_stands(sheet)
        etag = sheet_etag(shape)
        response = Response(status=304) if is_known(self.request, etag) else Response(shape)
        response["ETag"] = etag
        return response


class Confirm(KioskView):
    permission_classes = [SeatsAndPeople]

    @at_table(
        "confirm",
        "Agree with exactly the version that If-Match names",
        permission=can_confirm,
        binds=True,
        is_of_sheet=True,
        takes=Confirming,
        gives=SheetAnswerShape,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> SheetAnswerShape:
        as_referee = data["as_referee"]
        if data["as_second"] and not as_referee:
            sheet = confirm_as_second(
                sheet=Scoresheet(pk=pk),
                if_match=if_match,
                by=self.actor.person,
                permit=permit_of(self, may_score),
            )
        else:
            sheet = confirm_sheet(
                sheet=Scoresheet(pk=pk),
                if_match=if_match,
                by=self.actor,
                as_referee=as_referee,
                permit=permit_of(self, may_referee) if as_referee else permit,
            )
        return sheet_answer(sheet)


class ConfirmPaper(ApiView):
    permission_classes = [Everybody]

    @writes(
        "confirmPaper",
        "Confirm sheets of a round that another person typed from signed paper; one that cannot be confirmed keeps "
        "back no other",
        permission=can_score,
        finds=find_round,
        of="stage.tournament",
        takes=ConfirmingPaper,
        gives=TogetherShape,
    )
    def post(self, round_: Round, data: dict[str, Any]) -> TogetherShape:
        tournament = round_.stage.tournament
        sheets = [(one["scoresheet"], one["tag"]) for one in data["sheets"]]
        together = confirm_together(
            round_=round_,
            sheets=sheets,
            by=self.actor,
            as_referee=can_referee(self.actor, tournament),
        )
        return together_shape(together)


class Dispute(KioskView):
    permission_classes = [SeatsAndPeople]

    @at_table(
        "dispute",
        "Say that a reported result is wrong",
        permission=can_confirm,
        binds=True,
        is_of_sheet=True,
        takes=Disputing,
        gives=SheetAnswerShape,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> SheetAnswerShape:
        reason = data["reason"]
        sheet = dispute_sheet(
            sheet=Scoresheet(pk=pk),
            if_match=if_match,
            reason=reason,
            by=self.actor,
            permit=permit,
        )
        return sheet_answer(sheet)


class UndoConfirmation(ApiView):
    permission_classes = [Everybody]

    @at_table(
        "undoConfirmation",
        "Let a result that the staff confirmed or decided wait for confirmation again, as a new version",
        permission=may_referee,
        is_of_sheet=True,
        takes=Nothing,
        gives=SheetAnswerShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> SheetAnswerShape:
        sheet = undo_confirmation(sheet=Scoresheet(pk=pk), if_match=if_match, by=self.actor, permit=permit)
        return sheet_answer(sheet)


class Void(ApiView):
    permission_classes = [Everybody]

    @at_table(
        "void",
        "Take a result out as the referee; the table may report again",
        permission=may_referee,
        is_of_sheet=True,
        takes=Reason,
        gives=SheetAnswerShape,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> SheetAnswerShape:
        reason = data["reason"]
        sheet = void_sheet(
            sheet=Scoresheet(pk=pk),
            if_match=if_match,
            reason=reason,
            by=self.actor,
            permit=permit,
        )
        return sheet_answer(sheet)
