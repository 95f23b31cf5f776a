"""The rulebook for tables of another size, at the desk: name it, see it, and from the first game on only see it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.rulebook.labels import say_difference
from scoring.rulebook.rulebook import differences, load
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.forms.odd_tables import OddRulebookForm
from tournaments.models import Tournament
from tournaments.models.table_formats import SIZES_BESIDE
from tournaments.permissions import can_run
from tournaments.views.desk.overview import frame
from tournaments.views.policies import for_tournament
from tournaments.views.questions import confirmed, questions
from tournaments.views.repeatable_forms import do_form, say
from tournaments.views.rules.rulebook_wording import language
from tournaments.visitors import actor_of


@for_tournament(can_run)
@require_http_methods(["GET", "HEAD", "POST"])
def odd_rulebook(request: HttpRequest, tournament: Tournament, players: int) -> HttpResponse:
    """Name the rulebook for tables of `players` in a tournament of four at a table."""
    if players not in SIZES_BESIDE.get(tournament.usual_format.players, ()):
        raise Http404
    form = OddRulebookForm(tournament, players, request.POST if request.method == "POST" else None)
    asking: list[dict[str, object]] = []
    status = 422 if form.is_bound else 200
    if form.is_bound and form.is_valid():
        by, rulebook_id, house_rules = actor_of(request), form.cleaned_data["rulebook"], form.house_rules()

        def once() -> None:
            name_odd_rulebook(
                tournament=tournament,
                players=players,
                rulebook_id=rulebook_id,
                house_rules=house_rules,
                by=by,
                confirm=confirmed(request),
            )

        outcome = do_form(request, by=by, action=once)
        if outcome.is_done:
            say(request, outcome, _("Named. Tables of this size can be drawn now."))
            return redirect("desk_plan", tournament.slug)
        asking = questions(request, outcome, rulebook_id, house_rules)
        if not asking:
            form.add_error(None, outcome.refusal)
        status = outcome.status
    context = {
        **frame(tournament, actor_of(request), "draw"),
        "players": players,
        "form": form,
        "questions": asking,
        **about(tournament, players),
    }
    return render(request, "desk/odd_rulebook.html", context, status=status)


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
