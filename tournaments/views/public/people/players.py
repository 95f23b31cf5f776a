"""A player's page: games to come and played, divisions, ratings, form."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
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
    FormerTeam,
    HandStatistics,
    Move,
    Publication,
    Rating,
    RatingRule,
    Score,
    Scoresheet,
    Seat,
    Stage,
    Standing,
    Tournament,
)
from tournaments.models.setup.structure import earliest_first, how_recent, latest_first
from tournaments.models.teams.former_teams import team_then
from tournaments.permissions import among, visible_players
from tournaments.standings import publish_for_reader
from tournaments.standings.hands.reading import Career, careers_of, yakuman_of_player
from tournaments.standings.people.head_to_head import most_met
from tournaments.standings.people.recognized import tournaments_on_page_of
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from tournaments.standings.seasons.final_places import final_places
from tournaments.standings.seasons.streaks import Played, games_in_order
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
    """A player in the tournaments everybody may find: games to come, then tournament by tournament, the newest first,
    what is published of them in every stage, where their
    entry is recognized. Of the confirmed games the latest are listed; nothing is summed of them.

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
    public_ones = tournaments_on_page_of(
        found, tournaments=Tournament.objects.filter(visibility=Tournament.Visibility.PUBLIC)
    )
    played = games_in_order(found, public_ones)
    scores = _latest_games(found, public_ones) if played else []
    standings = _standings_of(found, public_ones)
    coming = (
        Seat.objects.to_come()
        .filter(
            entry__player=found,
            round__stage__tournament__in=public_ones.values("pk"),
            round__stage__tournament__status__in=[Status.PLANNED, Status.RUNNING],
        )
        .exclude(table__scoresheets__status=Scoresheet.Status.CONFIRMED)
        .select_related("table", "round__stage__tournament")
        .prefetch_related(Prefetch("table__seats", Seat.objects.for_display()))
        .order_by(
            earliest_first("round__stage__tournament__"),
            "round__stage__tournament_id",
            "round__stage__ordinal",
            "round__number",
        )[:MOST_COMING]
    )
    return render(
        request,
        "public/player.html",
        {
            "player": found,
            "coming": coming,
            "divisions": _divisions_of(found, public_ones) if found.is_in_a_league else [],
            "ratings": _ratings_of(found, public_ones) if found.is_in_a_league else [],
            "form": _form(played),
            "careers": _careers(found, standings, scores, Counter(one.tournament for one in played)),
            **(_hands_of(found, public_ones) if found.has_hands else {}),
            "opponents": most_met(found, public_ones) if played else [],
            "games": sum(row.games for row in standings),
            "most_games": MOST_GAMES,
        },
    )


def _divisions_of(player: Player, tournaments: QuerySet[Tournament]) -> list[Entry]:
    """The divisions in which somebody was, season by season, the latest first, and how they left each. One query."""
    moves = Move.objects.filter(player=player, season=OuterRef("tournament__season"))
    entries = (
        Entry.objects.of_one_each()
        .filter(
            player=player,
            tournament__in=Tournament.objects.listed().filter(pk__in=tournaments.values("pk")),
            tournament__season__isnull=False,
        )
        .select_related("tournament__season__league")
        .annotate(final_position=Subquery(moves.values("position")), way=Subquery(moves.values("way")))
        .order_by("tournament__season__league", "-tournament__season__ordinal", "tournament__level")
    )
    return list(entries[:MOST_DIVISIONS])


def _ratings_of(player: Player, tournaments: QuerySet[Tournament]) -> list[Rating]:
    """What somebody's rating is now in every league that keeps some. One query, more where no worker keeps them."""
    played = tournaments.order_by().filter(season__league=OuterRef("league"))
    rules = RatingRule.objects.filter(Exists(played), league__removed_at=None)
    for rule in rules if settings.EMBEDDED else ():
        publish_ratings_for_reader(rule.pk)
    ratings = Rating.objects.filter(
        Exists(played),
        player=player,
        is_latest=True,
        league__removed_at=None,
        league__rating_rule__isnull=False,
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


def _latest_games(player: Player, tournaments: QuerySet[Tournament]) -> list[_ScoreOfATeam]:
    """The latest games, with all that is said of each. One query."""
    scores = (
        Score.objects.filter(
            counts=True, entry__player=player, stage__tournament__in=tournaments.order_by().values("pk")
        )
        .annotate(team_name=team_then("entry", column="name", seat="seat__"))
        .select_related(
            "stage__tournament__season__league",
            "stage__tournament__usual_format",
            "seat__table",
            "seat__round",
        )
        .order_by(
            latest_first("stage__tournament__"),
            "-stage__tournament_id",
            "-stage__ordinal",
            "-seat__round__number",
            "-sheet_id",
        )
    )
    return cast("list[_ScoreOfATeam]", list(scores[:MOST_GAMES]))


def _standings_of(player: Player, tournaments: QuerySet[Tournament]) -> list[Standing]:
    """What is published of every stage in which a player has played, as it was played. One query; more where no
    worker publishes.
    """
    of_the_player = Standing.objects.filter(
        entry__player=player, stage__tournament__in=tournaments.order_by().values("pk")
    )
    if settings.EMBEDDED:
        stages = Stage.objects.filter(scores__entry__player=player, scores__counts=True)
        behind = Publication.objects.filter(stage__in=stages.order_by().values("pk"))
        for publication in behind.select_related("stage__tournament__head").order_by("stage__ordinal"):
            publish_for_reader(publication)
    return list(
        of_the_player.filter(games__gt=0)
        .select_related("stage__tournament__season__league", "stage__tournament__usual_format")
        .order_by(latest_first("stage__tournament__"), "-stage__tournament_id", "stage__ordinal")
    )


def _form(played: Sequence[Played]) -> dict[str, object]:
    """The latest places, and in how many games in a row somebody was 1st, or 1st or 2nd; the oldest comes first.

    As in the records of a league, games as a substitute are in no streak.
    """
    own = [one.place for one in played if not one.as_substitute]
    return {
        "latest": [one.place for one in played[-LATEST:]],
        "firsts": streak(own, best_places=1),
        "first_or_second": streak(own, best_places=2),
    }


def _careers(
    player: Player,
    standings: Sequence[Standing],
    scores: Sequence[_ScoreOfATeam],
    counted: Mapping[int, int],
) -> list[dict[str, object]]:
    """By tournament, the latest first, what is published of the player in its stages, and the latest games.

    `counted` is how many games there are in each. Two queries.
    """
    played_in = (*(row.stage for row in standings), *(score.stage for score in scores))
    tournaments = {stage.tournament_id: stage.tournament for stage in played_in}
    stages: defaultdict[int, list[Standing]] = defaultdict(list)
    games: defaultdict[int, list[_ScoreOfATeam]] = defaultdict(list)
    for row in standings:
        stages[row.stage.tournament_id].append(row)
    for score in scores:
        games[score.stage.tournament_id].append(score)
    finished = [pk for pk, one in tournaments.items() if one.status == Status.FINISHED]
    ranks = {
        pk: place.rank
        for pk, places in (final_places(finished) if finished else {}).items()
        for place in places
        if place.player == player.pk
    }
    teams = _teams_of(player, tournaments)
    return [
        {
            "tournament": tournament,
            "units": tournament.rulebook.units_per_point,
            "rank": ranks.get(pk),
            "stages": [(row, _places(row, tournament)) for row in stages[pk]],
            "teams": teams[pk],
            "games": games[pk],
            "counted": counted.get(pk, 0),
        }
        for pk, tournament in sorted(tournaments.items(), key=lambda one: how_recent(one[1]), reverse=True)
    ]


def _places(row: Standing, tournament: Tournament) -> list[int]:
    # Of those who never sat at a table of five, nobody asks for fifth places.
    return row.places[: 5 if row.fifths else tournament.rulebook.table.players]


def _teams_of(player: Player, tournaments: Collection[int]) -> defaultdict[int, list[str]]:
    """By tournament, the names of the teams for which the player played, the present one last. Two queries."""
    entries = (
        Entry.objects.of_one_each()
        .filter(player=player, tournament__in=tournaments)
        .select_related("team")
        .prefetch_related(Prefetch("former_teams", FormerTeam.objects.select_related("team")))
    )
    found: defaultdict[int, list[str]] = defaultdict(list)
    for entry in entries:
        teams = [*(former.team for former in entry.former_teams.all()), entry.team]
        found[entry.tournament_id] += dict.fromkeys(team.name for team in teams if team is not None)
    return found
