"""A club whose players make tables themselves: how many games, who is ranked, by what, through the API alone."""

from collections import Counter, defaultdict
from fractions import Fraction

import pytest

from tests.leagues.shapes.league import Game, League, agrees, found
from tests.thorough import examples
from tests.tournaments.replay import replayed
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLAYERS = [f"Player {number:02}" for number in range(1, 11)]


def evening(league: League, tables: int, *, unranked: float = 0) -> int:
    """So many tables one after the other, of whoever the dice say; now and then one that breaks up. Of them this part
    is unranked, which is no game of the league; return how many were.
    """
    made = 0
    (ladder,) = league.stages
    for _table in range(tables):
        four = league.dice.sample(PLAYERS, 4)
        is_unranked = bool(unranked) and league.dice.random() < unranked
        body = {"players": [league.entries[name] for name in four], "is_unranked": is_unranked}
        table = league.call("POST", f"stages/{ladder}/tables/", body)
        assert table["is_unranked"] == is_unranked
        if league.dice.random() < 0.1:
            league.call("POST", f"tables/{table['id']}/take-back/", {})
            continue
        points = league.points_of_a_table()
        league.call("POST", f"tables/{table['id']}/correct/", {"points": points, "reason": "Paper"})
        made += is_unranked
        if is_unranked:
            continue
        number = league.call("GET", f"rounds/{table['round']}/")["number"]
        league.games.append(Game(ladder, number, table["number"], four, points))
    return made


def club(seed: int, minimum_games: int = 0, **settings: object) -> League:
    league = found(seed, **settings)
    (ladder,) = league.stages
    for name in PLAYERS:
        league.player(name)
    league.call("POST", f"stages/{ladder}/free-play/", {"is_on": True})
    if minimum_games:
        league.call(
            "POST", f"stages/{ladder}/counting/", {"selection": "all", "minimum_games": minimum_games}
        )
    return league


def ranked(league: League) -> dict[str, int | None]:
    """Everybody's rank; None for whoever has too few games."""
    publish_tournament(league.pk)
    rows = league.call("GET", f"stages/{league.stages[0]}/standings/")["standings"]
    return {row["entry"]["name"]: row["rank"] for row in rows}


@replayed
def after_an_evening() -> League:
    league = club(11)
    evening(league, 20)
    return league


def test_all_games_of_a_club_count() -> None:
    league = after_an_evening()

    totals = dict.fromkeys(PLAYERS, 0) | league.totals(league.stages[0])
    agrees(league.table(league.stages[0]), totals)
    assert verify_ledger(league.pk).problems == []


def test_unranked_games_of_a_club_count_for_nothing() -> None:
    league = club(14)

    assert evening(league, 20, unranked=0.3) > 3

    totals = dict.fromkeys(PLAYERS, 0) | league.totals(league.stages[0])
    agrees(league.table(league.stages[0]), totals)
    shown = league.call("GET", f"stages/{league.stages[0]}/standings/")
    assert shown["games_counted"] == shown["games_reported"] == len(league.games)
    assert {row["entry"]["name"]: row["games"] for row in shown["standings"]} == {
        name: sum(name in game.players for game in league.games) for name in PLAYERS
    }
    assert verify_ledger(league.pk).problems == []


def test_a_round_is_everybodys_nth_game() -> None:
    league = after_an_evening()

    last: defaultdict[str, int] = defaultdict(int)
    for game in league.games:
        assert all(last[name] < game.round for name in game.players), game
        last.update(dict.fromkeys(game.players, game.round))
    # Nobody sits twice in a round, and no number is left out.
    seen = Counter((game.round, name) for game in league.games for name in game.players)
    assert set(seen.values()) == {1}


def test_with_a_minimum_and_a_maximum_of_games_ranked_by_the_mean() -> None:
    league = club(13, minimum_games=6, tie_breaks=["average", "lot"])
    (ladder,) = league.stages
    league.call("POST", f"stages/{ladder}/game-quota/", {"most": 9})
    played: Counter[str] = Counter()
    refused = 0
    for _table in range(24):
        four = league.dice.sample(PLAYERS, 4)
        body = {"players": [league.entries[name] for name in four]}
        answer = league.caller.post(f"/v1/stages/{ladder}/tables/", body)
        if any(played[name] == 9 for name in four):
            assert (answer.status_code, "too_many_games" in answer.content.decode()) == (422, True)
            refused += 1
            continue
        table = answer.json()
        points = league.points_of_a_table()
        league.call("POST", f"tables/{table['id']}/correct/", {"points": points, "reason": "Paper"})
        league.games.append(Game(ladder, 0, table["number"], four, points))
        played.update(four)

    assert refused > 0
    means = {
        name: Fraction(sum(results), len(results))
        for name, results in league.results(ladder).items()
        if len(results) >= 6
    }
    order = sorted(means, key=lambda name: -means[name])
    ranks = ranked(league)
    assert {name: rank for name, rank in ranks.items() if rank is not None} == {
        name: place for place, name in enumerate(order, 1)
    }
    assert verify_ledger(league.pk).problems == []


def test_a_weekly_club_signs_up_and_pays_for_staying_away() -> None:
    """Nights of two games for eight of ten players; now and then somebody signs off late or does not come."""
    league = club(14)
    (ladder,) = league.stages
    past = "2020-01-07T19:00:00+09:00"
    penalties: Counter[str] = Counter()
    for week in range(examples(3, of=5)):
        terms = {
            "starts_at": f"2030-01-{7 * week + 1:02}T19:00:00+09:00",
            "places": 8,
            "games": 2,
            "late_penalty": 5_000,
            "absence_penalty": 20_000,
        }
        night = league.call("POST", f"tournaments/{league.slug}/nights/", {"stage": ladder, **terms})["id"]
        order = league.dice.sample(PLAYERS, 10)
        wants = {name: league.dice.choice((1, 2)) for name in order}
        for name in order:
            body = {"entry": league.entries[name], "games": wants[name]}
            league.call("POST", f"nights/{night}/sign-up/", body)
        # Somebody of the first eight goes in time, and the ninth has the place.
        goes = order[week]
        league.call("POST", f"nights/{night}/sign-off/", {"entry": league.entries[goes]})
        comes = [name for name in order[:9] if name != goes]
        # The night begins: from now on it is late.
        league.call("POST", f"nights/{night}/", {**terms, "starts_at": past})
        late, absent = comes[0], comes[1]
        league.call("POST", f"nights/{night}/sign-off/", {"entry": league.entries[late]})
        listed = league.call("GET", f"nights/{night}/")["players"]
        assert {row["name"] for row in listed if row["status"] == "coming"} == set(comes) - {late}
        league.call("POST", f"nights/{night}/settle/", {"absent": [league.entries[absent]]})
        penalties.update({late: 5_000, absent: 20_000})
        for game in (1, 2):
            there = [name for name in comes[2:] if wants[name] >= game]
            if len(there) < 4:
                continue
            away = [pk for name, pk in league.entries.items() if name not in there]
            league.play(ladder, method="met_least", sit_out=away, remainder="byes")

    made = league.totals(ladder)
    totals = {name: made.get(name, 0) - penalties[name] for name in PLAYERS}
    # Staying away costs something, and is no game.
    agrees(league.table(ladder), totals, unplayed=set(PLAYERS) - made.keys())
    assert verify_ledger(league.pk).problems == []
