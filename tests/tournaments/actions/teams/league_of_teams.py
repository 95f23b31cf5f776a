"""Four teams of four at one table per round, with one player of each."""

from dataclasses import dataclass

from players.actions import add_player
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.teams.captains import name_captain
from tournaments.models import Entry, Round, Seat, Team

TEAMS = ("Bears", "Foxes", "Hares", "Owls")


@dataclass
class LeagueOfTeams:
    """Players are named after their team: Bears 1 to Bears 4, and the first of each is its captain."""

    hall: Hall
    rounds: list[Round]

    def team(self, name: str) -> Team:
        return Team.objects.select_related("tournament").get(tournament=self.hall.tournament, name=name)

    def player(self, name: str) -> Entry:
        return Entry.objects.select_related("player").get(tournament=self.hall.tournament, player__name=name)

    def seated(self, round_: Round) -> dict[str, list[str]]:
        """Return who plays for each team, in order of the tables."""
        found: dict[str, list[str]] = {}
        seats = Seat.objects.filter(round=round_).order_by("entry__team__name", "table__number")
        for team, player in seats.values_list("entry__team__name", "entry__player__name"):
            found.setdefault(team, []).append(player)
        return found


@replayed
def league_of_teams(line_up: int = 1) -> LeagueOfTeams:
    hall = open_hall(players=0)
    for name in TEAMS:
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        for number in range(1, 5):
            player = add_player(name=f"{name} {number}")
            entry = register(tournament=hall.tournament, player=player, team=team, by=hall.alice)
            if number == 1:
                name_captain(team=team, entry=entry, by=hall.alice)
    plan = Plan(method=Method.TEAM_SEASON, rounds=2, line_up=line_up)
    drawn = draw(stage=hall.stage, plan=plan, by=hall.alice)
    return LeagueOfTeams(hall, publish_draw(draw=drawn, by=hall.alice))
