"""Planning a draw at the desk: method, rounds, who is kept apart, a seed fixed beforehand, seating constraints."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from seating.teams.fixtures import cycle_length
from tournaments.actions.draws.drawing import limits_for
from tournaments.actions.draws.draws import commit_seed
from tournaments.actions.draws.jobs.orders import draw_or_order
from tournaments.actions.draws.plans import MOST_OF_A_SEASON
from tournaments.actions.draws.seating_constraints import (
    Wish,
    add_seating_constraint,
    drop_seating_constraint,
)
from tournaments.actions.draws.team_stages import is_of_teams, usual_plan
from tournaments.forms.draws import PlanForm, SeatingConstraintForm
from tournaments.models import (
    Draw,
    DrawJob,
    PlannedRounds,
    QualifyingRule,
    Round,
    SeatingConstraint,
    Stage,
    Tournament,
)
from tournaments.models.people.entries import EntryQuerySet
from tournaments.models.setup.structure import NEXT_TO_DRAW_FIRST
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.who_takes_part import is_open, qualified_entries
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.desk.people.check_in import missing_context
from tournaments.views.desk.setup.odd_tables import odd_sizes
from tournaments.views.public.team_picture import METHODS as TEAM_METHODS
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome


class Plan(DeskFormView):
    """How the next rounds are drawn, at once or as an order."""

    tab = "draw"
    template_name = "desk/draws/plan.html"

    def get_form(self, data: QueryDict | None) -> PlanForm:
        return PlanForm(self.tournament, data)

    def do(self, form: PlanForm) -> HttpResponse:
        self.plan = form.plan()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        confirm = confirmed(self.request)
        return came_of(
            draw_or_order(stage=data["stage"], plan=self.plan, by=self.by, seed=data["seed"], confirm=confirm)
        )

    def get_success_message(self, outcome: Outcome) -> str:
        # The page of an order says how far it is.
        if "job" in outcome.body:
            return ""
        return str(_("Drawn. Only staff can see it until you publish it."))

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return drawn_page(self.tournament, outcome)

    def get_context(self, form: PlanForm) -> dict[str, Any]:
        context = plan_context(self.tournament)
        fill_in_what_is_usual(form, self.tournament, context)
        return {"constraint_form": SeatingConstraintForm(self.tournament), **context}


class AddSeatingConstraint(DeskFormView):
    """Add a seating constraint. Its form stands on the page of the plan."""

    http_method_names = ["post"]
    tab = "draw"
    template_name = "desk/draws/plan.html"
    success_message = _("Saved: all later draws respect it.")

    def get_form(self, data: QueryDict | None) -> SeatingConstraintForm:
        return SeatingConstraintForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"wish": add_seating_constraint(tournament=self.tournament, wish=Wish(**data), by=self.by).pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return constraints_page(self.tournament)

    def get_context(self, form: SeatingConstraintForm) -> dict[str, Any]:
        context, plan = plan_context(self.tournament), PlanForm(self.tournament)
        fill_in_what_is_usual(plan, self.tournament, context)
        return {"form": plan, "constraint_form": form, **context}


class DropSeatingConstraint(DeskActionView):
    """Drop a seating constraint."""

    success_message = _("The wish was dropped.")

    def perform(self) -> None:
        drop_seating_constraint(
            constraint=get_object_or_404(SeatingConstraint, pk=self.kwargs["pk"], tournament=self.tournament),
            by=self.by,
        )

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return constraints_page(self.tournament)


class FixSeed(DeskActionView):
    """Fix the seed of a stage's next draw."""

    success_message = _("The seed was fixed. Its hash is now public.")
    success_page = "desk_plan"

    def perform(self) -> dict[str, object]:
        stage = get_object_or_404(Stage, tournament=self.tournament, ordinal=self.kwargs["ordinal"])
        return {"seed": commit_seed(stage=stage, by=self.by).commitment}


def came_of(found: Draw | DrawJob) -> dict[str, object]:
    """What a repeat of the form has to know again: the draw, or the order."""
    return {"job" if isinstance(found, DrawJob) else "draw": found.pk}


def drawn_page(tournament: Tournament, outcome: Outcome) -> HttpResponse:
    """Where what `came_of` says leads: to the draft, or to how far the order is."""
    if "job" in outcome.body:
        return redirect("desk_draw_job", tournament.slug, outcome.body["job"])
    return redirect("desk_draft", tournament.slug, outcome.body["draw"])


def constraints_page(tournament: Tournament) -> HttpResponse:
    return redirect(reverse("desk_plan", args=[tournament.slug]) + "#wishes")


def plan_context(tournament: Tournament) -> dict[str, Any]:
    """What the page of the plan shows besides its two forms."""
    stages = list(tournament.stages.select_related("qualification").order_by(*NEXT_TO_DRAW_FIRST))
    drafts = Draw.objects.filter(stage__in=stages, rounds__status="drafted").distinct().order_by("pk")
    entries = _drawn_next(tournament, stages)
    players = entries.count()
    size = tournament.usual_format.players
    limits = limits_for(players, size)
    next_round = stages[0].rounds.count() + 1 if stages else 1
    teams = tournament.teams.filter(entries__in=entries).distinct().count()
    jobs = DrawJob.objects.live().light().filter(stage__in=stages).select_related("stage")
    seeds = [(stage, stage.seed_commitments.filter(revealed_at=None, draws=None).first()) for stage in stages]
    # Those who wait for a place fill tables only before the first draw.
    is_first = next_round == 1 and bool(stages) and qualification_of(stages[0]) is None
    return {
        "waiting": tournament.registrations.waiting().count() if is_first else 0,
        "lacking": -players % size,
        "size": size,
        "constraints": tournament.seating_constraints.select_related("entry__player", "other__player"),
        "players": players,
        "limits": limits,
        "next_round": next_round,
        "teams": teams,
        "stages_count": len(stages),
        "unconfirmed": [stage for stage in stages if is_open(qualification_of(stage))],
        "cycles": [(m, cycle_length(teams, m, size)) for m in range(1, teams // size + 1)][-3:],
        "swiss_may_repeat": next_round > limits.swiss > 0 and not _is_of_teams(stages),
        "drafts": drafts,
        **missing_context(tournament),
        "can_repair": Round.objects.not_started().filter(stage__in=stages).exists(),
        "odd_sizes": odd_sizes(tournament),
        "jobs": jobs,
        "seeds": seeds,
        "has_times": bool(jobs or drafts or any(fixed for _stage, fixed in seeds)),
    }


def fill_in_what_is_usual(form: PlanForm, tournament: Tournament, context: Mapping[str, Any]) -> None:
    """Choose beforehand how the stage that comes next is usually drawn, and how many rounds if the stage says so."""
    stage = tournament.stages.order_by(*NEXT_TO_DRAW_FIRST).first()
    if stage is None:
        return
    is_first = context["next_round"] == 1
    if is_of_teams(stage):
        usual = usual_plan(stage)
        form.initial.update(
            method=usual.method,
            line_up=usual.line_up or None,
            games=usual.games if usual.games > 1 else None,
            at_a_time=usual.matches or None,
        )
        form.put_teams_first()
        size, teams = tournament.usual_format.players, context["teams"]
        if is_first and teams >= size:
            # Once around: everybody has met everybody.
            cycle = cycle_length(teams, usual.matches or teams // size, size) * usual.games
            form.initial["rounds"] = cycle if cycle <= MOST_OF_A_SEASON else None
    elif not is_first:
        # A whole schedule would be refused: it is drawn before the first round.
        form.initial["method"] = Draw.Method.SWISS
        games = usual_plan(stage).games
        form.initial["games"] = games if games > 1 else None
    elif QualifyingRule.objects.filter(source=stage, among=QualifyingRule.Among.TABLES).exists():
        # The places at one table decide who goes on.
        form.initial["rounds"] = 1
    else:
        form.initial["rounds"] = stage_rounds(stage)


def stage_rounds(stage: Stage) -> int | None:
    """Return how many rounds of a stage are planned; None if that is open."""
    return PlannedRounds.objects.filter(stage=stage).values_list("rounds", flat=True).first()


def _drawn_next(tournament: Tournament, stages: list[Stage]) -> EntryQuerySet:
    """Who plays in the stage that is drawn next; everybody while that is open."""
    qualification = qualification_of(stages[0]) if stages else None
    active = tournament.entries.active()
    if qualification is None or is_open(qualification):
        return active
    return active.filter(pk__in=qualified_entries(qualification))


def _is_of_teams(stages: list[Stage]) -> bool:
    """Was the stage that is drawn next drawn by teams before? Nobody goes on with Swiss there."""
    last = stages[0].draws.order_by("pk").last() if stages else None
    return last is not None and last.method in TEAM_METHODS
