"""Players open a table themselves, and take it back while nothing was reported."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.forms.free_play.tables import OpenTableForm
from tournaments.models import Entry, Stage, Table, Tournament
from tournaments.models.free_play.here_today import here_today
from tournaments.permissions import can_open_tables, can_seat, can_take_table_back
from tournaments.standings.stages.who_takes_part import taking_part_in
from tournaments.views.action_views import ActionFormView, ActionView, TournamentMixin
from tournaments.views.repeatable_forms import Outcome


class OpenTable(TournamentMixin, ActionFormView):
    """Name who sits where. The actor sits there, too, or helps to run the tournament."""

    permission = can_open_tables
    template_name = "free_play/open_table.html"
    success_message = _("The table is open. Enter the result when the game is over.")

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        kind = Stage.Kind.FREE_PLAY
        self.stages = list(tournament.stages.filter(kind=kind).order_by("-ordinal"))
        if not self.stages:
            raise Http404

    @cached_property
    def people(self) -> list[Entry]:
        """Everybody who plays in one of the stages."""
        fields = [taking_part_in(stage) for stage in self.stages]
        people = self.tournament.entries.active().select_related("player").order_by("number")
        return [entry for entry in people if any(field is None or entry.pk in field for field in fields)]

    def get_form(self, data: QueryDict | None) -> OpenTableForm:
        return OpenTableForm(self.tournament, self.stages, self.people, here_today(self.tournament), data)

    def do(self, form: OpenTableForm) -> HttpResponse:
        if not can_seat(self.by, form.players(), self.tournament):
            form.add_error(None, _("Please include yourself: the player who opens a table sits at it."))
            return self.render_page(form, 422)
        self.form = form
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        players = self.form.players()
        table = open_table(
            stage=self.form.stage(),
            players=players,
            is_unranked=self.form.cleaned_data["is_unranked"],
            by=self.by,
        )
        return {"table": table.pk, "sits": any(self.by.plays_as(entry) for entry in players)}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        if outcome.body["sits"]:
            return redirect("my_table")
        return redirect("table", self.tournament.slug, outcome.body["table"])

    def get_context(self, form: OpenTableForm) -> dict[str, Any]:
        return {"tournament": self.tournament}


class TakeTableBack(TournamentMixin, ActionView):
    """For those who sit there, and the staff."""

    permission = can_open_tables
    success_message = _("The table was taken back.")

    def perform(self) -> None:
        tables = Table.objects.filter(round__stage__tournament=self.tournament, pk=self.kwargs["pk"])
        table = get_object_or_404(tables.select_related("round__stage"))
        if not can_take_table_back(self.by, list(table.seats.for_display()), self.tournament):
            raise PermissionDenied
        take_table_back(table=table, by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("open_table", self.tournament.slug)
