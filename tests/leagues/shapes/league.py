"""A league set up and played through the API alone, and a plain record of its games.

Tests compute the expected tables from that record, without the product's code.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache

from players.models import User
from tests.tournaments.api.callers import Caller, body_of, program
from tournaments.models import Tournament
from tournaments.standings import publish_tournament

# A game's score from a table's points: prizes from the 1st to the 4th place, in thousandths of a point.
Prizes = Callable[[list[int]], tuple[int, int, int, int]]


def mleague(_points: list[int]) -> tuple[int, int, int, int]:
    """25,000 points, returned to 30,000, with 20,000 to the first; prizes of 30, 10, -10 and -30 points."""
    return 50_000, 10_000, -10_000, -30_000


def jpml(points: list[int]) -> tuple[int, int, int, int]:
    """日本プロ麻雀連盟, A rule: from 30,000, with prizes by the number of players with at least 30,000 (浮き): one
    12, -1, -3, -8; two 8, 4, -4, -8; three 8, 3, 1, -12.
    """
    return {
        1: (12_000, -1_000, -3_000, -8_000),
        2: (8_000, 4_000, -4_000, -8_000),
        3: (8_000, 3_000, 1_000, -12_000),
    }[sum(point >= 30_000 for point in points)]


@dataclass
class Game:
    """A table's players, East first, with points and scores in thousandths."""

    stage: int
    round: int
    table: int
    players: list[str]
    points: list[int]
    prizes: Prizes = mleague

    @property
    def results(self) -> dict[str, int]:
        """Return points minus 30,000, plus the prize of the place. There are no ties here."""
        order = sorted(self.players, key=lambda name: -self.points[self.players.index(name)])
        prizes = self.prizes(self.points)
        return {
            name: points - 30_000 + prizes[order.index(name)]
            for name, points in zip(self.players, self.points, strict=True)
        }

    @property
    def order(self) -> list[str]:
        """Return the players by place."""
        return sorted(self.players, key=lambda name: -self.results[name])


def as_drawn(_round: int) -> None:
    """Nothing is done with it."""


@dataclass
class League:
    """The league's organizer, its games, and names by the API's ids."""

    caller: Caller
    slug: str
    pk: int
    dice: random.Random
    stages: list[int]
    games: list[Game] = field(default_factory=list)
    entries: dict[str, int] = field(default_factory=dict)
    teams: dict[str, int] = field(default_factory=dict)
    team_of: dict[str, str] = field(default_factory=dict)
    # The sum of a table's points.
    whole: int = 100_000
    prizes: Prizes = mleague
    # Callback for published rounds before they start, with the round's id.
    before_start: Callable[[int], None] = as_drawn

    def call(self, method: str, path: str, body: object = None, **more: Any) -> Any:
        # A season in a few seconds exceeds the hourly rate limit.
        cache.clear()
        answer = self.caller.call(method, f"/v1/{path}", body, **more)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.content)
        return body_of(answer) if answer.content else None

    def team(self, name: str, players: int) -> None:
        """Add a team with this many players: "Aces 1", "Aces 2" …"""
        pk = self.call("POST", f"tournaments/{self.slug}/teams/", {"name": name})["id"]
        self.teams[name] = pk
        for number in range(1, players + 1):
            self.player(f"{name} {number}", team=pk)
            self.team_of[f"{name} {number}"] = name

    def player(self, name: str, **more: object) -> None:
        made = self.call("POST", f"tournaments/{self.slug}/entries/", {"name": name, **more})
        self.entries[name] = made["id"]

    def stage(self, name: str, **terms: object) -> int:
        """Add a stage; with terms, only their qualifiers play."""
        pk: int = self.call("POST", f"tournaments/{self.slug}/stages/", {"name": name})["id"]
        self.stages.append(pk)
        if terms:
            seen = self.call("GET", f"stages/{pk}/qualification/")["tag"]
            self.call("POST", f"stages/{pk}/qualification/", terms, if_match=seen)
        return pk

    def confirm(self, stage: int) -> list[str]:
        """Confirm the qualifiers by the rules; return their names by seed."""
        proposal = self.call("GET", f"stages/{stage}/proposed-qualifiers/")
        keys = [one["team"] or one["entry"] for one in proposal["candidates"]]
        self.call("POST", f"stages/{stage}/qualifiers/", {"qualifiers": keys}, if_match=proposal["tag"])
        confirmed = self.call("GET", f"stages/{stage}/qualifiers/")["qualifiers"]
        return [one["name"] for one in confirmed]

    def play(self, stage: int, *, rounds: int = 1, **plan: object) -> list[Game]:
        """Draw rounds, one after another or at once, and play them with random points."""
        played: list[Game] = []
        at_once = plan.get("method", "random") in ("schedule", "teams", "team_season")
        for _turn in range(1 if at_once else rounds):
            meant = {} if at_once else {"confirm": ["team_mates_together"]}
            body = {"method": "random", "seed": f"{self.dice.random()}", **meant, **plan}
            if at_once:
                body["rounds"] = rounds
            drawn = self.call("POST", f"stages/{stage}/draws/", body)
            self.call("POST", f"draws/{drawn['id']}/publish/", {})
            for one in drawn["rounds"]:
                played += self._round(stage, one)
        return played

    def penalize(self, stage: int, amount: int, *, team: str = "", player: str = "") -> None:
        who = {"team": self.teams[team]} if team else {"entry": self.entries[player]}
        body = {**who, "amount": amount, "reason": "By the rules"}
        self.call("POST", f"stages/{stage}/penalties/", body)

    def table(self, stage: int) -> list[tuple[str, int]]:
        """Return names and totals of the published players, best first."""
        publish_tournament(self.pk)
        rows = self.call("GET", f"stages/{stage}/standings/")["standings"]
        return [(row["entry"]["name"], row["total"]) for row in rows]

    def table_of_teams(self, stage: int) -> list[tuple[str, int]]:
        publish_tournament(self.pk)
        rows = self.call("GET", f"stages/{stage}/standings/")["teams"]
        return [(row["team"]["name"], row["total"]) for row in rows]

    def results(self, stage: int) -> dict[str, list[int]]:
        """Return all results, game by game."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for game in self.games:
            if game.stage == stage:
                for name, result in game.results.items():
                    found[name].append(result)
        return found

    def totals(self, stage: int) -> dict[str, int]:
        """Return plain sums of players."""
        return {name: sum(results) for name, results in self.results(stage).items()}

    def totals_of_teams(self, stage: int) -> dict[str, int]:
        """Return plain sums of teams."""
        found: defaultdict[str, int] = defaultdict(int)
        for name, total in self.totals(stage).items():
            found[self.team_of[name]] += total
        return found

    def _round(self, stage: int, pk: int) -> list[Game]:
        self.before_start(pk)
        self.call("POST", f"rounds/{pk}/start/", {})
        round_ = self.call("GET", f"rounds/{pk}/")
        played = []
        for table in round_["tables"]:
            names = [seat["entry"]["name"] for seat in table["seats"]]
            points = self.points_of_a_table()
            self.call("POST", f"tables/{table['id']}/correct/", {"points": points, "reason": "Paper"})
            played.append(Game(stage, round_["number"], table["number"], names, points, self.prizes))
        self.games += played
        self.call("POST", f"rounds/{pk}/close/", {})
        return played

    def points_of_a_table(self) -> list[int]:
        """Return a table's points in hundreds, without ties."""
        hundreds = self.whole // 100
        while True:
            cuts = sorted(self.dice.sample(range(1, hundreds), 3))
            points = [(b - a) * 100 for a, b in zip([0, *cuts], [*cuts, hundreds], strict=True)]
            if len(set(points)) == 4:
                return points


def organizer() -> Caller:
    """Return Alice as a program."""
    alice = User.objects.create_user("alice@league.example", name="Alice")
    alice.is_founder = True
    alice.save(update_fields=["is_founder"])
    cache.clear()
    return program(alice)


def found(seed: int, **settings: object) -> League:
    """Return a league by M-League rules with its first stage."""
    caller = organizer()
    body = {"slug": "league", "name": "The league", "rulebook": "mleague", **settings}
    made = caller.post("/v1/tournaments/", body)
    assert made.status_code == 201, made.content
    return named(caller, "league", random.Random(seed))


def named(caller: Caller, slug: str, dice: random.Random) -> League:
    """Return the tournament at this address, with its people."""
    cache.clear()
    made = body_of(caller.call("GET", f"/v1/tournaments/{slug}/"))
    entries = body_of(caller.call("GET", f"/v1/tournaments/{slug}/entries/?limit=200"))["results"]
    return League(
        caller,
        slug,
        Tournament.objects.get(slug=slug).pk,
        dice,
        [stage["id"] for stage in made["stages"]],
        entries={one["player"]["name"]: one["id"] for one in entries},
    )


def agrees(
    table: list[tuple[str, int]], totals: dict[str, int], *, unplayed: Collection[str] = ()
) -> list[str]:
    """Check a published table's totals and order, with players without a game last; return its names in order. Ties
    are ordered by lot.
    """
    assert dict(table) == totals
    order = [(name not in unplayed, total) for name, total in table]
    assert order == sorted(((name not in unplayed, total) for name, total in totals.items()), reverse=True)
    return [name for name, _total in table]
