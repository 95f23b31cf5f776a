"""Divisions with a title match above them: who plays it, and who goes up and down behind it."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.core.cache import cache

from tests.leagues.shapes.league import League, agrees, jpml, named, organizer
from tests.thorough import examples
from tests.tournaments.api.callers import Caller, body_of
from tournaments.models import League as StoredLeague
from tournaments.verification import verify_league, verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# By division, names from the first to the last.
Ranking = list[list[str]]


class Divisions:
    """A league whose seasons are set up, played and followed through the API alone."""

    def __init__(self, seed: int, names: Sequence[str], boundaries: Sequence[dict[str, object]]) -> None:
        self.caller: Caller = organizer()
        self.dice = random.Random(seed)
        self.names = names
        self.call("POST", "leagues/", {"slug": "river", "name": "River League"})
        self.season: int = self.call("POST", "leagues/river/seasons/", {"name": "1"})["id"]
        seen = self.call("GET", f"seasons/{self.season}/divisions/")["tag"]
        rows = [{"name": name, "boundary": rule} for name, rule in zip(names, [*boundaries, {}], strict=True)]
        self.call("POST", f"seasons/{self.season}/divisions/", {"divisions": rows}, if_match=seen)

    def call(self, method: str, path: str, body: object = None, **more: Any) -> Any:
        cache.clear()
        answer = self.caller.call(method, f"/v1/{path}", body, **more)
        assert answer.status_code < 300, (method, path, answer.status_code, answer.content)
        return body_of(answer)

    def begin(self, *sizes: int) -> list[League]:
        """The first season by JPML's rules: a tournament for each division, its players numbered."""
        for level, (name, players) in enumerate(zip(self.names, sizes, strict=True), 1):
            body = {"slug": name.lower(), "name": name, "rulebook": "jpml_a", "season": self.season}
            self.call("POST", "tournaments/", {**body, "division": name, "level": level})
            for number in range(1, players + 1):
                self.call("POST", f"tournaments/{name.lower()}/entries/", {"name": f"{name}-{number:02}"})
        return self.played()

    def played(self) -> list[League]:
        """The tournaments of the season, the top division first."""
        found = self.call("GET", f"tournaments/?season={self.season}&limit=50")["results"]
        slugs = [one["slug"] for one in sorted(found, key=lambda one: one["level"])]
        leagues = [named(self.caller, slug, self.dice) for slug in slugs]
        return [replace(one, whole=120_000, prizes=jpml) for one in leagues]

    def proposal(self) -> dict[str, Any]:
        found: dict[str, Any] = self.call("GET", f"seasons/{self.season}/next/")
        return found

    def follow(self, name: str, changes: Sequence[dict[str, object]] = ()) -> list[dict[str, Any]]:
        """Open the next season; return where everybody went."""
        seen, last = self.proposal()["tag"], self.season
        body = {"name": name, "changes": list(changes)}
        self.season = self.call("POST", f"seasons/{last}/next/", body, if_match=seen)["id"]
        moves: list[dict[str, Any]] = self.call("GET", f"seasons/{last}/moves/?limit=200")["results"]
        return moves

    def check(self) -> None:
        """All ledgers are sound, the league's among them."""
        league = StoredLeague.objects.get(slug="river")
        assert verify_league(league.pk).problems == []
        for season in league.seasons.all():
            for tournament in season.tournaments.all():
                assert verify_ledger(tournament.pk).problems == []


def play_season(divisions: Sequence[League], rounds: int) -> Ranking:
    """Play so many rounds in every division and end it; everybody by the sum of their games."""
    ranking = []
    for league in divisions:
        league.play(league.stages[0], rounds=rounds)
        ranking.append(agrees(league.table(league.stages[0]), league.totals(league.stages[0])))
        league.call("POST", f"tournaments/{league.slug}/finish/", {})
    return ranking


def fields(divisions: Sequence[League]) -> list[set[str]]:
    return [set(league.entries) for league in divisions]


def test_three_of_the_top_division_and_the_champion_play_for_the_title() -> None:
    """JPML 鳳凰戦 with floating uma: A1 of 12, its first three meet the champion; A2 of 16, two up and four down."""
    league = Divisions(41, ["A1", "A2", "B1"], [{"down": 2, "up": 2}, {"down": 4, "up": 4}])
    a1, a2, b1 = league.begin(12, 16, 16)

    a1.play(a1.stages[0], rounds=examples(1, of=3))
    twelve = agrees(a1.table(a1.stages[0]), a1.totals(a1.stages[0]))
    title = a1.stage("Title match", rules=[{"from_stage": a1.stages[0], "last": 3}])
    a1.player("Champion")
    proposal = a1.call("GET", f"stages/{title}/proposed-qualifiers/")
    assert [one["name"] for one in proposal["candidates"]] == twelve[:3]
    keys = [*(one["entry"] for one in proposal["candidates"]), a1.entries["Champion"]]
    a1.call("POST", f"stages/{title}/qualifiers/", {"qualifiers": keys}, if_match=proposal["tag"])
    a1.play(title, rounds=examples(2, of=4))
    four = agrees(a1.table(title), a1.totals(title))
    assert set(four) == {*twelve[:3], "Champion"}
    a1.call("POST", f"tournaments/{a1.slug}/finish/", {})
    sixteen, last = play_season([a2, b1], rounds=examples(1, of=2))

    # The champion defends the title next year and leaves the division; whoever lost it plays in it.
    players = {one["name"]: one["player"] for one in league.proposal()["places"]}
    moves = league.follow(
        "2", [{"player": players[four[0]], "to_level": None, "reason": "defends the title"}]
    )

    ranked = [*four, *(name for name in twelve if name not in four)]
    stays = [name for name in ranked[:-2] if name != four[0]]
    assert fields(league.played()) == [
        {*stays, *sixteen[:2]},
        {*ranked[-2:], *sixteen[2:-4], *last[:4]},
        {*sixteen[-4:], *last[4:]},
    ]
    assert [(one["name"], one["reason"]) for one in moves if one["way"] == "leaves"] == [
        (four[0], "defends the title")
    ]
    assert [stage["name"] for stage in stages_of(league.played()[0])] == ["Main stage", "Title match"]
    league.check()


def stages_of(league: League) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = league.call("GET", f"tournaments/{league.slug}/")["stages"]
    return found
