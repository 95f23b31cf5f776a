"""Seasons of a league with divisions, built and played through the API with a fixed seed."""

import random
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache

from players.models import User
from tests.tournaments.api.callers import Caller, signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league
from tournaments.models import League, Tournament
from tournaments.standings import publish_tournament

UMA = (50_000, 10_000, -10_000, -30_000)  # of M-League, with its oka: what the 1st to the 4th get
RETURN_POINTS = 30_000


@dataclass
class Played:
    """A league in play: the league's organizer calls; `totals` are added up here, from the rule text alone."""

    league: League
    caller: Caller
    seed: random.Random
    totals: dict[str, dict[int, int]] = field(default_factory=dict)

    def ok(self, answer: Any, status: int = 200) -> Any:
        assert answer.status_code == status, answer.content.decode()
        return answer.json() if answer.content else None

    def season(self, name: str, divisions: list[dict[str, Any]]) -> int:
        """Open a season with these divisions."""
        season = self.ok(self.caller.post(f"/v1/leagues/{self.league.slug}/seasons/", {"name": name}), 201)
        path = f"/v1/seasons/{season['id']}/divisions/"
        tag = self.ok(self.caller.get(path))["tag"]
        self.ok(self.caller.post(path, {"divisions": divisions}, if_match=tag))
        return int(season["id"])

    def tournament(self, season: int, level: int, slug: str, players: int) -> None:
        """Set up the tournament of a division with so many new players."""
        frame = {"slug": slug, "name": slug, "rulebook": "mleague", "season": season, "level": level}
        self.ok(self.caller.post("/v1/tournaments/", frame), 201)
        names = [f"{slug} {number:02}" for number in range(1, players + 1)]
        for name in names:
            self.ok(self.caller.post(f"/v1/tournaments/{slug}/entries/", {"name": name}), 201)

    def play(self, slug: str, rounds: int, *confirm: str) -> None:
        """Play some rounds by lot to the end, and finish the tournament; `confirm` is what that asks."""
        stage = self.ok(self.caller.get(f"/v1/tournaments/{slug}/"))["stages"][0]["id"]
        totals = self.totals.setdefault(slug, defaultdict(int))
        for number in range(rounds):
            # Calls are counted for each minute, and a season takes longer than a test.
            cache.clear()
            drawn = self.ok(
                self.caller.post(f"/v1/stages/{stage}/rounds/", {"seed": f"{slug} {number} 0123456789"}), 201
            )
            for verb in ("publish", "start"):
                self.ok(self.caller.post(f"/v1/rounds/{drawn['id']}/{verb}/"))
            for table in drawn["tables"]:
                points = self._points()
                self.ok(
                    self.caller.post(
                        f"/v1/tables/{table['id']}/correct/", {"points": points, "reason": "paper"}
                    ),
                    201,
                )
                order = sorted(points, reverse=True)
                for seat, made in zip(table["seats"], points, strict=True):
                    place = order.index(made)
                    player = self._player(seat["entry"])
                    totals[player] += made - RETURN_POINTS + UMA[place]
            self.ok(self.caller.post(f"/v1/rounds/{drawn['id']}/close/"))
        self.ok(self.caller.post(f"/v1/tournaments/{slug}/finish/", {"confirm": confirm}))
        publish_tournament(Tournament.objects.get(slug=slug).pk)

    def order(self, slug: str) -> list[int]:
        """The players from the first to the last, by what was added up here; nobody is level with another."""
        totals = self.totals[slug]
        assert len(set(totals.values())) == len(totals)
        return sorted(totals, key=lambda player: -totals[player])

    def proposal(self, season: int) -> dict[str, Any]:
        found: dict[str, Any] = self.ok(self.caller.get(f"/v1/seasons/{season}/next/"))
        return found

    def confirm(self, season: int, name: str, **body: Any) -> int:
        """Confirm what is proposed now."""
        tag = self.proposal(season)["tag"]
        answer = self.caller.post(f"/v1/seasons/{season}/next/", {"name": name, **body}, if_match=tag)
        return int(self.ok(answer, 201)["id"])

    def slugs(self, season: int) -> list[str]:
        """The tournaments of a season, the top one first."""
        rows = Tournament.objects.filter(season=season).order_by("level")
        return list(rows.values_list("slug", flat=True))

    def players(self, slug: str) -> list[int]:
        """Who is entered, by number."""
        entries = Tournament.objects.get(slug=slug).entries.order_by("number")
        return list(entries.values_list("player", flat=True))

    def _points(self) -> list[int]:
        """Four different figures that add up to 100,000."""
        while True:
            cuts = [self.seed.randrange(50, 450) * 100 for _seat in range(3)]
            points = [*cuts, 100_000 - sum(cuts)]
            if len(set(points)) == 4 and points[3] > 0:
                return points

    def _player(self, entry: dict[str, Any]) -> int:
        found = Tournament.objects.filter(entries=entry["id"]).values_list("entries__player")
        return int(found.filter(entries=entry["id"])[0][0])


def open_league(seed: str) -> Played:
    user = User.objects.create_user("lea@league.example", name="Lea")
    league = create_league(slug="river", name="River League", by=Actor(user))
    return Played(league, signed_in(user), random.Random(seed))
