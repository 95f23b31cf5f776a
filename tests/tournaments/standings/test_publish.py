"""What follows from the facts, published only forwards."""

import re
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from players.actions import add_player
from scoring.errors import ScoringError
from tests.tournaments.hall import BALANCED, SEED, Hall, open_hall, play, seats_of
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.penalties import LARGE_DEDUCTION, Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import (
    Entry,
    LedgerHead,
    Publication,
    Round,
    Stage,
    Standing,
    Team,
    TeamStanding,
    Tournament,
)
from tournaments.standings import (
    Tally,
    is_stale,
    publish_stale,
    publish_standings,
    publish_tournament,
    ranked,
)


def rows_of(stage: Stage) -> list[tuple[int, int, int, int]]:
    """Rank, entry number, total, games, in the published order."""
    rows = Standing.objects.filter(stage=stage).order_by("position")
    return list(rows.values_list("rank", "entry__number", "total", "games"))


def number_at(round_: Round, table: int, wind: int) -> int:
    return seats_of(round_.tables.get(number=table))[wind - 1].entry.number


def test_before_the_first_game_everybody_is_level(hall: Hall) -> None:
    publish_standings(hall.stage.pk)

    assert sorted(rows_of(hall.stage)) == [(1, number, 0, 0) for number in range(1, 9)]


def test_a_counted_game_ranks_its_players(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=1), hall.alice)

    publish_standings(hall.stage.pk)

    winds = [number_at(round_, 1, wind) for wind in (1, 2, 3, 4)]
    rows = rows_of(hall.stage)
    assert rows[0] == (1, winds[0], 60_000, 1)
    assert rows[1] == (2, winds[1], 10_000, 1)
    assert rows[2:4] == [(3, winds[2], -20_000, 1), (4, winds[3], -50_000, 1)]
    assert {(rank, total, games) for rank, _number, total, games in rows[4:]} == {(5, 0, 0)}


def test_a_report_counts_only_once_confirmed(hall: Hall, round_: Round) -> None:
    report_sheet(table=round_.tables.get(number=1), report=TableReport(BALANCED), by=hall.rob)

    publish_standings(hall.stage.pk)

    assert {(total, games) for _rank, _number, total, games in rows_of(hall.stage)} == {(0, 0)}


def test_a_penalty_is_deducted_until_it_is_lifted(hall: Hall) -> None:
    entry = Entry.objects.get(number=3)
    penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(20_000, "Late"), by=hall.rob)
    publish_standings(hall.stage.pk)
    assert rows_of(hall.stage)[-1] == (8, 3, -20_000, 0)

    lift_penalty(penalty=penalty, reason="The train was late", by=hall.rob)
    publish_standings(hall.stage.pk)

    assert {row[2] for row in rows_of(hall.stage)} == {0}


def test_who_withdrew_without_a_game_is_not_listed_and_who_played_stays(hall: Hall, round_: Round) -> None:
    correct_sheet(
        table=round_.tables.get(number=1), report=TableReport(BALANCED), reason="Paper", by=hall.rob
    )
    close_round(round_=round_, by=hall.alice, leave_open=True)
    played, unplayed = number_at(round_, 1, 1), number_at(round_, 2, 1)
    for number in (played, unplayed):
        withdraw(entry=Entry.objects.get(number=number), by=hall.alice)

    publish_standings(hall.stage.pk)

    numbers = [number for _rank, number, _total, _games in rows_of(hall.stage)]
    assert (numbers[0], unplayed in numbers) == (played, False)


def test_a_team_has_the_sum_of_its_players(hall: Hall) -> None:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    for name in ("Kei", "Leo", "Mia", "Nao"):
        register(tournament=hall.tournament, player=add_player(name=name), team=team, by=hall.alice)
    round_ = hall.started()
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(BALANCED), reason="Paper", by=hall.rob)

    publish_standings(hall.stage.pk)

    of_players = Standing.objects.filter(stage=hall.stage, entry__team=team).values_list("total", flat=True)
    row = TeamStanding.objects.get(stage=hall.stage)
    assert (row.team, row.rank, row.total, row.games) == (team, 1, sum(of_players), 4)


def test_the_tournaments_tie_breaks_decide(hall: Hall, round_: Round) -> None:
    # Two 1st places and two 4th are worth what two 2nd and two 3rd are not: the totals differ only by design here.
    hall.tournament.tie_breaks = ["points", "lot"]
    hall.tournament.save(update_fields=["tie_breaks"])
    correct_sheet(
        table=round_.tables.get(number=1), report=TableReport(BALANCED), reason="Paper", by=hall.rob
    )

    publish_standings(hall.stage.pk)

    points = list(
        Standing.objects.filter(stage=hall.stage).order_by("position").values_list("points", flat=True)
    )
    assert points == [40_000, 30_000, 20_000, 10_000, 0, 0, 0, 0]


def test_stages_are_published_in_the_order_in_which_one_may_follow_from_another(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the later one is further behind."""
    semifinal = add_stage(tournament=hall.tournament, name="Semi-final", by=hall.alice)
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    first = hall.tournament.stages.get(ordinal=1)
    for stage in (semifinal, first):
        publish_standings(stage.pk)
    register(tournament=hall.tournament, player=add_player(name="Kei"), by=hall.alice)
    publish_standings(first.pk)
    register(tournament=hall.tournament, player=add_player(name="Leo"), by=hall.alice)
    published: list[int] = []

    def noted(stage_id: int, *, anew: bool = False) -> bool:
        published.append(stage_id)
        return publish_standings(stage_id, anew=anew)

    monkeypatch.setattr("tournaments.standings.publish.publish_standings", noted)
    publish_tournament(hall.tournament.pk)

    assert published == [first.pk, semifinal.pk, final.pk]


class TestForwards:
    def test_what_is_as_new_as_the_ledger_is_left_alone(self, hall: Hall) -> None:
        assert publish_standings(hall.stage.pk) is True

        assert publish_standings(hall.stage.pk) is False

    def test_the_publication_says_what_it_is_as_of(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=1), hall.alice)

        publish_standings(hall.stage.pk)

        publication = Publication.objects.get(stage=hall.stage)
        head = LedgerHead.objects.get(tournament=hall.tournament)
        assert (publication.as_of_seq, publication.games_counted, publication.failures) == (head.seq, 1, 0)

    def test_a_lost_message_is_found_by_the_sweep(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=1), hall.alice)

        assert publish_stale() == 1

        assert rows_of(hall.stage)[0][2] == 60_000
        assert publish_stale() == 0

    def test_a_result_that_comes_in_during_every_attempt_is_counted_the_next_time(self, db: None) -> None:
        """A result comes in after each look at the facts: the standings are as of what they counted for sure."""
        hall = open_hall(players=16)
        tables = list(hall.started().tables.order_by("number"))
        play(tables.pop(), hall.alice)
        ends = 0

        def one_more(execute: Any, sql: str, *rest: Any) -> Any:
            nonlocal ends
            if "FROM tournaments_ledgerhead head" in sql and (ends := ends + 1) in (2, 3, 4):
                play(tables.pop(), hall.alice)
            return execute(sql, *rest)

        with connection.execute_wrapper(one_more):
            assert publish_standings(hall.stage.pk)

        assert tables == []
        assert is_stale(Publication.objects.select_related("stage__tournament__head").get())
        assert publish_standings(hall.stage.pk)
        assert [games for _rank, _number, _total, games in rows_of(hall.stage)] == [1] * 16

    def test_a_stage_that_cannot_be_ranked_is_told_by_its_name_and_holds_up_no_other(
        self, hall: Hall, round_: Round, caplog: pytest.LogCaptureFixture
    ) -> None:
        other = open_hall("autumn-open")
        for table in (round_.tables.get(number=1), other.started().tables.get(number=1)):
            play(table, hall.alice)
        Tournament.objects.filter(pk=hall.tournament.pk).update(tie_breaks=["beauty", "lot"])

        assert publish_stale() == 1

        publications = Publication.objects.order_by("stage_id")
        assert [(row.as_of_seq > 0, row.failures) for row in publications] == [(False, 1), (True, 0)]
        (record,) = [record for record in caplog.records if record.name == "tournaments.standings.publish"]
        assert record.getMessage() == (
            f"standings of spring-open, Main stage (stage {hall.stage.pk}) could not be published"
        )
        assert record.exc_info is not None
        assert record.exc_info[0] is ScoringError

    def test_a_stage_that_failed_three_times_waits_for_the_next_action_and_then_begins_anew(
        self, hall: Hall, round_: Round
    ) -> None:
        play(round_.tables.get(number=1), hall.alice)
        Tournament.objects.update(tie_breaks=["beauty", "lot"])
        failures = []
        for _sweep in range(4):
            publish_stale()
            failures.append(Publication.objects.get().failures)
        Tournament.objects.update(tie_breaks=["total", "lot"])

        swept, published = publish_stale(), publish_tournament(hall.tournament.pk)

        assert failures == [1, 2, 3, 3]
        assert (swept, published, Publication.objects.get().failures) == (0, 1, 0)

    def test_a_total_that_was_changed_by_hand_is_mended_anew(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=1), hall.alice)
        publish_standings(hall.stage.pk)
        honest = rows_of(hall.stage)
        Standing.objects.filter(position=8).update(total=900_000)

        assert publish_standings(hall.stage.pk, anew=True)

        assert rows_of(hall.stage) == honest

    def test_emptied_rows_are_made_anew(self, hall: Hall) -> None:
        publish_standings(hall.stage.pk)
        Standing.objects.all().delete()

        publish_standings(hall.stage.pk, anew=True)

        assert len(rows_of(hall.stage)) == 8

    def test_twice_is_once(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=1), hall.alice)
        publish_tournament(hall.tournament.pk)
        before = rows_of(hall.stage)

        publish_standings(hall.stage.pk, anew=True)

        assert rows_of(hall.stage) == before


@pytest.mark.parametrize("tables", [1, 2])
def test_publishing_takes_the_same_statements_however_many_games(
    hall: Hall, round_: Round, tables: int, django_assert_num_queries
) -> None:
    for number in range(1, tables + 1):
        correct_sheet(
            table=round_.tables.get(number=number), report=TableReport(BALANCED), reason="Paper", by=hall.rob
        )

    with django_assert_num_queries(16):
        publish_standings(hall.stage.pk)


def test_only_rows_that_say_something_else_are_written(
    hall: Hall, round_: Round, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play(round_.tables.get(number=1), hall.alice)
    publish_standings(hall.stage.pk)
    first, *others = Standing.objects.order_by("position").values_list("entry_id", flat=True)

    penalize(
        stage=hall.stage,
        entry=Entry.objects.get(pk=first),
        ruling=Ruling(500_000, "late"),
        by=hall.alice,
        confirm=[LARGE_DEDUCTION],
    )
    with django_assert_max_num_queries(20) as statements:
        publish_standings(hall.stage.pk)

    [moved, written] = [one["sql"] for one in statements if "tournaments_standing " in one["sql"]]
    assert [len(re.findall(r"\(\d+, ", sql)) for sql in (moved, written)] == [3, 1]
    ranked = Standing.objects.order_by("position").values_list("position", "rank", "entry_id")
    # Still before those who have not played.
    order = [*others[:3], first, *others[3:]]
    assert list(ranked) == list(zip(range(1, 9), [1, 2, 3, 4, 5, 5, 5, 5], order, strict=True))


def test_equal_totals_are_told_apart_by_wins_before_seconds() -> None:
    """Where nothing else is chosen: a win goes before any number of second places, and they before the lot."""
    win = Tally(key=1, lot=3, total=10_000, games=3, firsts=1, seconds=0, thirds=0, fourths=2)
    seconds = Tally(key=2, lot=2, total=10_000, games=3, firsts=0, seconds=3, thirds=0, fourths=0)
    neither = Tally(key=3, lot=1, total=10_000, games=3, firsts=0, seconds=1, thirds=2, fourths=0)

    rows = ranked([neither, seconds, win], ())

    assert [(place.rank, row.key) for place, row in rows] == [(1, 1), (2, 2), (3, 3)]


def final_of_teams(hall: Hall) -> Stage:
    """A final in which the Reds have played and lost; the Blues and their one player are not in it."""
    reds = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    blues = form_team(tournament=hall.tournament, name="Blues", by=hall.alice)
    hall.tournament.entries.update(team=reds)
    register(tournament=hall.tournament, player=add_player(name="Kei"), team=blues, by=hall.alice)
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    kei = Entry.objects.get(player__name="Kei")
    kei.is_substitute = True
    kei.save(update_fields=["is_substitute"])
    round_ = draw_round(stage=final, by=hall.alice, seed=SEED)
    kei.is_substitute = False
    kei.save(update_fields=["is_substitute"])
    publish_round(round_=round_, by=hall.alice)
    start_round(round_=round_, by=hall.alice)
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(BALANCED), reason="Paper", by=hall.rob)
    return final


def teams_of(stage: Stage) -> list[tuple[int, str, int, int]]:
    """Rank, name, total and what the team itself was deducted, in the published order."""
    rows = TeamStanding.objects.filter(stage=stage).order_by("position")
    return list(rows.values_list("rank", "team__name", "total", "own_penalty"))


def test_a_final_ranks_the_teams_that_are_in_it(hall: Hall) -> None:
    final = final_of_teams(hall)

    publish_standings(final.pk)
    publish_standings(hall.tournament.stages.get(ordinal=1).pk)

    assert teams_of(final) == [(1, "Reds", 0, 0)]
    # In the first stage nobody has played: all of them are in it.
    assert {name for _rank, name, *_figures in teams_of(hall.tournament.stages.get(ordinal=1))} == {
        "Reds",
        "Blues",
    }


def test_a_team_that_was_penalized_stands_in_the_table_of_a_final(hall: Hall) -> None:
    final = final_of_teams(hall)
    blues = Team.objects.get(name="Blues")
    penalize_team(stage=final, team=blues, ruling=Ruling(20_000, "No line-up"), by=hall.rob)

    publish_standings(final.pk)

    assert teams_of(final) == [(1, "Reds", 0, 0), (2, "Blues", -20_000, 20_000)]


def test_a_penalty_to_a_team_moves_its_total_and_no_player_until_it_is_lifted(hall: Hall) -> None:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    hall.tournament.entries.filter(number__lte=4).update(team=team)
    publish_standings(hall.stage.pk)
    of_players = rows_of(hall.stage)

    penalty = penalize_team(stage=hall.stage, team=team, ruling=Ruling(20_000, "No line-up"), by=hall.rob)
    publish_standings(hall.stage.pk)

    assert teams_of(hall.stage) == [(1, "Reds", -20_000, 20_000)]
    assert rows_of(hall.stage) == of_players

    lift_penalty(penalty=penalty, reason="It was there", by=hall.rob)
    publish_standings(hall.stage.pk)

    assert teams_of(hall.stage) == [(1, "Reds", 0, 0)]
