"""Who goes on to a stage, at the desk: the terms first, then the list."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext_lazy as _

from scoring.text.tie_breaks import name_of_tie_break
from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.stages.qualification import remove_qualification, set_qualification, terms_of
from tournaments.actions.stages.qualifiers import confirm_qualifiers, cut_in_words, take_back_qualifiers
from tournaments.forms.stages.qualification import QualificationForm, QualifiersForm
from tournaments.models import Qualification, Stage, Tournament
from tournaments.standings.qualifying import Candidate, names_of, proposed
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.pools import pool_of
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.qualifying_wording import say_rule, say_start
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome
from web.visitor_language import language


class QualificationPage(DeskFormView):
    """The terms on which players come into a stage."""

    tab = "desk"
    template_name = "desk/stages/qualification.html"
    success_message = _("Saved. Now confirm who plays.")

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.stage = stage_of(tournament, kwargs["pk"])
        self.qualification = qualification_of(self.stage)

    def get_form(self, data: QueryDict | None) -> QualificationForm:
        terms = terms_of(self.qualification) if self.qualification is not None else None
        return QualificationForm(self.stage, terms, qualification_tag(self.qualification), data)

    def do(self, form: QualificationForm) -> HttpResponse:
        self.terms = form.terms()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        set_qualification(stage=self.stage, terms=self.terms, seen=data["seen"], by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_qualifiers", self.tournament.slug, self.stage.pk)

    def named_fields(self, outcome: Outcome) -> list[str]:
        return ["part" if name == "numerator" else name for name in outcome.fields]

    def get_context(self, form: QualificationForm) -> dict[str, Any]:
        return {"stage": self.stage, "qualification": self.qualification}


class RemoveQualification(DeskActionView):
    success_message = _("Everyone plays in this stage.")
    success_page = "desk_edit"

    def perform(self) -> None:
        remove_qualification(stage=stage_of(self.tournament, self.kwargs["pk"]), by=self.by)


class QualifiersPage(DeskFormView):
    """Who goes on by the terms, to be confirmed as they are or with changes."""

    tab = "desk"
    template_name = "desk/stages/qualifiers.html"
    success_message = _("Confirmed. The stage can be drawn.")

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.qualification = get_object_or_404(
            Qualification.objects.select_related("stage"), pk=kwargs["pk"], stage__tournament=tournament
        )
        self.qualification.stage.tournament = tournament
        self.proposal = proposed(self.qualification)
        self.names = names_of(self.qualification)
        self.pool = pool_of(self.qualification)

    def get_form(self, data: QueryDict | None) -> QualifiersForm:
        going_on = {one.key for one in self.proposal.candidates}
        others = [key for key in self.names if key not in going_on]
        tag = proposal_tag(self.proposal)
        return QualifiersForm(self.proposal.candidates, others, tag, data, pool=self.pool)

    def do(self, form: QualifiersForm) -> HttpResponse:
        self.keys = form.keys()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        confirm_qualifiers(
            stage=self.qualification.stage,
            keys=self.keys,
            seen=data["seen"],
            by=self.by,
            confirm=confirmed(self.request),
        )

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_qualifiers", self.tournament.slug, self.qualification.pk)

    def get_context(self, form: QualifiersForm) -> dict[str, Any]:
        stages = {stage.pk: stage for stage in self.tournament.stages.all()}
        is_confirmed = self.qualification.confirmed_at is not None
        qualifiers = self.qualification.qualifiers.order_by("seed")
        keys = [key for row in qualifiers.values_list("entry_id", "team_id") for key in row if key]
        listed = proposed(self.qualification, keys).candidates if is_confirmed else self.proposal.candidates
        rules = self.qualification.rules.select_related("source").order_by("ordinal")
        return {
            "stage": self.qualification.stage,
            "qualification": self.qualification,
            "units": self.tournament.rulebook.units_per_point,
            "rules": [say_rule(rule) for rule in rules],
            "start": say_start(self.qualification, self.tournament.rulebook.units_per_point),
            "points_name": name_of_tie_break("points", self.tournament.rulebook, language()),
            "lines": [self._line(form, one, stages) for one in listed],
            "others": [
                (self.names[key], form.of(key))
                for key in self.names
                if not is_confirmed and key not in {one.key for one in listed}
            ],
            "ties": [cut_in_words(tie, stages[tie.source].name, self.names) for tie in self.proposal.ties],
            "people": self._people(),
            "is_drawn": self.qualification.stage.rounds.exists(),
        }

    def _people(self) -> list[tuple[int, str]]:
        """Numbers and names of those who can be named."""
        found = self.pool.entries if self.pool is not None else {}
        return [(number, self.names[pk]) for number, pk in found.items()]

    def _line(self, form: QualifiersForm, one: Candidate, stages: dict[int, Stage]) -> dict[str, object]:
        return {
            "name": self.names[one.key],
            "candidate": one,
            "source": stages.get(one.source or 0),
            "field": form.of(one.key),
        }


class TakeBackQualifiers(DeskActionView):
    success_message = _("The confirmation of who plays in this stage was taken back.")

    def perform(self) -> None:
        take_back_qualifiers(stage=stage_of(self.tournament, self.kwargs["pk"]), by=self.by)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_qualifiers", self.tournament.slug, self.kwargs["pk"])


def stage_of(tournament: Tournament, pk: int) -> Stage:
    """The tournament's stage, with the tournament that is here already; 404 where it has none."""
    stage = get_object_or_404(Stage.objects.select_related("qualification"), pk=pk, tournament=tournament)
    stage.tournament = tournament
    return stage
