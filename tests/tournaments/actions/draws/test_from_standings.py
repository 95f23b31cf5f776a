"""A draw from the standings asks while results are missing, and says when the standings have changed since."""

from dataclasses import replace
from functools import partial

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import BALANCED, Hall, hall_in_play, play
from tests.tournaments.odd_hall import tables_of
from tests.tournaments.replay import replayed
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round, unpublish_round
from tournaments.actions.draws.draws import discard_draw, draw
from tournaments.actions.draws.from_standings import is_outdated, outdated, outdated_rounds
from tournaments.actions.draws.jobs.orders import draw_or_order
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.play.penalties import LARGE_DEDUCTION, Ruling, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.preview import preview
from tournaments.models import Draw, Round, Tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")

SWISS = Plan(method=Draw.Method.SWISS)
OTHER_WAY_ROUND = Figures([10_000, 20_000, 30_000, 40_000])


@pytest.fixture
def played(db: None) -> Hall:
    return after_round_1()


@replayed
def after_round_1() -> Hall:
    """Round 1 is played and closed."""
    hall, round_ = hall_in_play()
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)
    return hall


def correct_round_1(hall: Hall) -> None:
    table = Round.objects.get(number=1).tables.get(number=1)
    tag = table.scoresheets.live().get().tag
    correct_sheet(
        table=table, report=TableReport(OTHER_WAY_ROUND, if_match=tag), reason="Upside down", by=hall.rob
    )


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
        correct_sheet(
            table=table, report=TableReport(BALANCED, if_match=tag), reason="As it was", by=played.rob
        )

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


class TestBeforeACorrection:
    """The referee sees which draws were built on a result, before it is another one."""

    def test_a_preview_names_rounds_that_wait_and_were_drawn_from_what_it_would_change(
        self, played: Hall
    ) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice)
        by_lot = draw(stage=played.stage, plan=Plan(), by=played.alice)
        correction = preview(stage=played.stage, action=partial(correct_round_1, played))

        assert [one.round for one in correction.rounds] == list(drawn.rounds.all())
        assert by_lot.rounds.exists()
        # Nothing is changed by looking.
        assert outdated_rounds(played.tournament.pk) == []

    @pytest.mark.slow
    def test_it_comes_to_what_then_happens(self, played: Hall) -> None:
        draw(stage=played.stage, plan=SWISS, by=played.alice)
        foreseen = preview(stage=played.stage, action=partial(correct_round_1, played))

        correct_round_1(played)

        assert foreseen.rounds == outdated_rounds(played.tournament.pk) != []

    @pytest.mark.slow
    def test_one_that_was_outdated_before_is_not_named_again(self, played: Hall) -> None:
        draw(stage=played.stage, plan=SWISS, by=played.alice)
        correct_round_1(played)
        again = preview(
            stage=played.stage,
            action=partial(penalize_first, played),
        )

        assert (again.rounds, bool(again.moves)) == ([], True)

    def test_nor_is_one_that_began(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice)
        publish_draw(draw=drawn, by=played.alice)
        start_round(round_=drawn.rounds.get(), by=played.alice)

        foreseen = preview(stage=played.stage, action=partial(correct_round_1, played))

        assert (foreseen.rounds, bool(foreseen.moves)) == ([], True)

    @pytest.mark.slow
    def test_who_would_meet_is_what_the_same_seed_then_draws(self, played: Hall) -> None:
        drawn = draw(stage=played.stage, plan=SWISS, by=played.alice, seed="abc")
        [foreseen] = preview(stage=played.stage, action=partial(correct_round_1, played)).rounds

        correct_round_1(played)
        discard_draw(old=drawn, by=played.alice)
        again = draw(stage=played.stage, plan=SWISS, by=played.alice, seed="abc").rounds.get()

        assert [foreseen.tables] == tables_of(again.draw)
        assert foreseen.line_ups == 0

    def test_of_the_best_others_might_be_drawn(self, played: Hall) -> None:
        draw(stage=played.stage, plan=replace(SWISS, best=4), by=played.alice)

        foreseen = preview(stage=played.stage, action=partial(correct_round_1, played))

        assert [one.tables for one in foreseen.rounds] == [None]


def penalize_first(hall: Hall) -> None:
    entry = hall.tournament.entries.get(number=1)
    penalize(
        stage=hall.stage, entry=entry, ruling=Ruling(500_000, "Late"), by=hall.rob, confirm=[LARGE_DEDUCTION]
    )
