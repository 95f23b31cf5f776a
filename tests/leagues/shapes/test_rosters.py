"""A season of teams in which players change teams: what was played for a team stays with it."""

from collections import Counter

import pytest

from tests.leagues.shapes.league import League, agrees, as_drawn, found
from tests.tournaments.replay import replayed
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
TEAMS = ("Aces", "Bears", "Cats", "Dogs")
# From which round on who plays for whom; a substitute plays for Cats' second player in rounds 4 and 5.
CHANGES = (("Aces 1", 4, "Bears"), ("Bears 2", 6, "Dogs"), ("Aces 1", 8, "Aces"), ("Dogs 3", 6, None))
ROUNDS = 10


def team_at(name: str, number: int) -> str | None:
    """For which team somebody plays in a round, by the list above."""
    team: str | None = name.split()[0]
    for who, since, other in sorted(CHANGES, key=lambda change: change[1]):
        if who == name and number >= since:
            team = other
    return team


def naive(league: League, stage: int) -> dict[str, int]:
    """Every game to the team of its round, a substitute's to that of whom it counts for."""
    made: Counter[str] = Counter(dict.fromkeys(TEAMS, 0))
    for game in league.games:
        for name, result in game.results.items():
            whose = "Cats 2" if name == "Substitute" else name
            team = team_at(whose, game.round)
            if team is not None and game.stage == stage:
                made[team] += result
    return dict(made)


def change(league: League, name: str, team: str | None, **since: object) -> None:
    entry = league.entries[name]
    seen = league.call("GET", f"entries/{entry}/")["tag"]
    body = {"team": team and league.teams[team], "confirm": ["has_a_seat"], **since}
    league.call("POST", f"entries/{entry}/team/", body, if_match=seen)


@replayed
def a_season() -> League:
    """Four teams of four, everybody at every round; players change between rounds, one of them dated back."""
    league = found(77)
    for name in TEAMS:
        league.team(name, 4)
    (stage,) = league.stages
    league.player("Substitute", is_substitute=True)
    league.call(
        "POST", f"tournaments/{league.slug}/ranking/", {"substitutes": "for_absent", "withdrawn": "ranked"}
    )
    rounds: list[int] = []

    def come_in(pk: int) -> None:
        rounds.append(pk)
        if len(rounds) in (4, 5):
            seats = [s for t in league.call("GET", f"rounds/{pk}/")["tables"] for s in t["seats"]]
            (seat,) = [seat for seat in seats if seat["entry"]["name"] == "Cats 2"]
            league.call("POST", f"seats/{seat['id']}/substitute/", {"entry": league.entries["Substitute"]})

    league.before_start = come_in
    for number in range(1, ROUNDS + 1):
        for name, since, team in CHANGES:
            if since == number and name != "Dogs 3":
                change(league, name, team)
        if number == 8:
            # Known two rounds later.
            change(league, "Dogs 3", None, since="round", stage=stage, round=6)
        league.play(stage)
    league.before_start = as_drawn
    return league


@pytest.mark.slow
def test_every_game_is_of_the_team_for_which_it_was_played() -> None:
    league = a_season()
    (stage,) = league.stages

    agrees(league.table_of_teams(stage), naive(league, stage))
    # Players have all their games, whomever they were for.
    of_players = league.totals(stage)
    of_players["Cats 2"] += of_players.pop("Substitute")
    assert {name: total for name, total in league.table(stage) if name in of_players} == of_players
    # The pages of teams add up to the same.
    for name, pk in league.teams.items():
        assert league.call("GET", f"teams/{pk}/results/")["total"] == naive(league, stage)[name]
    members = league.call("GET", f"teams/{league.teams['Aces']}/results/")["members"]
    (first,) = [one for one in members if one["name"] == "Aces 1"]
    assert first["is_present"]
    assert first["stints"] == [
        {"since": None, "before": {"stage": 1, "round": 4}},
        {"since": {"stage": 1, "round": 8}, "before": None},
    ]
    assert verify_ledger(league.pk).problems == []

    # A slip in round 2 that is found now: Aces 1 played that game for Aces.
    game = next(game for game in league.games if game.round == 2 and "Aces 1" in game.players)
    rounds = league.call("GET", f"tournaments/{league.slug}/rounds/")["results"]
    (pk,) = [one["id"] for one in rounds if one["number"] == 2]
    (table,) = [one for one in league.call("GET", f"rounds/{pk}/")["tables"] if one["number"] == game.table]
    game.points = game.points[::-1]
    sheet = league.call("GET", f"tables/{table['id']}/")["sheet"]
    league.call(
        "POST",
        f"tables/{table['id']}/correct/",
        {"points": game.points, "reason": "Read from the wrong end"},
        if_match=sheet["tag"],
    )

    agrees(league.table_of_teams(stage), naive(league, stage))
    assert verify_ledger(league.pk).problems == []


@pytest.mark.slow
def test_match_points_caps_and_penalties_are_of_the_team_of_then() -> None:
    league = a_season()
    (stage,) = league.stages
    league.penalize(stage, 3_000, player="Aces 1")
    league.call("POST", f"stages/{stage}/team-counting/", {"best_of_a_round": 2})

    made: Counter[str] = Counter()
    for number in range(1, ROUNDS + 1):
        of_round: dict[str, list[int]] = {}
        for game in league.games:
            for name, result in game.results.items():
                team = team_at("Cats 2" if name == "Substitute" else name, number)
                if game.round == number and team is not None:
                    of_round.setdefault(team, []).append(result)
        for team, results in of_round.items():
            made[team] += sum(sorted(results)[-2:])
    # Since round 8 they are back in Aces.
    made["Aces"] -= 3_000
    agrees(league.table_of_teams(stage), dict(made))
    assert verify_ledger(league.pk).problems == []
