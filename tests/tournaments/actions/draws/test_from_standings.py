"""A draw from the standings asks while results are missing, and says when the standings have changed since."""

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import BALANCED, Hall, play
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round, unpublish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.from_standings import is_outdated, outdated
from tournaments.actions.draws.jobs.orders import draw_or_order
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reported_points import Figures
from tournaments.models import Draw, Round, Tournament
from tournaments.verification import verify_ledger

SWISS = Plan(method=Draw.Method.SWISS)
OTHER_WAY_ROUND = Figures([10_000, 20_000, 30_000, 40_000])


@pytest.fixture
def played(hall: Hall, round_: Round) -> Hall:
    """Round 1 is played and closed."""
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)
    return hall


def correct_round_1(hall: Hall) -> None:
    table = Round.objects.get(number=1).tables.get(number=1)
    tag = table.scoresheets.live().get().tag
    correct_sheet(table=table, figures=OTHER_WAY_ROUND, reason="Upside down", by=hall.rob, if_match=tag)


class TestWhileResultsAreMissing:
    @pytest.mark.parametrize("method", [Draw.Method.SWISS, Draw.Method.BY_STANDING, Draw.Method.SNAKE])
    def test_it_is_asked_whether_to_draw_without_them(self, hall: Hall, round_: Round, method: str) -> None:
        play(round_.tables.get(number=1), hall.alice)
        before = hall.kinds()

        with pytest.raises(StateRefuses) as refusal:
            draw(stage=hall.stage, plan=Plan(method=method), by=hall.alice)

        assert (refusal.value.code, refusal.value.fields) == (
            "please_confirm",
            {
                "results_missing": ["Results that the standings need are missing: 1 in Round 1."],
                "confirm": ["results_missing"],
            },
        )
        assert (Round.objects.count(), hall.kinds()) == (1, before)

    def test_yes_draws(self, hall: Hall, round_: Round) -> None:
        found = draw_or_order(stage=hall.stage, plan=SWISS, by=hall.alice, confirm=["results_missing"])

        assert found.rounds.count() == 1

    def test_a_round_that_was_closed_without_them_is_not_asked_about_again(
        self, hall: Hall, round_: Round
    ) -> None:
        close_round(round_=round_, by=hall.alice, leave_open=True)

        assert draw(stage=hall.stage, plan=SWISS, by=hall.alice).rounds.count() == 1

    def test_nor_does_a_draw_by_lot_need_them(self, hall: Hall, round_: Round) -> None:
        assert draw(stage=hall.stage, plan=Plan(), by=hall.alice).rounds.count() == 1


class TestStandingsThatChanged:
    def test_publishing_asks(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice)
        assert not is_outdated(drawn, played.tournament)
        correct_round_1(played)

        with pytest.raises(StateRefuses) as refusal:
            publish_draw(draw=drawn, by=played.alice)

        assert refusal.value.fields == {
            "standings_changed": ["The standings have changed since this round was drawn."],
            "confirm": ["standings_changed"],
        }
        assert drawn.rounds.get().status == "drafted"

    def test_yes_publishes(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice)
        correct_round_1(played)

        publish_round(round_=drawn.rounds.get(), by=played.alice, confirm=["standings_changed"])

        assert drawn.rounds.get().status == "published"

    def test_a_correction_that_leaves_the_order_is_no_question(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice)
        table = Round.objects.get(number=1).tables.get(number=1)
        tag = table.scoresheets.live().get().tag
        correct_sheet(table=table, figures=BALANCED, reason="As it was", by=played.rob, if_match=tag)

        publish_draw(draw=drawn, by=played.alice)

        assert drawn.rounds.get().status == "published"

    def test_a_draw_by_lot_does_not_care(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=Plan(), by=played.alice)
        correct_round_1(played)

        assert not is_outdated(drawn, played.tournament)

    def test_of_several_draws_those_that_depend_on_it_are_named(self, played: Hall) -> None:
        by_lot = draw(stage=played.stage, plan=Plan(), by=played.alice)
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice, confirm=["results_missing"])
        correct_round_1(played)
        after = draw(stage=played.stage, plan=SWISS, by=played.alice, confirm=["results_missing"])
        played.tournament.refresh_from_db()

        found = outdated([by_lot, drawn, after], played.tournament)

        assert found == {drawn.pk}

    def test_while_nothing_has_moved_one_query_answers_for_all_draws(
        self, played: Hall, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        draws = [
            draw(stage=played.stage, plan=SWISS, by=played.alice, confirm=["results_missing"])
            for _time in range(3)
        ]
        tournament = Tournament.objects.select_related("head").get(pk=played.tournament.pk)

        with django_assert_num_queries(1):
            found = outdated(draws, tournament)

        assert found == set()

    def test_a_published_one_is_taken_back_and_says_so_as_a_draft(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice)
        publish_draw(draw=drawn, by=played.alice)
        correct_round_1(played)

        unpublish_round(round_=drawn.rounds.get(), by=played.alice)

        played.tournament.refresh_from_db()
        assert is_outdated(drawn, played.tournament)
        assert verify_ledger(played.tournament.pk).is_sound
