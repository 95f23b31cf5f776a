"""The demo's league of teams, as M-League plays: a season, a semifinal of six, a final of four that goes on.
Teams take half of what they have into each.

The players are those of the demo's event; who plays, and how the games end, follows from a fixed seed.
"""

from collections.abc import Sequence
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from players.models import Player, User
from seating.drbg import Drbg
from tournaments.actions.actor import Actor
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.seen_versions import proposal_tag
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.actions.stages.presets import use_preset
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.demo.games import points_of_a_game
from tournaments.models import Qualification, Stage, Team, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed

SLUG = "demo-team-league"
NAME = "Demo: Team league チームリーグ"
SEED = "jantaku demo teams"
TEAMS, PLAYERS_OF_A_TEAM = 8, 4
# How many evenings each stage has had, with so many tables of four teams; the final's are not all played.
SEASON, SEMIFINAL, FINAL = (12, 2), (6, 1), (2, 1)
FEWEST_GAMES = 3


def load_teams(organizer: User, event: Tournament) -> Tournament:
    """Set the league up and play it as far as its final; expects the event's players, and that it is not here yet."""
    by = Actor(user=organizer)
    today = timezone.localdate(timezone=ZoneInfo("Asia/Tokyo"))
    evenings = SEASON[0] + SEMIFINAL[0] + FINAL[0]
    tournament = create_tournament(
        frame=Frame(
            slug=SLUG, name=NAME, rulebook_id="mleague", starts_on=today - timedelta(weeks=evenings - 1)
        ),
        by=by,
    )
    season, semifinal, final = use_preset(tournament=tournament, preset="m_league", by=by)
    set_game_quota(stage=season, least=FEWEST_GAMES, by=by)
    players = Player.objects.filter(entries__tournament=event).order_by("entries__number")
    for number, player in enumerate(players[: TEAMS * PLAYERS_OF_A_TEAM]):
        name = f"Team {'ABCDEFGH'[number % TEAMS]} チーム{'ABCDEFGH'[number % TEAMS]}"
        team = form_team(tournament=tournament, name=name, by=by)
        register(tournament=tournament, player=player, team=team, by=by)
    first_evening = tournament.starts_on or today
    chance = Drbg(SEED, "games")
    for stage, (times, tables) in ((season, SEASON), (semifinal, SEMIFINAL), (final, FINAL)):
        teams = list(Team.objects.filter(tournament=tournament).order_by("pk"))
        if stage is not season:
            teams = _going_on(stage, by)
        text = _games(chance, teams, first_evening, times=times, tables=tables)
        import_results(stage=stage, text=text, by=by)
        publish_tournament(tournament.pk)
        first_evening += timedelta(weeks=times)
    return tournament


def _going_on(stage: Stage, by: Actor) -> list[Team]:
    """Confirm the teams that go on to a stage by its rules."""
    found = proposed(Qualification.objects.select_related("stage__tournament").get(stage=stage))
    keys = [one.key for one in found.candidates]
    confirm_qualifiers(stage=stage, keys=keys, seen=proposal_tag(found), by=by)
    return list(Team.objects.filter(pk__in=keys).order_by("pk"))


def _games(chance: Drbg, teams: Sequence[Team], first: date, *, times: int, tables: int) -> str:
    """One evening a week, as the list that a league would import: every team's players take turns."""
    lines = ["round,table,date,player,points"]
    names = {
        team: list(team.entries.order_by("number").values_list("player__name", flat=True)) for team in teams
    }
    played = dict.fromkeys(teams, 0)
    for evening in range(times):
        played_on = first + timedelta(weeks=evening)
        # Who has played least sits down first, so that of six teams everybody plays as often.
        ready = sorted(chance.shuffled(teams), key=lambda team: played[team])
        for table in range(tables):
            seated = ready[4 * table : 4 * table + 4]
            for team, points in zip(seated, points_of_a_game(chance), strict=True):
                name = names[team][played[team] % len(names[team])]
                played[team] += 1
                lines.append(f"{evening + 1},{table + 1},{played_on.isoformat()},{name},{points}")
    return "\n".join(lines)
