"""Seasons of a league with divisions, set up and played through the API with a fixed seed."""

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

UMA = (50_000, 10_000, -10_000, -30_000)  # of M-League, including oka, for the 1st to the 4th
RETURN_POINTS = 30_000


@dataclass
class Played:
    """A league in play, called by its organizer; `totals` are computed here from the rules alone."""

    league: League
    caller: Caller
    seed: random.Random
    totals: dict[str, dict[int, int]] = field(default_factory=dict)

    def ok(self, answer: Any, status: int = 200) -> Any:
        assert answer.status_code == status, answer.content.decode()
        return answer.json() if answer.content else None

    def season(self, name: str, divisions: list[dict[str, Any]]) -> int:
        season = self.ok(self.caller.post(f"/v1/leagues/{self.league.slug}/seasons/", {"name": name}), 201)
        path = f"/v1/seasons/{season['id']}/divisions/"
        tag = self.ok(self.caller.get(path))["tag"]
        self.ok(self.caller.post(path, {"divisions": divisions}, if_match=tag))
        return int(season["id"])

    def tournament(self, season: int, level: int, slug: str, players: int) -> None:
        """Set up a division's tournament with this many new players."""
        frame = {"slug": slug, "name": slug, "rulebook": "mleague", "season": season, "level": level}
        self.ok(self.caller.post("/v1/tournaments/", frame), 201)
        names = [f"{slug} {number:02}" for number in range(1, players + 1)]
        for name in names:
            self.ok(self.caller.post(f"/v1/tournaments/{slug}/entries/", {"name": name}), 201)

    def play(self, slug: str, rounds: int, *confirm: str) -> None:
        """Play rounds by lot, and finish the tournament; `confirm` are the codes that finishing requires."""
        stage = self.ok(self.caller.get(f"/v1/tournaments/{slug}/"))["stages"][0]["id"]
        totals = self.totals.setdefault(slug, defaultdict(int))
        for number in range(rounds):
            # Calls are limited per minute, and a season takes longer than a test.
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
        """Return the players by total as computed here; there are no ties."""
        totals = self.totals[slug]
        assert len(set(totals.values())) == len(totals)
        return sorted(totals, key=lambda player: -totals[player])

    def proposal(self, season: int) -> dict[str, Any]:
        found: dict[str, Any] = self.ok(self.caller.get(f"/v1/seasons/{season}/next/"))
        return found

    def confirm(self, season: int, name: str, **body: Any) -> int:
        """Confirm the current proposal."""
        tag = self.proposal(season)["tag"]
        answer = self.caller.post(f"/v1/seasons/{season}/next/", {"name": name, **body}, if_match=tag)
        return int(self.ok(answer, 201)["id"])

    def slugs(self, season: int) -> list[str]:
        """Return the tournaments of a season, the top one first."""
        rows = Tournament.objects.filter(season=season).order_by("level")
        return list(rows.values_list("slug", flat=True))

    def players(self, slug: str) -> list[int]:
        """Return the entered players by number."""
        entries = Tournament.objects.get(slug=slug).entries.order_by("number")
        return list(entries.values_list("player", flat=True))

    def _points(self) -> list[int]:
        """Return four different scores that sum to 100,000."""
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
