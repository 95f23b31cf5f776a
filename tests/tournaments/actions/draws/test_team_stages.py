"""In a league of teams the next round is drawn as teams meet, and team mates sit together only if that is meant."""

import pytest

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.api.callers import code_of, signed_in
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in as browser_of
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.draws.team_stages import usual_plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.stages.presets import use_preset
from tournaments.models import Draw, Round, Stage

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]

TEAMS = 8


def league(preset: str) -> tuple[Hall, list[Stage]]:
    """Eight teams of four under a preset."""
    hall = open_hall(players=0)
    for number in range(1, TEAMS + 1):
        team = form_team(tournament=hall.tournament, name=f"Team {number}", by=hall.alice)
        for place in range(1, 5):
            player = add_player(name=f"T{number} P{place}")
            register(tournament=hall.tournament, player=player, team=team, by=hall.alice)
    return hall, use_preset(tournament=hall.tournament, preset=preset, by=hall.alice)


def teams_at_tables(round_: Round) -> list[set[str]]:
    tables = round_.tables.order_by("number")
    return [set(table.seats.values_list("entry__team__name", flat=True)) for table in tables]


@pytest.mark.parametrize(("preset", "line_up"), [("m_league", 1), ("company_league", 0), ("elimination", 0)])
def test_a_league_of_teams_is_drawn_as_its_teams_meet(preset: str, line_up: int) -> None:
    _hall, stages = league(preset)

    expected = Plan(method=Method.TEAM_SEASON, line_up=line_up)
    assert [usual_plan(stage) for stage in stages] == [expected] * len(stages)


def test_anything_else_is_drawn_by_lot() -> None:
    _hall, stages = league("qualifying_final")

    assert [usual_plan(stage) for stage in stages] == [Plan(), Plan()]


def test_one_tap_draws_one_player_of_each_team_and_goes_on_as_the_season_was_drawn() -> None:
    hall, (stage, *_later) = league("m_league")

    first = draw_round(stage=stage, by=hall.alice)
    assert [len(teams) for teams in teams_at_tables(first)] == [4, 4]
    draw(stage=stage, plan=Plan(method=Method.TEAM_SEASON, line_up=2, matches=1), by=hall.alice)

    third = draw_round(stage=stage, by=hall.alice)

    tables = teams_at_tables(third)
    assert (len(tables), tables[0], len(tables[0])) == (2, tables[1], 4)


def test_before_team_mates_may_sit_together_it_asks() -> None:
    hall, (stage, *_later) = league("m_league")
    before = digest()

    for plan in (Plan(), Plan(method=Method.SWISS), Plan(method=Method.SCHEDULE, rounds=2)):
        with pytest.raises(StateRefuses) as refusal:
            draw(stage=stage, plan=plan, by=hall.alice)
        assert (refusal.value.code, refusal.value.fields["confirm"]) == (
            PLEASE_CONFIRM,
            ["team_mates_together"],
        )
    assert digest() == before
    assert draw(stage=stage, plan=Plan(), by=hall.alice, confirm=["team_mates_together"]).method == "random"
    assert draw(stage=stage, plan=Plan(apart=["team"]), by=hall.alice).method == "random"


def test_the_api_asks_likewise_and_draws_the_next_round_of_teams() -> None:
    hall, (stage, *_later) = league("m_league")
    alice = signed_in(hall.alice.user)

    refused = alice.post(f"/v1/stages/{stage.pk}/draws/", {"method": "random"})
    assert code_of(refused) == (409, PLEASE_CONFIRM)
    drawn = alice.post(f"/v1/stages/{stage.pk}/rounds/", {})

    assert (drawn.status_code, drawn.json()["method"].partition("/")[0], len(drawn.json()["tables"])) == (
        201,
        "team_season",
        2,
    )


def test_the_desk_has_the_season_of_teams_chosen_with_one_table_a_match() -> None:
    hall, _stages = league("m_league")
    page = browser_of(hall.alice).get(f"/t/{hall.tournament.slug}/desk/draw/plan/").content.decode()
    methods = page[page.index('name="method"') :]
    options = methods[: methods.index("</select>")]

    assert options.index('value="team_season"') < options.index('value="teams"') < options.index('"swiss"')
    assert 'value="team_season" selected' in options
    line_up = page[page.index('name="line_up"') :]
    assert 'value="1"' in line_up[: line_up.index(">")]


@pytest.mark.parametrize(
    ("preset", "rounds"),
    [("m_league", "7"), ("company_league", "7"), ("elimination", "7"), ("knockout", "1")],
)
def test_the_desk_has_the_rounds_filled_in_that_a_stage_says(preset: str, rounds: str) -> None:
    hall, _stages = league(preset)
    desk, path = browser_of(hall.alice), f"/t/{hall.tournament.slug}/desk/draw/plan/"
    wishes = f"/t/{hall.tournament.slug}/desk/draw/wishes/"

    pages = [desk.get(path).content.decode(), desk.post(wishes, {"kind": "never"}).content.decode()]

    fields = [page[page.index('name="rounds"') :].partition(">")[0] for page in pages]
    assert [f'value="{rounds}"' in field for field in fields] == [True, True]


def test_the_desks_question_is_answered_by_its_form() -> None:
    hall, (stage, *_later) = league("m_league")
    desk, path = browser_of(hall.alice), f"/t/{hall.tournament.slug}/desk/draw/plan/"
    form = {"stage": stage.pk, "method": "random", "rounds": 1, "remainder": "refuse", "effort": 1}

    asked = desk.post(path, form)
    assert 'value="team_mates_together"' in asked.content.decode()
    assert not Draw.objects.exists()
    desk.post(path, {**form, "confirm": "team_mates_together"})

    assert Draw.objects.get().method == "random"
