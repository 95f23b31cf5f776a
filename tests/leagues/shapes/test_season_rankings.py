"""One ranking over several tournaments: an international series, a club's year, a cup with pools and a final."""

import random
from collections import defaultdict
from typing import Any

import pytest
from django.core.cache import cache

from tests.leagues.shapes.league import League, agrees, named, organizer
from tests.tournaments.api.callers import Caller, body_of
from tests.tournaments.replay import replayed
from tournaments.models import League as StoredLeague
from tournaments.verification import verify_league

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


class Series:
    """A league whose season has several tournaments, set up and played through the API alone."""

    def __init__(self, seed: int) -> None:
        self.caller: Caller = organizer()
        self.dice = random.Random(seed)
        self.call("POST", "leagues/", {"slug": "river", "name": "River League"})
        self.season: int = self.call("POST", "leagues/river/seasons/", {"name": "2026"})["id"]
        self.players: dict[str, int] = {}

    def call(self, method: str, path: str, body: object = None, **more: Any) -> Any:
        cache.clear()
        answer = self.caller.call(method, f"/v1/{path}", body, **more)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.content)
        return body_of(answer)

    def tournament(self, slug: str, day: str, names: list[str]) -> League:
        """A tournament of the season on this day; whoever has played in an earlier one is the same person."""
        body = {"slug": slug, "name": slug.title(), "rulebook": "mleague", "season": self.season, "level": 1}
        self.call("POST", "tournaments/", {**body, "starts_on": day, "ends_on": day})
        for name in names:
            known = {"player": self.players[name]} if name in self.players else {"name": name}
            made = self.call("POST", f"tournaments/{slug}/entries/", known)
            self.players[name] = made["player"]["id"]
        return named(self.caller, slug, self.dice)

    def played(self, slug: str, day: str, names: list[str], rounds: int = 2) -> dict[str, int]:
        """Play such a tournament to its end; everybody's total."""
        league = self.tournament(slug, day, names)
        league.play(league.stages[0], rounds=rounds)
        agrees(league.table(league.stages[0]), league.totals(league.stages[0]))
        league.call("POST", f"tournaments/{slug}/finish/", {})
        return league.totals(league.stages[0])

    def ranking(self, **rule: object) -> dict[str, Any]:
        """Set the rule; return the ranking, which anybody reads."""
        answered = self.call("POST", f"seasons/{self.season}/ranking/", rule)
        assert Caller().call("GET", f"/v1/seasons/{self.season}/ranking/").json() == answered
        assert verify_league(StoredLeague.objects.get().pk).problems == []
        found: dict[str, Any] = answered
        return found


def table(ranking: dict[str, Any]) -> list[tuple[int, str, int]]:
    """Rank, name and value of everybody who has a rank, the level in the order of their names."""
    return sorted((one["rank"], one["name"], one["value"]) for one in ranking["players"] if one["rank"])


def ranked(values: dict[str, int]) -> list[tuple[int, str, int]]:
    """The same, by the rule text: a rank is one more than how many have a higher value."""
    return sorted((rank, name, values[name]) for name, rank in ranks(values).items())


def ranks(values: dict[str, int]) -> dict[str, int]:
    return {name: 1 + sum(other > value for other in values.values()) for name, value in values.items()}


EVERYBODY = [f"Player {number:02}" for number in range(1, 13)]


@replayed
def series() -> tuple[Series, list[dict[str, int]]]:
    """Three tournaments of eight, set up in another order than they are played, and one that is still open."""
    year = Series(7)
    summer = year.played("summer", "2026-07-01", EVERYBODY[4:12])
    spring = year.played("spring", "2026-04-01", EVERYBODY[:8])
    autumn = year.played("autumn", "2026-10-01", [*EVERYBODY[:4], *EVERYBODY[8:12]])
    year.tournament("winter", "2026-12-01", EVERYBODY[:8])
    return year, [spring, summer, autumn]


def test_points_for_the_rank_of_which_the_best_counts() -> None:
    """Everybody has played in two of the three; behind the sixth rank there are no points."""
    year, results = series()
    points = [12, 9, 7, 5, 4, 3, 0, 0]
    brought: dict[str, list[int]] = defaultdict(list)
    for totals in results:
        for name, rank in ranks(totals).items():
            brought[name].append(points[rank - 1])

    ranking = year.ranking(worth="rank", by_rank=points[:6], best=1)

    assert ranking["tournaments"] == ["spring", "summer", "autumn"]
    assert table(ranking) == ranked({name: max(some) for name, some in brought.items()})
    [first] = [one for one in ranking["players"] if one["name"] == "Player 01"]
    better = 0 if brought["Player 01"][0] >= brought["Player 01"][1] else 1
    assert first["worths"] == [
        {"tournament": tournament, "value": value, "counts": number == better}
        for number, (tournament, value) in enumerate(zip((1, 3), brought["Player 01"], strict=True))
    ]


def test_the_sum_of_all_totals_with_a_minimum() -> None:
    """A club's year: only those who have played in three tournaments have a rank; the others stand below."""
    year, results = series()
    results.append(year.played("late", "2026-11-01", EVERYBODY[:4]))
    sums: dict[str, int] = defaultdict(int)
    for totals in results:
        for name, total in totals.items():
            sums[name] += total

    ranking = year.ranking(worth="total", minimum=3)

    assert ranking["units_per_point"] == 1_000
    assert table(ranking) == ranked({name: sums[name] for name in EVERYBODY[:4]})
    below = [(one["name"], one["value"]) for one in ranking["players"] if one["rank"] is None]
    assert below == sorted(((name, sums[name]) for name in EVERYBODY[4:]), key=lambda one: -one[1])
    assert ranking["in_words"] == [
        "A finished tournament contributes its total.",
        "Players are ranked after 3 tournaments.",
    ]


def test_the_share_of_those_behind() -> None:
    """As international rankings count: 1000 for the first, 0 for the last, evenly between, whatever the size."""
    year, results = series()
    best: dict[str, int] = defaultdict(int)
    for totals in results:
        for name, rank in ranks(totals).items():
            share = (2 * 1_000 * (8 - rank) + 7) // (2 * 7)
            best[name] = max(best[name], share)

    ranking = year.ranking(worth="share_beaten", best=1)

    assert table(ranking) == ranked(best)
    assert year.ranking(worth=None)["players"] == []


def test_pools_and_a_final_make_one_order() -> None:
    """Two pools of eight, the first two of each play the final; behind it the pools count as one."""
    year = Series(3)
    cup = year.tournament("cup", "2026-05-01", [f"Player {number:02}" for number in range(1, 17)])
    names = list(cup.entries)
    pools = [cup.stage(f"Pool {letter}", rules=[]) for letter in "AB"]
    final = cup.stage("Final", rules=[{"from_stage": pool, "last": 2} for pool in pools])
    for pool, some in zip(pools, (names[:8], names[8:]), strict=True):
        proposal = cup.call("GET", f"stages/{pool}/proposed-qualifiers/")
        keys = [cup.entries[name] for name in some]
        cup.call("POST", f"stages/{pool}/qualifiers/", {"qualifiers": keys}, if_match=proposal["tag"])
        cup.play(pool, rounds=2)
    orders = [agrees(cup.table(pool), cup.totals(pool)) for pool in pools]
    cup.confirm(final)
    cup.play(final)
    best = agrees(cup.table(final), cup.totals(final))
    cup.call("POST", "tournaments/cup/finish/", {"confirm": ["stages_empty"]})
    points = [100, 90, 80, 70, 60, 60, 50, 50, 40, 40, 30, 30, 20, 20, 10, 10]

    ranking = year.ranking(worth="rank", by_rank=points)

    level = [sorted(pair) for pair in zip(*(order[2:] for order in orders), strict=True)]
    expected = [(rank, name) for rank, name in enumerate(best, 1)]
    expected += [(5 + 2 * turn, name) for turn, pair in enumerate(level) for name in pair]
    assert sorted((one["rank"], one["name"]) for one in ranking["players"]) == sorted(expected)
