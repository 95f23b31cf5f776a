"""A table at the desk: enter, decide, confirm or void its result; exchange a player."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.errors import ActionError
from tournaments.actions.play.preview import Move, preview
from tournaments.actions.play.scoresheets import confirm_sheet, correct_sheet, report_sheet, void_sheet
from tournaments.actions.play.seats import substitute
from tournaments.forms.desk import ReasonForm, SubstituteForm
from tournaments.forms.scoresheet import SheetForm
from tournaments.models import Entry, Round, Scoresheet, Table, Tournament
from tournaments.permissions import can_referee, can_score
from tournaments.repeated_calls import status_of
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.tournaments import seats_to_show, sheets_of
from tournaments.views.questions import confirmed, questions_of_figures
from tournaments.views.repeatable_forms import Outcome, do_form, say
from tournaments.views.rules.rulebook_wording import can_calculate
from tournaments.visitors import actor_of

PLAYED = (Round.Status.STARTED, Round.Status.CLOSED)


@for_tournament(can_score)
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Show the table; POST takes down what the staff enters, `do` saying how.

    `report` waits for the players' confirmation; `preview` shows what deciding would move; `decide` decides.
    """
    found = _find(tournament, pk)
    if request.method != "POST":
        return _page(request, tournament, found)
    seats = list(seats_to_show().filter(table=found))
    form = SheetForm(tournament.rulebook_for(len(seats)), seats, data=request.POST)
    do = request.POST.get("do", "")
    if not form.is_valid() or form.figures is None:
        return _page(request, tournament, found, form=form, status=422)
    if do == "report":
        return _report(request, tournament, found, form)
    if not can_referee(actor_of(request), tournament):
        return _page(
            request, tournament, found, form=form, refusal=_("Only a referee decides results."), status=403
        )
    return _decide(request, tournament, found, form, only_preview=do != "decide")


def _report(request: HttpRequest, tournament: Tournament, found: Table, form: SheetForm) -> HttpResponse:
    by, figures, if_match = actor_of(request), form.figures, form.cleaned_data["if_match"] or None
    assert figures is not None
    outcome = do_form(
        request,
        by=by,
        action=lambda: {
            "sheet": report_sheet(
                table=found,
                figures=figures,
                by=by,
                seated=form.seated_ids(),
                if_match=if_match,
                confirm=confirmed(request),
            ).pk
        },
    )
    if not outcome.is_done:
        return _refused(request, tournament, found, form, outcome)
    say(request, outcome, _("Saved. It is waiting for confirmation."))
    return redirect("desk", tournament.slug)


def _decide(
    request: HttpRequest, tournament: Tournament, found: Table, form: SheetForm, *, only_preview: bool
) -> HttpResponse:
    by, figures, if_match = actor_of(request), form.figures, form.cleaned_data["if_match"] or None
    assert figures is not None
    reason = request.POST.get("reason", "")

    def decide() -> Scoresheet:
        return correct_sheet(
            table=found,
            figures=figures,
            reason=reason,
            by=by,
            if_match=if_match,
            confirm=confirmed(request),
        )

    if only_preview:
        try:
            moves = preview(stage=found.round.stage, action=decide)
        except ActionError as refusal:
            outcome = Outcome(status_of(refusal), code=refusal.code, refusal=refusal.message)
            return _refused(request, tournament, found, form, outcome)
        return _page(request, tournament, found, form=form, moves=moves)
    outcome = do_form(request, by=by, action=lambda: {"sheet": decide().pk})
    if not outcome.is_done:
        return _refused(request, tournament, found, form, outcome)
    say(request, outcome, _("Decided. The result stands, and your reason is shown with it."))
    return redirect("desk", tournament.slug)


def _refused(
    request: HttpRequest, tournament: Tournament, found: Table, form: SheetForm, outcome: Outcome
) -> HttpResponse:
    return _page(
        request,
        tournament,
        found,
        form=form,
        refusal=outcome.refusal,
        code=outcome.code,
        status=outcome.status,
    )


@for_tournament(can_referee)
@require_POST
def confirm(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Confirm as the referee what the table reported."""
    sheet = _live(_find(tournament, pk))
    by = actor_of(request)
    tag = request.POST.get("if_match", "")
    outcome = do_form(
        request,
        by=by,
        action=lambda: {"sheet": confirm_sheet(sheet=sheet, if_match=tag, by=by, as_referee=True).pk},
    )
    say(request, outcome, _("Confirmed."))
    return redirect("desk", tournament.slug)


@for_tournament(can_referee)
@require_POST
def void(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a result out, for a reason."""
    sheet = _live(_find(tournament, pk))
    by = actor_of(request)
    tag, reason = request.POST.get("if_match", ""), request.POST.get("reason", "")
    outcome = do_form(
        request,
        by=by,
        action=lambda: {"sheet": void_sheet(sheet=sheet, if_match=tag, reason=reason, by=by).pk},
    )
    say(request, outcome, _("The result is void. The table may report again."))
    return redirect("desk_table", tournament.slug, pk)


@for_tournament(can_referee)
@require_POST
def exchange(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Seat a substitute."""
    found = _find(tournament, pk)
    seats = list(seats_to_show().filter(table=found))
    form = SubstituteForm(tournament, seats, request.POST)
    if not form.is_valid():
        messages.error(request, _("Please choose who leaves and who plays instead."))
        return redirect("desk_table", tournament.slug, pk)
    by, asked = actor_of(request), form.cleaned_data
    outcome = do_form(
        request,
        by=by,
        action=lambda: {"seat": substitute(seat=asked["seat"], entry=asked["entry"], by=by).pk},
    )
    say(request, outcome, _("The player is exchanged. The new player needs a new seat card."))
    return redirect("desk_table", tournament.slug, pk)


def _find(tournament: Tournament, pk: int) -> Table:
    found = (
        Table.objects.filter(pk=pk, round__stage__tournament=tournament)
        .select_related("round__stage__tournament")
        .first()
    )
    if found is None:
        raise Http404
    return found


def _live(found: Table) -> Scoresheet:
    sheet = found.scoresheets.order_by("-version").first()
    if sheet is None:
        raise Http404
    return sheet


def _page(
    request: HttpRequest,
    tournament: Tournament,
    found: Table,
    *,
    form: SheetForm | None = None,
    refusal: str = "",
    code: str = "",
    moves: list[Move] | None = None,
    status: int = 200,
) -> HttpResponse:
    by = actor_of(request)
    seats = list(seats_to_show().filter(table=found))
    sheets = list(sheets_of(found))
    live = next((sheet for sheet in sheets if sheet.is_live), None)
    moving = Entry.objects.filter(pk__in=[move.entry_id for move in moves or []]).select_related("player")
    names = {entry.pk: entry for entry in moving}
    context = {
        **frame(tournament, by, "desk"),
        "round": found.round,
        "table": found,
        "seats": seats,
        "sheet": live,
        "sheets": sheets,
        "form": (form or SheetForm(tournament.rulebook_for(len(seats)), seats, sheet=live))
        if found.round.status in PLAYED
        else None,
        "reason": request.POST.get("reason", ""),
        "refusal": refusal if code != PLEASE_CONFIRM else "",
        "questions": questions_of_figures(
            request, code, tournament.rulebook_for(len(seats)), form.figures if form else None
        ),
        "is_preview": moves is not None,
        "moves": [(move, names[move.entry_id]) for move in moves or []],
        "can_report": found.round.status == Round.Status.STARTED
        and (live is None or live.status != Scoresheet.Status.CONFIRMED),
        "substitute_form": SubstituteForm(tournament, seats)
        if found.round.status != Round.Status.CLOSED and live is None
        else None,
        "reason_form": ReasonForm(),
        "units": tournament.rulebook.units_per_point,
        "can_calculate": can_calculate(tournament.rulebook),
    }
    return render(request, "desk/table.html", context, status=status)
