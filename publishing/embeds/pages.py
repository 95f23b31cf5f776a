"""Standings and the round in play, for frames on other sites."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from publishing.embeds.framing import PLAYERS, Choice, embedded
from tournaments.models import Publication, Tournament
from tournaments.standings.stages.published_rows import published_rows, published_team_rows
from tournaments.views.hall.slides import Screen
from tournaments.views.policies import changed_by_ledger, changed_by_standings
from tournaments.views.public.standings.page import chosen_publication

# A frame is no page: longer lists end with a link to the page that has all of them.
MOST_ROWS, MOST_TABLES = 100, 24


@embedded
@changed_by_standings
@require_safe
def standings(request: HttpRequest, tournament: Tournament, choice: Choice) -> HttpResponse:
    """The standings of the last stage that has games: of teams where they are ranked, or `?of=players`."""
    published = Publication.objects.filter(stage__tournament=tournament).select_related("stage")
    publications = list(published.order_by("stage__ordinal"))
    chosen = chosen_publication(publications, None) if publications else None
    teams, players = [], []
    if chosen is not None and chosen.games_counted:
        teams = published_team_rows(chosen.pk) if choice.of != PLAYERS else []
        players = published_rows(chosen.pk) if not teams else []
    most = choice.top or MOST_ROWS
    context = {
        "tournament": tournament,
        "look": choice.look,
        "stage": chosen.stage if chosen and len(publications) > 1 else None,
        "publication": chosen,
        "units": tournament.rulebook.units_per_point,
        "teams": teams[:most],
        "players": [row for row in players if row.games][:most],
    }
    return render(request, "publishing/embeds/standings.html", context)


@embedded
@changed_by_ledger
@require_safe
def now(request: HttpRequest, tournament: Tournament, choice: Choice) -> HttpResponse:
    """The tables of the round in play, else of the next round, else of the last: who sits there, and results."""
    screen = Screen(tournament)
    round_ = screen.in_play or screen.next_round or screen.last
    cards = screen.cards(round_) if round_ else []
    context = {
        "tournament": tournament,
        "look": choice.look,
        "round": round_,
        "is_live": screen.in_play is not None,
        "units": tournament.rulebook.units_per_point,
        "done": sum(card.sheet is not None for card in cards),
        "cards": [card.by_place() for card in cards[:MOST_TABLES]],
        "all": len(cards),
    }
    return render(request, "publishing/embeds/now.html", context)
