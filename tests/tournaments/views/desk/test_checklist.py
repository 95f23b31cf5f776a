"""The list at the desk of what is to be done before the first round."""

import re
from datetime import UTC, date, datetime

import pytest

from tests.tournaments.hall import SEED
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.round_times import plan_times, set_planned_rounds
from tournaments.actions.play.rounds import start_round
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.models import Round
from tournaments.views.desk.checklist import checklist

pytestmark = pytest.mark.django_db


def state_of(hall) -> dict[str, tuple[str, bool]]:
    hall.tournament.refresh_from_db()
    rounds = list(Round.objects.filter(stage__tournament=hall.tournament))
    first = hall.tournament.stages.select_related("planned_rounds").earliest("ordinal")
    return {one.title: (one.says, one.is_done) for one in checklist(hall.tournament, rounds, first)}


def test_each_step_is_ticked_once_it_is_done_and_then_the_list_is_gone(hall, alice):
    book = ("M-League official", True)
    assert state_of(hall) == {
        "Players": ("8 players", True),
        "Rules": book,
        "Draw": ("nothing drawn yet", False),
        "Times": ("0 of 0 rounds", False),
        "Player cards": ("0 of 8 made", False),
    }

    stored = draw(stage=hall.stage, plan=Plan(), by=hall.alice, seed=SEED)
    assert state_of(hall)["Draw"] == ("drawn, not published yet", False)

    [round_] = publish_draw(draw=stored, by=hall.alice)
    times = {round_.pk: datetime(2027, 5, 1, 10, tzinfo=UTC)}
    plan_times(tournament=hall.tournament, times=times, by=hall.alice)
    assert state_of(hall) == {
        "Players": ("8 players", True),
        "Rules": book,
        "Draw": ("1 round published", True),
        "Times": ("1 of 1 rounds", True),
        "Player cards": ("0 of 8 made", False),
    }

    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    assert state_of(hall) == {}


def test_it_leads_to_what_is_left_to_do(hall, alice):
    page = alice.get(DESK).content.decode()

    shown = re.search(r'<section class="card checklist".*?</section>', page, re.DOTALL)[0]
    to_do = [f"{DESK}{one}/" for one in ("draw/plan", f"stages/{hall.stage.pk}/rounds", "cards")]
    if_you_like = ["/t/spring-open/hall/", f"{DESK}rehearsal/"]
    assert re.findall(r'href="(.*?)"', shown) == [*to_do, *if_you_like]


def test_it_is_gone_once_the_first_round_is_played(hall, alice):
    [round_] = publish_draw(draw=draw(stage=hall.stage, plan=Plan(), by=hall.alice, seed=SEED), by=hall.alice)
    start_round(round_=round_, by=hall.alice)

    assert "Before the first round" not in alice.get(DESK).content.decode()


def test_helpers_do_not_see_it(hall):
    assert "Before the first round" not in signed_in(hall.rob).get(DESK).content.decode()


def test_an_empty_tournament_has_no_player_yet(hall):
    hall.tournament = create_tournament(
        frame=Frame(slug="empty", name="Empty", rulebook_id="mleague"), by=hall.alice
    )

    assert state_of(hall)["Players"] == ("0 players", False)
    assert state_of(hall)["Player cards"] == ("0 of 0 made", False)


def test_it_takes_one_statement_however_many_play(hall, django_assert_num_queries):
    stage = hall.tournament.stages.select_related("planned_rounds").get()

    with django_assert_num_queries(1):
        checklist(hall.tournament, [], stage)


def test_a_replaced_card_and_its_player_count_once(hall):
    for _time in range(2):
        issue_player_cards(tournament=hall.tournament, by=hall.alice, renew=True)

    assert state_of(hall)["Player cards"] == ("8 of 8 made", True)
    assert state_of(hall)["Players"] == ("8 players", True)


def test_times_are_done_once_they_are_planned_before_any_round_is_drawn(hall):
    set_planned_rounds(stage=hall.stage, rounds=6, by=hall.alice)
    without_times = state_of(hall)["Times"]
    hall.tournament.starts_on = date(2027, 5, 1)
    hall.tournament.save(update_fields=["starts_on"])
    set_planned_rounds(stage=hall.stage, rounds=6, starts_at=570, minutes=75, by=hall.alice)

    assert without_times == ("0 of 6 rounds", False)
    assert state_of(hall)["Times"] == ("6 rounds, from 9:30 a.m.", True)
