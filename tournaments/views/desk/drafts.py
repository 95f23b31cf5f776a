"""A draft at the desk: look at it, compare, exchange two players, draw it again, publish or discard it."""

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draw_wording import figures_of, method_in_words, quality_in_words
from tournaments.actions.draws.draws import discard_draw, plan_of, swap_players
from tournaments.actions.draws.files import draw_as_csv
from tournaments.actions.draws.jobs import draw_or_order
from tournaments.actions.draws.plans import Plan, StoredDraw
from tournaments.actions.draws.swap_price import price_of_swap
from tournaments.actions.errors import ActionError, RulesRefuse
from tournaments.forms.draws import RedrawForm, SwapForm
from tournaments.models import Draw, Entry, Round, Tournament
from tournaments.permissions import can_run
from tournaments.views.desk.draw_plan import came_of, drawn_page
from tournaments.views.desk.frame import DeskActionView, DeskFormView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.draw_picture import picture_of
from tournaments.views.public.team_picture import METHODS as TEAM_METHODS
from tournaments.views.public.team_picture import bench_of, team_picture_of
from tournaments.views.public.tournaments import tables_by_round
from tournaments.views.repeatable_forms import Outcome
from tournaments.visitors import actor_of

MOST_OPEN = 12  # rounds of a draft that are shown at full length


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


class Redraw(DeskFormView):
    """Draw a draft again, for a reason, at once or as an order."""

    http_method_names = ["post"]

    def get_form(self, data: QueryDict | None) -> RedrawForm:
        kept = Draw.objects.filter(stage__tournament=self.tournament, pk=self.kwargs["pk"]).first()
        return RedrawForm(_plan_of(kept) if kept else None, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        old = _draw_of(self.tournament, self.kwargs["pk"])
        before = plan_of(old)
        plan = replace(before, effort=data.get("effort", before.effort))
        return came_of(draw_or_order(stage=old.stage, plan=plan, by=self.by, reason=data["reason"], old=old))

    def get_success_message(self, outcome: Outcome) -> str:
        # The page of an order says how far it is.
        return "" if "job" in outcome.body else _("Drawn again. Below it stands beside the one before.")

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return drawn_page(self.tournament, outcome)

    def render_page(self, form: RedrawForm, status: int = 200) -> HttpResponse:
        kept = _draw_of(self.tournament, self.kwargs["pk"])
        return _draft_page(self.request, self.tournament, kept, form, status)


class DraftAction(DeskActionView):
    """What is refused leads back to the draft."""

    def draw(self) -> Draw:
        return _draw_of(self.tournament, self.kwargs["pk"])

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        messages.error(self.request, outcome.refusal)
        return redirect("desk_draft", self.tournament.slug, self.kwargs["pk"])


class Swap(DraftAction):
    """Exchange two players of one round."""

    success_message = gettext_lazy("Exchanged. The draw will say that it was changed by hand.")

    def perform(self) -> None:
        form = SwapForm(self.draw(), self.request.POST)
        if not form.is_valid():
            raise RulesRefuse(_("Please choose two players of one draft."))
        swap_players(**form.cleaned_data, by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_draft", self.tournament.slug, self.kwargs["pk"])


class Publish(DraftAction):
    """Publish all rounds of a draw that are drafts."""

    success_message = gettext_lazy("Everybody can now see who sits where.")
    success_page = "desk"

    def perform(self) -> None:
        publish_draw(kept=self.draw(), by=self.by)


class Discard(DraftAction):
    success_message = gettext_lazy("The draft is gone.")
    success_page = "desk_plan"

    def perform(self) -> None:
        discard_draw(old=self.draw(), by=self.by)


@for_tournament(can_run)
@require_safe
def export(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A draw's rounds as a CSV file which the import reads back, drafts too."""
    text = draw_as_csv(list(_draw_of(tournament, pk).rounds.all()))
    response = HttpResponse(text, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-draw-{pk}.csv"'
    return response


def _plan_of(kept: Draw) -> Plan | None:
    """What was asked of a draw, if it can be drawn again."""
    return None if kept.method in (Draw.Method.IMPORTED, Draw.Method.REPAIRED) else plan_of(kept)


def _draw_of(tournament: Tournament, pk: int) -> Draw:
    draws = Draw.objects.filter(stage__tournament=tournament, rounds__isnull=False).distinct()
    return get_object_or_404(draws.select_related("stage__tournament", "commitment"), pk=pk)
