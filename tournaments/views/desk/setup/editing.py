"""Mending a tournament's frame and the names of its stages, at the desk."""

from typing import Any

from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.actions.seen_versions import stage_tag
from tournaments.actions.setup.archiving import archive_tournament, bring_back_tournament
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.editing import edit_tournament, remove_stage, rename_stage
from tournaments.forms.editing import DiscardForm, EditTournamentForm, RenameStageForm
from tournaments.models import Qualification, Round, Stage
from tournaments.permissions import can_copy
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.repeatable_forms import Outcome


class EditTournament(DeskFormView):
    tab = "edit"
    template_name = "desk/setup/edit.html"
    success_message = gettext_lazy("The tournament was saved.")

    def get_form(self, data: QueryDict | None) -> EditTournamentForm:
        return EditTournamentForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        changes = {name: value for name, value in data.items() if name != "seen"}
        found = edit_tournament(tournament=self.tournament, changes=changes, seen=data["seen"], by=self.by)
        return {"slug": found.slug}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_edit", str(outcome.body["slug"]))

    def get_context(self, form: EditTournamentForm) -> dict[str, Any]:
        stages = list(
            self.tournament.stages.order_by("ordinal").annotate(
                is_used=Exists(Round.objects.filter(stage=OuterRef("pk"))),
                has_qualification=Exists(Qualification.objects.filter(stage=OuterRef("pk"))),
                has_teams=Exists(self.tournament.teams.all()),
            )
        )
        return {
            "can_remove": len(stages) > 1,
            "has_teams": any(stage.has_teams for stage in stages),
            "can_copy": can_copy(self.by, self.tournament),
            "can_start_from_preset": len(stages) == 1 and not stages[0].is_used,
            "stages": [
                (
                    stage,
                    RenameStageForm(
                        initial={"name": stage.name, "seen": stage_tag(stage)}, auto_id=f"stage-{stage.pk}-%s"
                    ),
                )
                for stage in stages
            ],
        }


class DiscardTournament(DeskFormView):
    """Put a tournament away that was set up by mistake or as a test, once its name is typed."""

    tab = "edit"
    template_name = "desk/setup/discard.html"
    success_message = gettext_lazy("The tournament was discarded.")
    success_page = "me"

    def get_form(self, data: QueryDict | None) -> DiscardForm:
        return DiscardForm(self.tournament, data)

    def perform(self, data: dict[str, Any]) -> None:
        discard_tournament(tournament=self.tournament, by=self.by)

    def get_context(self, form: DiscardForm) -> dict[str, Any]:
        return {"has_rounds": Round.objects.filter(stage__tournament=self.tournament).exists()}

    def page_arguments(self) -> tuple[object, ...]:
        return ()


class Archive(DeskActionView):
    """Fold the tournament away in the accounts of its staff."""

    success_page = "me"

    def perform(self) -> None:
        archive_tournament(tournament=self.tournament, by=self.by)

    def get_success_message(self, outcome: Outcome) -> str:
        return _("“%(name)s” is archived. Its public pages stay as they are.") % {
            "name": self.tournament.name
        }

    def get_undo(self, outcome: Outcome) -> str:
        return reverse("desk_bring_back", args=[self.tournament.slug])

    def page_arguments(self) -> tuple[object, ...]:
        return ()


class BringBack(DeskActionView):
    success_page = "me"

    def perform(self) -> None:
        bring_back_tournament(tournament=self.tournament, by=self.by)

    def get_success_message(self, outcome: Outcome) -> str:
        return _("“%(name)s” is back from the archive.") % {"name": self.tournament.name}

    def page_arguments(self) -> tuple[object, ...]:
        return ()


class RenameStage(DeskActionView):
    success_message = gettext_lazy("The stage was renamed.")
    success_page = "desk_edit"

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        self.stage = get_object_or_404(Stage, pk=self.kwargs["pk"], tournament=self.tournament)
        self.form = RenameStageForm(request.POST)
        if not self.form.is_valid():
            errors = self.form.errors.get("name") or [_("Please enter a name.")]
            messages.error(request, " ".join(map(str, errors)))
            return redirect("desk_edit", self.tournament.slug)
        return super().post(request, **kwargs)

    def perform(self) -> None:
        typed = self.form.cleaned_data
        rename_stage(stage=self.stage, name=typed["name"], seen=typed["seen"], by=self.by)


class RemoveStage(DeskActionView):
    """Take a stage away in which nothing was drawn."""

    success_message = gettext_lazy("The stage was removed.")
    success_page = "desk_edit"

    def perform(self) -> None:
        stage = get_object_or_404(Stage, pk=self.kwargs["pk"], tournament=self.tournament)
        remove_stage(stage=stage, by=self.by)
