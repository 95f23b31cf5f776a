"""Match days: several games in a row with the same players at a table."""

from collections import Counter
from itertools import combinations

import pytest
from django.db import IntegrityError, transaction

from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import (
    discard_round,
    draw_round,
    publish_draw,
    publish_round,
    redraw_round,
    unpublish_round,
)
from tournaments.actions.draws.draws import discard_draw, draw, plan_of, redraw
from tournaments.actions.draws.exchanges import price_of_swap, swap_players
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.people.entries import form_team
from tournaments.models import Draw, Entry, LedgerEntry, Round
from tournaments.verification import verify_ledger

THREE_DAYS = Plan(method=Method.SCHEDULE, rounds=12, games=4)
NEXT_DAY = Plan(method=Method.RANDOM, games=4)


@pytest.fixture
def wide(db: None) -> Hall:
    return open_hall(players=16)


def days_of(hall: Hall) -> list[tuple[int, int | None, int | None]]:
    rounds = Round.objects.filter(stage=hall.stage).order_by("number")
    return list(rounds.values_list("number", "match_day", "game"))


def games_of(stored: Draw) -> list[list[list[int]]]:
    return [seats_of(round_) for round_ in stored.rounds.order_by("number")]


def groups(tables: list[list[int]]) -> list[list[int]]:
    return [sorted(table) for table in tables]


def assert_same_four_on_each_wind_once(day: list[list[list[int]]]) -> None:
    assert all(groups(tables) == groups(day[0]) for tables in day)
    winds = Counter((player, wind) for tables in day for table in tables for wind, player in enumerate(table))
    assert set(winds.values()) == {1}


def statuses(hall: Hall) -> list[str]:
    return list(hall.stage.rounds.order_by("number").values_list("status", flat=True))


class TestDrawing:
    def test_a_schedule_has_days_with_the_same_four_on_each_wind_once(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=THREE_DAYS, by=wide.alice)

        assert days_of(wide) == [(4 * day + game, day + 1, game) for day in range(3) for game in (1, 2, 3, 4)]
        games = games_of(stored)
        for first in (0, 4, 8):
            assert_same_four_on_each_wind_once(games[first : first + 4])
        met = Counter(pair for day in games[::4] for table in day for pair in combinations(sorted(table), 2))
        assert max(met.values()) == 1
        assert stored.quality["match_days"] == {"games": 4, "most_games_together": 4}
        assert stored.quality["repeated_pairs"] == 0
        assert check_draw(stored).reasons == []

    @pytest.mark.parametrize(
        "method", [Method.RANDOM, Method.SWISS, Method.BY_STANDING, Method.SNAKE, Method.MET_LEAST]
    )
    def test_every_method_draws_the_next_day(self, wide: Hall, method: Method) -> None:
        draw(stage=wide.stage, plan=Plan(method=method, games=4), by=wide.alice)

        second = draw(
            stage=wide.stage, plan=Plan(method=method, games=4), by=wide.alice, confirm=["results_missing"]
        )

        assert days_of(wide) == [(4 * day + game, day + 1, game) for day in (0, 1) for game in (1, 2, 3, 4)]
        assert_same_four_on_each_wind_once(games_of(second))
        assert check_draw(second).reasons == []

    def test_the_next_day_is_of_players_who_have_not_met(self, wide: Hall) -> None:
        swiss = Plan(method=Method.SWISS, games=4)
        first = draw(stage=wide.stage, plan=swiss, by=wide.alice)

        second = draw(stage=wide.stage, plan=swiss, by=wide.alice, confirm=["results_missing"])

        before = {frozenset(two) for table in games_of(first)[0] for two in combinations(table, 2)}
        after = {frozenset(two) for table in games_of(second)[0] for two in combinations(table, 2)}
        assert not before & after
        assert second.quality["excess_meetings"] == 0

    def test_a_single_round_after_a_day_is_a_day_of_its_own(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)

        draw(stage=wide.stage, plan=Plan(method=Method.RANDOM), by=wide.alice)

        assert days_of(wide)[-1] == (5, None, None)
        assert [str(round_) for round_ in wide.stage.rounds.order_by("number")] == [
            "Day 1, game 1",
            "Day 1, game 2",
            "Day 1, game 3",
            "Day 1, game 4",
            "Round 5",
        ]

    def test_teams_meet_all_day(self, wide: Hall) -> None:
        for number, first in enumerate(range(0, 16, 4), 1):
            team = form_team(tournament=wide.tournament, name=f"Team {number}", by=wide.alice)
            Entry.objects.filter(pk__in=wide.entries()[first : first + 4]).update(team=team)

        stored = draw(stage=wide.stage, plan=Plan(method=Method.TEAMS, rounds=6, games=3), by=wide.alice)

        games = games_of(stored)
        assert groups(games[0]) == groups(games[1]) == groups(games[2]) != groups(games[3])
        assert [day for _number, day, _game in days_of(wide)] == [1, 1, 1, 2, 2, 2]

    def test_a_season_of_teams_has_games_but_no_days_of_the_same_four(self, wide: Hall) -> None:
        for number, first in enumerate(range(0, 16, 4), 1):
            team = form_team(tournament=wide.tournament, name=f"Team {number}", by=wide.alice)
            Entry.objects.filter(pk__in=wide.entries()[first : first + 4]).update(team=team)
        plan = Plan(method=Method.TEAM_SEASON, rounds=4, games=2, line_up=1)

        draw(stage=wide.stage, plan=plan, by=wide.alice)

        assert days_of(wide) == [(number, None, None) for number in (1, 2, 3, 4)]

    @pytest.mark.parametrize(
        ("plan", "code"),
        [
            (Plan(method=Method.SCHEDULE, rounds=5, games=4), "games_do_not_divide"),
            (Plan(method=Method.RANDOM, rounds=2, games=4), "games_do_not_divide"),
            (Plan(method=Method.RANDOM, rounds=8, games=4), "one_round_at_a_time"),
            (Plan(method=Method.RANDOM, games=11), "games_out_of_range"),
            (Plan(method=Method.RANDOM, games=0), "games_out_of_range"),
            (Plan(method=Method.SCHEDULE, rounds=64, games=4), "too_many_rounds"),
        ],
    )
    def test_a_draw_has_whole_days(self, wide: Hall, plan: Plan, code: str) -> None:
        refused(lambda: draw(stage=wide.stage, plan=plan, by=wide.alice), RulesRefuse, code)

    def test_the_ledger_says_which_game_of_which_day_and_proves_it(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)

        drawn = LedgerEntry.objects.filter(tournament=wide.tournament, kind="drawn").order_by("seq")
        assert [(one.content["match_day"], one.content["game"]) for one in drawn] == [
            (1, 1),
            (1, 2),
            (1, 3),
            (1, 4),
        ]
        assert verify_ledger(wide.tournament.pk).problems == []
        Round.objects.filter(stage=wide.stage, number=4).update(game=7)
        assert len(verify_ledger(wide.tournament.pk).problems) == 1

    def test_the_database_keeps_games_of_a_day_in_a_row(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)
        wrong = [
            {"number": 5, "match_day": 1, "game": 6},
            {"number": 6, "match_day": 1, "game": 5},
            {"number": 5, "match_day": 1, "game": 4},
            {"number": 5, "match_day": 2},
            {"number": 5, "game": 1},
            {"number": 5, "match_day": 0, "game": 1},
        ]

        for columns in wrong:
            with pytest.raises(IntegrityError), transaction.atomic():
                Round.objects.create(stage=wide.stage, **columns)


class TestADayIsOne:
    def test_its_games_are_published_withdrawn_and_discarded_together(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)
        third = wide.stage.rounds.get(number=3)

        assert publish_round(round_=third, by=wide.alice).number == 3
        assert statuses(wide) == ["published"] * 4
        assert unpublish_round(round_=third, by=wide.alice).number == 3
        assert statuses(wide) == ["drafted"] * 4
        discard_round(round_=third, by=wide.alice)

        assert statuses(wide) == []
        assert wide.kinds()[-12:] == ["published"] * 4 + ["unpublished"] * 4 + ["discarded"] * 4

    def test_a_whole_schedule_is_published_at_once_or_day_by_day(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=THREE_DAYS, by=wide.alice)

        publish_round(round_=stored.rounds.get(number=6), by=wide.alice)
        assert statuses(wide) == ["drafted"] * 4 + ["published"] * 4 + ["drafted"] * 4
        publish_draw(draw=stored, by=wide.alice)

        assert statuses(wide) == ["published"] * 12

    def test_a_published_day_is_drawn_again_as_a_whole(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)
        publish_draw(draw=stored, by=wide.alice)
        before = games_of(stored)

        again = redraw_round(
            round_=wide.stage.rounds.get(number=2), by=wide.alice, seed="again", confirm=["published"]
        )

        assert isinstance(again, Round)
        assert again.number == 2
        assert statuses(wide) == ["drafted"] * 4
        assert again.draw is not None
        assert_same_four_on_each_wind_once(games_of(again.draw))
        assert games_of(again.draw) != before
        assert plan_of(again.draw).games == 4

    def test_drafts_are_drawn_again_with_another_number_of_games(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=THREE_DAYS, by=wide.alice)

        redraw(old=stored, plan=Plan(method=Method.SCHEDULE, rounds=6, games=2), by=wide.alice)

        assert days_of(wide) == [(1, 1, 1), (2, 1, 2), (3, 2, 1), (4, 2, 2), (5, 3, 1), (6, 3, 2)]

    def test_a_day_before_another_keeps_its_games(self, wide: Hall) -> None:
        first = draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)
        draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)

        for games in (1, 2, 5):
            plan = Plan(method=Method.RANDOM, games=games)
            refused(
                lambda plan=plan: redraw(old=first, plan=plan, by=wide.alice),
                RulesRefuse,
                "later_rounds_exist",
            )
        redraw(old=first, plan=NEXT_DAY, by=wide.alice)

        assert [day for _number, day, _game in days_of(wide)] == [1, 1, 1, 1, 2, 2, 2, 2]

    def test_a_swap_moves_the_day(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)
        before = games_of(stored)
        one, other = before[0][0][0], before[0][1][0]
        entries = {entry.pk: entry for entry in Entry.objects.filter(pk__in=[one, other])}
        second = stored.rounds.get(number=2)

        price = price_of_swap(round_=second, one=entries[one], other=entries[other])
        swap_players(round_=second, one=entries[one], other=entries[other], by=wide.alice)

        swapped = {one: other, other: one}
        assert games_of(stored) == [
            [[swapped.get(p, p) for p in table] for table in tables] for tables in before
        ]
        assert (price.rematches, price.winds) == (0, 0)
        assert wide.kinds()[-4:] == ["swapped"] * 4
        assert verify_ledger(wide.tournament.pk).problems == []

    def test_days_are_not_repaired(self, wide: Hall) -> None:
        draw(stage=wide.stage, plan=THREE_DAYS, by=wide.alice)
        leaver = Entry.objects.get(pk=wide.entries()[0])

        refused(
            lambda: repair_schedule(
                stage=wide.stage, change=ScheduleChange(leavers=[leaver], remainder="byes"), by=wide.alice
            ),
            StateRefuses,
            "match_days",
        )

    def test_the_next_day_has_as_many_games_as_the_last(self, wide: Hall) -> None:
        stored = draw(stage=wide.stage, plan=NEXT_DAY, by=wide.alice)

        drawn = draw_round(stage=wide.stage, by=wide.alice)

        assert (drawn.number, drawn.match_day, drawn.game) == (5, 2, 1)
        assert len(days_of(wide)) == 8
        discard_draw(old=stored, by=wide.alice)
