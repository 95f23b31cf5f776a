"""The demo's club: a season's ladder of weekly evenings, where players with ten games are ranked. The games of
tonight were entered hand by hand.

The players are those of the demo's event; who comes, and how the games end, follows from a fixed seed.
"""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from players.models import Player, User
from scoring.game.game import replay
from scoring.game.log import write
from scoring.hand.payment import STICK
from seating.drbg import Drbg
from tournaments.actions.actor import Actor
from tournaments.actions.free_play.nights import NightTerms, plan_nights
from tournaments.actions.free_play.sign_ups import sign_up_for_night
from tournaments.actions.free_play.tables import open_table
from tournaments.actions.hands.hands import enter_log
from tournaments.actions.imports.results import import_results
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.people.entries import register
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.actions.stages.presets import use_preset
from tournaments.demo.games import points_of_a_game, told_game
from tournaments.models import RatingRule, Stage, Tournament
from tournaments.models.play.hands import EMPTY_LOG

SLUG = "demo-club-ladder"
NAME = "Demo: Club ladder クラブ戦"
SEED = "jantaku demo ladder"
EVENINGS, TABLES, GAMES = 7, 3, 2
PLAYERS = 16
NIGHTS, COMING = 4, 8
TONIGHT = 3
# Stays below ten games.
AWAY = 7


def load_ladder(organizer: User, event: Tournament) -> Tournament:
    """Set the ladder up and play seven evenings of it; expects the event's players, and that it is not here yet."""
    by = Actor(user=organizer)
    league = create_league(slug="demo-club", name="Demo: Club デモクラブ", by=by)
    set_rating(league=league, method=RatingRule.Method.ELO, minimum_games=10, by=by)
    today = timezone.localdate(timezone=ZoneInfo("Asia/Tokyo"))
    tournament = create_tournament(
        frame=Frame(
            slug=SLUG,
            name=NAME,
            rulebook_id="mleague",
            starts_on=today - timedelta(weeks=EVENINGS - 1),
            season=create_season(league=league, name=str(today.year), by=by),
            # By the total; the level are ordered by their average place.
            tie_breaks=["total", "mean_place", "lot"],
        ),
        by=by,
    )
    [stage] = use_preset(tournament=tournament, preset="club_ladder", by=by)
    for player in Player.objects.filter(entries__tournament=event).order_by("entries__number")[:PLAYERS]:
        register(tournament=tournament, player=player, by=by)
    import_results(stage=stage, text=games(today), by=by)
    _play_tonight(stage, by)
    _plan_nights(stage, today, by)
    return tournament


def _play_tonight(stage: Stage, by: Actor) -> None:
    """Games of an evening that tables told hand by hand; the organizer wrote their results down."""
    chance, book = Drbg(SEED, "told tonight"), stage.tournament.rulebook
    here = list(stage.tournament.entries.exclude(number=AWAY).order_by("number")[: 4 * TABLES])
    for _turn in range(TONIGHT):
        seated = chance.shuffled(here)
        for at in range(TABLES):
            table = open_table(stage=stage, players=seated[4 * at : 4 * at + 4], by=by)
            hands = told_game(chance, book)
            enter_log(table=table, game=write(book, hands), by=by, if_match=EMPTY_LOG)
            end = replay(book, hands)
            figures = Figures(points=end.points, leftover=end.deposits * STICK)
            correct_sheet(table=table, report=TableReport(figures), by=by)


def _plan_nights(stage: Stage, today: date, by: Actor) -> None:
    """The next evenings, for which players sign up; the first eight have done so."""
    at = datetime.combine(today + timedelta(weeks=1), time(19), ZoneInfo("Asia/Tokyo"))
    nights = plan_nights(stage=stage, terms=NightTerms(starts_at=at, places=12), weeks=NIGHTS, by=by)
    for entry in stage.tournament.entries.order_by("number")[:COMING]:
        sign_up_for_night(night=nights[0], entry=entry, games=GAMES, by=by)


def games(today: date) -> str:
    """Every game of the evenings up to today, one a week, as the list that a club would import."""
    chance = Drbg(SEED, "games")
    lines, number = ["game,date,player,points"], 0
    for evening in range(EVENINGS):
        played_on = today - timedelta(weeks=EVENINGS - 1 - evening)
        here = sorted(chance.shuffled(range(1, PLAYERS + 1))[: 4 * TABLES])
        for _turn in range(GAMES):
            seated = chance.shuffled(here)
            for table in range(TABLES):
                number += 1
                players = seated[4 * table : 4 * table + 4]
                for player, points in zip(players, points_of_a_game(chance), strict=True):
                    lines.append(f"{number},{played_on.isoformat()},Player {player:02},{points}")
    return "\n".join(lines)
