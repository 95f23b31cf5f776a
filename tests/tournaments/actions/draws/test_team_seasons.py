"""Seasons of teams, nights of free play, divisions and later stages: what a draw of each looks at."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from django.db.models import F

from players.actions import add_player
from tests.thorough import examples
from tests.tournaments.hall import Figures, Hall, open_hall
from tournaments.actions.actor import Actor
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import discard_round, publish_draw
from tournaments.actions.draws.draws import discard_draw, draw, plan_of, redraw
from tournaments.actions.draws.exchanges import price_of_swap, swap_players
from tournaments.actions.draws.inputs import sat_out_of, seats_of, waiting_shares
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.draws.wording.draws import quality_in_words
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Draw, Entry, Round, Stage
from tournaments.standings import publish_tournament

SEASON = Plan(method=Method.TEAM_SEASON, rounds=28, games=2, line_up=1)
pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


def league(teams: int, size: int) -> Hall:
    hall = open_hall(players=teams * size)
    entries = list(hall.tournament.entries.order_by("number"))
    for number in range(teams):
        team = form_team(tournament=hall.tournament, name=f"Team {number + 1}", by=hall.alice)
        ids = [entry.pk for entry in entries[number * size : (number + 1) * size]]
        Entry.objects.filter(pk__in=ids).update(team=team)
    return hall


def rounds_of(stored: Draw) -> list[list[list[int]]]:
    return [seats_of(round_) for round_ in stored.rounds.order_by("number")]


def met(rounds: list[list[list[int]]]) -> Counter[tuple[int, int]]:
    return Counter(two for tables in rounds for table in tables for two in combinations(sorted(table), 2))


def play(stored: Draw, hall: Hall) -> None:
    """Publish, play and close all rounds; East wins every table, and table 1 the most."""
    for round_ in publish_draw(draw=stored, by=hall.alice):
        start_round(round_=round_, by=hall.alice)
        for table in round_.tables.order_by("number"):
            top = 60_000 - 1_000 * table.number
            figures = Figures([top, 30_000, 20_000, 50_000 - top])
            correct_sheet(table=table, report=TableReport(figures), reason="Paper", by=hall.rob)
        close_round(round_=round_, by=hall.alice)


class TestSeason:
    @pytest.mark.slow
    def test_seven_teams_at_one_table_twice_a_day_meet_equally_often(self) -> None:
        hall = league(7, 4)

        stored = draw(stage=hall.stage, plan=SEASON, by=hall.alice)

        team_of = dict(hall.tournament.entries.values_list("pk", "team_id"))
        drawn = rounds_of(stored)
        assert [len(tables) for tables in drawn] == [1] * 28
        assert set(Counter(tuple(sorted(two)) for r in drawn for t in r
                           for two in combinations([team_of[p] for p in t], 2)).values()) == {8}  # fmt: skip
        assert set(Counter(p for tables in drawn for table in tables for p in table).values()) == {4}
        assert stored.quality["season"]["pairs"] == [8, 8]
        assert check_draw(stored).is_same

    @pytest.mark.slow
    def test_it_goes_on_in_parts_as_if_drawn_at_once(self) -> None:
        hall = league(7, 4)
        first = draw(
            stage=hall.stage, plan=Plan(method=Method.TEAM_SEASON, rounds=6, line_up=1), by=hall.alice
        )

        rest = draw(
            stage=hall.stage, plan=Plan(method=Method.TEAM_SEASON, rounds=8, line_up=1), by=hall.alice
        )

        both = [*rounds_of(first), *rounds_of(rest)]
        assert set(Counter(p for tables in both for table in tables for p in table).values()) == {2}
        assert rest.quality["season"]["team_games"] == [8, 8]
        assert list(rest.rounds.order_by("number").values_list("number", flat=True)) == list(range(7, 15))

    @pytest.mark.slow
    def test_the_bench_comes_in_for_a_team_mate_only(self) -> None:
        hall = league(7, 4)
        stored = draw(stage=hall.stage, plan=SEASON, by=hall.alice)
        round_ = stored.rounds.get(number=1)
        out = Entry.objects.get(pk=seats_of(round_)[0][0])
        seated = [entry for table in seats_of(round_) for entry in table]
        bench = hall.tournament.entries.exclude(pk__in=seated)
        mate = bench.filter(team=out.team)[0]
        guest = bench.exclude(team=out.team)[0]

        with pytest.raises(RulesRefuse) as refusal:
            swap_players(round_=round_, one=guest, other=out, by=hall.alice)
        price = price_of_swap(round_=round_, one=out, other=mate)
        swap_players(round_=round_, one=out, other=mate, by=hall.alice)

        assert refusal.value.code == "other_team"
        assert price.rematches == price.after.metrics.excess_meetings - price.now.metrics.excess_meetings
        assert seats_of(round_)[0][0] == mate.pk
        assert check_draw(stored).reasons == ["by_hand"]

    @pytest.mark.parametrize(
        ("change", "code"),
        [
            ({"rounds": 27}, "games_do_not_divide"),
            ({"matches": 2}, "matches_out_of_range"),
            ({"line_up": 5}, "team_too_small"),
            ({"rounds": 402}, "too_many_rounds"),
        ],
    )
    def test_what_is_no_season_is_refused_in_words(self, change: dict[str, int], code: str) -> None:
        hall = league(7, 4)
        changed = {"method": Method.TEAM_SEASON, "rounds": 28, "games": 2, "line_up": 1, **change}

        with pytest.raises(RulesRefuse) as refusal:
            draw(stage=hall.stage, plan=Plan(**changed), by=hall.alice)

        assert (refusal.value.code, Round.objects.count()) == (code, 0)

    def test_team_matches_in_a_final_look_back(self) -> None:
        hall = league(4, 4)
        first = draw(stage=hall.stage, plan=Plan(method=Method.TEAMS, rounds=2), by=hall.alice)
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

        then = draw(stage=final, plan=Plan(method=Method.TEAMS, rounds=2), by=hall.alice)

        assert max(met([*rounds_of(first), *rounds_of(then)]).values()) == 1


class TestLaterStage:
    def stages(self, players: int, rounds: int) -> tuple[Hall, Draw, Stage]:
        hall = open_hall(players=players)
        stored = draw(stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=rounds), by=hall.alice)
        return hall, stored, add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

    def test_nobody_meets_again_where_that_is_possible(self) -> None:
        hall, first, final = self.stages(16, 3)

        then = draw(stage=final, plan=Plan(method=Method.SCHEDULE, rounds=2), by=hall.alice)

        assert max(met([*rounds_of(first), *rounds_of(then)]).values()) == 1
        assert then.quality["later"] == {"rematches": 0, "bound": 0, "proof": "none_needed"}
        assert check_draw(then).is_same

    def test_it_can_start_afresh(self) -> None:
        hall, _first, final = self.stages(16, 5)

        then = draw(stage=final, plan=Plan(method=Method.SCHEDULE, rounds=5, afresh=True), by=hall.alice)

        assert max(met(rounds_of(then)).values()) == 1
        assert "later" not in then.quality

    def test_a_final_is_drawn_from_the_standing_of_the_stage_before(self) -> None:
        hall, first, final = self.stages(16, 2)
        play(first, hall)

        then = draw(stage=final, plan=Plan(method=Method.BY_STANDING, best=8), by=hall.alice)

        publish_tournament(hall.tournament.pk)
        best = list(first.stage.standings.order_by("position").values_list("entry_id", flat=True)[:8])
        assert sorted(p for table in rounds_of(then)[0] for p in table) == sorted(best)
        assert set(rounds_of(then)[0][0]) == set(best[:4])
        assert plan_of(then).best == 8

    @pytest.mark.slow
    def test_a_final_of_teams_is_of_the_best_teams_and_all_their_players(self) -> None:
        hall = league(8, 4)
        hall.tournament.entries.update(lot=F("number"))
        first = draw(stage=hall.stage, plan=replace(SEASON, rounds=4), by=hall.alice, seed="2")
        play(first, hall)
        publish_tournament(hall.tournament.pk)
        teams = list(first.stage.team_standings.order_by("position").values_list("team_id", flat=True))
        players = list(first.stage.standings.order_by("position").values_list("entry__team_id", flat=True))
        assert set(players[:4]) != set(teams[:4]), "the best players are of other teams"
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)

        for method in (Method.TEAM_SEASON, Method.TEAMS):
            then = draw(
                stage=final, plan=Plan(method=method, rounds=examples(2, of=4), best=4), by=hall.alice
            )

            seated = {entry for tables in rounds_of(then) for table in tables for entry in table}
            of_best = Entry.objects.filter(team__in=teams[:4])
            assert seated == set(of_best.values_list("pk", flat=True))
            for table in rounds_of(then)[0]:
                assert set(Entry.objects.filter(pk__in=table).values_list("team", flat=True)) == set(
                    teams[:4]
                )
            assert then.quality["best_teams"] == 4
            assert any("best teams" in sentence.words for sentence in quality_in_words(then.quality))
            assert check_draw(then).is_same
            discard_draw(old=then, by=hall.alice)

    def test_that_the_lot_decides_between_teams_at_the_cut_is_said(self) -> None:
        hall = league(8, 4)

        then = draw(stage=hall.stage, plan=Plan(method=Method.TEAMS, rounds=1, best=4), by=hall.alice)

        assert then.quality["cut_of_teams"] == {"rank": 1, "tied": 8, "through": 4}
        words = [sentence.words for sentence in quality_in_words(then.quality)]
        assert "8 teams share rank 1; the lot decided which 4 of them are in." in words

    def test_more_teams_than_there_are_are_all_of_them(self) -> None:
        hall = league(4, 4)

        then = draw(stage=hall.stage, plan=Plan(method=Method.TEAMS, rounds=1, best=16), by=hall.alice)

        assert len(rounds_of(then)[0]) == 4
        assert then.quality["best_teams"] == 4

    def test_after_a_cut_no_bound_is_claimed_that_counts_everybody(self) -> None:
        hall, first, final = self.stages(16, 2)
        play(first, hall)

        then = draw(stage=final, plan=Plan(method=Method.BY_STANDING, best=8), by=hall.alice)

        assert then.quality["bounds"] is None


class TestNights:
    @pytest.mark.slow
    def test_only_who_was_there_has_waited(self) -> None:
        hall = open_hall(players=14)
        night = Plan(method=Method.MET_LEAST, remainder="byes")
        for _round in range(3):
            draw(stage=hall.stage, plan=night, by=hall.alice)
        for number in (15, 16, 17):
            register(tournament=hall.tournament, player=add_player(name=f"Late {number}"), by=hall.alice)
        late = set(hall.tournament.entries.filter(number__gt=14).values_list("pk", flat=True))

        waited = sat_out_of(hall.tournament)
        then = draw(stage=hall.stage, plan=night, by=hall.alice)

        assert sum(waited.values()) == 6
        assert set(waited.values()) == {1}
        assert not late & set(waited)
        there = {p for table in rounds_of(then)[0] for p in table}
        waits = set(hall.tournament.entries.values_list("pk", flat=True)) - there
        assert len(waits) == 1
        assert not waits & set(waited)

    @pytest.mark.slow
    def test_a_newcomer_begins_at_the_mean_however_long_the_club_exists(self) -> None:
        hall = open_hall(players=9)
        night = Plan(method=Method.MET_LEAST, remainder="byes")
        for _round in range(9):
            draw(stage=hall.stage, plan=night, by=hall.alice)
        late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)
        before = sat_out_of(hall.tournament)

        for _round in range(5):
            draw(stage=hall.stage, plan=night, by=hall.alice)

        assert [before[player] for player in hall.entries()] == [1] * 9 + [0]
        # Two of ten wait each time: once each, the newcomer too.
        waited = sat_out_of(hall.tournament) - before
        assert [waited[player] for player in hall.entries()] == [1] * 10
        assert waited[late.pk] == 1

    @pytest.mark.slow
    def test_whoever_comes_rarely_has_not_waited_less(self) -> None:
        hall = open_hall(players=9)
        rare = hall.entries()[0]
        at_home = Plan(method=Method.MET_LEAST, remainder="byes", sit_out=[rare, *hall.entries()[6:]])
        with_rare = Plan(method=Method.MET_LEAST, remainder="byes")
        # Five regulars, of whom one waits each evening; the ninth player has come twice.
        for _round in range(10):
            draw(stage=hall.stage, plan=at_home, by=hall.alice)

        shares = waiting_shares(hall.tournament, hall.entries())

        assert sat_out_of(hall.tournament)[rare] == 0
        assert [shares.get(player, 0) for player in hall.entries()] == [0] * 9
        then = draw(stage=hall.stage, plan=with_rare, by=hall.alice)
        assert sum(shares.values()) == 0
        assert len({p for table in rounds_of(then)[0] for p in table}) == 8

    @pytest.mark.slow
    def test_a_round_that_was_thrown_away_kept_nobody_waiting(self) -> None:
        hall = open_hall(players=14)
        rounds = examples(2, of=3)
        plan = Plan(method=Method.SCHEDULE, rounds=rounds, remainder="byes")
        stored = draw(stage=hall.stage, plan=plan, by=hall.alice)

        discard_round(round_=stored.rounds.get(number=rounds), by=hall.alice)

        assert sum(sat_out_of(hall.tournament).values()) == 2 * (rounds - 1)

    def test_who_is_not_there_is_not_drawn_again_either(self) -> None:
        hall = open_hall(players=12)
        away = hall.entries()[:4]
        stored = draw(stage=hall.stage, plan=Plan(method=Method.MET_LEAST, sit_out=away), by=hall.alice)

        again = redraw(old=stored, plan=plan_of(stored), by=hall.alice, reason="Once more")

        assert not set(away) & {p for table in rounds_of(again)[0] for p in table}
        assert sat_out_of(hall.tournament) == Counter()


@pytest.mark.slow
def test_each_division_of_a_season_is_drawn_with_its_own_players() -> None:
    by = Actor(is_console=True)
    season = create_season(league=create_league(slug="city", name="City", by=by), name="2026", by=by)
    upper = open_hall("first", players=16, season=season, division="A", level=1)
    lower = open_hall("second", players=20, season=season, division="B", level=2)

    stored = [
        draw(stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=4), by=hall.alice)
        for hall in (upper, lower)
    ]

    for hall, division in zip((upper, lower), stored, strict=True):
        assert {p for r in rounds_of(division) for t in r for p in t} == set(hall.entries())
