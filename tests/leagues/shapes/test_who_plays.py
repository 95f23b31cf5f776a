"""Leagues in which who plays is not the draw's alone: teams send players, substitutes come in."""

from collections import Counter

import pytest

from tests.leagues.shapes.league import Game, League, agrees, found
from tests.thorough import examples
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TEAMS = ("Aces", "Bears", "Cats", "Dogs", "Elks")
# European Riichi: from 30,000 points, an uma of 15, 5, -5 and -15 points. No two are ever level here.
UMA = (15_000, 5_000, -5_000, -15_000)
# What it gives a substitute for each game: -15,000 points and an uma of -15.
SUBSTITUTE = -30_000


def check(league: League) -> None:
    assert verify_ledger(league.pk).problems == []


def test_the_teams_of_mleague_pick_who_plays_and_whoever_is_late_pays() -> None:
    """Every team sends one of four to each round, nobody to more than three; Bears forget about it once."""
    league = found(2019)
    for name in TEAMS:
        league.team(name, 4)
    (season,) = league.stages
    league.call("POST", f"stages/{season}/line-up-rule/", {"late_penalty": 20_000})
    league.call("POST", f"stages/{season}/game-quota/", {"most": 3})
    games: Counter[str] = Counter()
    sent: list[set[str]] = []

    def send(pk: int) -> None:
        plays = [team["name"] for team in league.call("GET", f"rounds/{pk}/line-ups/")["teams"]]
        forgets = len(sent) == 2
        named = set()
        for team in plays:
            if forgets and team == "Bears":
                continue
            fit = [name for name in league.team_of if league.team_of[name] == team and games[name] < 3]
            chosen = league.dice.choice(fit)
            body = {"team": league.teams[team], "entries": [league.entries[chosen]]}
            league.call("POST", f"rounds/{pk}/line-ups/", body)
            named.add(chosen)
        confirm = ["line_ups_missing"] if forgets and "Bears" in plays else []
        league.call("POST", f"rounds/{pk}/line-ups/show/", {"confirm": confirm})
        seats = league.call("GET", f"rounds/{pk}/")["tables"][0]["seats"]
        there = {seat["entry"]["name"] for seat in seats}
        assert named <= there
        assert {league.team_of[name] for name in there - named} == ({"Bears"} if confirm else set())
        games.update(there)
        sent.append(named)

    league.before_start = send
    for _round in range(examples(6, of=10)):
        # One round is published at a time: whoever is drawn for a later one has a game to come.
        league.play(season, method="team_season", rounds=1, line_up=1)

    late = league.call("GET", f"tournaments/{league.slug}/penalties/")["results"]
    made = league.totals_of_teams(season)
    for penalty in late:
        assert (penalty["team"]["name"], penalty["amount"]) == ("Bears", 20_000)
        made["Bears"] -= 20_000
    assert len(late) == len([one for one in sent if len(one) == 3])
    agrees(league.table_of_teams(season), made)
    table = dict(league.table(season))
    assert {name: table[name] for name in league.totals(season)} == league.totals(season)
    assert max(Counter(name for game in league.games for name in game.players).values()) <= 3
    check(league)


def result(game: Game, name: str) -> int:
    """Points minus 30,000, and the uma of the place."""
    place = sorted(game.points, reverse=True).index(game.points[game.players.index(name)])
    return game.points[game.players.index(name)] - 30_000 + UMA[place]


def test_at_an_ema_event_substitutes_score_a_fixed_loss_and_take_no_rank() -> None:
    """Eight rounds fixed in advance for sixteen; one goes home after three, a substitute sits in, and a penalty comes
    off the total.
    """
    league = found(2024, rulebook="ema_2025")
    (event,), league.whole = league.stages, 120_000
    players = [f"Player {number:02}" for number in range(1, 17)]
    for name in players:
        league.player(name)
    league.player("Substitute", is_substitute=True)
    league.call(
        "POST", f"tournaments/{league.slug}/ranking/", {"substitutes": "fixed_score", "withdrawn": "ranked"}
    )
    rounds = []

    def come_in(pk: int) -> None:
        rounds.append(pk)
        if len(rounds) <= 3:
            return
        for table in league.call("GET", f"rounds/{pk}/")["tables"]:
            for seat in table["seats"]:
                if seat["entry"]["name"] == "Player 05":
                    body = {"entry": league.entries["Substitute"]}
                    league.call("POST", f"seats/{seat['id']}/substitute/", body)

    league.before_start = come_in
    league.play(event, method="schedule", rounds=8)
    league.penalize(event, 20_000, player="Player 02")

    totals: Counter[str] = Counter()
    for game in league.games:
        for name in game.players:
            totals[name] += SUBSTITUTE if name == "Substitute" else result(game, name)
    totals["Player 02"] -= 20_000
    played = Counter(name for game in league.games for name in game.players)
    assert (played["Player 05"], played["Substitute"]) == (3, 5)
    league.table(event)
    rows = league.call("GET", f"stages/{event}/standings/")["standings"]
    assert {row["entry"]["name"]: row["total"] for row in rows} == totals
    ranked = [row["entry"]["name"] for row in rows if row["rank"] is not None]
    assert sorted(ranked) == players
    assert ranked == sorted(players, key=lambda name: -totals[name])
    check(league)
