"""A later stage lists those who were drawn into it, or have made something in it; the first one lists everybody."""

from operator import attrgetter

import pytest

from tests.tournaments.hall import BALANCED, Hall, open_hall
from tests.tournaments.replay import replayed
from tests.tournaments.standings.test_publish import rows_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.from_standings import standing_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.play.seats import substitute
from tournaments.actions.preview import preview
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.models import Publication, Round, Scoresheet, Stage, Standing
from tournaments.standings import add_up, publish_standings, ranked
from tournaments.standings.publish import PLACED, ROW
from tournaments.verification import standings_differences, verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return after_a_round()


@replayed
def after_a_round() -> Hall:
    """Twelve players, one round played at three tables."""
    hall = open_hall(players=12)
    round_ = hall.started()
    for table in round_.tables.all():
        decide(table, hall)
    close_round(round_=round_, by=hall.alice)
    return hall


@pytest.fixture
def final(hall: Hall) -> Stage:
    return add_stage(tournament=hall.tournament, name="Final", by=hall.alice)


def decide(table, hall: Hall) -> Scoresheet:
    return correct_sheet(table=table, report=TableReport(BALANCED), reason="Paper", by=hall.rob)


def in_play(stage: Stage, hall: Hall, **plan) -> Round:
    made = draw(stage=stage, plan=Plan(**{"method": "by_standing", **plan}), by=hall.alice)
    round_ = made.rounds.get()
    publish_round(round_=round_, by=hall.alice)
    return start_round(round_=round_, by=hall.alice)


def seated(*tables) -> set[int]:
    return {number for table in tables for number in table.seats.values_list("entry__number", flat=True)}


def listed(stage: Stage) -> set[int]:
    """The numbers of those who are published, after that has been found to be what adding up everybody anew gives."""
    publish_standings(stage.pk)
    rows = rows_of(stage)
    publish_standings(stage.pk, anew=True)
    assert rows_of(stage) == rows
    assert standings_differences(Publication.objects.get(pk=stage.pk)) == []
    return {number for _rank, number, _total, _games in rows}


def test_until_a_result_counts_everybody_is_level(hall: Hall, final: Stage) -> None:
    in_play(final, hall, best=8)

    assert listed(final) == set(range(1, 13))


def test_from_the_first_result_on_those_are_listed_who_were_drawn_into_it(hall: Hall, final: Stage) -> None:
    listed(final)
    round_ = in_play(final, hall, best=8)
    first, second = round_.tables.order_by("number")
    decide(first, hall)

    assert listed(final) == seated(first, second)
    assert [row[:1] + row[2:] for row in rows_of(final)] == [
        (1, 60_000, 1),
        (2, 10_000, 1),
        (3, -20_000, 1),
        (4, -50_000, 1),
        *[(5, 0, 0)] * 4,
    ]
    # The first stage goes on listing everybody.
    assert listed(hall.tournament.stages.get(ordinal=1)) == set(range(1, 13))


def test_whoever_sits_out_is_listed_too(hall: Hall, final: Stage) -> None:
    round_ = in_play(final, hall, best=5, remainder="byes")
    decide(round_.tables.get(), hall)

    found = listed(final)

    assert len(found) == 5
    assert found > seated(round_.tables.get())


def test_who_is_penalized_there_is_listed_as_long_as_it_stands(hall: Hall, final: Stage) -> None:
    round_ = in_play(final, hall, best=4)
    decide(round_.tables.get(), hall)
    other = hall.tournament.entries.exclude(seats__round=round_).first()
    penalty = penalize(stage=final, entry=other, ruling=Ruling(1_000, "Loud"), by=hall.rob)

    assert listed(final) == seated(round_.tables.get()) | {other.number}
    lift_penalty(penalty=penalty, reason="Somebody else", by=hall.rob)
    assert listed(final) == seated(round_.tables.get())


def test_who_takes_a_chair_is_listed_once_they_have_played_and_whose_it_was_stays(
    hall: Hall, final: Stage
) -> None:
    round_ = in_play(final, hall, best=8)
    first, second = round_.tables.order_by("number")
    decide(first, hall)
    drawn = seated(first, second)
    newcomer = hall.tournament.entries.exclude(seats__round=round_).first()
    substitute(seat=second.seats.get(wind=1), entry=newcomer, by=hall.rob)

    assert listed(final) == drawn
    decide(second, hall)
    assert listed(final) == drawn | {newcomer.number}


def test_once_no_result_counts_any_more_everybody_is_level_again(hall: Hall, final: Stage) -> None:
    round_ = in_play(final, hall, best=4)
    sheet = decide(round_.tables.get(), hall)
    assert len(listed(final)) == 4

    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Another table's", by=hall.rob)

    assert listed(final) == set(range(1, 13))


def test_standings_as_of_an_earlier_round_list_who_was_in_it_then(hall: Hall, final: Stage) -> None:
    first = in_play(final, hall, best=4)
    decide(first.tables.get(), hall)
    close_round(round_=first, by=hall.alice)
    second = in_play(final, hall, method="random")
    for table in second.tables.all():
        decide(table, hall)

    def numbers(through: int) -> set[int]:
        keys = {row.key for row in add_up(final, through=through).entries}
        return set(hall.tournament.entries.filter(pk__in=keys).values_list("number", flat=True))

    assert numbers(1) == seated(first.tables.get())
    assert numbers(2) == set(range(1, 13))


def test_the_best_of_a_final_under_way_are_in_it_even_below_zero(hall: Hall, final: Stage) -> None:
    """Whoever is not in it has 0, more than half of the finalists."""
    round_ = in_play(final, hall, best=4)
    decide(round_.tables.get(), hall)
    close_round(round_=round_, by=hall.alice)

    again = draw(stage=final, plan=Plan(method="by_standing", best=4), by=hall.alice).rounds.get()

    assert seated(again.tables.get()) == seated(round_.tables.get())
    everybody = set(hall.entries())
    standing = standing_of(final, everybody)
    assert set(standing) == everybody
    assert set(standing[:4]) == set(round_.seats.values_list("entry", flat=True))


def test_a_preview_names_nobody_who_only_leaves_the_list(hall: Hall, final: Stage) -> None:
    round_ = in_play(final, hall, best=4)
    table = round_.tables.get()

    moves = preview(stage=final, action=lambda: decide(table, hall)).moves

    assert [move.total_after for move in moves] == [60_000, 10_000, -20_000, -50_000]


def test_what_an_earlier_version_published_is_no_finding(hall: Hall, final: Stage) -> None:
    """It listed everybody who takes part in the tournament."""
    round_ = in_play(final, hall, best=4)
    decide(round_.tables.get(), hall)
    publish_standings(final.pk)
    publication = Publication.objects.get(pk=final.pk)
    Standing.objects.filter(stage=final).delete()
    values = attrgetter(*ROW[Standing][len(PLACED) :])
    for place, row in ranked(add_up(final, everybody=True).entries, hall.tournament.tie_breaks):
        columns = dict(zip(ROW[Standing], (place.rank, place.shared_rank, None, *values(row)), strict=True))
        Standing.objects.create(stage=final, entry_id=row.key, **columns)
    assert len(rows_of(final)) == 12

    assert standings_differences(publication) == []
    last = Standing.objects.filter(stage=final, position=12)
    last.update(total=-40_000)
    assert len(standings_differences(publication)) > 0
    last.update(total=-50_000)
    # The next publication lists who takes part.
    penalize(stage=final, entry=round_.seats.first().entry, ruling=Ruling(1_000, "Late"), by=hall.rob)
    assert len(listed(final)) == 4


def test_of_a_first_stage_two_things_are_asked_of_a_later_one_five(
    hall: Hall, final: Stage, django_assert_num_queries
) -> None:
    round_ = in_play(final, hall, best=4)
    decide(round_.tables.get(), hall)
    first = Stage.objects.select_related("tournament").get(ordinal=1)
    later = Stage.objects.select_related("tournament").get(pk=final.pk)
    read_with_it = Stage.objects.select_related("tournament", "qualification", "counting").get(ordinal=1)

    with django_assert_num_queries(5):
        add_up(first)
    with django_assert_num_queries(8):
        add_up(later)
    with django_assert_num_queries(3):
        add_up(read_with_it)


def test_a_publication_that_is_behind_is_compared_with_what_was_listed_then(hall: Hall, final: Stage) -> None:
    round_ = in_play(final, hall, best=8)
    first, second = round_.tables.order_by("number")
    decide(first, hall)
    publish_standings(final.pk)
    as_of = Publication.objects.get(pk=final.pk).as_of_seq
    decide(second, hall)
    sheet = second.scoresheets.live().get()
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Another table's", by=hall.rob)
    decide(second, hall)

    found = verify_ledger(hall.tournament.pk)

    assert found.problems == []
    assert (
        f"The standings of Final are behind the ledger; they were compared as of entry {as_of}."
        in found.remarks
    )
    Standing.objects.filter(stage=final, games=0).delete()
    assert [problem.message for problem in verify_ledger(hall.tournament.pk).problems] == [
        f"The standings of Final match neither the ledger as of entry {as_of}, as they claim, nor the "
        "current ledger."
    ]


def test_what_missing_games_cost_is_no_sign_of_having_been_there(hall: Hall, final: Stage) -> None:
    """Before the stage is drawn everybody is listed, with the cost of their missing games; then who was drawn."""
    set_counting(stage=final, by=hall.alice, minimum_games=2, missing_game_penalty=20_000)
    listed(final)
    round_ = in_play(final, hall, best=8)
    first, second = round_.tables.order_by("number")

    decide(first, hall)

    assert listed(final) == seated(first, second)
