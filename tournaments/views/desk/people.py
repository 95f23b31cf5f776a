"""People at the desk: who takes part, and penalties."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from players.actions import add_player, club_named, namesakes
from players.models import Player
from tournaments.actions.errors import ActionError
from tournaments.actions.imports.players import ImportReport, import_players, player_list
from tournaments.actions.people.entries import form_team, register, reinstate, withdraw
from tournaments.actions.play.penalties import lift_penalty, penalize
from tournaments.forms.desk import ImportForm, PenaltyForm, RegisterForm
from tournaments.forms.scoresheet import with_field
from tournaments.models import Entry, Penalty, Tournament
from tournaments.permissions import can_referee, can_run
from tournaments.repeated_calls import status_of
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome, do_form, say
from tournaments.visitors import actor_of


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list of entries, and registering one more. Who has a namesake on file is asked about first."""
    form = RegisterForm(request.POST if request.method == "POST" else None)
    same: list[Player] = []
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            choice = request.POST.get("player", "")
            same = namesakes(form.cleaned_data["name"])
            known = {str(player.pk): player for player in same}
            if not same or choice == "new" or choice in known:
                outcome = _register(request, tournament, form, known.get(choice))
                if outcome.is_done:
                    say(request, outcome, _("%(name)s takes part.") % {"name": form.cleaned_data["name"]})
                    return redirect("desk_entries", tournament.slug)
                form.add_error(None, outcome.refusal)
                status = outcome.status
    rows = tournament.entries.with_people().order_by("number")
    context = {
        **frame(tournament, actor_of(request), "entries"),
        "form": form,
        "same": same,
        "entries": rows,
    }
    return render(request, "desk/entries.html", context, status=status)


def _register(
    request: HttpRequest, tournament: Tournament, form: RegisterForm, known: Player | None
) -> Outcome:
    by, asked = actor_of(request), form.cleaned_data

    def once() -> dict[str, object]:
        player = known or add_player(
            name=asked["name"], club=club_named(asked["club"]) if asked["club"] else None
        )
        team = form_team(tournament=tournament, name=asked["team"], by=by) if asked["team"] else None
        entry = register(
            tournament=tournament,
            player=player,
            by=by,
            team=team,
            number=asked["number"],
            is_substitute=asked["is_substitute"],
        )
        return {"entry": entry.pk}

    return do_form(request, by=by, action=once)


@for_tournament(can_run)
@require_POST
def entry_action(request: HttpRequest, tournament: Tournament, pk: int, action: str) -> HttpResponse:
    """Withdraw an entry, or take it back in."""
    entry = Entry.objects.filter(pk=pk, tournament=tournament).select_related("player").first()
    if entry is None or action not in ("withdraw", "reinstate"):
        raise Http404
    by = actor_of(request)

    def once() -> None:
        if action == "withdraw":
            withdraw(entry=entry, by=by)
        else:
            reinstate(entry=entry, by=by)

    done = _("%(name)s has withdrawn.") if action == "withdraw" else _("%(name)s takes part again.")
    say(request, do_form(request, by=by, action=once), done % {"name": entry.player.name})
    return redirect("desk_entries", tournament.slug)


@for_tournament(can_referee)
@require_http_methods(["GET", "HEAD", "POST"])
def penalties(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All penalties with their reasons, and one more."""
    form = PenaltyForm(tournament, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            by, asked = actor_of(request), form.cleaned_data
            outcome = do_form(
                request,
                by=by,
                action=lambda: {
                    "penalty": penalize(
                        stage=asked["stage"],
                        entry=asked["entry"],
                        amount=asked["amount"],
                        reason=asked["reason"],
                        by=by,
                    ).pk
                },
            )
            if outcome.is_done:
                say(request, outcome, _("The penalty stands."))
                return redirect("desk_penalties", tournament.slug)
            form.add_error(None, outcome.refusal)
            status = outcome.status
    listed = (
        Penalty.objects.filter(stage__tournament=tournament)
        .select_related("entry__player", "stage")
        .order_by("-imposed_at", "-pk")
    )
    context = {
        **frame(tournament, actor_of(request), "penalties"),
        "form": form,
        "penalties": listed,
        "units": tournament.rulebook.units_per_point,
    }
    return render(request, "desk/penalties.html", context, status=status)


@for_tournament(can_referee)
@require_POST
def lift(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Take a penalty back, for a reason."""
    penalty = Penalty.objects.filter(pk=pk, stage__tournament=tournament).first()
    if penalty is None:
        raise Http404
    by, reason = actor_of(request), request.POST.get("reason", "")
    outcome = do_form(
        request, by=by, action=lambda: {"penalty": lift_penalty(penalty=penalty, reason=reason, by=by).pk}
    )
    say(request, outcome, _("The penalty is lifted."))
    return redirect("desk_penalties", tournament.slug)


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def import_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A whole player list: first what it would do, line by line; then, once more, done."""
    form = ImportForm(request.POST or None, request.FILES or None)
    report: ImportReport | None = None
    status = 200
    if request.method == "POST" and form.is_valid():
        by, text = actor_of(request), str(form.cleaned_data["text"])
        if request.POST.get("do") == "import":
            as_of = form.cleaned_data["as_of"]
            outcome = do_form(
                request,
                by=by,
                action=lambda: {
                    "entered": import_players(tournament=tournament, text=text, by=by, as_of=as_of).entered
                },
            )
            if outcome.is_done:
                count = int(str(outcome.body["entered"]))
                done = ngettext("%(count)s player registered.", "%(count)s players registered.", count)
                say(request, outcome, done % {"count": count})
                return redirect("desk_entries", tournament.slug)
            form.add_error(None, outcome.refusal)
            status = outcome.status
        try:
            report = import_players(tournament=tournament, text=text, by=by, dry_run=True)
        except ActionError as refusal:
            form.add_error(None, refusal.message)
            status = status_of(refusal)
        # What came as a file goes back as text, so that nobody has to choose it twice.
        form.data = with_field(form.data, "text", text)
    elif request.method == "POST":
        status = 422
    context = {**frame(tournament, actor_of(request), "entries"), "form": form, "report": report}
    return render(request, "desk/import.html", context, status=status)


@for_tournament(can_run)
@require_safe
def export_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries as a CSV file which the import reads back, here or in the next tournament."""
    response = HttpResponse(player_list(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-players.csv"'
    return response
