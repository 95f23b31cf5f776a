"""Drawing at the desk: plan, look at the draft, compare, exchange, draw again, publish; wishes; repairs; files."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from seating.teams.fixtures import cycle_length
from tournaments.actions.draws import draws as actions
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draw_wording import figures_of, method_in_words, quality_in_words
from tournaments.actions.draws.drawing import limits_for
from tournaments.actions.draws.files import DrawReport, draw_as_csv, import_draw
from tournaments.actions.draws.jobs import draw_or_order
from tournaments.actions.draws.plans import Plan, StoredDraw
from tournaments.actions.draws.repairs import repair_schedule
from tournaments.actions.draws.swap_price import price_of_swap
from tournaments.actions.draws.wishes import drop_wish, make_wish
from tournaments.actions.errors import ActionError
from tournaments.forms.draws import DrawFileForm, PlanForm, RedrawForm, RepairForm, WishForm
from tournaments.forms.scoresheet import with_field
from tournaments.models import Draw, DrawJob, Entry, Round, Stage, Tournament, Wish
from tournaments.permissions import can_run
from tournaments.repeated_calls import status_of
from tournaments.views.desk.odd_tables import odd_sizes
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.draw_picture import picture_of
from tournaments.views.public.team_picture import METHODS as TEAM_METHODS
from tournaments.views.public.team_picture import bench_of, team_picture_of
from tournaments.views.public.tournaments import tables_by_round
from tournaments.views.repeatable_forms import do_form, say
from tournaments.visitors import actor_of

MOST_OPEN = 12  # rounds of a draft that are shown at full length


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def plan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How the next rounds are drawn: method, rounds, who is kept apart, a seed fixed beforehand, wishes."""
    form = PlanForm(tournament, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        by, asked = actor_of(request), form.cleaned_data
        outcome = do_form(
            request,
            by=by,
            action=lambda: _what_came(
                draw_or_order(stage=asked["stage"], plan=form.plan(), by=by, seed=asked["seed"])
            ),
        )
        if "job" in outcome.body:
            return redirect("desk_draw_job", tournament.slug, outcome.body["job"])
        if outcome.is_done:
            say(request, outcome, _("Drawn. Only the staff sees it until you publish it."))
            return redirect("desk_draft", tournament.slug, outcome.body["draw"])
        form.add_error(None, outcome.refusal)
        return _plan_page(request, tournament, form, WishForm(tournament), outcome.status)
    return _plan_page(request, tournament, form, WishForm(tournament), 422 if form.is_bound else 200)


def _plan_page(
    request: HttpRequest, tournament: Tournament, form: PlanForm, wish_form: WishForm, status: int
) -> HttpResponse:
    stages = list(tournament.stages.order_by("-ordinal"))
    drafts = Draw.objects.filter(stage__in=stages, rounds__status="drafted").distinct().order_by("pk")
    players = tournament.entries.active().count()
    limits = limits_for(players)
    next_round = stages[0].rounds.count() + 1 if stages else 1
    teams = tournament.teams.filter(entries__in=tournament.entries.active()).distinct().count()
    jobs = DrawJob.objects.live().light().filter(stage__in=stages).select_related("stage")
    seeds = [(stage, stage.seed_commitments.filter(revealed_at=None, draws=None).first()) for stage in stages]
    context = {
        **frame(tournament, actor_of(request), "draw"),
        "form": form,
        "wish_form": wish_form,
        "wishes": tournament.wishes.select_related("entry__player", "other__player"),
        "players": players,
        "limits": limits,
        "next_round": next_round,
        "teams": teams,
        "stages_count": len(stages),
        "cycles": [(m, cycle_length(teams, m)) for m in range(1, teams // 4 + 1)][-3:],
        "swiss_may_repeat": next_round > limits.swiss > 0 and not _is_of_teams(stages),
        "drafts": drafts,
        "odd_sizes": odd_sizes(tournament),
        "jobs": jobs,
        "seeds": seeds,
        "has_times": bool(jobs or drafts or any(fixed for _stage, fixed in seeds)),
    }
    return render(request, "desk/draw_plan.html", context, status=status)


def _is_of_teams(stages: list[Stage]) -> bool:
    """Was the newest stage drawn by teams? Nobody goes on with Swiss there."""
    last = stages[0].draws.order_by("pk").last() if stages else None
    return last is not None and last.method in TEAM_METHODS


@for_tournament(can_run)
@require_POST
def commit(request: HttpRequest, tournament: Tournament, ordinal: int) -> HttpResponse:
    """Fix the seed of a stage's next draw."""
    stage = get_object_or_404(Stage, tournament=tournament, ordinal=ordinal)
    by = actor_of(request)
    outcome = do_form(
        request, by=by, action=lambda: {"seed": actions.commit_seed(stage=stage, by=by).commitment}
    )
    say(request, outcome, _("The seed is fixed. Everybody can see its hash."))
    return redirect("desk_plan", tournament.slug)


@for_tournament(can_run)
@require_POST
def wish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Ask something of every draw."""
    form = WishForm(tournament, request.POST)
    if not form.is_valid():
        return _plan_page(request, tournament, PlanForm(tournament), form, 422)
    by, asked = actor_of(request), form.cleaned_data
    outcome = do_form(
        request, by=by, action=lambda: {"wish": make_wish(tournament=tournament, by=by, **asked).pk}
    )
    if not outcome.is_done:
        form.add_error(None, outcome.refusal)
        return _plan_page(request, tournament, PlanForm(tournament), form, outcome.status)
    say(request, outcome, _("Every draw from now on respects it."))
    return redirect(reverse("desk_plan", args=[tournament.slug]) + "#wishes")


@for_tournament(can_run)
@require_POST
def drop(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Drop a wish."""
    by = actor_of(request)

    # Looked up inside: a second tap finds the first one's answer, not a wish that is gone.
    def once() -> None:
        drop_wish(wish=get_object_or_404(Wish, pk=pk, tournament=tournament), by=by)

    say(request, do_form(request, by=by, action=once), _("The wish is dropped."))
    return redirect(reverse("desk_plan", args=[tournament.slug]) + "#wishes")


@for_tournament(can_run)
@require_safe
def draft(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A draw as only the staff sees it; `?round=…&pick=…&pick=…` shows the price of exchanging two players."""
    kept = _draw_of(tournament, pk)
    return _draft_page(request, tournament, kept, RedrawForm(_plan_of(kept)), 200)


def _draft_page(
    request: HttpRequest, tournament: Tournament, kept: Draw, form: RedrawForm, status: int
) -> HttpResponse:
    rounds = list(kept.rounds.select_related("stage__tournament", "draw").order_by("number"))
    tables = tables_by_round(rounds)
    for round_ in rounds:
        round_.shown_tables = tables[round_.pk]  # type: ignore[attr-defined]
    older = kept.stage.draws.filter(pk__lt=kept.pk, rounds=None).order_by("pk").last()
    stored = StoredDraw.of(kept)
    sitting_out = {round_.number: stored.sitting_out(round_.number) for round_ in rounds}
    names = {
        entry.pk: entry
        for entry in Entry.objects.filter(
            pk__in={p for row in sitting_out.values() for p in row}
        ).select_related("player")
    }
    is_of_teams = kept.method in TEAM_METHODS
    mates = (
        tournament.entries.active().select_related("player", "team").order_by("number") if is_of_teams else []
    )
    for round_ in rounds:
        round_.sit_out = [names[p] for p in sitting_out.get(round_.number, ()) if p in names]  # type: ignore[attr-defined]
        seated = [seat for table in tables[round_.pk] for seat in table.seated]  # type: ignore[attr-defined]
        here = {seat.entry_id for seat in seated}
        round_.bench = (  # type: ignore[attr-defined]
            bench_of(round_, seated, mates)
            if is_of_teams
            else [entry for entry in round_.sit_out if entry.pk not in here]  # type: ignore[attr-defined]
        )
    swap = _swap(request, rounds)
    context: dict[str, Any] = {
        **frame(tournament, actor_of(request), "draw"),
        "draw": kept,
        "method": method_in_words(kept),
        "rounds": rounds,
        "drafts": [round_ for round_ in rounds if round_.status == Round.Status.DRAFTED],
        "sentences": quality_in_words(kept.quality),
        "figures": figures_of(kept.quality, older.quality if older else None),
        "older": older,
        "picture": picture_of(kept.stage, with_drafts=True),
        "form": form,
        "swap": swap,
        "teams": team_picture_of(kept.stage, with_drafts=True, of=rounds) if is_of_teams else None,
        "opened": _opened(request, rounds),
        "can_redraw": kept.method not in (Draw.Method.IMPORTED, Draw.Method.REPAIRED),
        "is_all_draft": all(round_.status == Round.Status.DRAFTED for round_ in rounds),
    }
    return render(request, "desk/draw_draft.html", context, status=status)


def _opened(request: HttpRequest, rounds: list[Round]) -> list[Round]:
    """The rounds to show table by table: of a long draw the one that is asked for, else the first draft."""
    if len(rounds) <= MOST_OPEN:
        return rounds
    asked = [round_ for round_ in rounds if str(round_.pk) == request.GET.get("round")]
    drafts = [round_ for round_ in rounds if round_.status == Round.Status.DRAFTED]
    return (asked or drafts or rounds)[:1]


def _swap(request: HttpRequest, rounds: list[Round]) -> dict[str, Any] | None:
    """The exchange that was asked about, with its price, or why there is none."""
    picked = request.GET.getlist("pick")
    if not picked:
        return None
    round_ = next((r for r in rounds if str(r.pk) == request.GET.get("round")), None)
    seated = {
        str(seat.entry_id): seat.entry
        for table in (round_.shown_tables if round_ else [])  # type: ignore[attr-defined]
        for seat in table.seated
    }
    seated |= {str(entry.pk): entry for entry in (round_.bench if round_ else [])}  # type: ignore[attr-defined]
    people = [seated[pk] for pk in dict.fromkeys(picked) if pk in seated]
    if round_ is None or round_.status != Round.Status.DRAFTED or len(people) != 2:
        return {"refusal": _("Please choose two players of one draft.")}
    try:
        price = price_of_swap(round_=round_, one=people[0], other=people[1])
    except ActionError as refusal:
        return {"refusal": refusal.message}
    return {
        "round": round_,
        "one": people[0],
        "other": people[1],
        "price": price,
        "figures": figures_of(price.after.as_json(), price.now.as_json()),
    }


@for_tournament(can_run)
@require_POST
def draft_action(request: HttpRequest, tournament: Tournament, pk: int, action: str) -> HttpResponse:
    """Draw a draft again, exchange two players, publish all its rounds, or discard it."""
    by = actor_of(request)
    here = redirect("desk_draft", tournament.slug, pk)

    # Looked up inside: a second tap finds the first one's answer.
    def kept() -> Draw:
        return _draw_of(tournament, pk)

    if action == "redraw":
        found = Draw.objects.filter(stage__tournament=tournament, pk=pk).first()
        form = RedrawForm(_plan_of(found) if found else None, request.POST)
        if not form.is_valid():
            return _draft_page(request, tournament, kept(), form, 422)

        def again() -> dict[str, object]:
            old = kept()
            asked = actions.plan_of(old)
            plan = replace(asked, effort=form.cleaned_data.get("effort", asked.effort))
            reason = form.cleaned_data["reason"]
            return _what_came(draw_or_order(stage=old.stage, plan=plan, by=by, reason=reason, old=old))

        outcome = do_form(request, by=by, action=again)
        if "job" in outcome.body:
            return redirect("desk_draw_job", tournament.slug, outcome.body["job"])
        say(request, outcome, _("Drawn again. Below it is shown next to the previous draw."))
        return redirect("desk_draft", tournament.slug, outcome.body["draw"]) if outcome.is_done else here

    def swap() -> None:
        round_ = get_object_or_404(Round, draw=kept(), pk=_number(request, "round"))
        one, other = (
            get_object_or_404(Entry, tournament=tournament, pk=_number(request, name))
            for name in ("one", "other")
        )
        actions.swap_players(round_=round_, one=one, other=other, by=by)

    actions_by_name: dict[str, tuple[Callable[[], object], str, HttpResponse]] = {
        "swap": (swap, _("Exchanged. The draw will say that it was changed by hand."), here),
        "publish": (
            lambda: publish_draw(kept=kept(), by=by),
            _("Everybody can now see who sits where."),
            redirect("desk", tournament.slug),
        ),
        "discard": (
            lambda: actions.discard_draw(old=kept(), by=by),
            _("The draft is discarded."),
            redirect("desk_plan", tournament.slug),
        ),
    }
    if action not in actions_by_name:
        raise Http404
    act, done, then = actions_by_name[action]

    def once() -> None:
        act()

    outcome = do_form(request, by=by, action=once)
    say(request, outcome, done)
    return then if outcome.is_done else here


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def repair(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Somebody leaves or comes: the drafts of a schedule are mended."""
    form = RepairForm(tournament, request.POST if request.method == "POST" else None)
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        by, asked = actor_of(request), form.cleaned_data
        swaps = {asked["out"]: asked["into"]} if asked["out"] else {}
        outcome = do_form(
            request,
            by=by,
            action=lambda: {
                "draw": repair_schedule(
                    stage=asked["stage"],
                    leavers=list(asked["leavers"]),
                    joiners=list(asked["joiners"]),
                    substitutes=swaps,
                    remainder=asked["remainder"],
                    reason=asked["reason"],
                    by=by,
                ).pk
            },
        )
        if outcome.is_done:
            say(request, outcome, _("The schedule is repaired. Published rounds stay as they are."))
            return redirect("desk_draft", tournament.slug, outcome.body["draw"])
        form.add_error(None, outcome.refusal)
        status = outcome.status
    context = {**frame(tournament, actor_of(request), "draw"), "form": form}
    return render(request, "desk/draw_repair.html", context, status=status)


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A draw made elsewhere: first what it would do, line by line; then, once more, done."""
    form = DrawFileForm(tournament, request.POST or None, request.FILES or None)
    report: DrawReport | None = None
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        status = 200
        by, text, stage = actor_of(request), str(form.cleaned_data["text"]), form.cleaned_data["stage"]
        if request.POST.get("do") == "import":
            outcome = do_form(
                request, by=by, action=lambda: {"draw": import_draw(stage=stage, text=text, by=by).draw}
            )
            if outcome.is_done:
                say(request, outcome, _("The rounds are drafts now. Only the staff sees them."))
                return redirect("desk_draft", tournament.slug, outcome.body["draw"])
            form.add_error(None, outcome.refusal)
            status = outcome.status
        try:
            report = import_draw(stage=stage, text=text, by=by, dry_run=True)
        except ActionError as refusal:
            form.add_error(None, refusal.message)
            status = status_of(refusal)
        # What came as a file goes back as text, so that nobody has to choose it twice.
        form.data = with_field(form.data, "text", text)
    context = {**frame(tournament, actor_of(request), "draw"), "form": form, "report": report}
    return render(request, "desk/draw_import.html", context, status=status)


@for_tournament(can_run)
@require_safe
def export(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A draw's rounds as a CSV file which the import reads back, drafts too."""
    text = draw_as_csv(list(_draw_of(tournament, pk).rounds.all()))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-draw-{pk}.csv"'
    return response


def _what_came(found: Draw | DrawJob) -> dict[str, object]:
    """What a repeat of the form has to know again."""
    return {"job" if isinstance(found, DrawJob) else "draw": found.pk}


def _plan_of(kept: Draw) -> Plan | None:
    """What was asked of a draw, if it can be drawn again."""
    return None if kept.method in (Draw.Method.IMPORTED, Draw.Method.REPAIRED) else actions.plan_of(kept)


def _draw_of(tournament: Tournament, pk: int) -> Draw:
    draws = Draw.objects.filter(stage__tournament=tournament, rounds__isnull=False).distinct()
    return get_object_or_404(draws.select_related("stage__tournament", "commitment"), pk=pk)


def _number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
