"""Standings after earlier rounds are kept by a worker: to the last digit what adding up gives, whatever was done."""

from datetime import timedelta
from random import Random

import pytest
from django.db.models import F
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.actions.stages.finals import FIRST_TABLE, Final, before_the_final
from tests.tournaments.hall import BALANCED, SEED, Hall, open_hall, play
from tests.tournaments.standings.test_through_a_round import SECOND, played
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.people.entries import form_team, reinstate, withdraw
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.play.seats import substitute
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import (
    CountingRule,
    Entry,
    Publication,
    Round,
    Stage,
    Standing,
    StandingsAfterRound,
    Table,
    Tournament,
)
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.after_round import StageRows, added_up, after_round
from tournaments.standings.kept_rounds import (
    FEWEST_GAMES,
    keep_rounds,
    published_after_round,
    stages_to_keep,
)
from tournaments.standings.last_round import ranks_before
from tournaments.standings.publish import publish_stale
from tournaments.views.public.standings.table import TABLES
from web.page_memory import memory

pytestmark = pytest.mark.django_db
ADDRESS = "/t/spring-open/standings/1/"
# Many equal totals.
POINTS = ([25_000] * 4, [40_000, 30_000, 20_000, 10_000], [30_000, 30_000, 20_000, 20_000])


def kept(stage: Stage) -> list[int]:
    return list(stage.standings_after_rounds.order_by("number").values_list("number", flat=True))


def loaded(stage: Stage) -> Stage:
    return Stage.objects.select_related("tournament__usual_format", "counting", "qualification").get(
        pk=stage.pk
    )


def shown(stage: Stage, number: int) -> StageRows:
    """What a page shows of a large stage."""
    return published_after_round(Publication(stage=loaded(stage), games_counted=FEWEST_GAMES), number)


def are_right(stage: Stage) -> bool:
    """Whether each kept round is what adding up gives."""
    fresh = loaded(stage)
    rounds = list(stage.standings_after_rounds.all())
    return [one.rows for one in rounds] == [added_up(fresh, one.number)._asdict() for one in rounds]


@pytest.fixture
def three(hall: Hall) -> Hall:
    """Three rounds are played; what was after the first two is kept."""
    for figures in (BALANCED, SECOND, BALANCED):
        played(hall, figures)
    publish_tournament(hall.tournament.pk)
    keep_rounds(hall.stage.pk)
    return hall


def correct(hall: Hall, round_: int, figures: Figures = SECOND) -> None:
    """Correct the first table of a round, and publish."""
    table = hall.stage.rounds.get(number=round_).tables.order_by("number")[0]
    tag = table.scoresheets.live().get().tag
    correct_sheet(table=table, report=TableReport(figures, if_match=tag), reason="Paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)


def a_round_of(hall: Hall, stage: Stage) -> Round:
    """Start a round of a stage."""
    round_ = draw_round(stage=stage, by=hall.alice, seed=SEED)
    publish_round(round_=round_, by=hall.alice)
    return start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])


MODES = {
    "all": {},
    "last game": {"tie_breaks": ["total", "last_game", "head_to_head", "lot"]},
    "fixed score": {"substitutes": "fixed_score", "substitute_score": -10},
    "for the absent": {"substitutes": "for_absent"},
    "annulled": {"withdrawn": "annulled"},
}


@pytest.mark.parametrize("has_teams", [False, True])
@pytest.mark.parametrize("mode", [*MODES, "best of two"])
def test_whatever_is_done_what_is_kept_is_what_adding_up_gives(db: None, mode: str, has_teams: bool) -> None:
    hall = open_hall(players=9)
    ninth = hall.tournament.entries.get(number=9)
    random = Random(f"{mode} {has_teams}")
    Tournament.objects.update(**MODES.get(mode, {}))
    if mode == "best of two":
        CountingRule.objects.create(stage=hall.stage, selection="best", number=2)
    Entry.objects.filter(pk=ninth.pk).update(is_substitute=True)
    if has_teams:
        for name, numbers in (("East", range(1, 5)), ("West", range(5, 10))):
            team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
            Entry.objects.filter(number__in=numbers).update(team=team)
    for _turn in range(4):
        for entry in hall.tournament.entries.filter(status=Entry.Status.WITHDRAWN):
            reinstate(entry=entry, by=hall.alice)
        round_ = hall.started()
        substitute(seat=random.choice(list(round_.seats.order_by("pk"))), entry=ninth, by=hall.alice)
        for table in round_.tables.order_by("number"):
            play(table, hall.alice, Figures(random.choice(POINTS)))
            after_anything(hall)
        close_round(round_=round_, by=hall.alice)
        for _action in range(3):
            do_anything(hall, random, has_teams=has_teams)
            after_anything(hall)
    assert kept(hall.stage) == [1, 2, 3]


def do_anything(hall: Hall, random: Random, *, has_teams: bool) -> None:
    """A correction, a penalty for a player or a team, or one lifted; a player leaves or comes back."""
    entry = random.choice(list(hall.tournament.entries.order_by("number")))
    ruling = Ruling(random.choice([5_000, 10_000]), "late")
    match random.choice(["correct", "correct", "penalize", "lift", "move", "team"]):
        case "correct":
            table = random.choice(list(Table.objects.filter(round__stage=hall.stage).order_by("pk")))
            report = TableReport(Figures(random.choice(POINTS)), if_match=table.scoresheets.live().get().tag)
            correct_sheet(table=table, report=report, reason="Paper", by=hall.rob)
        case "penalize":
            penalize(stage=hall.stage, entry=entry, ruling=ruling, by=hall.rob)
        case "lift":
            for penalty in hall.stage.penalties.filter(lifted_at=None)[:1]:
                lift_penalty(penalty=penalty, reason="mistaken", by=hall.rob)
        case "move" if entry.number == 8:
            (withdraw if entry.status == Entry.Status.ACTIVE else reinstate)(entry=entry, by=hall.alice)
        case "team" if has_teams:
            team = hall.tournament.teams.order_by("pk")[0]
            penalize_team(stage=hall.stage, team=team, ruling=ruling, by=hall.rob)


def after_anything(hall: Hall) -> None:
    """What is still kept is right, and what a page reads of all rounds is what adding up gives it."""
    publish_tournament(hall.tournament.pk)
    assert are_right(hall.stage)
    keep_rounds(hall.stage.pk)
    stage = loaded(hall.stage)
    for number in kept(hall.stage):
        found, expected = shown(stage, number), after_round(stage, number)
        assert [
            (row.team, row.position, row.rank, row.rank_before, row.total) for row in found.team_rows
        ] == [(row.team, row.position, row.rank, row.rank_before, row.total) for row in expected.team_rows]
        assert (found.rows, found.made, found.rosters) == (expected.rows, expected.made, expected.rosters)


def test_a_result_of_the_last_round_leaves_what_is_kept(three: Hall) -> None:
    correct(three, 3)

    assert kept(three.stage) == [1, 2]


def test_a_correction_drops_its_round_and_later_ones(three: Hall) -> None:
    correct(three, 2)

    assert kept(three.stage) == [1]


def test_a_penalty_drops_all(three: Hall) -> None:
    entry = three.tournament.entries.get(number=1)
    penalize(stage=three.stage, entry=entry, ruling=Ruling(10_000, "late"), by=three.rob)

    publish_tournament(three.tournament.pk)

    assert kept(three.stage) == []


def test_publishing_anew_drops_all(three: Hall) -> None:
    publish_standings(three.stage.pk, anew=True)

    assert kept(three.stage) == []


def test_nothing_is_kept_of_what_becomes_the_last_round(hall: Hall) -> None:
    played(hall, BALANCED)
    played(hall, SECOND)
    sheet = play(hall.started().tables.order_by("number")[0], hall.alice)
    publish_tournament(hall.tournament.pk)
    keep_rounds(hall.stage.pk)
    assert kept(hall.stage) == [1, 2]

    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Played twice", by=hall.rob)
    publish_tournament(hall.tournament.pk)

    assert (Publication.objects.get().last_round, kept(hall.stage)) == (2, [1])


def test_when_a_later_round_began_otherwise_the_page_adds_up_itself(three: Hall) -> None:
    """No action says that of the standings: which penalties count after a round depends on it."""
    entry = three.tournament.entries.get(number=1)
    penalize(stage=three.stage, entry=entry, ruling=Ruling(10_000, "late"), by=three.rob)
    publish_tournament(three.tournament.pk)
    keep_rounds(three.stage.pk)
    StandingsAfterRound.objects.update(rows={"players": [], "teams": []})
    assert shown(three.stage, 2).rows == []

    Round.objects.filter(number=3).update(started_at=F("started_at") + timedelta(hours=1))

    assert shown(three.stage, 2).rows == after_round(loaded(three.stage), 2).rows


def test_who_was_deleted_since_is_left_out(three: Hall) -> None:
    team = form_team(tournament=three.tournament, name="East", by=three.alice)
    Entry.objects.filter(number__gt=4).update(team=team)
    publish_standings(three.stage.pk, anew=True)
    keep_rounds(three.stage.pk)
    one = three.stage.standings_after_rounds.get(number=2)
    row, of_team = one.rows["players"][0], one.rows["teams"][0]
    one.rows["players"].append([0, *row[1:]])
    one.rows["teams"].append([*of_team[:3], 0, *of_team[4:]])
    one.save()

    found = shown(three.stage, 2)

    assert (len(found.rows), len(found.team_rows), len(found.made)) == (8, 1, 1)


def test_a_page_after_an_earlier_round_of_a_large_stage_reads_what_is_kept(
    three: Hall, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Publication.objects.update(games_counted=FEWEST_GAMES)
    Client().get(f"{ADDRESS}?after=1")
    memory.clear()
    TABLES.clear()

    # The publications, what is kept, the names, and the last rounds.
    with django_assert_num_queries(4):
        page = Client().get(f"{ADDRESS}?after=1").content.decode()

    StandingsAfterRound.objects.all().delete()
    memory.clear()
    TABLES.clear()
    assert Client().get(f"{ADDRESS}?after=1").content.decode() == page


def test_a_worker_keeps_the_rounds_of_large_stages_alone(three: Hall) -> None:
    three.stage.standings_after_rounds.all().delete()
    Publication.objects.update(games_counted=FEWEST_GAMES - 1)
    assert list(stages_to_keep()) == []
    Publication.objects.update(games_counted=FEWEST_GAMES)
    assert list(stages_to_keep()) == [three.stage.pk]

    publish_tournament(three.tournament.pk)

    assert (kept(three.stage), list(stages_to_keep())) == ([1, 2], [])


def test_of_many_rounds_the_latest_are_added_up_first(three: Hall) -> None:
    three.stage.standings_after_rounds.all().delete()
    Publication.objects.update(last_round=9)

    keep_rounds(three.stage.pk)
    first = kept(three.stage)
    keep_rounds(three.stage.pk)

    assert (first, kept(three.stage)) == ([4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8])


def test_the_sweep_keeps_what_is_missing(three: Hall) -> None:
    three.stage.standings_after_rounds.filter(number=1).delete()
    Publication.objects.update(games_counted=FEWEST_GAMES)

    publish_stale()

    assert kept(three.stage) == [1, 2]


def test_a_stage_that_cannot_be_added_up_is_reported_and_tried_again(
    three: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    three.stage.standings_after_rounds.all().delete()
    Publication.objects.update(games_counted=FEWEST_GAMES)
    order = Tournament.objects.get().tie_breaks
    Tournament.objects.update(tie_breaks=["no such order"])

    publish_stale()

    assert f"earlier rounds of stage {three.stage.pk} could not be added up" in caplog.text
    Tournament.objects.update(tie_breaks=order)
    publish_stale()
    assert kept(three.stage) == [1, 2]


@pytest.fixture
def final() -> Final:
    """A final of four who carry half of their points, of which three rounds are played."""
    scene = before_the_final()
    scene.set(carries="ratio", numerator=1, denominator=2, quantum=100)
    scene.confirm()
    for _turn in range(3):
        round_ = a_round_of(scene.hall, scene.final)
        play(round_.tables.get(), scene.hall.alice)
        close_round(round_=round_, by=scene.hall.alice)
    publish_tournament(scene.hall.tournament.pk)
    keep_rounds(scene.final.pk)
    return scene


def test_a_correction_of_an_earlier_stage_drops_what_began_with_it(final: Final) -> None:
    assert kept(final.final) == [1, 2]
    table = final.main.rounds.get().tables.order_by("number")[0]

    final.correct(table, Figures(list(reversed(FIRST_TABLE.points))))
    publish_tournament(final.hall.tournament.pk)

    assert kept(final.final) == []


def test_results_of_a_final_leave_what_is_kept_of_the_stage_before(three: Hall) -> None:
    main = three.stage
    later = add_stage(tournament=three.tournament, name="Final", by=three.alice)
    publish_tournament(three.tournament.pk)
    keep_rounds(main.pk)
    play(a_round_of(three, later).tables.order_by("number")[0], three.alice)

    publish_tournament(three.tournament.pk)

    assert kept(main) == [1, 2]


def test_ranks_before_the_last_round_move_with_a_later_round_of_an_earlier_stage(three: Hall) -> None:
    """The correction is of round 3 there, and round 2 is the last here."""
    scene = Final(three, three.stage, add_stage(tournament=three.tournament, name="Final", by=three.alice))
    scene.set(carries="ratio", numerator=1, denominator=1)
    scene.confirm()
    for _turn in range(2):
        round_ = a_round_of(three, scene.final)
        play(round_.tables.get(), three.alice)
        close_round(round_=round_, by=three.alice)
    publish_tournament(three.tournament.pk)
    before = ranks_in(scene.final)

    for table in scene.main.rounds.get(number=3).tables.order_by("number"):
        scene.correct(table, Figures([10_000, 20_000, 30_000, 40_000]))
    publish_tournament(three.tournament.pk)

    assert ranks_in(scene.final) == dict(ranks_before(loaded(scene.final)).players) != before


def ranks_in(stage: Stage) -> dict[int, int | None]:
    return dict(Standing.objects.filter(stage=stage).values_list("entry", "rank_before"))
