"""A night of free play on one page: tick who is here, draw, publish."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.draws.free_play import draw_night, guests_of
from tournaments.forms.free_play import NightForm
from tournaments.models import Round, Tournament
from tournaments.permissions import can_run
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import do_form, say
from tournaments.visitors import actor_of


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def night(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who is here, and the next round for them. Ticked are those of the last round; `?here=all` ticks everybody."""
    form = NightForm(tournament, request.POST if request.method == "POST" else None, initial={"start": True})
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        by, asked = actor_of(request), form.cleaned_data
        publish = request.POST.get("do") != "look"
        outcome = do_form(
            request,
            by=by,
            action=lambda: {
                "draw": draw_night(
                    stage=asked["stage"],
                    present=list(asked["here"]),
                    newcomers=asked["newcomers"],
                    remainder=asked["remainder"],
                    publish=publish,
                    start=publish and asked["start"],
                    by=by,
                ).pk
            },
        )
        if outcome.is_done and publish:
            say(request, outcome, _("Everybody can now see who sits where."))
            return redirect("desk", tournament.slug)
        if outcome.is_done:
            say(request, outcome, _("Drawn. Only the staff sees it until you publish it."))
            return redirect("desk_draft", tournament.slug, outcome.body["draw"])
        form.add_error(None, outcome.refusal)
        status = outcome.status
    guests = guests_of(tournament)
    ticked = _ticked(request, form) or {str(g.entry.pk) for g in guests if _is_here(request, g.was_here)}
    context = {
        **frame(tournament, actor_of(request), "draw"),
        "form": form,
        "guests": guests,
        "ticked": {guest.entry.pk for guest in guests if str(guest.entry.pk) in ticked},
        "stages": tournament.stages.count(),
        "open_rounds": Round.objects.filter(stage__tournament=tournament)
        .exclude(status=Round.Status.CLOSED)
        .select_related("stage")
        .order_by("stage__ordinal", "number"),
    }
    return render(request, "desk/free_play.html", context, status=status)


def _ticked(request: HttpRequest, form: NightForm) -> set[str]:
    return set(request.POST.getlist("here")) if form.is_bound else set()


def _is_here(request: HttpRequest, was_here: bool) -> bool:
    if request.method == "POST":
        return False
    return {"all": True, "none": False}.get(request.GET.get("here", ""), was_here)
