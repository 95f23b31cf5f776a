"""The organizer's desk: one screen with what waits, the rounds, the tables, and the actions that move them on."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import discard_round, draw_round, publish_round, redraw_round
from tournaments.actions.draws.plans import Remainder
from tournaments.actions.play.rounds import close_round, reopen_round, start_round
from tournaments.actions.setup.tournaments import add_stage, finish_tournament
from tournaments.actions.states import ROUND
from tournaments.forms.desk import DrawForm, StageForm
from tournaments.models import DrawJob, Round, Scoresheet, SeatToken, Tournament
from tournaments.permissions import can_referee, can_run, is_staff
from tournaments.views.policies import for_tournament
from tournaments.views.public.tournaments import tables_of, with_progress
from tournaments.views.repeatable_forms import do_form, say
from tournaments.visitors import actor_of

Status = Scoresheet.Status


@for_tournament(is_staff)
@require_safe
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What waits, then the rounds: those that move first."""
    return page(request, tournament)


def page(
    request: HttpRequest, tournament: Tournament, *, draw_form: DrawForm | None = None, status: int = 200
) -> HttpResponse:
    """The desk; `draw_form` is one that was refused and comes back as it was typed."""
    by = actor_of(request)
    rounds = list(
        with_progress(Round.objects.filter(stage__tournament=tournament).select_related("stage")).order_by(
            "stage__ordinal", "number"
        )
    )
    for round_ in rounds:
        round_.actions = [action for (state, action) in ROUND if state == round_.status]  # type: ignore[attr-defined]
    in_play, coming, later, past = _in_turn(rounds)
    for round_ in (current := [*in_play, *coming]):
        round_.shown_tables = list(tables_of(round_))  # type: ignore[attr-defined]
    context = {
        **frame(tournament, by, "desk"),
        "rounds": rounds,
        "current": current,
        "in_play": in_play,
        "later": later,
        "past": past[::-1],
        "todo": _todo(tournament, current),
        "players": tournament.entries.active().count(),
        "draw_form": draw_form or DrawForm(tournament),
        "draw_is_open": draw_form is not None or not current,
        "stage_form": StageForm(),
        "units": tournament.rulebook.units_per_point,
    }
    return render(request, "desk/overview.html", context, status=status)


def _in_turn(rounds: list[Round]) -> tuple[list[Round], list[Round], list[Round], list[Round]]:
    """The rounds in play, the next of each stage, those that come later, and the closed ones; each first to last."""
    in_play: list[Round] = []
    coming: dict[int, Round] = {}
    later: list[Round] = []
    past: list[Round] = []
    for round_ in rounds:
        if round_.status == Round.Status.STARTED:
            in_play.append(round_)
        elif round_.status == Round.Status.CLOSED:
            past.append(round_)
        elif coming.setdefault(round_.stage_id, round_) is not round_:
            later.append(round_)
    return in_play, list(coming.values()), later, past


def frame(tournament: Tournament, by: Actor, tab: str) -> dict[str, object]:
    """What every page of the desk shows around its own content."""
    return {
        "tournament": tournament,
        "tab": tab,
        "can_run": can_run(by, tournament),
        "can_referee": can_referee(by, tournament),
    }


def _todo(tournament: Tournament, current: list[Round]) -> dict[str, object]:
    tables = [
        (round_, table, table.live[0] if table.live else None)
        for round_ in current
        if round_.status == Round.Status.STARTED
        for table in round_.shown_tables  # type: ignore[attr-defined]
    ]
    return {
        "disputed": [(r, t, s) for r, t, s in tables if s is not None and s.status == Status.DISPUTED],
        "submitted": [(r, t, s) for r, t, s in tables if s is not None and s.status == Status.SUBMITTED],
        "second_claims": list(
            SeatToken.objects.alive()
            .filter(seat__round__stage__tournament=tournament, second_claims__gt=0)
            .select_related("seat__table", "seat__entry__player", "seat__round")
        ),
    }


@for_tournament(can_run)
@require_POST
def draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the next round, as a draft."""
    form = DrawForm(tournament, request.POST)
    if not form.is_valid():
        return page(request, tournament, draw_form=form, status=422)
    asked, by = form.cleaned_data, actor_of(request)
    outcome = do_form(
        request,
        by=by,
        action=lambda: {
            "round": draw_round(
                stage=asked["stage"],
                by=by,
                seed=asked["seed"],
                sit_out=list(asked["sit_out"]),
                remainder=asked["remainder"] or "refuse",
            ).pk
        },
    )
    if not outcome.is_done:
        form.add_error(None, outcome.refusal)
        return page(request, tournament, draw_form=form, status=outcome.status)
    say(request, outcome, _("The round is drawn. Only the staff sees it until you publish it."))
    return redirect("desk", tournament.slug)


@for_tournament(can_run)
@require_POST
def round_action(request: HttpRequest, tournament: Tournament, pk: int, action: str) -> HttpResponse:
    """Redraw, discard, publish, start, close or reopen a round."""
    by = actor_of(request)
    remainder: Remainder = "byes" if request.POST.get("remainder") == "byes" else "refuse"
    leave_open = bool(request.POST.get("leave_open"))
    actions_by_name: dict[str, tuple[Callable[[Round], object], str]] = {
        "redraw": (lambda it: redraw_round(round_=it, by=by, remainder=remainder), _("Drawn again.")),
        "discard": (lambda it: discard_round(round_=it, by=by), _("The draft is discarded.")),
        "publish": (
            lambda it: publish_round(round_=it, by=by),
            _("Everybody can now see who sits where."),
        ),
        "start": (
            lambda it: start_round(round_=it, by=by),
            _("The round has started. Tables can report."),
        ),
        "close": (
            lambda it: close_round(round_=it, by=by, leave_open=leave_open),
            _("The round is closed."),
        ),
        "reopen": (lambda it: reopen_round(round_=it, by=by), _("The round is open again.")),
    }
    if action not in actions_by_name:
        raise Http404
    act, done = actions_by_name[action]

    # Looked up inside: a second tap on "discard" finds the first one's answer, not a round that is gone.
    def once() -> dict[str, object]:
        found = act(
            get_object_or_404(Round.objects.select_related("stage"), pk=pk, stage__tournament=tournament)
        )
        return {"job": found.pk} if isinstance(found, DrawJob) else {}

    outcome = do_form(request, by=by, action=once)
    if "job" in outcome.body:
        return redirect("desk_draw_job", tournament.slug, outcome.body["job"])
    say(request, outcome, done)
    return redirect("desk", tournament.slug)


@for_tournament(can_run)
@require_POST
def stage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add the next stage, such as a final."""
    form = StageForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
        return redirect("desk", tournament.slug)
    by = actor_of(request)
    outcome = do_form(
        request,
        by=by,
        action=lambda: {"stage": add_stage(tournament=tournament, name=form.cleaned_data["name"], by=by).pk},
    )
    say(request, outcome, _("The stage is added."))
    return redirect("desk", tournament.slug)


@for_tournament(can_run)
@require_POST
def finish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """End the tournament."""
    by = actor_of(request)

    def once() -> None:
        finish_tournament(tournament=tournament, by=by)

    say(
        request,
        do_form(request, by=by, action=once),
        _("The tournament is finished. Thank you for organizing."),
    )
    return redirect("desk", tournament.slug)
