"""A draft at the desk: look at it, compare, exchange two players, draw it again, publish or discard it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tournaments.actions.draws.draft_rounds import publish_draw, unpublish_rounds
from tournaments.actions.draws.draws import discard_draw, plan_of
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.files import draw_as_csv
from tournaments.actions.draws.from_standings import is_outdated
from tournaments.actions.draws.jobs.orders import redraw_or_order
from tournaments.actions.draws.plans import Plan, StoredDraw
from tournaments.actions.draws.wording.draws import figures_of, method_in_words, quality_in_words
from tournaments.actions.errors import RulesRefuse
from tournaments.credentials.visitors import actor_of
from tournaments.forms.draws import RedrawForm, SwapForm
from tournaments.models import Draw, Entry, Round, Table, Tournament
from tournaments.models.play.rounds import NOT_STARTED
from tournaments.permissions import can_run
from tournaments.views.desk.draws.plan import came_of, drawn_page
from tournaments.views.desk.exchanges import looked_at
from tournaments.views.desk.frame import DeskActionView, DeskFormView, frame
from tournaments.views.policies import for_tournament
from tournaments.views.public.draw_picture import picture_of
from tournaments.views.public.team_picture import METHODS as TEAM_METHODS
from tournaments.views.public.team_picture import bench_of, team_picture_of
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome

MOST_SHOWN = 12  # rounds of a draft on its page; of a longer one a single round
MOST_BESIDE = 8  # rounds side by side, as a map; more are folded


@for_tournament(can_run)
@require_safe
def draft(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """A draw as only the staff sees it; `?round=…&pick=…&pick=…` shows the price of exchanging two players."""
    found = _draw_of(tournament, pk)
    return _draft_page(request, tournament, found, RedrawForm(_plan_of(found)), 200)


@dataclass(frozen=True)
class DraftRound:
    """A round of a draw: its tables, who sits out, and who could be exchanged with a seated player.

    The draw says who sits out, except those brought in since.
    """

    round: Round
    tables: list[Table]
    sitting_out: list[Entry]
    bench: list[Entry]

    @property
    def is_draft(self) -> bool:
        return self.round.status == Round.Status.DRAFTED

    @property
    def can_change(self) -> bool:
        """Whether players can still be exchanged in it."""
        return self.round.status in NOT_STARTED


def _rounds_of(draw: Draw) -> list[DraftRound]:
    rounds = list(
        draw.rounds.select_related("stage__tournament", "draw")
        .prefetch_related(Prefetch("tables", Table.objects.for_display()))
        .order_by("number")
    )
    stored = StoredDraw.of(draw)
    ids = {round_.pk: stored.sitting_out(round_.number) for round_ in rounds}
    entries = Entry.objects.select_related("player", "team").in_bulk(
        {pk for row in ids.values() for pk in row}
    )
    mates: list[Entry] = []
    if draw.method in TEAM_METHODS:
        active = draw.stage.tournament.entries.active()
        mates = list(active.select_related("player", "team").order_by("number"))
    found = []
    for round_ in rounds:
        tables = list(round_.tables.all())
        seated = [seat for table in tables for seat in table.seats.all()]
        seated_ids = {seat.entry_id for seat in seated}
        sitting_out = [entries[pk] for pk in ids[round_.pk] if pk in entries and pk not in seated_ids]
        bench = bench_of(round_, seated, mates) if draw.method in TEAM_METHODS else sitting_out
        found.append(DraftRound(round_, tables, sitting_out, bench))
    return found


def _draft_page(
    request: HttpRequest,
    tournament: Tournament,
    draw: Draw,
    form: RedrawForm,
    status: int,
    questions: Sequence[Mapping[str, object]] = (),
) -> HttpResponse:
    rounds = _rounds_of(draw)
    drafts = [one.round for one in rounds if one.is_draft]
    older = draw.stage.draws.filter(pk__lt=draw.pk, rounds=None).order_by("pk").last()
    teams = None
    if draw.method in TEAM_METHODS:
        teams = team_picture_of(draw.stage, with_drafts=True, of=[one.round for one in rounds])
    opened = _opened(request, rounds)
    context: dict[str, Any] = {
        **frame(tournament, actor_of(request), "draw"),
        "draw": draw,
        "method": method_in_words(draw),
        "rounds": [one.round for one in rounds],
        "drafts": drafts,
        "is_one_day": bool(drafts) and all(one.is_played_with(drafts[0]) for one in drafts),
        "sentences": quality_in_words(draw.quality),
        "figures": figures_of(draw.quality, older.quality if older else None),
        "older": older,
        "picture": picture_of(draw.stage, with_drafts=True),
        "form": form,
        "questions": questions,
        "is_outdated": is_outdated(draw, tournament),
        "swap": _swap(request, rounds),
        "teams": teams,
        "opened": opened,
        "first_open": _wanted(request, opened),
        "is_map": 1 < len(opened) <= MOST_BESIDE,
        "changeable": any(one.can_change for one in opened),
        "can_redraw": draw.method not in (Draw.Method.IMPORTED, Draw.Method.REPAIRED),
        "is_all_draft": len(drafts) == len(rounds),
    }
    return render(request, "desk/draws/draft.html", context, status=status)


def _opened(request: HttpRequest, rounds: list[DraftRound]) -> list[DraftRound]:
    """The rounds to show: of a long draw the wanted one alone."""
    return rounds if len(rounds) <= MOST_SHOWN else [_wanted(request, rounds)]


def _wanted(request: HttpRequest, rounds: list[DraftRound]) -> DraftRound:
    """The round in the address, else the first that can be changed, else the first."""
    asked = request.GET.get("round")
    wanted = [one for one in rounds if str(one.round.pk) == asked]
    changeable = [one for one in rounds if one.can_change]
    return (wanted or changeable or rounds)[0]


def _swap(request: HttpRequest, rounds: list[DraftRound]) -> dict[str, Any] | None:
    """The exchange that was chosen, with its price, or why there is none."""
    picked = request.GET.getlist("pick")
    if not picked:
        return None
    found = next((one for one in rounds if str(one.round.pk) == request.GET.get("round")), None)
    people: list[Entry] = []
    if found is not None and found.can_change:
        here = [seat.entry for table in found.tables for seat in table.seats.all()] + found.bench
        by_id = {str(entry.pk): entry for entry in here}
        people = [by_id[pk] for pk in dict.fromkeys(picked) if pk in by_id]
    if found is None or len(people) != 2:
        return {"refusal": _("Please choose two players of one round.")}
    one, other = people
    return looked_at(found.round, one, other)


class Redraw(DeskFormView):
    """Draw a draft again, for a reason, at once or as an order."""

    http_method_names = ["post"]

    def get_form(self, data: QueryDict | None) -> RedrawForm:
        found = Draw.objects.filter(stage__tournament=self.tournament, pk=self.kwargs["pk"]).first()
        return RedrawForm(_plan_of(found) if found else None, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        old = _draw_of(self.tournament, self.kwargs["pk"])
        before = plan_of(old)
        plan = replace(before, effort=data.get("effort", before.effort))
        return came_of(
            redraw_or_order(
                old=old,
                plan=plan,
                by=self.by,
                reason=data["reason"],
                confirm=confirmed(self.request),
            )
        )

    def get_success_message(self, outcome: Outcome) -> str:
        # The page of an order says how far it is.
        return "" if "job" in outcome.body else _("Drawn again. It is compared below with the previous draw.")

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return drawn_page(self.tournament, outcome)

    def render_page(self, form: RedrawForm, status: int = 200) -> HttpResponse:
        found = _draw_of(self.tournament, self.kwargs["pk"])
        return _draft_page(self.request, self.tournament, found, form, status, self.questions)


class DraftAction(DeskActionView):
    """What is refused leads back to the draft."""

    def draw(self) -> Draw:
        return _draw_of(self.tournament, self.kwargs["pk"])

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_draft", self.tournament.slug, self.kwargs["pk"])


class Swap(DraftAction):
    """Exchange two players of one round."""

    success_message = gettext_lazy("Exchanged. The draw will show that it was changed by hand.")

    def perform(self) -> dict[str, object]:
        form = SwapForm(self.draw(), self.request.POST)
        if not form.is_valid():
            raise RulesRefuse(_("Please choose two players of one round."))
        swap_players(**form.cleaned_data, by=self.by, confirm=confirmed(self.request))
        return {"round": form.cleaned_data["round_"].pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        page = reverse("desk_draft", args=[self.tournament.slug, self.kwargs["pk"]])
        return redirect(f"{page}#round-{outcome.body['round']}" if "round" in outcome.body else page)


class Publish(DraftAction):
    """Publish all rounds of a draw that are drafts."""

    success_message = gettext_lazy("Published. Everyone can now see the seats.")
    success_page = "desk"

    def perform(self) -> dict[str, object]:
        published = publish_draw(draw=self.draw(), by=self.by, confirm=confirmed(self.request))
        return {"rounds": [round_.pk for round_ in published]}

    def get_undo(self, outcome: Outcome) -> str:
        rounds = cast("Sequence[int]", outcome.body.get("rounds", ()))
        page = reverse("desk_draft_unpublish", args=[self.tournament.slug, self.kwargs["pk"]])
        return f"{page}?rounds={','.join(map(str, rounds))}" if rounds else ""


class Unpublish(DraftAction):
    """Take back the publication of the rounds that the form names, as long as none of them has started."""

    success_page = "desk"

    def perform(self) -> dict[str, object]:
        # Longer numbers are no id.
        rounds = {int(pk) for pk in re.findall(r"\b[0-9]{1,18}\b", self.request.POST.get("rounds", ""))}
        return {"count": len(unpublish_rounds(draw=self.draw(), rounds=rounds, by=self.by))}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["count"]))
        message = ngettext(
            "%(count)s round was returned to draft. Only staff can see it.",
            "%(count)s rounds were returned to draft. Only staff can see them.",
            count,
        )
        return message % {"count": count}


class Discard(DraftAction):
    success_message = gettext_lazy("The draft was discarded.")
    success_page = "desk_plan"

    def get_question(self) -> str:
        rounds = self.draw().rounds.count()
        question = ngettext(
            "Discard this draft of %(count)s round?", "Discard this draft of %(count)s rounds?", rounds
        )
        return question % {"count": rounds}

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


def _plan_of(found: Draw) -> Plan | None:
    """The plan of a draw, if it can be drawn again."""
    return None if found.method in (Draw.Method.IMPORTED, Draw.Method.REPAIRED) else plan_of(found)


def _draw_of(tournament: Tournament, pk: int) -> Draw:
    draws = Draw.objects.filter(stage__tournament=tournament, rounds__isnull=False).distinct()
    return get_object_or_404(draws.select_related("stage__tournament", "commitment"), pk=pk)
