"""A player's page: games to come and played, divisions, ratings, form."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias, TypedDict, cast

from django.conf import settings
from django.db.models import Exists, OuterRef, Prefetch, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from players.models import Player
from scoring.standing.streaks import streak
from tournaments.actions.actor import Actor
from tournaments.models import (
    Entry,
    HandStatistics,
    Move,
    Rating,
    RatingRule,
    Score,
    Scoresheet,
    Seat,
    Tournament,
)
from tournaments.models.teams.former_teams import team_then
from tournaments.permissions import among, visible_players
from tournaments.standings.hands.reading import Career, careers_of, yakuman_of_player
from tournaments.standings.people.head_to_head import most_met
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from tournaments.views.public.people.rates_wording import (
    names_of_yakuman,
    shown_limits,
    shown_rates,
    yaku_list,
)
from tournaments.visitors import actor_of
from web.policies import public

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MOST_GAMES = 200
MOST_COMING = 30
MOST_DIVISIONS = 60
# So many of the latest places are the form.
LATEST = 10
Status = Tournament.Status


class _OfATeam(TypedDict):
    """The name of the team for which a game was played; None: for none."""

    team_name: str | None


_ScoreOfATeam: TypeAlias = "WithAnnotations[Score, _OfATeam]"


@public
@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's games in the tournaments everybody may find: those to come, then the confirmed ones, newest first.

    The page exists for whoever may know of one of the player's tournaments, even where it lists none.
    """
    in_seasons = Exists(Entry.objects.filter(player=OuterRef("pk"), tournament__season__isnull=False))
    told = Exists(HandStatistics.objects.filter(entry__player=OuterRef("pk")))
    wanted = Player.objects.filter(pk=pk).select_related("club")
    wanted = wanted.annotate(is_in_a_league=in_seasons, has_hands=told)
    found = wanted.filter(among(visible_players(Actor()), "pk")).first()
    if found is None:
        found = wanted.filter(among(visible_players(actor_of(request)), "pk")).first()
    if found is None:
        raise Http404
    scores = list(
        Score.objects.filter(
            counts=True, entry__player=found, stage__tournament__visibility=Tournament.Visibility.PUBLIC
        )
        .annotate(team_name=team_then("entry", column="name", seat="seat__"))
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
    by_tournament: dict[Tournament, list[_ScoreOfATeam]] = {}
    for score in cast("list[_ScoreOfATeam]", scores):
        by_tournament.setdefault(score.stage.tournament, []).append(score)
    return render(
        request,
        "public/player.html",
        {
            "player": found,
            "coming": coming,
            "divisions": _divisions_of(found) if found.is_in_a_league else [],
            "ratings": _ratings_of(found) if found.is_in_a_league else [],
            "form": _form([score.place for score in reversed(scores)]),
            "careers": [_career(tournament, games) for tournament, games in by_tournament.items()],
            **(_hands_of(found, public_ones) if found.has_hands else {}),
            "opponents": most_met(found, public_ones) if scores else [],
            "games": len(scores),
            "is_cut": len(scores) == MOST_GAMES,
        },
    )


def _divisions_of(player: Player) -> list[Entry]:
    """The divisions in which somebody was, season by season, the latest first, and how they left each. One query."""
    moves = Move.objects.filter(player=player, season=OuterRef("tournament__season"))
    entries = (
        Entry.objects.of_one_each()
        .filter(player=player, tournament__in=Tournament.objects.listed(), tournament__season__isnull=False)
        .select_related("tournament__season__league")
        .annotate(final_position=Subquery(moves.values("position")), way=Subquery(moves.values("way")))
        .order_by("tournament__season__league", "-tournament__season__ordinal", "tournament__level")
    )
    return list(entries[:MOST_DIVISIONS])


def _ratings_of(player: Player) -> list[Rating]:
    """What somebody's rating is now in every league that keeps some. One query, more where no worker keeps them."""
    played = Entry.objects.filter(player=player, tournament__season__league=OuterRef("league"))
    rules = RatingRule.objects.filter(Exists(played), league__removed_at=None)
    for rule in rules if settings.EMBEDDED else ():
        publish_ratings_for_reader(rule.pk)
    ratings = Rating.objects.filter(
        player=player, is_latest=True, league__removed_at=None, league__rating_rule__isnull=False
    )
    return list(ratings.select_related("league", "tournament").order_by("league__name"))


def _hands_of(player: Player, tournaments: QuerySet[Tournament]) -> dict[str, object]:
    """What hands count, for each kind of game, and the yakuman. Two queries, three where there are yakuman."""
    careers = careers_of(player, tournaments)
    has_yakuman = any(career.counts.yakuman for career in careers)
    won = yakuman_of_player(player, tournaments) if has_yakuman else []
    return {
        "hands": [_shown_career(career) for career in careers],
        "yakuman": [(one, names_of_yakuman(one.names)) for one in won],
    }


def _shown_career(career: Career) -> dict[str, object]:
    rates = shown_rates(career.counts)
    keys = [rate.key for rate in rates]
    return {
        "career": career,
        "rates": rates,
        "limits": shown_limits(career.counts),
        "yaku": yaku_list(career.yaku, career.counts),
        "columns": [rate.name for rate in rates],
        "tournaments": [(one, shown_rates(one.counts, keys)) for one in career.tournaments],
    }


def _form(places: Sequence[int]) -> dict[str, object]:
    """The latest places, and in how many games in a row somebody was 1st, or 1st or 2nd; the oldest comes first."""
    return {
        "latest": places[-LATEST:],
        "firsts": streak(places, best_places=1),
        "first_or_second": streak(places, best_places=2),
    }


def _career(tournament: Tournament, games: list[_ScoreOfATeam]) -> dict[str, object]:
    # Of those who never sat at a table of five, nobody asks for fifth places.
    most = max(4, *(score.place for score in games))
    return {
        "tournament": tournament,
        "units": tournament.rulebook.units_per_point,
        "games": games,
        # Newest first, as the games are; they began with the last.
        "teams": list(dict.fromkeys(score.team_name for score in reversed(games) if score.team_name)),
        "sum": sum(score.total for score in games),
        "places": [sum(score.place == place for score in games) for place in range(1, most + 1)],
    }
