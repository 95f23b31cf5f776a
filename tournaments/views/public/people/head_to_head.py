"""Two players against each other."""

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of
from tournaments.models import Tournament
from tournaments.permissions import among, visible_players
from tournaments.standings.people.head_to_head import games_of_two, head_to_head, latest
from tournaments.standings.people.recognized import tournaments_on_page_of
from tournaments.views.public.people.charts import duel_of
from web.policies import public


@public
@require_safe
def players_head_to_head(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """The games at one table of two players in the tournaments everybody may find.

    Four queries, and up to two more where others than their first organizers entered one of them.

    The page exists for everyone who may know of both.
    """
    found = _both(Actor(), pk, other) or _both(actor_of(request), pk, other)
    if found is None:
        raise Http404
    player, opponent = found
    public_ones = Tournament.objects.filter(visibility=Tournament.Visibility.PUBLIC)
    shared = tournaments_on_page_of(player, opponent, tournaments=public_ones)
    games = games_of_two(player, opponent, shared)
    made, shown = head_to_head(games), latest(games)
    return render(
        request,
        "public/people/head_to_head.html",
        {
            "player": player,
            "other": opponent,
            "sum": made,
            "duel": duel_of(player, opponent, made),
            "games": shown,
        },
    )


def _both(actor: Actor, pk: int, other: int) -> tuple[Player, Player] | None:
    """The two, if they are two and the actor may know of both; one query."""
    # Asked one by one: a number that no database holds is nobody's there, and an error in a list of several.
    are_they = Q(pk=pk) | Q(pk=other)
    found = {one.pk: one for one in Player.objects.filter(among(visible_players(actor), "pk"), are_they)}
    return (found[pk], found[other]) if len(found) == 2 else None
