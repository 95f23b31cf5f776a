"""A player's page: games to come and played, divisions, ratings, form."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypedDict, cast

from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from players.models import Player
from rules.formatting import points
from scoring.standing.streaks import streak
from tournaments.actions.actor import Actor
from tournaments.credentials.visitors import actor_of
from tournaments.models import (
    Entry,
    HandStatistics,
    Move,
    Rating,
    RatingRule,
    Round,
    Score,
    Scoresheet,
    Seat,
    Standing,
    TeamMove,
    Tournament,
)
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.play.rounds import OPEN_ROUNDS
from tournaments.models.setup.structure import earliest_first, how_recent
from tournaments.models.teams.looks import has_team_looks, looks_address
from tournaments.permissions import among, visible_players
from tournaments.standings import publish_for_readers
from tournaments.standings.hands.reading import Career, careers_of, yakuman_of_player
from tournaments.standings.people.head_to_head import most_met
from tournaments.standings.people.recognized import public_ids_on_page_of
from tournaments.standings.ratings.publish import publish_ratings_for_reader
from tournaments.standings.seasons.confirmed import ended_divisions, ranks_of_moves
from tournaments.standings.seasons.final_places import FinalPlace, final_places, final_team_places
from tournaments.standings.seasons.streaks import Played, games_in_order
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams
from tournaments.templatetags.games_rows import GAME, Game
from tournaments.views.awards_wording import titles_of_player
from tournaments.views.public.people.best_hands import shown_best_hands
from tournaments.views.public.people.charts import places_of, run_of
from tournaments.views.public.people.rates_wording import (
    names_of_yakuman,
    shown_limits,
    shown_rates,
    yaku_list,
)
from tournaments.views.public.people.rating_runs import rating_runs
from tournaments.views.public.people.titles import Finished, Title, titles_of
from web.policies import public
from web.text.figures import in_hundredths

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

# Latest games of which the run is drawn, games listed of each tournament, and games on a page of all.
MOST_GAMES, MOST_LISTED, GAMES_A_PAGE = 200, 10, 50
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

    The page exists for everyone who may know of one of the player's tournaments, even if it lists none.
    """
    found = _found(request, pk)
    ids = public_ids_on_page_of(found)
    public_ones = Tournament.objects.filter(pk__in=ids)
    played = games_in_order(found, ids)
    games = _games_of(played[: -MOST_GAMES - 1 : -1]) if played else {}
    publish_for_readers({one.tournament for one in played})
    standings = _STANDINGS.read(found.pk, ids)
    tournaments = _tournaments_of(
        {*(row.stage.tournament_id for row in standings), *(one.tournament for one in played)}
    )
    divisions = _divisions_of(found, public_ones) if found.is_in_a_league else []
    ratings = _ratings_of(found, public_ones) if found.is_in_a_league else []
    ended = _ended(tournaments)
    careers = _careers(found, tournaments, standings, games, Counter(one.tournament for one in played), ended)
    coming = _coming(found, ids)
    by_id = {one.pk: one for one in tournaments}
    return render(
        request,
        "public/player.html",
        {
            "player": found,
            "team_looks": _looks_of(tournaments, coming),
            "coming": coming,
            "divisions": _with_ranks(found, divisions),
            "ratings": ratings,
            "rating_runs": rating_runs(found, ratings),
            "form": _form(played),
            "figures": [*_figures(standings), *_best_game(played)],
            **_charts(found, tournaments, standings, games, played),
            "careers": careers,
            "wins": sum(one["rank"] == 1 and not one["is_of_teams"] for one in careers),
            "titles": _titles_of(found, careers, divisions),
            "awards": titles_of_player(found.pk, ids) if divisions else [],
            **(_hands_of(found, public_ones) if found.has_hands else {}),
            "best_hands": shown_best_hands(found.pk, by_id) if found.has_hands else [],
            "opponents": most_met(found, [one.score for one in played]) if played else [],
            "games": sum(row.games for row in standings),
        },
    )


@public
@require_safe
def all_games(request: HttpRequest, pk: int) -> HttpResponse:
    """All confirmed games of a player in the tournaments everybody may find, the newest first, page by page."""
    found = _found(request, pk)
    played = games_in_order(found, public_ids_on_page_of(found))
    page = Paginator(played[::-1], GAMES_A_PAGE).get_page(request.GET.get("page"))
    by_tournament = _games_of(list(page.object_list))
    tournaments = _TOURNAMENTS.read(by_tournament) if by_tournament else []
    units = {one.pk: one.rulebook.units_per_point for one in tournaments}
    slugs = {one.pk: one for one in tournaments}
    return render(
        request,
        "public/people/games.html",
        {
            "player": found,
            "page": page,
            "parts": [(slugs[pk], units[pk], of_it) for pk, of_it in by_tournament.items() if pk in slugs],
        },
    )


def _found(request: HttpRequest, pk: int) -> Any:
    """Return the player, for those who may know of one of their tournaments. Who asks is looked at only where not
    everybody may: a page for everybody is kept in memory.
    """
    found = next(iter(_EVERYBODYS.read(pk)), None) or _wanted(pk, actor_of(request)).first()
    if found is None:
        raise Http404
    return found


def _wanted(pk: int, actor: Actor) -> QuerySet[Any]:
    """The player, if the actor may know of them, and which parts of the page there may be."""
    in_seasons = Exists(Entry.objects.filter(player=OuterRef("pk"), tournament__season__isnull=False))
    told = Exists(HandStatistics.objects.filter(entry__player=OuterRef("pk")))
    wanted = Player.objects.filter(pk=pk).filter(among(visible_players(actor), "pk")).select_related("club")
    return wanted.annotate(is_in_a_league=in_seasons, has_hands=told)


_EVERYBODYS = PreparedQuery(lambda pk: _wanted(pk, Actor()), of=int)

# What is published of every stage in which a player has played, as it was played; `ranked` is how many have a rank.
_STANDINGS = PreparedQuery(
    lambda player, tournaments: (
        Standing.objects.filter(Among("stage__tournament", tournaments), entry__player=player, games__gt=0)
        .select_related("stage")
        .annotate(
            ranked=Subquery(
                Standing.objects.filter(stage=OuterRef("stage"), rank__isnull=False)
                .order_by()
                .values("stage")
                .annotate(n=Count("pk"))
                .values("n")
            )
        )
        .order_by("stage__ordinal")
    ),
    of=(int, list),
)

_TOURNAMENTS = PreparedQuery(
    lambda ids: (
        Tournament.objects.filter(Among("pk", ids))
        .order_by()
        .select_related("usual_format")
        .annotate(has_team_looks=has_team_looks("pk"))
    ),
    of=list,
)

_GAMES = PreparedQuery(
    lambda scores: (
        Score.objects.filter(Among("pk", scores)).order_by().values_list("pk", "stage__tournament", *GAME)
    ),
    of=list,
)

_OPEN_ROUNDS = PreparedQuery(
    lambda tournaments: (
        Round.objects.filter(
            Among("stage__tournament", tournaments),
            status__in=OPEN_ROUNDS,
            stage__tournament__status__in=[Status.PLANNED, Status.RUNNING],
        )
        .order_by()
        .values_list("pk")
    ),
    of=list,
)

# Without what a card shows: most players have none, and the joins of a card take long to plan.
_COMING = PreparedQuery(
    lambda player, rounds: (
        Seat.objects.to_come()
        .filter(Among("round", rounds), entry__player=player)
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


_CARDS = PreparedQuery(
    lambda seats: (
        Seat.objects.filter(Among("pk", seats)).order_by().select_related("table", "round__stage__tournament")
    ),
    of=list,
)
_SEATS = PreparedQuery(lambda tables: Seat.objects.filter(Among("table_id", tables)).for_display(), of=list)


class Coming(NamedTuple):
    """A game to come: the player's seat, and all of the table's."""

    seat: Seat
    seats: Sequence[Seat]


def _coming(player: Player, tournaments: Collection[int]) -> list[Coming]:
    """The games to come, in their order. One query, one more where rounds are open, and two more where the
    player has a seat there.
    """
    rounds = [pk for (pk,) in _OPEN_ROUNDS.read_raw(tournaments)]
    order = [pk for (pk,) in _COMING.read_raw(player.pk, rounds)] if rounds else []
    if not order:
        return []
    found = {seat.pk: seat for seat in _CARDS.read(order)}
    seats = defaultdict[int, list[Seat]](list)
    for one in _SEATS.read([seat.table_id for seat in found.values()]):
        seats[one.table_id].append(one)
    return [Coming(found[pk], seats[found[pk].table_id]) for pk in order if pk in found]


class _Left(TypedDict):
    """How a player left a division, a `Move.Way`; None: not yet."""

    way: str | None


_EntryOfADivision: TypeAlias = "WithAnnotations[Entry, _Left]"


def _divisions_of(player: Player, tournaments: QuerySet[Tournament]) -> list[_EntryOfADivision]:
    """A player's divisions, season by season, the latest first, and how they left each. One query."""
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


class _Division(NamedTuple):
    """A player's division and final rank in it; if teams moved, their team's rank, too."""

    entry: _EntryOfADivision
    rank: int | None
    team_rank: int | None


def _with_ranks(player: Player, divisions: Sequence[_EntryOfADivision]) -> list[_Division]:
    """Each division with a player's final ranks in it, as on the season's page. One query if there is any, one
    more for teams, and two more where no rank was kept.
    """
    left = [entry for entry in divisions if entry.way]
    if not left:
        return [_Division(entry, None, None) for entry in divisions]
    moves = Move.objects.filter(
        season__in={entry.tournament.season_id for entry in left}, position__isnull=False
    )
    confirmed: defaultdict[tuple[int, int], dict[int, int | None]] = defaultdict(dict)
    for season, level, one, rank in moves.order_by("position", "pk").values_list(
        "season", "level", "player", "rank"
    ):
        confirmed[season, level or 0][one] = rank
    unknown = {place for place, of_it in confirmed.items() if of_it.get(player.pk, 0) is None}
    ended = ended_divisions(unknown) if unknown else {}
    own = {
        place: ranks_of_moves(list(of_it.items()), ended.get(place, ())).get(player.pk)
        for place, of_it in confirmed.items()
    }
    teams = [entry.team_id for entry in left if entry.team_id]
    of_teams = dict(TeamMove.objects.filter(team__in=teams).values_list("team", "rank")) if teams else {}
    return [
        _Division(entry, own.get(_place_of(entry.tournament)), of_teams.get(entry.team_id or 0))
        if entry.way
        else _Division(entry, None, None)
        for entry in divisions
    ]


def _place_of(tournament: Tournament) -> tuple[int, int]:
    """The season and the level of a division's tournament."""
    return tournament.season_id or 0, tournament.level or 0


def _ratings_of(player: Player, tournaments: QuerySet[Tournament]) -> list[Rating]:
    """A player's current rating in each league that keeps ratings. One query, more where no worker keeps them."""
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


def _games_of(played: Sequence[Played]) -> dict[int, list[Game]]:
    """By tournament these games in their order, with all that is said of each. One query."""
    wanted = [one.score for one in played]
    rows = _GAMES.read_raw(wanted)
    found = {pk: (tournament, Game(*of_it)) for pk, tournament, *of_it in rows}
    games: defaultdict[int, list[Game]] = defaultdict(list)
    for tournament, game in (found[pk] for pk in wanted if pk in found):
        games[tournament].append(game)
    return games


def _tournaments_of(ids: Collection[int]) -> list[Tournament]:
    """With what their rows need, the latest first. One query, if there are any."""
    return sorted(_TOURNAMENTS.read(ids) if ids else (), key=how_recent, reverse=True)


def _looks_of(tournaments: Iterable[Tournament], coming: Iterable[Coming]) -> str:
    """The looks of teams of these tournaments and of those of games to come. One query, if there may be any."""
    known = {one.pk: getattr(one, "has_team_looks", True) for one in tournaments}
    new = {one.seat.round.stage.tournament_id for one in coming} - set(known)
    return looks_address([*new, *(pk for pk, has_looks in known.items() if has_looks)])


def _form(played: Sequence[Played]) -> dict[str, object]:
    """The latest places, and how many games in a row the player was 1st, or 1st or 2nd; the oldest comes first.

    As in the records of a league, games as a substitute are in no streak.
    """
    own = [one.place for one in played if not one.as_substitute]
    return {
        "latest": [one.place for one in played[-LATEST:]],
        "firsts": streak(own, best_places=1),
        "first_or_second": streak(own, best_places=2),
    }


def _figures(standings: Sequence[Standing]) -> list[tuple[str, str]]:
    """What places in all these stages amount to, each with its name; nothing without a game. No query."""
    taken = [sum(counts) for counts in zip(*(row.places for row in standings), strict=True)]
    games = sum(taken)
    if not games:
        return []
    mean = Fraction(sum(place * count for place, count in enumerate(taken, 1)), games)
    not_last = Fraction(games - sum(row.lasts for row in standings), games)
    return [
        (pgettext("statistic", "Average place"), str(in_hundredths(mean))),
        (_("Rate of 1st places"), _in_percent(Fraction(taken[0], games))),
        (_("Avoided last place"), _in_percent(not_last)),
    ]


def _best_game(played: Sequence[Played]) -> list[tuple[str, str]]:
    """The most points at the end of a game; nothing without a game. No query."""
    if not played:
        return []
    return [(pgettext("statistic", "Best game"), points(max(one.points for one in played)))]


def _in_percent(share: Fraction) -> str:
    """With one decimal, as statistics have it."""
    return f"{round(share * 1000) / 10:.1f} %"


def _charts(
    player: Player,
    tournaments: Sequence[Tournament],
    standings: Sequence[Standing],
    games: Mapping[int, Sequence[Game]],
    played: Sequence[Played],
) -> dict[str, object]:
    """How the latest tournament with enough games went, and what places they took in all. No query."""
    counted = Counter(one.tournament for one in played)
    runs = (
        run_of(player, games.get(one.pk, ()), counted[one.pk], one.name, one.rulebook.units_per_point)
        for one in tournaments
    )
    players = max((one.rulebook.table.players for one in tournaments), default=4)
    return {"run": next(filter(None, runs), None), "places": places_of(standings, players)}


def _careers(
    player: Player,
    tournaments: Sequence[Tournament],
    standings: Sequence[Standing],
    games: Mapping[int, Sequence[Game]],
    counted: Mapping[int, int],
    ended: Mapping[int, Sequence[FinalPlace]],
) -> list[dict[str, object]]:
    """By tournament what is published of the player in its stages, and the latest games.

    `counted` is how many games there are in each, `ended` where everybody came in. One query, three where one is
    finished and the player had a team there.
    """
    stages: defaultdict[int, list[Standing]] = defaultdict(list)
    for row in standings:
        stages[row.stage.tournament_id].append(row)
    ranks = {pk: place.rank for pk, places in ended.items() for place in places if place.player == player.pk}
    teams = _teams_of(player, [one.pk for one in tournaments])
    of_teams = _played_by_teams(pk for pk in ended if pk in teams and teams[pk].names)
    team_ranks = (
        {
            pk: {place.player: place.rank for place in places}
            for pk, places in final_team_places(of_teams).items()
        }
        if of_teams
        else {}
    )
    return [
        {
            "tournament": one,
            "units": one.rulebook.units_per_point,
            "rank": ranks.get(one.pk),
            "is_of_teams": one.pk in of_teams,
            "team_rank": team_ranks.get(one.pk, {}).get(teams[one.pk].present or 0)
            if one.pk in teams
            else None,
            "stages": [(row, _places(row, one)) for row in stages[one.pk]],
            "has_stages": len(stages[one.pk]) > 1,
            "teams": teams[one.pk].names if one.pk in teams else {},
            "team": _present(teams[one.pk]) if one.pk in teams else None,
            "games": games.get(one.pk, ())[:MOST_LISTED],
            "counted": counted.get(one.pk, 0),
        }
        for one in tournaments
    ]


def _titles_of(
    player: Player, careers: Iterable[Mapping[str, Any]], divisions: Iterable[_EntryOfADivision]
) -> list[Title]:
    """What the player has won. Six queries where the top division of a season was won, none otherwise."""
    seasons = {
        entry.tournament.season.pk: entry.tournament.season for entry in divisions if entry.tournament.season
    }
    finished = [
        Finished(one["tournament"], one["rank"], one["team_rank"], one["is_of_teams"], one["team"])
        for one in careers
        if one["tournament"].status == Status.FINISHED
    ]
    return titles_of(player.pk, finished, seasons)


def _played_by_teams(tournaments: Iterable[int]) -> set[int]:
    """Those of these tournaments in which teams are ranked, not only kept apart. One query, if there are any."""
    wanted = list(tournaments)
    if not wanted:
        return set()
    return set(Tournament.objects.filter(is_played_by_teams(), pk__in=wanted).values_list("pk", flat=True))


def _places(row: Standing, tournament: Tournament) -> list[int]:
    # Of those who never sat at a table of five, nobody asks for fifth places.
    return row.places[: 5 if row.fifths else tournament.rulebook.table.players]


class _Teams(NamedTuple):
    """For which teams a player played in a tournament: the id of the present one, and all by id, that one last."""

    present: int | None
    names: Mapping[int, str]


def _present(teams: _Teams) -> tuple[int, str] | None:
    return (teams.present, teams.names[teams.present]) if teams.present is not None else None


# Each entry's former teams in their order, then the present one; every entry has at least one row.
_TEAMS = PreparedQuery(
    lambda player, tournaments: (
        Entry.objects.of_one_each()
        .filter(Among("tournament", tournaments), player=player)
        .order_by("pk", "former_teams__stage__ordinal", "former_teams__before_round")
        .values_list("tournament_id", "team", "team__name", "former_teams__team", "former_teams__team__name")
    ),
    of=(int, list),
)


def _teams_of(player: Player, tournaments: Collection[int]) -> dict[int, _Teams]:
    """By tournament the teams for which the player played. One query."""
    found: dict[int, _Teams] = {}
    rows = _TEAMS.read_raw(player.pk, tournaments) if tournaments else []
    for tournament, of_it in groupby(rows, key=itemgetter(0)):
        same = list(of_it)
        _tournament, present, name, *_former = same[0]
        names = {team: called for *_present, team, called in same if team is not None}
        if present is not None:
            # A player who came back is named once, where they first appeared.
            names.setdefault(present, name)
        found[tournament] = _Teams(present, names)
    return found
