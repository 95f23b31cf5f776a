"""A player's page: games to come and played, divisions, ratings, form."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, cast

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
    Rating,
    RatingRule,
    Score,
    Scoresheet,
    Seat,
    Standing,
    Tournament,
)
from tournaments.models.setup.structure import earliest_first, how_recent
from tournaments.permissions import among, visible_players
from tournaments.standings import publish_for_readers
from tournaments.standings.hands.reading import Career, careers_of, yakuman_of_player
from tournaments.standings.people.head_to_head import most_met
from tournaments.standings.people.recognized import ids_on_page_of
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from tournaments.standings.seasons.confirmed import ranks_as_confirmed
from tournaments.standings.seasons.final_places import FinalPlace, final_places
from tournaments.standings.seasons.streaks import Played, games_in_order
from tournaments.templatetags.games_rows import GAME, Game
from tournaments.views.public.people.rates_wording import (
    names_of_yakuman,
    shown_limits,
    shown_rates,
    yaku_list,
)
from tournaments.visitors import actor_of
from web.policies import public
from web.prepared_queries import Among, PreparedQuery

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

MOST_GAMES = 200
MOST_COMING = 30
MOST_DIVISIONS = 60
# So many of the latest places are the form.
LATEST = 10
Status = Tournament.Status


@public
@require_safe
def player(request: HttpRequest, pk: int) -> HttpResponse:
    """A player in the tournaments everybody may find: games to come, then tournament by tournament, the newest first,
    what is published of them in every stage, where their
    entry is recognized. Of the confirmed games the latest are listed; nothing is summed of them.

    The page exists for whoever may know of one of the player's tournaments, even where it lists none.
    """
    found = next(iter(_EVERYBODYS.read(pk)), None) or _wanted(pk, actor_of(request)).first()
    if found is None:
        raise Http404
    ids = ids_on_page_of(
        found, tournaments=Tournament.objects.filter(visibility=Tournament.Visibility.PUBLIC)
    )
    public_ones = Tournament.objects.filter(pk__in=ids)
    played = games_in_order(found, ids)
    games = _latest_games(played) if played else {}
    publish_for_readers({one.tournament for one in played})
    standings = _STANDINGS.read(found.pk, ids)
    tournaments = _tournaments_of(
        {*(row.stage.tournament_id for row in standings), *(one.tournament for one in played)}
    )
    divisions = _divisions_of(found, public_ones) if found.is_in_a_league else []
    ended = _ended([*tournaments, *(one.tournament for one in divisions)])
    return render(
        request,
        "public/player.html",
        {
            "player": found,
            "coming": _coming(found, ids),
            "divisions": _with_ranks(found, divisions, ended),
            "ratings": _ratings_of(found, public_ones) if found.is_in_a_league else [],
            "form": _form(played),
            "careers": _careers(
                found, tournaments, standings, games, Counter(one.tournament for one in played), ended
            ),
            **(_hands_of(found, public_ones) if found.has_hands else {}),
            "opponents": most_met(found, [one.sheet for one in played]) if played else [],
            "games": sum(row.games for row in standings),
            "most_games": MOST_GAMES,
        },
    )


def _wanted(pk: int, actor: Actor) -> QuerySet[Any]:
    """The player, if the actor may know of them, and which parts of the page there may be."""
    in_seasons = Exists(Entry.objects.filter(player=OuterRef("pk"), tournament__season__isnull=False))
    told = Exists(HandStatistics.objects.filter(entry__player=OuterRef("pk")))
    wanted = Player.objects.filter(pk=pk).filter(among(visible_players(actor), "pk")).select_related("club")
    return wanted.annotate(is_in_a_league=in_seasons, has_hands=told)


_EVERYBODYS = PreparedQuery(lambda pk: _wanted(pk, Actor()), of=int)

# What is published of every stage in which a player has played, as it was played.
_STANDINGS = PreparedQuery(
    lambda player, tournaments: (
        Standing.objects.filter(Among("stage__tournament", tournaments), entry__player=player, games__gt=0)
        .select_related("stage")
        .order_by("stage__ordinal")
    ),
    of=(int, list),
)

_LATEST = PreparedQuery(
    lambda scores: (
        Score.objects.filter(Among("pk", scores)).order_by().values_list("pk", "stage__tournament", *GAME)
    ),
    of=list,
)

# Without what a card shows: most players have none, and the joins of a card take long to plan.
_COMING = PreparedQuery(
    lambda player, tournaments: (
        Seat.objects.to_come()
        .filter(
            Among("round__stage__tournament", tournaments),
            entry__player=player,
            round__stage__tournament__status__in=[Status.PLANNED, Status.RUNNING],
        )
        .exclude(table__scoresheets__status=Scoresheet.Status.CONFIRMED)
        .order_by(
            earliest_first("round__stage__tournament__"),
            "round__stage__tournament_id",
            "round__stage__ordinal",
            "round__number",
        )
        .values_list("pk", flat=True)[:MOST_COMING]
    ),
    of=(int, list),
)


def _coming(player: Player, tournaments: Collection[int]) -> list[Seat]:
    """The seats of games to come, in their order. One query, three where there are any."""
    order = [pk for (pk,) in _COMING.read_raw(player.pk, tournaments)]
    if not order:
        return []
    seats = Seat.objects.select_related("table", "round__stage__tournament").prefetch_related(
        Prefetch("table__seats", Seat.objects.for_display())
    )
    found = seats.in_bulk(order)
    return [found[pk] for pk in order if pk in found]


class _Left(TypedDict):
    """How somebody left a division, a `Move.Way`; None: not yet."""

    way: str | None


_EntryOfADivision: TypeAlias = "WithAnnotations[Entry, _Left]"


def _divisions_of(player: Player, tournaments: QuerySet[Tournament]) -> list[_EntryOfADivision]:
    """The divisions in which somebody was, season by season, the latest first, and how they left each. One query."""
    moves = Move.objects.filter(
        player=player, season=OuterRef("tournament__season"), level=OuterRef("tournament__level")
    )
    entries = (
        Entry.objects.of_one_each()
        .filter(
            player=player,
            tournament__in=Tournament.objects.listed().filter(pk__in=tournaments.values("pk")),
            tournament__season__isnull=False,
        )
        .select_related("tournament__season__league")
        .annotate(way=Subquery(moves.values("way")))
        .order_by("tournament__season__league", "-tournament__season__ordinal", "tournament__level")
    )
    return cast("list[_EntryOfADivision]", list(entries[:MOST_DIVISIONS]))


def _ended(tournaments: Iterable[Tournament]) -> Mapping[int, Sequence[FinalPlace]]:
    """By tournament, where everybody came in at those that are finished. One query, if there are any."""
    finished = {one.pk for one in tournaments if one.status == Status.FINISHED}
    return final_places(finished) if finished else {}


def _with_ranks(
    player: Player, divisions: Sequence[_EntryOfADivision], ended: Mapping[int, Sequence[FinalPlace]]
) -> list[tuple[_EntryOfADivision, int | None]]:
    """Each division with the rank in which somebody left it, as on the season's page. One query, if there is any."""
    left = [entry.tournament.season_id for entry in divisions if entry.way]
    confirmed: defaultdict[tuple[int | None, int | None], list[int]] = defaultdict(list)
    own: dict[tuple[int | None, int | None], int | None] = {}
    moves = (
        Move.objects.filter(season__in=left, position__isnull=False).order_by("position")
        if left
        else Move.objects.none()
    )
    for season, level, one, rank in moves.values_list("season", "level", "player", "rank"):
        confirmed[season, level].append(one)
        if one == player.pk:
            own[season, level] = rank
    found = []
    for entry in divisions:
        tournament = entry.tournament
        place = (tournament.season_id, tournament.level)
        of_it = confirmed.get(place, []) if entry.way else []
        # Moves of before ranks were kept have today's.
        today = ranks_as_confirmed(of_it, ended.get(tournament.pk, ()))
        found.append((entry, own.get(place) or today.get(player.pk)))
    return found


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


def _latest_games(played: Sequence[Played]) -> dict[int, list[Game]]:
    """By tournament the latest of these games, the newest first, with all that is said of each. One query."""
    latest = [one.score for one in reversed(played[-MOST_GAMES:])]
    rows = _LATEST.read_raw(latest)
    found = {pk: (tournament, Game(*of_it)) for pk, tournament, *of_it in rows}
    games: defaultdict[int, list[Game]] = defaultdict(list)
    for tournament, game in (found[pk] for pk in latest if pk in found):
        games[tournament].append(game)
    return games


def _tournaments_of(ids: Collection[int]) -> list[Tournament]:
    """With what their rows need, the latest first. One query, if there are any."""
    found = (
        Tournament.objects.filter(pk__in=ids).select_related("season__league", "usual_format") if ids else ()
    )
    return sorted(found, key=how_recent, reverse=True)


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
    tournaments: Sequence[Tournament],
    standings: Sequence[Standing],
    games: Mapping[int, Sequence[Game]],
    counted: Mapping[int, int],
    ended: Mapping[int, Sequence[FinalPlace]],
) -> list[dict[str, object]]:
    """By tournament what is published of the player in its stages, and the latest games.

    `counted` is how many games there are in each, `ended` where everybody came in. Two queries.
    """
    stages: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in standings:
        stages[row.stage.tournament_id].append(row)
    ranks = {pk: place.rank for pk, places in ended.items() for place in places if place.player == player.pk}
    teams = _teams_of(player, [one.pk for one in tournaments])
    return [
        {
            "tournament": one,
            "units": one.rulebook.units_per_point,
            "rank": ranks.get(one.pk),
            "stages": [(row, _places(row, one)) for row in stages[one.pk]],
            "has_stages": len(stages[one.pk]) > 1,
            "teams": teams[one.pk],
            "games": games.get(one.pk, ()),
            "counted": counted.get(one.pk, 0),
        }
        for one in tournaments
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
