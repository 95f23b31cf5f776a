"""The rules at the desk: what an event changes over the edition, until its first game fixes them."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from rules.forms.rule_fields import name_of
from rules.views.rulebook_wording import GROUPS
from scoring.rulebook.labels import say_difference
from scoring.rulebook.rulebook import differences, load
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.credentials.visitors import actor_of
from tournaments.forms.house_rules import HouseRulesForm
from tournaments.forms.tie_breaks import TieBreaksForm
from tournaments.models import Tournament
from tournaments.standings import tie_breaks_of
from tournaments.views.desk.frame import DeskFormView, frame
from tournaments.views.desk.setup.odd_tables import odd_sizes
from tournaments.views.public.rules.tournament_rules import order_in_words
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import Outcome
from web.visitor_language import language


class Rules(DeskFormView):
    """Every rule of the tournament, to be changed; after the first start only what was changed."""

    success_message = gettext_lazy("Saved. The tournament uses these rules.")
    success_page = "desk_rules"
    asking: Sequence[Mapping[str, object]] = ()

    def get_form(self, data: QueryDict | None) -> HouseRulesForm:
        return _form(self.tournament, data)

    def do(self, form: HouseRulesForm) -> HttpResponse:
        self.changes = form.changes()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        tournament = change_house_rules(
            tournament=self.tournament,
            house_rules=self.changes,
            seen=data["seen"],
            by=self.by,
            confirm=confirmed(self.request),
        )
        return {"rules": tournament.rulebook.hash()}

    def show_error(self, form: HouseRulesForm, outcome: Outcome) -> None:
        self.asking = questions(self.request, outcome, self.tournament.usual_format.rulebook_id, self.changes)
        if not self.asking:
            super().show_error(form, outcome)

    def named_fields(self, outcome: Outcome) -> list[str]:
        return [name_of(path) for path in outcome.fields]

    def render_page(self, form: HouseRulesForm, status: int = 200) -> HttpResponse:
        return rules_page(self.request, self.tournament, form=form, asking=self.asking, status=status)


def rules_page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: HouseRulesForm | None = None,
    tie_breaks_form: TieBreaksForm | None = None,
    asking: Sequence[Mapping[str, object]] = (),
    status: int = 200,
) -> HttpResponse:
    """The page with both its forms: as they were sent, or as they are in force."""
    book, edition = tournament.rulebook, load(tournament.usual_format.rulebook_id)
    form = form or _form(tournament, None)
    in_force = tie_breaks_of(tournament)
    context = {
        **frame(tournament, actor_of(request), "rules"),
        "form": form,
        "questions": asking,
        "tie_breaks_form": tie_breaks_form or TieBreaksForm(book, in_force),
        **order_in_words(tournament),
        "book": book,
        "edition": edition,
        "changes": [say_difference(one, language()) for one in differences(edition, book)],
        "odd_sizes": odd_sizes(tournament),
        "groups": [_group(form, key, title, prefixes) for key, title, prefixes in GROUPS],
        "is_fixed": tournament.status != Tournament.Status.PLANNED,
        "hash": book.hash(),
    }
    return render(request, "desk/setup/rules.html", context, status=status)


def _form(tournament: Tournament, data: QueryDict | None) -> HouseRulesForm:
    usual = tournament.usual_format
    return HouseRulesForm(load(usual.rulebook_id), usual.house_rules, usual.rulebook.hash(), data)


def _group(form: HouseRulesForm, key: str, title: object, prefixes: tuple[str, ...]) -> dict[str, object]:
    lines = form.lines_of(prefixes)
    changed = sum(line.is_changed for line in lines)
    return {
        "key": key,
        "title": title,
        "lines": lines,
        "changed": changed,
        "is_open": bool(changed) or any(line.field.errors for line in lines),
    }
