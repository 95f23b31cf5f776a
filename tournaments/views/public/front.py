"""The front page, leagues and players: what anybody looks up."""

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.models import Entry, League, Move, Score, Scoresheet, Season, Seat, Tournament
from tournaments.permissions import among, visible_players
from tournaments.standings.people.head_to_head import most_met
from tournaments.visitors import actor_of
from web.policies import public

MOST_FINISHED = 12
MOST_GAMES = 200
MOST_COMING = 30
MOST_DIVISIONS = 60
Status = Tournament.Status


@public
@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What runs now, what comes, what was; and the leagues."""
    listed = Tournament.objects.listed().with_frame()
    tournaments = [
        *listed.filter(status__in=[Status.RUNNING, Status.PLANNED]).order_by("starts_on", "name")[:60],
        *listed.filter(status=Status.FINISHED).order_by("-starts_on", "name")[:MOST_FINISHED],
    ]
    return render(
        request,
        "public/front.html",
        {
            "running": [one for one in tournaments if one.status == Status.RUNNING],
            "planned": [one for one in tournaments if one.status == Status.PLANNED],
            "finished": [one for one in tournaments if one.status == Status.FINISHED],
            "leagues": League.objects.not_removed(),
            # The page is the same for all: whoever else may finds it on their own page.
            "everybody_organizes": settings.TOURNAMENT_FOUNDERS == "everybody",
        },
    )


@public
@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league with its seasons, newest first, and their divisions, highest first."""
    divisions = Tournament.objects.listed().order_by("level", "name")
    found = get_object_or_404(
        League.objects.not_removed()
        .select_related("rating_rule")
        .prefetch_related(
            Prefetch("seasons", Season.objects.order_by("-ordinal")),
            Prefetch("seasons__tournaments", divisions),
        ),
        slug=slug,
    )
    return render(request, "leagues/league.html", {"league": found})


@public
@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's games in the tournaments everybody may find: those to come, then the confirmed ones, newest first.

    The page exists for whoever may know of one of the player's tournaments, even where it lists none.
    """
    in_seasons = Exists(Entry.objects.filter(player=OuterRef("pk"), tournament__season__isnull=False))
    wanted = Player.objects.filter(pk=pk).select_related("club").annotate(is_in_a_league=in_seasons)
    found = wanted.filter(among(visible_players(Actor()), "pk")).first()
    if found is None:
        found = wanted.filter(among(visible_players(actor_of(request)), "pk")).first()
    if found is None:
        raise Http404
    scores = list(
        Score.objects.filter(
            counts=True, entry__player=found, stage__tournament__visibility=Tournament.Visibility.PUBLIC
        )
        .select_related(
            "stage__tournament__season__league",
            "stage__tournament__usual_format",
            "seat__table",
            "seat__round",
        )
        .order_by(
            "-stage__tournament__starts_on",
            "-stage__tournament_id",
            "-stage__ordinal",
            "-seat__round__number",
        )[:MOST_GAMES]
    )
    coming = (
        Seat.objects.to_come()
        .filter(
            entry__player=found,
            round__stage__tournament__visibility=Tournament.Visibility.PUBLIC,
            round__stage__tournament__status__in=[Status.PLANNED, Status.RUNNING],
        )
        .exclude(table__scoresheets__status=Scoresheet.Status.CONFIRMED)
        .select_related("table", "round__stage__tournament")
        .prefetch_related(Prefetch("table__seats", Seat.objects.for_display()))
        .order_by("round__stage__tournament", "round__stage__ordinal", "round__number")[:MOST_COMING]
    )
    public_ones = Tournament.objects.filter(visibility=Tournament.Visibility.PUBLIC)
    by_tournament: dict[Tournament, list[Score]] = {}
    for score in scores:
        by_tournament.setdefault(score.stage.tournament, []).append(score)
    return render(
        request,
        "public/player.html",
        {
            "player": found,
            "coming": coming,
            "divisions": _divisions_of(found) if found.is_in_a_league else [],
            "careers": [_career(tournament, games) for tournament, games in by_tournament.items()],
            "opponents": most_met(found, public_ones) if scores else [],
            "games": len(scores),
            "is_cut": len(scores) == MOST_GAMES,
        },
    )


def _divisions_of(player: Player) -> list[Entry]:
    """The divisions in which somebody was, season by season, the latest first, and how they left each. One query."""
    moves = Move.objects.filter(player=player, season=OuterRef("tournament__season"))
    entries = (
        Entry.objects.filter(
            player=player, tournament__in=Tournament.objects.listed(), tournament__season__isnull=False
        )
        .select_related("tournament__season__league")
        .annotate(final_position=Subquery(moves.values("position")), way=Subquery(moves.values("way")))
        .order_by("tournament__season__league", "-tournament__season__ordinal", "tournament__level")
    )
    return list(entries[:MOST_DIVISIONS])


def _career(tournament: Tournament, games: list[Score]) -> dict[str, object]:
    # Of those who never sat at a table of five, nobody asks for fifth places.
    most = max(4, *(score.place for score in games))
    return {
        "tournament": tournament,
        "units": tournament.rulebook.units_per_point,
        "games": games,
        "sum": sum(score.total for score in games),
        "places": [sum(score.place == place for score in games) for place in range(1, most + 1)],
    }
