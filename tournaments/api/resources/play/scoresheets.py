"""Scoresheets: report, confirm, dispute, correct, void."""

from collections.abc import Callable, Collection
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.actor import Actor
from tournaments.actions.play.locked_tables import LockedTable, Permit
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.paper_sheets import (
    confirm_as_second,
    confirm_together,
    enter_paper_sheet,
)
from tournaments.actions.play.scoresheets.reported_points import Figures
from tournaments.actions.play.scoresheets.reporting import confirm_sheet, dispute_sheet, report_sheet
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.kiosk_view import KioskView, tapped_seat, typed_pin
from tournaments.api.operations import everybody, reads
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.rounds import find_table
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
from tournaments.models import Scoresheet, Seat, Table, Tournament
from tournaments.models.play.results import MOST_POINTS
from tournaments.permissions import (
    among,
    can_confirm,
    can_referee,
    can_report,
    can_score,
    visible_rounds,
)
from web.api.fields import Id, Input, Several, Text, Whole, YesNo
from web.api.pagination import Paging, count_of, page_of_list, rows_of_page
from web.api.policies import Everybody
from web.api.schema import describe
from web.etags import is_known

# So many sheets are confirmed in one call: those of a round of the largest hall.
MOST_TOGETHER = 500
_CONFIRM = (
    "Figures that hardly any game ends with are refused with the code please_confirm and say what is odd about them; "
    "if they are meant, send them again with the codes named there, such as strange_points."
)


class Reported(Input):
    """The figures of a scoresheet, East first. `points` are sticks: 41200. `leftover` are riichi sticks left on the
    table, in points. `imbalance` is what is missing from the start total, with its reason.
    """

    points = Several(child=Whole(min_value=-MOST_POINTS, max_value=MOST_POINTS), min_length=3, max_length=5)
    chombo = Several(child=Whole(min_value=0, max_value=20), max_length=5, default=list)
    leftover = Whole(min_value=0, max_value=MOST_POINTS, default=0)
    imbalance = Whole(min_value=-MOST_POINTS, max_value=MOST_POINTS, default=0)
    imbalance_reason = Text(max_length=LONGEST_REASON, default="", allow_blank=True)
    confirm = Confirmed(default=list, help_text=_CONFIRM)


class Report(Reported):
    """`entries` are the entry ids the reporter saw, East first: a phone on the wrong table's page is refused.
    `claimed_at` is what the phone's clock says; it is noted and never used.
    """

    entries = Several(child=Id(), min_length=3, max_length=5, required=False)
    seat, pin = tapped_seat(), typed_pin()
    paper = YesNo(
        default=False,
        help_text="The staff types it from a sheet that the players signed: it counts as the tournament's "
        "paper_counts says, and the same figures once more confirm what somebody else typed.",
    )
    claimed_at = serializers.DateTimeField(required=False, allow_null=True)


class Correction(Reported):
    """`reason` is required where a result stands; a first result without one is noted as from the paper sheet.
    `entries` as in a report.
    """

    entries = Several(child=Id(), min_length=3, max_length=5, required=False)
    reason = Text(max_length=LONGEST_REASON, default="", allow_blank=True)


class Reason(Input):
    reason = Text(max_length=LONGEST_REASON)


class Disputing(Reason):
    seat, pin = tapped_seat(), typed_pin()


class Confirming(Input):
    """`as_referee`: not for the seat one sits on, but as the referee. `as_second`: as a second person of the staff,
    what somebody else typed from signed paper.
    """

    as_referee = YesNo(default=False)
    as_second = YesNo(default=False)
    seat, pin = tapped_seat(), typed_pin()


class SeenSheet(Input):
    """A sheet and the `tag` of the version that was seen."""

    scoresheet = Id()
    tag = Text(max_length=60)


class ConfirmingPaper(Input):
    """Which sheets, each as it was seen. Those whose points do not add up, or that replace an earlier version, are
    confirmed one by one.
    """

    sheets = Several(child=SeenSheet(), min_length=1, max_length=MOST_TOGETHER)


def figures_of(data: dict[str, Any]) -> Figures:
    names = ("points", "chombo", "leftover", "imbalance", "imbalance_reason")
    return Figures(**{name: data[name] for name in names})


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

    @describe(
        "report",
        "Report a table's result; with If-Match, replace the one that waits for confirmation",
        takes=Report,
        gives=SheetAnswerShape,
        status=201,
        changes=True,
        if_match=False,
    )
    def post(self, request: Request, pk: int) -> Response:
        data = self.validated_data(Report)
        self.act_at(pk, data, binds=True)
        if_match = self.if_match()

        def from_paper() -> SheetAnswerShape:
            sheet = enter_paper_sheet(
                table=Table(pk=pk),
                figures=figures_of(data),
                decides=False,
                by=self.actor.person,
                seated=data.get("entries"),
                if_match=if_match,
                confirm=data["confirm"],
                permit=permit(self, may_score),
            )
            return sheet_answer(sheet)

        def action() -> SheetAnswerShape:
            sheet = report_sheet(
                table=Table(pk=pk),
                figures=figures_of(data),
                by=self.actor,
                seated=data.get("entries"),
                if_match=if_match,
                claimed_at=data.get("claimed_at"),
                confirm=data["confirm"],
                permit=permit(self, can_report),
            )
            return sheet_answer(sheet)

        return self.do(from_paper if data["paper"] else action, status=201)


class Correct(ApiView):
    permission_classes = [Everybody]

    @describe(
        "correct",
        "Decide a table's result as the referee; it is confirmed at once. If-Match names the live sheet, if any",
        takes=Correction,
        gives=SheetAnswerShape,
        status=201,
        changes=True,
        if_match=False,
    )
    def post(self, request: Request, pk: int) -> Response:
        table = find_table(self, pk)
        self.allow(can_referee(self.actor, table.round.stage.tournament))
        data = self.validated_data(Correction)
        has_live_sheet = Scoresheet.objects.live().filter(table=table).exists()
        if_match = self.version() if has_live_sheet else self.if_match()

        def action() -> SheetAnswerShape:
            sheet = correct_sheet(
                table=table,
                figures=figures_of(data),
                reason=data["reason"],
                seated=data.get("entries"),
                by=self.actor,
                if_match=if_match,
                confirm=data["confirm"],
            )
            return sheet_answer(sheet)

        return self.do(action, status=201)


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

    @describe(
        "confirm",
        "Agree with exactly the version that If-Match names",
        takes=Confirming,
        gives=SheetAnswerShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        data, if_match = self.validated_data(Confirming), self.version()
        as_referee = data["as_referee"]
        self.act_at(_table_of(self, pk), data, binds=True)

        def as_second() -> SheetAnswerShape:
            sheet = confirm_as_second(
                sheet=Scoresheet(pk=pk),
                if_match=if_match,
                by=self.actor.person,
                permit=permit(self, may_score),
            )
            return sheet_answer(sheet)

        def action() -> SheetAnswerShape:
            sheet = confirm_sheet(
                sheet=Scoresheet(pk=pk),
                if_match=if_match,
                by=self.actor,
                as_referee=as_referee,
                permit=permit(self, may_referee if as_referee else can_confirm),
            )
            return sheet_answer(sheet)

        return self.do(as_second if data["as_second"] and not as_referee else action)


class ConfirmPaper(ApiView):
    permission_classes = [Everybody]

    @describe(
        "confirmPaper",
        "Confirm sheets of a round that somebody else typed from signed paper; one that cannot be confirmed keeps "
        "back no other",
        takes=ConfirmingPaper,
        gives=TogetherShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        rounds = visible_rounds(self.actor).select_related("stage__tournament")
        round_ = self.find(rounds, pk=pk)
        tournament = round_.stage.tournament
        self.allow(can_score(self.actor, tournament))
        sheets = [(one["scoresheet"], one["tag"]) for one in self.validated_data(ConfirmingPaper)["sheets"]]

        def action() -> TogetherShape:
            together = confirm_together(
                round_=round_,
                sheets=sheets,
                by=self.actor,
                as_referee=can_referee(self.actor, tournament),
            )
            return together_shape(together)

        return self.do(action)


class Dispute(KioskView):
    permission_classes = [SeatsAndPeople]

    @describe(
        "dispute",
        "Say that a reported result is wrong",
        takes=Disputing,
        gives=SheetAnswerShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        data, if_match = self.validated_data(Disputing), self.version()
        reason = data["reason"]
        self.act_at(_table_of(self, pk), data, binds=True)

        def action() -> SheetAnswerShape:
            sheet = dispute_sheet(
                sheet=Scoresheet(pk=pk),
                if_match=if_match,
                reason=reason,
                by=self.actor,
                permit=permit(self, can_confirm),
            )
            return sheet_answer(sheet)

        return self.do(action)


class Void(ApiView):
    permission_classes = [Everybody]

    @describe(
        "void",
        "Take a result out as the referee; the table may report again",
        takes=Reason,
        gives=SheetAnswerShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        reason = self.validated_data(Reason)["reason"]
        if_match = self.version()

        def action() -> SheetAnswerShape:
            sheet = void_sheet(
                sheet=Scoresheet(pk=pk),
                if_match=if_match,
                reason=reason,
                by=self.actor,
                permit=permit(self, may_referee),
            )
            return sheet_answer(sheet)

        return self.do(action)


def permit(view: ApiView, may: Callable[[Actor, Collection[Seat], Tournament], bool]) -> Permit:
    """Return what an action asks under its lock: 404 for whoever may not know of the table, 403 for whoever else may
    not. What that depends on the action reads anyway, so that nothing is read twice.
    """

    def ask(at: LockedTable) -> None:
        is_allowed = may(view.actor, at.seats, at.tournament)
        if not is_allowed or not at.table.round.is_published:
            find_table(view, at.table.pk)
        view.allow(is_allowed)

    return ask


def may_score(actor: Actor, _seats: Collection[Seat], tournament: Tournament) -> bool:
    return can_score(actor, tournament)


def may_referee(actor: Actor, _seats: Collection[Seat], tournament: Tournament) -> bool:
    return can_referee(actor, tournament)


def _table_of(view: KioskView, pk: int) -> int:
    """The table of a sheet, for a tablet, which names a seat of it; nobody else needs it before the action."""
    if not view.is_kiosk:
        return 0
    return Scoresheet.objects.filter(pk=pk).values_list("table", flat=True).first() or 0
