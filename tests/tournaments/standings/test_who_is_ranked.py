"""Substitutes and players who have withdrawn: ranked, below, or playing for somebody else, as the tournament says."""

from typing import Any

import pytest

from players.actions import add_player
from players.models import Player
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.people.merging import merge_players
from tournaments.actions.play.preview import preview
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reported_points import Figures
from tournaments.actions.play.seats import substitute
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.ranking import RANKS_MAY_CHANGE, set_ranking
from tournaments.models import Entry, Round, Scoresheet, Standing
from tournaments.standings import add_up, publish_standings
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db
RULES: list[dict[str, Any]] = [
    {"substitutes": "ranked"},
    {"substitutes": "own_score"},
    {"substitutes": "fixed_score", "substitute_score": -30},
    {"substitutes": "for_absent"},
]


def hall_with_a_substitute(**settings: object) -> tuple[Hall, str, str]:
    """A substitute wins the first game in the chair of the player drawn East, and the round is closed."""
    hall = open_hall(**settings)
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    round_ = hall.started()
    table = round_.tables.get(number=1)
    absent = table.seats.select_related("entry__player").get(wind=1)
    substitute(seat=absent, entry=spare, by=hall.alice)
    play(table, hall.alice, BALANCED)
    play(round_.tables.get(number=2), hall.alice, Figures([35_000, 30_000, 20_000, 15_000]))
    close_round(round_=round_, by=hall.alice)
    publish_standings(hall.stage.pk)
    return hall, absent.entry.player.name, "Spare"


def table_of(hall: Hall) -> list[tuple[int | None, str, int, int]]:
    """Rank, name, total in points and games, as published."""
    rows = Standing.objects.filter(stage=hall.stage).select_related("entry__player").order_by("position")
    return [(row.rank, row.entry.player.name, row.total // 1000, row.games) for row in rows]


def ranks_without_gaps(rows: list[tuple[int | None, str, int, int]]) -> bool:
    ranks = [rank for rank, *_about in rows if rank is not None]
    return ranks == sorted(ranks) and ranks[0] == 1 and max(ranks) <= len(ranks)


def is_sound(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_a_new_tournament_leaves_substitutes_out_of_the_ranking() -> None:
    hall, absent, spare = hall_with_a_substitute()

    rows = table_of(hall)

    assert rows[-1] == (None, spare, 60, 1)
    assert (len(rows), ranks_without_gaps(rows)) == (9, True)
    assert next(row for row in rows if row[1] == absent)[2:] == (0, 0)
    assert is_sound(hall) == []


def test_ranked_like_everybody_a_substitute_takes_a_place() -> None:
    hall, _absent, spare = hall_with_a_substitute(substitutes="ranked")

    assert table_of(hall)[0] == (1, spare, 60, 1)
    assert is_sound(hall) == []


def test_a_fixed_score_stands_for_whatever_the_table_says() -> None:
    hall, _absent, spare = hall_with_a_substitute(substitutes="fixed_score", substitute_score=-30)

    assert table_of(hall)[-1] == (None, spare, -30, 1)
    row = Standing.objects.get(stage=hall.stage, entry__player__name=spare)
    assert (row.best, row.worst, row.firsts, row.points) == (-30_000, -30_000, 1, 40_000)
    assert is_sound(hall) == []


def test_the_games_of_a_substitute_can_count_for_the_player_they_replace() -> None:
    hall, absent, spare = hall_with_a_substitute(substitutes="for_absent")

    rows = table_of(hall)

    assert rows[0] == (1, absent, 60, 1)
    assert spare not in [name for _rank, name, *_made in rows]
    assert (len(rows), is_sound(hall)) == (8, [])


def test_they_count_for_the_entry_that_the_absent_one_was_merged_into() -> None:
    hall, absent, _spare = hall_with_a_substitute(substitutes="for_absent")
    again = add_player(name="The same one")
    register(tournament=hall.tournament, player=again, by=hall.alice)
    twice = Player.objects.get(name=absent)

    merge_players(
        player=again, other=twice, seen=player_tag(again), by=hall.alice, confirm=["merged_for_good"]
    )

    publish_standings(hall.stage.pk)
    assert table_of(hall)[0] == (1, "The same one", 60, 1)
    assert is_sound(hall) == []


def test_who_fills_a_chair_that_nobody_left_plays_for_themselves() -> None:
    hall = open_hall(players=7, substitutes="for_absent")
    register(tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice)
    round_ = draw_round(stage=hall.stage, by=hall.alice, remainder="substitutes")
    publish_round(round_=round_, by=hall.alice)
    start_round(round_=round_, by=hall.alice)
    for table in round_.tables.all():
        play(table, hall.alice, BALANCED)

    publish_standings(hall.stage.pk)

    rows = table_of(hall)
    assert [(rank, name) for rank, name, *_made in rows if name == "Spare"] == [(None, "Spare")]
    assert is_sound(hall) == []


@pytest.mark.parametrize("rule", RULES, ids=[str(rule["substitutes"]) for rule in RULES])
def test_whatever_is_set_publishing_what_was_touched_comes_to_the_same_as_everybody(
    rule: dict[str, Any],
) -> None:
    hall, _absent, _spare = hall_with_a_substitute(**rule)
    void_sheet(
        sheet=Scoresheet.objects.live().get(table__number=1, table__round__stage=hall.stage),
        if_match=Scoresheet.objects.live().get(table__number=1, table__round__stage=hall.stage).tag,
        reason="Wrong table",
        by=hall.rob,
    )

    publish_standings(hall.stage.pk)

    found = table_of(hall)
    publish_standings(hall.stage.pk, anew=True)
    assert found == table_of(hall)
    assert is_sound(hall) == []


@pytest.mark.parametrize("rule", RULES, ids=[str(rule["substitutes"]) for rule in RULES])
def test_what_is_behind_is_verified_by_what_was_set_then(rule: dict[str, Any]) -> None:
    hall, _absent, _spare = hall_with_a_substitute(**rule)
    other = next(one for one in RULES if one != rule)

    set_ranking(
        tournament=hall.tournament, withdrawn="below", by=hall.alice, confirm=[RANKS_MAY_CHANGE], **other
    )

    assert is_sound(hall) == []
    Standing.objects.filter(stage=hall.stage, position=1).update(total=1)
    assert any("are neither what the ledger gives" in problem for problem in is_sound(hall))


def test_withdrawn_players_are_ranked_or_stand_below(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=1), hall.alice, BALANCED)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    first = round_.tables.get(number=1).seats.select_related("entry__player").get(wind=1).entry
    withdraw(entry=Entry.objects.get(pk=first.pk), by=hall.alice)
    publish_standings(hall.stage.pk)
    ranked = table_of(hall)

    set_ranking(
        tournament=hall.tournament,
        substitutes="own_score",
        withdrawn="below",
        by=hall.alice,
        confirm=[RANKS_MAY_CHANGE],
    )
    publish_standings(hall.stage.pk)

    name = first.player.name
    assert ranked[0] == (1, name, 60, 1)
    assert table_of(hall)[-1] == (None, name, 60, 1)
    assert ranks_without_gaps(table_of(hall))
    assert is_sound(hall) == []


def test_a_preview_knows_who_has_no_rank() -> None:
    hall, _absent, spare = hall_with_a_substitute()
    sheet = Scoresheet.objects.live().get(table__number=1, table__round__stage=hall.stage)

    moves = preview(
        stage=hall.stage,
        action=lambda: void_sheet(sheet=sheet, if_match=sheet.tag, reason="Wrong", by=hall.rob),
    ).moves

    spares = Entry.objects.get(player__name=spare).pk
    assert [(move.rank_before, move.rank_after) for move in moves if move.key == spares] == [(None, None)]


def test_reading_by_what_is_set_costs_a_query_only_for_a_fixed_score(django_assert_num_queries: Any) -> None:
    hall, _absent, _spare = hall_with_a_substitute(substitutes="fixed_score", substitute_score=-5)
    stage = hall.stage

    with django_assert_num_queries(6):
        add_up(stage)
