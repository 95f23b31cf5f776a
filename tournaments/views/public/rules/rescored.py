"""What a stage's games would have come to by another rulebook, beside the official table."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from scoring.rulebook.rulebook import Rulebook
from scoring.standing.shown_totals import Column
from scoring.text.errors import say_refusal
from tournaments.models import Publication, Stage, TeamStanding, Tournament
from tournaments.standings import publish_for_readers
from tournaments.standings.rescoring import MOST_GAMES, Rescored, comparable_rulebooks, rescored
from tournaments.standings.stages.published_rows import published_rows
from tournaments.views.policies import visible
from tournaments.views.public.standings.page import chosen_publication
from web.visitor_language import language


@visible
@require_safe
def rescored_stage(request: HttpRequest, tournament: Tournament, ordinal: int | None = None) -> HttpResponse:
    """A stage (without `ordinal`: the last that has games) by the rulebook of `?with=`; without that, a choice."""
    publish_for_readers([tournament.pk])
    publications = Publication.objects.filter(stage__tournament=tournament).select_related(
        "stage__qualification", "stage__counting"
    )
    publication = chosen_publication(list(publications.order_by("stage__ordinal")), ordinal)
    stage = publication.stage
    stage.tournament = tournament
    books = comparable_rulebooks(tournament.rulebook)
    if not books:
        raise Http404
    chosen = request.GET.get("with", "")
    book = next((one for one in books if one.identity.id == chosen), None)
    if chosen and book is None:
        raise Http404
    return render(
        request,
        "public/rules/rescored.html",
        {
            "tournament": tournament,
            "stage": stage,
            "publication": publication,
            "books": books,
            "book": book,
            "is_too_large": publication.games_counted > MOST_GAMES,
            **(_compared(stage, book) if book and publication.games_counted <= MOST_GAMES else {}),
        },
    )


def _compared(stage: Stage, book: Rulebook) -> dict[str, object]:
    try:
        found = rescored(stage, book)
    except RuleError as refused:
        return {"refused": say_refusal(refused, language())}
    official = {row.entry_id: row for row in published_rows(stage.pk)}
    teams = {row.team_id: row for row in TeamStanding.objects.filter(stage=stage).select_related("team")}
    units = stage.tournament.rulebook.units_per_point
    return {
        "found": found,
        # Who came in since the standings were published stands in them a moment later.
        "rows": [
            (place, tally, official[tally.key]) for place, tally in found.entries if tally.key in official
        ],
        "teams": [(place, tally, teams[tally.key]) for place, tally in found.teams if tally.key in teams],
        "column": _column(found),
        "official_column": Column.of(units, [row.total for row in official.values()]),
    }


def _column(found: Rescored) -> Column:
    return Column.of(found.units_per_point, [tally.total for _place, tally in (*found.entries, *found.teams)])
