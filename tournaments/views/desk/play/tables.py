"""A table at the desk: enter, decide, confirm or void its result, undo its confirmation; exchange a player."""

from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.views.rulebook_wording import can_calculate
from tournaments.actions.doubts import PLEASE_CONFIRM, ask_first
from tournaments.actions.draws.exchanges import against_the_draw
from tournaments.actions.errors import ActionError
from tournaments.actions.hands.online_games import takes_online_games
from tournaments.actions.play.scoresheets.deciding import correct_sheet, undo_confirmation, void_sheet
from tournaments.actions.play.scoresheets.reporting import confirm_sheet, report_sheet
from tournaments.actions.play.seats import substitute
from tournaments.actions.play.turn_order import FREE_WIND
from tournaments.actions.preview import Preview, preview
from tournaments.forms.desk import ReasonForm, SubstituteForm
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.forms.play.seat_order import SeatOrderForm
from tournaments.models import HandRecord, PlayerCard, Round, Scoresheet, Seat, Table, Tournament
from tournaments.models.play.hands import standing
from tournaments.permissions import can_referee, can_score
from tournaments.views.desk.frame import BACK, DeskActionView, DeskFormView, DeskMixin
from tournaments.views.desk.play.preview_wording import preview_in_words
from tournaments.views.hands_wording import lines_of_log
from tournaments.views.photos.taking import photos_in
from tournaments.views.public.tournaments import has_conditions
from tournaments.views.questions import confirmed, questions_of_figures, typed_report
from tournaments.views.repeatable_forms import Outcome
from tournaments.views.report_draft import report_fields

PLAYED = (Round.Status.STARTED, Round.Status.CLOSED)


class TablePage(DeskFormView):
    """The table and its result. `do` says how what the staff enters is taken down.

    `report` waits for the players' confirmation; `decide` stands at once, with a reason; anything else only shows
    what deciding would move.
    """

    permission = can_score
    template_name = "desk/play/table.html"
    tab = "desk"
    success_page = "desk"
    error: Outcome | None = None
    found: Preview | None = None

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.reason = request.POST.get("reason", "")
        self.wanted = request.POST.get("do", "")

    def dispatch(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponseBase:
        self.table = find_table(tournament, kwargs["pk"])
        self.seats = list(self.table.seats.for_display())
        return super().dispatch(request, tournament, **kwargs)

    def get_form(self, data: QueryDict | None) -> SheetForm:
        rulebook = self.tournament.rulebook_for(len(self.seats))
        if data is not None:
            return SheetForm(rulebook, self.seats, data=data)
        # A phone that reaches nobody shows its figures as a code, which the referee's phone opens here.
        draft = None if self.live else report_fields(self.request.GET)
        return SheetForm(rulebook, self.seats, sheet=self.live, draft=draft)

    @cached_property
    def sheets(self) -> list[Scoresheet]:
        """All versions, as they are when the page is shown: after what it did."""
        return list(self.table.scoresheets.for_display())

    @property
    def live(self) -> Scoresheet | None:
        return next((sheet for sheet in self.sheets if sheet.is_live), None)

    def do(self, form: SheetForm) -> HttpResponse:
        if self.wanted == "report":
            return super().do(form)
        if not can_referee(self.by, self.tournament):
            self.error = Outcome(403, code="not_allowed", refusal=_("Only a referee can decide results."))
        elif self.wanted == "decide":
            return super().do(form)
        else:
            self.preview(form.cleaned_data)
        return self.render_page(form, self.error.status if self.error else 200)

    def preview(self, data: dict[str, Any]) -> None:
        """Find out what deciding would move, or why it would be refused."""
        try:
            reason = self.reason or _("from the paper sheet")
            action = partial(self.decide, data, reason)
            stage = self.table.round.stage
            self.found = preview(stage=stage, action=action)
        except ActionError as refusal:
            self.error = Outcome(refusal.status, code=refusal.code, refusal=refusal.message)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        is_report = self.wanted == "report"
        sheet = self.report(data) if is_report else self.decide(data, self.reason)
        can_undo = not is_report and self.table.round.status == Round.Status.STARTED
        return {"sheet": sheet.pk, "undo": sheet.tag if can_undo else ""}

    def report(self, data: dict[str, Any]) -> Scoresheet:
        return report_sheet(
            table=self.table,
            report=typed_report(self.request, data),
            by=self.by,
        )

    def decide(self, data: dict[str, Any], reason: str) -> Scoresheet:
        return correct_sheet(
            table=self.table,
            report=typed_report(self.request, data),
            reason=reason,
            by=self.by,
        )

    def get_success_message(self, outcome: Outcome) -> str:
        number = {"number": self.table.number}
        if self.wanted == "report":
            return _("Table %(number)s was saved. It is waiting for confirmation.") % number
        return _("Table %(number)s was decided. The result is final and shown with its reason.") % number

    def get_undo(self, outcome: Outcome) -> str:
        return undo_of_confirmation(self, outcome)

    def show_error(self, form: SheetForm, outcome: Outcome) -> None:
        self.error = outcome

    def substituted(self) -> list[tuple[Seat, bool]]:
        """The seats in play that a substitute took over, each with whether the substitute has a card of their own."""
        seats = [seat for seat in self.seats if seat.replaces_id is not None]
        if not seats or self.table.round.status == Round.Status.CLOSED:
            return []
        entries = {seat.entry_id for seat in seats}
        cards = PlayerCard.objects.filter(entry__in=entries, revoked_at=None).values_list("entry", flat=True)
        with_card = set(cards)
        return [(seat, seat.entry_id in with_card) for seat in seats]

    def get_context(self, form: SheetForm) -> dict[str, Any]:
        code = self.error.code if self.error else ""
        rulebook = self.tournament.rulebook_for(len(self.seats))
        names = [seat.entry.player.name for seat in self.seats]
        records = list(HandRecord.objects.of_table(self.table.pk).defer("state"))
        lines = lines_of_log(rulebook, standing(records), names)[0] if records else []
        is_open = self.live is None or self.live.status == Scoresheet.Status.DISPUTED
        return {
            "lines": lines[::-1],
            "can_enter_online": is_open
            and not lines
            and self.table.round.status == Round.Status.STARTED
            and takes_online_games(rulebook),
            "seat_order_form": SeatOrderForm(self.seats)
            if self.table.round.status == Round.Status.STARTED
            and not (self.live or lines)
            and len(self.seats) < FREE_WIND
            else None,
            "can_exchange": self.table.round.status == Round.Status.STARTED
            and not (self.live or lines)
            and can_referee(self.by, self.tournament),
            "corrects": is_open
            and self.table.round.status == Round.Status.STARTED
            and can_referee(self.by, self.tournament),
            "round": self.table.round,
            "table": self.table,
            "seats": self.seats,
            "sheet": self.live,
            "sheets": self.sheets,
            "form": form if self.table.round.status in PLAYED else None,
            "reason": self.reason,
            # What a link of the referee's page opens at once.
            "opened": self.request.GET.get("open", ""),
            "refusal": self.error.refusal if self.error and code != PLEASE_CONFIRM else "",
            "questions": questions_of_figures(self.request, code, rulebook, form.reported),
            "preview": preview_in_words(self.found) if self.found else None,
            "can_report": self.table.round.status == Round.Status.STARTED
            and (self.live is None or self.live.status != Scoresheet.Status.CONFIRMED),
            "substitute_form": SubstituteForm(self.tournament, self.seats)
            if self.table.round.status != Round.Status.CLOSED and self.live is None
            else None,
            "substituted": self.substituted(),
            "reason_form": ReasonForm(),
            "units": self.tournament.rulebook.units_per_point,
            "can_calculate": can_calculate(self.tournament.rulebook),
            "has_conditions": has_conditions(self.tournament, self.table.round, len(self.seats)),
            **photos_in(self.table),
            "takes_photos": self.tournament.photo_days is not None
            and self.tournament.status != Tournament.Status.FINISHED
            and self.table.round.status in PLAYED,
        }


class Confirm(DeskActionView):
    """Confirm as the referee what the table reported."""

    permission = can_referee
    success_page = "desk"

    def perform(self) -> dict[str, object]:
        table = find_table(self.tournament, self.kwargs["pk"])
        tag = self.request.POST.get("if_match", "")
        sheet = confirm_sheet(sheet=_last(table), if_match=tag, by=self.by, as_referee=True)
        return {"sheet": sheet.pk, "number": table.number, "undo": tag}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("Table %(number)s confirmed.") % outcome.body

    def get_undo(self, outcome: Outcome) -> str:
        return undo_of_confirmation(self, outcome)


class UndoConfirmation(DeskActionView):
    """Let a result that the desk confirmed or decided wait for confirmation again."""

    permission = can_referee
    success_page = "desk"

    def perform(self) -> dict[str, object]:
        sheets = Scoresheet.objects.filter(table__round__stage__tournament=self.tournament)
        found = get_object_or_404(sheets.select_related("table"), pk=self.kwargs["pk"])
        undo_confirmation(sheet=found, if_match=self.request.POST.get("if_match", ""), by=self.by)
        return {"number": found.table.number}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("Table %(number)s is waiting for confirmation again.") % outcome.body


class TableAction(DeskActionView):
    """What leads back to the table's page."""

    permission = can_referee

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_table", self.tournament.slug, self.kwargs["pk"])


class Void(TableAction):
    """Take a result out, for a reason."""

    def perform(self) -> dict[str, object]:
        table, sent = find_table(self.tournament, self.kwargs["pk"]), self.request.POST
        tag, reason = sent.get("if_match", ""), sent.get("reason", "")
        sheet = void_sheet(sheet=_last(table), if_match=tag, reason=reason, by=self.by)
        return {"sheet": sheet.pk, "number": table.number}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("The result of table %(number)s was voided. The table can report again.") % outcome.body


class Exchange(TableAction):
    """Seat a substitute; asks first when the draw speaks against it."""

    success_message = gettext_lazy("The player was exchanged. The card for their phone is below.")

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        table = find_table(self.tournament, self.kwargs["pk"])
        self.form = SubstituteForm(self.tournament, list(table.seats.for_display()), request.POST)
        if not self.form.is_valid():
            messages.error(request, _("Please choose who leaves and who plays instead."))
            return redirect("desk_table", self.tournament.slug, table.pk)
        return super().post(request, **kwargs)

    def perform(self) -> dict[str, object]:
        seat, entry = self.form.cleaned_data["seat"], self.form.cleaned_data["entry"]
        ask_first(against_the_draw(seat=seat, entry=entry), confirmed(self.request))
        return {"seat": substitute(seat=seat, entry=entry, by=self.by).pk}


def undo_of_confirmation(view: DeskMixin, outcome: Outcome) -> str:
    """The address that undoes a confirmation whose outcome names the sheet and, as `undo`, its tag; empty without."""
    sheet, tag = outcome.body.get("sheet"), outcome.body.get("undo")
    if not tag:
        return ""
    fields = {"if_match": tag, **({BACK: view.back} if view.back else {})}
    return f"{reverse('desk_undo_confirmation', args=[view.tournament.slug, sheet])}?{urlencode(fields)}"


def find_table(tournament: Tournament, pk: int) -> Table:
    """A table of this tournament, with its round; else 404."""
    found = (
        Table.objects.filter(pk=pk, round__stage__tournament=tournament)
        .select_related("round__stage__tournament")
        .first()
    )
    if found is None:
        raise Http404
    return found


def _last(found: Table) -> Scoresheet:
    sheet = found.scoresheets.order_by("-version").first()
    if sheet is None:
        raise Http404
    return sheet
