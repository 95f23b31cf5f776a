"""How rounds were drawn, for everybody: the method, the seed and when it was fixed, and drawing again here."""

import json
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournaments.actions.draws.checks import check_in_turn
from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.draws.wording.draws import (
    figures_of,
    method_in_words,
    quality_in_words,
    reasons_in_words,
)
from tournaments.actions.errors import ActionError, TooManyAttempts
from tournaments.models import Draw, Entry, Round, Seat, Tournament
from tournaments.models.draws.draws import waits_for_line_ups
from tournaments.models.play.rounds import waiting_for_line_ups
from tournaments.views.policies import changed_by_ledger, too_many, visible
from tournaments.views.public.draw_picture import met_by, picture_of
from tournaments.views.public.team_picture import METHODS as TEAM_METHODS
from tournaments.views.public.team_picture import team_picture_of
from web.networks import network_of


class Seated(NamedTuple):
    """An entry to choose from a list."""

    entry: int
    number: int
    name: str


@visible
@changed_by_ledger
@require_safe
def draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All draws of which a round is published, newest first; the seeds fixed beforehand; who met whom."""
    stages = []
    for stage in tournament.stages.order_by("-ordinal"):
        # A record names every player of every round.
        rows = stage.draws.for_display().defer("record", "quality").shown().order_by("-pk")
        shown = [(draw, _published(draw)) for draw in rows]
        stages.append(
            {
                "stage": stage,
                "draws": shown,
                "seeds": list(
                    stage.seed_commitments.annotate(is_secret=waits_for_line_ups("draws")).order_by(
                        "-committed_at", "-pk"
                    )
                ),
                "discarded": stage.draws.filter(rounds=None).count(),
                "picture": picture_of(stage),
            }
        )
    has_times = any(row["draws"] or row["seeds"] for row in stages)
    context = {"tournament": tournament, "stages": stages, "has_times": has_times}
    return render(request, "public/draws.html", context)


@visible
@changed_by_ledger
@require_safe
def draw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One draw in words; `?again` draws it again and compares, `?who=` lists whom a player met."""
    found = Draw.objects.for_display().shown().filter(stage__tournament=tournament, pk=pk).first()
    if found is None:
        raise Http404
    rounds = _published(found)
    verdict, too_long = None, ""
    if "again" in request.GET:
        try:
            verdict = check_in_turn(found, network=network_of(request))
        except TooManyAttempts as refusal:
            return too_many(request, refusal, back=reverse("draw", args=[tournament.slug, found.pk]))
        except ActionError as refusal:
            too_long = refusal.message
    seats = Seat.objects.filter(round__stage=found.stage).exclude(round__status="drafted").settled()
    seated = Entry.objects.filter(pk__in=seats.values("entry")).order_by("number")
    players = [Seated(*row) for row in seated.values_list("pk", "number", "player__name")]
    who = next((one for one in players if str(one.entry) == request.GET.get("who")), None)
    context = {
        "tournament": tournament,
        "draw": found,
        "rounds": rounds,
        "stage": found.stage,
        "method": method_in_words(found),
        "sentences": quality_in_words(found.quality),
        "figures": figures_of(found.quality),
        "verdict": verdict,
        "too_long": too_long,
        "is_secret": len(waiting_for_line_ups(rounds)) == len(rounds),
        "reasons": reasons_in_words(verdict) if verdict else [],
        "picture": picture_of(found.stage),
        "teams": team_picture_of(found.stage, of=rounds) if found.method in TEAM_METHODS else None,
        "players": players,
        "who": who,
        "met": met_by(found.stage, who.entry) if who else [],
        "record": StoredDraw.as_drawn(found).record.as_dict(),
    }
    return render(request, "public/draw.html", context)


@visible
@changed_by_ledger
@require_safe
def record(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Everything another program needs to draw again, once the seed gives no draft away."""
    found = Draw.objects.for_display().shown().filter(stage__tournament=tournament, pk=pk).first()
    if found is None or not found.is_revealed:
        raise Http404
    stored = StoredDraw.as_drawn(found)
    body = {"seed": found.seed, "first_round": stored.first, "record": stored.record.as_dict()}
    response = HttpResponse(json.dumps(body, ensure_ascii=False), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="draw-{found.pk}.json"'
    return response


def _published(draw: Draw) -> list[Round]:
    """The draw's rounds that everybody may see, first to last."""
    return [round_ for round_ in draw.rounds.all() if round_.is_published]
