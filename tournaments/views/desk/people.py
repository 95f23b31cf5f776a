"""People at the desk: who takes part, and penalties."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

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
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.policies import for_tournament
from tournaments.views.repeatable_forms import Outcome

MOST_SHOWN = 20
TITLES = {
    "name": gettext_lazy("Name"),
    "reading": gettext_lazy("Reading"),
    "country": gettext_lazy("Country"),
    "club": gettext_lazy("Club"),
    "team": gettext_lazy("Team"),
    "number": gettext_lazy("No."),
    "substitute": gettext_lazy("Substitute"),
    "licence_body": gettext_lazy("Federation"),
    "licence_number": gettext_lazy("Licence"),
}
OUTCOMES = {
    "new_player": gettext_lazy("new player"),
    "known_player": gettext_lazy("on file"),
    "already_entered": gettext_lazy("takes part already"),
}


class Entries(DeskFormView):
    """The list of entries, and registering one more. Who has a namesake on file is asked about first."""

    tab = "entries"
    template_name = "desk/entries.html"
    success_page = "desk_entries"

    def get_form(self, data: QueryDict | None) -> RegisterForm:
        return RegisterForm(data)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        form = self.get_form(request.POST)
        same = self.namesakes_of(form)
        choice = request.POST.get("player", "")
        if same and choice != "new" and choice not in {str(player.pk) for player in same}:
            return self.render_page(form, 422)
        return super().post(request, **kwargs)

    def namesakes_of(self, form: RegisterForm) -> list[Player]:
        """Who is on file under the name that was sent."""
        return namesakes(form.cleaned_data["name"]) if form.is_bound and form.is_valid() else []

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        choice = self.request.POST.get("player", "")
        known = next((player for player in namesakes(data["name"]) if str(player.pk) == choice), None)
        player = known or add_player(
            name=data["name"], club=club_named(data["club"]) if data["club"] else None
        )
        team = form_team(tournament=self.tournament, name=data["team"], by=self.by) if data["team"] else None
        entry = register(
            tournament=self.tournament,
            player=player,
            by=self.by,
            team=team,
            number=data["number"],
            is_substitute=data["is_substitute"],
        )
        return {"entry": entry.pk, "name": data["name"]}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s takes part.") % {"name": outcome.body["name"]}

    def get_context(self, form: RegisterForm) -> dict[str, Any]:
        return {
            "same": self.namesakes_of(form),
            "entries": self.tournament.entries.with_people().order_by("number"),
        }


class EntryAction(DeskActionView):
    """What can be done with one entry."""

    success_page = "desk_entries"

    def entry(self) -> Entry:
        entries = Entry.objects.filter(tournament=self.tournament).select_related("player")
        return get_object_or_404(entries, pk=self.kwargs["pk"])


class Withdraw(EntryAction):
    """Take an entry out."""

    def perform(self) -> dict[str, object]:
        entry = self.entry()
        withdraw(entry=entry, by=self.by)
        return {"name": entry.player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s has withdrawn.") % outcome.body


class Reinstate(EntryAction):
    """Take an entry back in."""

    def perform(self) -> dict[str, object]:
        entry = self.entry()
        reinstate(entry=entry, by=self.by)
        return {"name": entry.player.name}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("%(name)s takes part again.") % outcome.body


class Penalties(DeskFormView):
    """All penalties with their reasons, and one more."""

    permission = can_referee
    tab = "penalties"
    template_name = "desk/penalties.html"
    success_message = gettext_lazy("The penalty stands.")
    success_page = "desk_penalties"

    def get_form(self, data: QueryDict | None) -> PenaltyForm:
        return PenaltyForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        penalty = penalize(
            stage=data["stage"],
            entry=data["entry"],
            amount=data["amount"],
            reason=data["reason"],
            by=self.by,
        )
        return {"penalty": penalty.pk}

    def get_context(self, form: PenaltyForm) -> dict[str, Any]:
        penalties = Penalty.objects.filter(stage__tournament=self.tournament)
        return {
            "penalties": penalties.select_related("entry__player", "stage").order_by("-imposed_at", "-pk"),
            "units": self.tournament.rulebook.units_per_point,
        }


class Lift(DeskActionView):
    """Take a penalty back, for a reason."""

    permission = can_referee
    success_message = gettext_lazy("The penalty is lifted.")
    success_page = "desk_penalties"

    def perform(self) -> dict[str, object]:
        penalty = get_object_or_404(Penalty, pk=self.kwargs["pk"], stage__tournament=self.tournament)
        reason = self.request.POST.get("reason", "")
        return {"penalty": lift_penalty(penalty=penalty, reason=reason, by=self.by).pk}


class ImportList(DeskFormView):
    """A whole player list: first what it would do, line by line; then, once more, done."""

    tab = "entries"
    template_name = "desk/import.html"
    success_page = "desk_entries"
    report: ImportReport | None = None
    is_looked_at = False

    def get_form(self, data: QueryDict | None) -> ImportForm:
        return ImportForm(data or None, self.request.FILES or None)

    def do(self, form: ImportForm) -> HttpResponse:
        self.is_looked_at = True
        return super().do(form) if self.request.POST.get("do") == "import" else self.render_page(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        report = import_players(
            tournament=self.tournament, text=str(data["text"]), by=self.by, as_of=data["as_of"]
        )
        return {"entered": report.entered}

    def get_success_message(self, outcome: Outcome) -> str:
        count = int(str(outcome.body["entered"]))
        done = ngettext("%(count)s player registered.", "%(count)s players registered.", count)
        return done % {"count": count}

    def render_page(self, form: ImportForm, status: int = 200) -> HttpResponse:
        if self.is_looked_at:
            text = str(form.cleaned_data["text"])
            try:
                self.report = import_players(tournament=self.tournament, text=text, by=self.by, dry_run=True)
            except ActionError as refusal:
                form.add_error(None, refusal.message)
                status = status_of(refusal)
            # What came as a file goes back as text, so that nobody has to choose it twice.
            form.data = with_field(form.data, "text", text)
        return super().render_page(form, status)

    def get_context(self, form: ImportForm) -> dict[str, Any]:
        if self.report is None:
            return {"report": None}
        return {"report": self.report, **as_understood(self.report)}


def as_understood(report: ImportReport) -> dict[str, Any]:
    """The first people of a list as it was read, column by column, so that swapped columns are seen."""
    shown = report.lines[:MOST_SHOWN]
    return {
        "titles": [TITLES[column] for column in report.columns],
        "understood": [
            (line["line"], [_cell(line[column]) for column in report.columns], OUTCOMES[str(line["outcome"])])
            for line in shown
        ],
        "more": len(report.lines) - len(shown),
    }


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return _("yes") if value else ""
    return "" if value is None else value


@for_tournament(can_run)
@require_safe
def export_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The entries as a CSV file which the import reads back, here or in the next tournament."""
    response = HttpResponse(player_list(tournament), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-players.csv"'
    return response
