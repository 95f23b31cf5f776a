"""The turn of the year by the API alone: what an organizer set up and whom they had is there again, and can be taken
back while nothing is played.
"""

from typing import Any

import pytest
from django.core.cache import cache

from tests.leagues.seasons import Played, open_league
from tournaments.models import Captain, LeagueLedgerEntry, Tournament
from tournaments.standings import publish_tournament
from tournaments.verification import verify_league, verify_ledger

pytestmark = pytest.mark.django_db


def two_divisions(league: Played) -> int:
    season = league.season("2026", [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}])
    for level, slug in enumerate(("a", "b"), 1):
        league.tournament(season, level, slug, 4)
        league.play(slug, 1)
    return season


def next_tournaments(league: Played, season: int) -> list[dict[str, Any]]:
    return [league.ok(league.caller.get(f"/v1/tournaments/{slug}/")) for slug in league.slugs(season)]


def sound(league: Played) -> None:
    assert verify_league(league.league.pk).problems == []
    for tournament in Tournament.objects.all():
        assert verify_ledger(tournament.pk).problems == []


def test_a_season_whose_tournaments_were_discarded_is_revoked_and_opened_again() -> None:
    league = open_league("one way")
    season = two_divisions(league)
    opened = league.confirm(season, "2027")
    for slug in league.slugs(opened):
        league.ok(league.caller.delete(f"/v1/tournaments/{slug}/"), 204)

    asked = league.caller.post(f"/v1/seasons/{season}/next/revoke/", {})

    error = league.ok(asked, 409)["error"]
    assert (error["code"], error["fields"]["confirm"]) == ("please_confirm", ["season_revoked"])
    assert error["message"] == (
        "The season “2027” is revoked, along with everything set up there. Tournaments discarded: 0; players "
        "entered there: 0; moves withdrawn, including the points kept: 8. If this is intended, confirm "
        "season_revoked."
    )
    revoke = {"confirm": ["season_revoked"]}
    for _time in range(2):
        league.ok(league.caller.post(f"/v1/seasons/{season}/next/revoke/", revoke), 204)
    assert league.ok(league.caller.get(f"/v1/seasons/{season}/moves/"))["results"] == []
    again = league.confirm(season, "2027 again")
    assert [len(league.players(slug)) for slug in league.slugs(again)] == [4, 4]
    assert LeagueLedgerEntry.objects.filter(kind="season_revoked").count() == 1
    sound(league)


def test_a_team_league_goes_on_with_its_teams_captains_and_line_ups() -> None:
    league = open_league("teams")
    season = league.season("2026", [{"name": "M"}])
    frame = {"slug": "m", "name": "M", "rulebook": "mleague", "season": season, "level": 1}
    league.ok(league.caller.post("/v1/tournaments/", frame), 201)
    league.ok(league.caller.post("/v1/tournaments/m/preset/", {"preset": "m_league"}))
    for team in ("Bears", "Foxes", "Hares", "Owls"):
        made = league.ok(league.caller.post("/v1/tournaments/m/teams/", {"name": team}))
        for number in (1, 2):
            body = {"name": f"{team} {number}", "team": made["id"]}
            entry = league.ok(league.caller.post("/v1/tournaments/m/entries/", body), 201)
            if number == 1:
                league.ok(league.caller.post(f"/v1/teams/{made['id']}/captain/", {"entry": entry["id"]}))
    stage = league.ok(league.caller.get("/v1/tournaments/m/"))["stages"][0]["id"]
    rule = {"is_on": True, "closes_before": 60, "late_penalty": 20_000}
    league.ok(league.caller.post(f"/v1/stages/{stage}/line-up-rule/", rule))
    league.play("m", 1, "stages_empty")

    proposed = league.proposal(season)
    opened = league.confirm(season, "2027")

    found = sorted((one["name"], one["to_level"], len(one["players"])) for one in proposed["teams"])
    assert found == [("Bears", 1, 2), ("Foxes", 1, 2), ("Hares", 1, 2), ("Owls", 1, 2)]
    [again] = league.slugs(opened)
    teams = league.ok(league.caller.get(f"/v1/tournaments/{again}/teams/"))["results"]
    assert sorted(team["name"] for team in teams) == ["Bears", "Foxes", "Hares", "Owls"]
    captains = Captain.objects.filter(team__tournament__slug=again)
    assert sorted(captains.values_list("entry__player__name", flat=True)) == [
        "Bears 1",
        "Foxes 1",
        "Hares 1",
        "Owls 1",
    ]
    entries = league.ok(league.caller.get(f"/v1/tournaments/{again}/entries/"))["results"]
    assert len(entries) == 8
    assert all(one["player"]["name"].startswith(one["team"]["name"]) for one in entries)
    [first, *_rest] = next_tournaments(league, opened)[0]["stages"]
    rule_again = league.ok(league.caller.get(f"/v1/stages/{first['id']}/line-up-rule/"))
    assert {name: rule_again[name] for name in rule} == rule
    sound(league)


def test_a_club_ladder_goes_on_with_free_play_and_all_its_members() -> None:
    league = open_league("ladder")
    season = league.season("2026", [{"name": "Ladder"}])
    frame = {"slug": "c", "name": "C", "rulebook": "mleague", "season": season, "level": 1}
    league.ok(league.caller.post("/v1/tournaments/", frame), 201)
    league.ok(league.caller.post("/v1/tournaments/c/preset/", {"preset": "club_ladder"}))
    for number in range(1, 5):
        league.ok(league.caller.post("/v1/tournaments/c/entries/", {"name": f"Member {number}"}), 201)
    league.play("c", 1)

    proposed = league.proposal(season)

    assert [(one["name"], one["to_level"], one["way"]) for one in proposed["unranked"]] == [
        (f"Member {number}", 1, "stays") for number in range(1, 5)
    ]
    opened = league.confirm(season, "2027", confirm=["unranked_stay"])
    [again] = next_tournaments(league, opened)
    assert [stage["kind"] for stage in again["stages"]] == ["free_play"]
    assert len(league.players(again["slug"])) == 4
    sound(league)


def test_whoever_has_no_rank_is_listed_and_does_not_vanish() -> None:
    """Of six two sit out, and have fewer games than a rank needs."""
    league = open_league("members")
    season = league.season("2026", [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}])
    league.tournament(season, 1, "a", 6)
    league.tournament(season, 2, "b", 4)
    league.play("b", 1)
    stage = league.ok(league.caller.get("/v1/tournaments/a/"))["stages"][0]["id"]
    league.ok(league.caller.post(f"/v1/stages/{stage}/counting/", {"minimum_games": 1}))
    cache.clear()
    drawn = league.ok(
        league.caller.post(
            f"/v1/stages/{stage}/rounds/", {"seed": "members 0123456789", "remainder": "byes"}
        ),
        201,
    )
    for verb in ("publish", "start"):
        league.ok(league.caller.post(f"/v1/rounds/{drawn['id']}/{verb}/"))
    [table] = drawn["tables"]
    points = {"points": [40_000, 30_000, 20_000, 10_000], "reason": "paper"}
    league.ok(league.caller.post(f"/v1/tables/{table['id']}/correct/", points), 201)
    league.ok(league.caller.post(f"/v1/rounds/{drawn['id']}/close/"))
    league.ok(league.caller.post("/v1/tournaments/a/finish/"))
    publish_tournament(Tournament.objects.get(slug="a").pk)

    proposed = league.proposal(season)
    tag = proposed["tag"]
    asked = league.caller.post(f"/v1/seasons/{season}/next/", {"name": "2027"}, if_match=tag)

    one, other = (row["player"] for row in proposed["unranked"])
    assert [row["way"] for row in proposed["unranked"]] == ["stays", "stays"]
    assert proposed["next"][0]["players"][-2:] == [one, other]
    assert proposed["next"][0]["note"] == (
        "6 players do not fill tables of 4: find 2 more, or let 2 sit out."
    )
    error = league.ok(asked, 409)["error"]
    assert error["fields"]["confirm"] == ["unranked_stay"]
    changes = [{"player": one, "to_level": 1}, {"player": other, "to_level": 2}]
    opened = league.confirm(season, "2027", changes=changes)
    upper, lower = (league.players(slug) for slug in league.slugs(opened))
    assert (one in upper, other in lower, len(upper), len(lower)) == (True, True, 5, 5)
    moves = league.ok(league.caller.get(f"/v1/seasons/{season}/moves/"))["results"]
    found = {move["player"]: (move["level"], move["position"], move["way"]) for move in moves}
    assert (found[one], found[other]) == ((1, None, "stays"), (1, None, "down"))
    sound(league)


def test_a_series_goes_on_with_as_many_events_as_it_had() -> None:
    league = open_league("series")
    season = league.season("2026", [{"name": "Grand Prix"}])
    rule = {"worth": "rank", "by_rank": [25, 18], "best": 2}
    league.ok(league.caller.post(f"/v1/seasons/{season}/ranking/", rule))
    for slug, name in (("one", "January 2026"), ("two", "Summer cup")):
        league.tournament(season, 1, slug, 4)
        path = f"/v1/tournaments/{slug}/"
        tag = league.ok(league.caller.get(path))["tag"]
        changes = {"name": name, "starts_on": "2026-01-10" if slug == "one" else "2026-07-10"}
        league.ok(league.caller.call("PATCH", path, changes, if_match=tag))
        league.play(slug, 1)

    proposed = league.proposal(season)
    opened = league.confirm(season, "2027")

    assert [(one["tournaments"], one["players"]) for one in proposed["next"]] == [(2, [])]
    again = next_tournaments(league, opened)
    assert [(one["name"], one["starts_on"], league.players(one["slug"])) for one in again] == [
        ("January 2027", None, []),
        ("Summer cup 2027", None, []),
    ]
    assert league.ok(league.caller.get(f"/v1/seasons/{opened}/ranking/"))["rule"] == {**rule, "minimum": 0}
    refused = league.caller.get(f"/v1/seasons/{season}/next/")
    assert league.ok(refused, 409)["error"]["code"] == "season_confirmed"
    sound(league)
