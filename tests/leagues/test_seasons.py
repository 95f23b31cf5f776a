"""Leagues with divisions as they really run, checked against what their rule texts say."""

import pytest

from tests.leagues.seasons import open_league
from tests.thorough import THOROUGH
from tournaments.models import LeagueLedgerEntry, Move
from tournaments.verification import verify_league, verify_ledger

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def by_player(proposal: dict) -> dict[int, dict]:
    return {place["player"]: place for place in proposal["places"]}


def expected_next(upper: list[int], lower: list[int], up: set[int], down: set[int]) -> list[list[int]]:
    """Who stays in the upper division and who comes up; who comes down and who stays in the lower."""
    return [
        [player for player in upper if player not in down] + [player for player in lower if player in up],
        [player for player in upper if player in down] + [player for player in lower if player not in up],
    ]


def test_jpml_a2_sends_two_up_and_four_down() -> None:
    """鳳凰戦 A2: of 16 players the first 2 go up to A1, the last 4 go down to B1; A1 has 12."""
    league = open_league("houou")
    season = league.season(
        "2026",
        [
            {"name": "A1", "boundary": {"up": 2, "down": 2}},
            {"name": "A2", "boundary": {"up": 4, "down": 4}},
            {"name": "B1", "boundary": {}},
        ],
    )
    for level, (slug, players) in enumerate((("a1", 12), ("a2", 16), ("b1", 16)), 1):
        league.tournament(season, level, slug, players)
        league.play(slug, 2)
    a1, a2, b1 = (league.order(slug) for slug in ("a1", "a2", "b1"))

    proposal = league.proposal(season)
    following = league.confirm(season, "2027")

    places = by_player(proposal)
    assert [places[player]["way"] for player in a2] == ["up"] * 2 + ["stays"] * 10 + ["down"] * 4
    assert [places[player]["position"] for player in a2] == list(range(1, 17))
    assert [league.players(slug) for slug in league.slugs(following)] == [
        a1[:10] + a2[:2],
        a1[10:] + a2[2:12] + b1[:4],
        a2[12:] + b1[4:],
    ]
    said = league.ok(league.caller.get(f"/v1/seasons/{season}/divisions/"))["divisions"][1]["in_words"]
    assert said == ["Of 16 players: ranks 1–2 are promoted, ranks 13–16 are relegated."]


# 最高位戦: a quarter up, a quarter down; the next two on each side get points, and 3 in two seasons move.
POINTS = {"by_rank": [0, 0, 2, 1], "threshold": 3, "seasons": 2}
SAIKOUISEN = {"up": "1/4", "down": "1/4", "mode": "down", "points_up": POINTS, "points_down": POINTS}


def movers(order: list[int], kept: dict[int, int], *, from_the_top: bool) -> tuple[set[int], dict[int, int]]:
    """The rule text: a quarter by rank; the next two get 2 points and 1; whoever has 3 with the last season's."""
    ends = order if from_the_top else order[::-1]
    quarter = len(order) // 4
    gained = {ends[2]: 2, ends[3]: 1}
    moved = set(ends[:quarter])
    moved |= {player for player in order if gained.get(player, 0) + kept.get(player, 0) >= 3}
    return moved, gained


def test_saikouisen_keeps_points_over_two_seasons() -> None:
    # Dice by which somebody moves by points and tables stay full.
    dice, seasons = ("saikouisen 5", 4) if THOROUGH else ("saikouisen 6", 2)
    league = open_league(dice)
    season = league.season("1", [{"name": "A", "boundary": SAIKOUISEN}, {"name": "B"}])
    for level, slug in enumerate(("a", "b"), 1):
        league.tournament(season, level, slug, 8)
    kept_up: dict[int, int] = {}
    kept_down: dict[int, int] = {}
    by_points = 0
    for number in range(2, 2 + seasons):
        upper, lower = league.slugs(season)
        for slug in (upper, lower):
            league.play(slug, 3)
        a, b = league.order(upper), league.order(lower)
        up, points_up = movers(b, kept_up, from_the_top=True)
        down, points_down = movers(a, kept_down, from_the_top=False)

        proposal = league.proposal(season)
        following = league.confirm(season, str(number))

        places = by_player(proposal)
        assert {player for player, place in places.items() if place["to_level"] < place["level"]} == up
        assert {player for player, place in places.items() if place["to_level"] > place["level"]} == down
        assert {
            player: place["points_up"] for player, place in places.items() if place["points_up"]
        } == points_up
        new = [league.players(slug) for slug in league.slugs(following)]
        assert [sorted(division) for division in new] == [
            sorted(division) for division in expected_next(a, b, up, down)
        ]
        by_points += sum(place["way"].startswith("points") for place in places.values())
        # Points count while one stays in the division.
        kept_up = {player: points for player, points in points_up.items() if player not in up}
        kept_down = {player: points for player, points in points_down.items() if player not in down}
        season = following

    assert by_points > 0, "another seed, so that somebody moves by points"
    assert Move.objects.filter(way__startswith="points").count() == by_points
    assert verify_league(league.league.pk).problems == []


def test_the_leagues_chain_names_the_chains_it_was_computed_from() -> None:
    league = open_league("chain")
    season = league.season("1", [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}])
    heads = []
    for level, slug in enumerate(("a", "b"), 1):
        league.tournament(season, level, slug, 4)
        league.play(slug, 1)
        heads.append(league.ok(league.caller.get(f"/v1/tournaments/{slug}/"))["head"])

    following = league.confirm(season, "2")

    entry = LeagueLedgerEntry.objects.get(kind="season_confirmed").content
    assert entry["from"] == heads
    assert (entry["season"], entry["next"], entry["up"], entry["down"]) == (season, following, 1, 1)
    assert len(entry["moves"]) == 8
    for slug in league.slugs(following):
        tournament = league.league.seasons.get(pk=following).tournaments.get(slug=slug)
        assert verify_ledger(tournament.pk).problems == []
    assert verify_league(league.league.pk).problems == []
