"""The rulebook for tables of another size, at the desk: name it, see it, and from the first game on only see it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext_lazy as _

from scoring.rulebook.labels import say_difference
from scoring.rulebook.rulebook import differences, load
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.forms.odd_tables import OddRulebookForm
from tournaments.models import Tournament
from tournaments.models.setup.table_formats import SIZES_BESIDE
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import Outcome
from web.visitor_language import language


class OddRulebook(DeskFormView):
    """Name the rulebook for tables of `players` in a tournament of four at a table."""

    tab = "draw"
    template_name = "desk/setup/odd_rulebook.html"
    success_message = _("Saved. Tables of this size can now be drawn.")
    success_page = "desk_plan"
    asking: Sequence[Mapping[str, object]] = ()

    def setup(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> None:
        super().setup(request, tournament, **kwargs)
        self.players: int = kwargs["players"]
        if self.players not in SIZES_BESIDE.get(tournament.usual_format.players, ()):
            raise Http404

    def get_form(self, data: QueryDict | None) -> OddRulebookForm:
        return OddRulebookForm(self.tournament, self.players, data)

    def do(self, form: OddRulebookForm) -> HttpResponse:
        self.house_rules = form.house_rules()
        return super().do(form)

    def perform(self, data: dict[str, Any]) -> None:
        name_odd_rulebook(
            tournament=self.tournament,
            players=self.players,
            rulebook_id=data["rulebook"],
            house_rules=self.house_rules,
            by=self.by,
            confirm=confirmed(self.request),
        )

    def show_error(self, form: OddRulebookForm, outcome: Outcome) -> None:
        self.asking = questions(self.request, outcome, form.cleaned_data["rulebook"], self.house_rules)
        if not self.asking:
            super().show_error(form, outcome)

    def get_context(self, form: OddRulebookForm) -> dict[str, Any]:
        return {"players": self.players, "questions": self.asking, **about(self.tournament, self.players)}


def odd_sizes(tournament: Tournament) -> list[tuple[int, bool]]:
    """The other sizes that tables may have, and whether a rulebook is named for each; none beside tables of three."""
    sizes = SIZES_BESIDE.get(tournament.usual_format.players)
    if not sizes:
        return []
    named = tournament.odd_sizes
    return [(players, players in named) for players in sizes]


def about(tournament: Tournament, players: int) -> dict[str, object]:
    """The rulebook for tables of `players` as people read it; `book` is None where none is named."""
    named = tournament.format_for(players)
    if named.players != players:
        return {"book": None, "is_pinned": False}
    book = named.rulebook
    return {
        "book": book,
        "hash": book.hash(),
        "changes": [say_difference(one, language()) for one in differences(load(book.identity.id), book)],
        "is_pinned": named.is_pinned,
    }
