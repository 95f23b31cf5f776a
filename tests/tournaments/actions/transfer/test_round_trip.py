"""A tournament that goes to another server as a file is the same there, is verified there, and goes on there."""

import pytest

from players.actions import add_player
from players.models import Licence, Player, User
from tests.tournaments.actions.transfer.files import (
    busy_server,
    event_file,
    lines_of,
    summed,
    taken_in,
    world_file,
    written,
    written_elsewhere,
)
from tests.tournaments.hall import open_hall, play
from tests.tournaments.verification.full_world import full_world
from tournaments.actions.actor import Actor
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import discard_round, publish_draw, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.draws.seating_constraints import drop_seating_constraint
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.reporting import confirm_sheet
from tournaments.actions.setup.ledger_baseline import record_baseline
from tournaments.models import Draw, HandStatistics, LedgerEntry, Penalty, Round, Scoresheet, Tournament
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger
from tournaments.views.public.ledger_wording import in_words

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite")]


def problems(tournament: Tournament) -> tuple[list[object], list[str]]:
    """What verification finds and remarks once the standings are up to date."""
    publish_tournament(tournament.pk)
    found = verify_ledger(tournament.pk)
    return found.problems, found.remarks


def words(tournament: Tournament) -> list[tuple[str, str, str]]:
    lines = in_words(tournament, list(tournament.ledger.order_by("seq")))
    return [(line.words, line.detail, line.by) for line in lines]


def go_on(tournament: Tournament, by: Actor) -> None:
    """Finish the first round, repair the later ones for somebody who leaves, and play the second."""
    stage = tournament.stages.get()
    first = stage.rounds.get(number=1)
    sheet = Scoresheet.objects.get(table__round=first, status="submitted")
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=by)
    close_round(round_=first, by=by)
    leaver = tournament.entries.get(number=8)
    repair_schedule(stage=stage, change=ScheduleChange(leavers=[leaver], remainder="byes"), by=by)
    second = stage.rounds.get(number=2)
    publish_round(round_=second, by=by)
    start_round(round_=second, by=by)
    play(second.tables.first(), by)
    penalize(stage=stage, entry=tournament.entries.get(number=2), ruling=Ruling(1_000, "Late"), by=by)
    close_round(round_=second, by=by)


@pytest.mark.slow
def test_a_tournament_in_which_everything_happened_is_sound_on_another_server():
    tournament = taken_in(world_file(), busy_server())

    assert problems(tournament) == ([], [])


def test_a_file_from_before_penalties_had_a_kind_brings_the_kind_of_their_amount():
    lines = lines_of(world_file())
    kinds = [line.pop("kind") for line in lines if line["row"] == "penalty"]

    tournament = taken_in(summed(lines), busy_server())

    penalties = Penalty.objects.filter(stage__tournament=tournament).order_by("pk")
    assert list(penalties.values_list("kind", flat=True)) == kinds
    assert set(kinds) >= {"deduction", "warning"}
    assert problems(tournament) == ([], [])


def test_what_hands_count_is_counted_again_on_another_server():
    tournament = taken_in(world_file(), busy_server())

    publish_tournament(tournament.pk)

    rows = HandStatistics.objects.filter(stage__tournament=tournament).order_by("-wins", "-deal_ins")
    assert [(row.hands, row.wins, row.deal_ins) for row in rows] == [
        (2, 1, 0),
        (2, 0, 1),
        (2, 0, 0),
        (2, 0, 0),
    ]


@pytest.mark.slow
def test_the_file_of_a_tournament_that_was_just_taken_in_is_the_one_it_came_from():
    tournament = taken_in(world_file(), busy_server(), slug="somewhere-else")

    assert written(tournament) == world_file()


def test_nothing_that_comes_in_keeps_its_number():
    tournament = taken_in(event_file(), busy_server())

    entries = list(tournament.entries.order_by("number").values_list("pk", flat=True))
    tables = list(tournament.stages.get().rounds.get(number=1).tables.values_list("pk", flat=True))
    there = next(line for line in lines_of(event_file()) if line["row"] == "ids")["ids"]
    assert (entries[0], tables[0]) != (there["entry"][0][1], there["table"][0][1])


@pytest.mark.slow
def test_it_goes_on_where_it_was():
    by = busy_server()
    tournament = taken_in(event_file(), by)

    go_on(tournament, by)

    assert problems(tournament) == ([], [])
    assert sum(row.games for row in tournament.stages.get().standings.all()) == 12


def test_what_half_of_a_table_confirmed_there_the_rest_confirm_here():
    by = busy_server()
    tournament = taken_in(event_file(), by)
    sheet = Scoresheet.objects.get(table__round__stage__tournament=tournament, status="submitted")

    assert sheet.confirmations.count() == 1
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=by)

    assert problems(tournament) == ([], [])


def test_from_server_to_server_it_stays_the_same_and_sound():
    def second_server() -> Tournament:
        by = busy_server()
        tournament = taken_in(event_file(), by)
        go_on(tournament, by)
        return tournament

    file = written_elsewhere(second_server)
    by = busy_server(regulars=9, slug="third")
    tournament = taken_in(file, by)

    assert problems(tournament) == ([], [])
    assert written(tournament) == file
    third = tournament.stages.get().rounds.get(number=3)
    publish_round(round_=third, by=by)
    start_round(round_=third, by=by)
    play(third.tables.first(), by)
    assert problems(tournament) == ([], [])


@pytest.mark.slow
def test_what_came_along_and_was_deleted_since_stays_deleted_on_the_third_server():
    def second_server() -> Tournament:
        by = busy_server()
        tournament = taken_in(world_file(), by)
        main = tournament.stages.get(ordinal=1)
        for constraint in tournament.seating_constraints.all():
            drop_seating_constraint(constraint=constraint, by=by)
        for drafted in Round.objects.filter(stage=main, status="drafted"):
            discard_round(round_=drafted, by=by)
        draw(stage=main, plan=Plan(), by=by)
        assert problems(tournament) == ([], [])
        return tournament

    file = written_elsewhere(second_server)
    tournament = taken_in(file, busy_server(regulars=9, slug="third"))

    assert problems(tournament) == ([], [])
    assert written(tournament) == file


def test_it_can_be_taken_in_where_nothing_else_is():
    by = Actor(User.objects.create_user("dana@there.example", name="Dana"))

    tournament = taken_in(world_file(), by)

    assert problems(tournament) == ([], [])
    assert written(tournament) == world_file()


@pytest.mark.slow
def test_the_ledger_reads_the_same_there():
    there: list[tuple[str, str, str]] = []

    def built() -> Tournament:
        tournament = full_world().tournament
        there.extend(words(tournament))
        return tournament

    tournament = taken_in(written_elsewhere(built), busy_server())

    assert words(tournament)[:-1] == there


def test_its_entries_are_those_of_the_file_word_for_word():
    tournament = taken_in(world_file(), busy_server())

    there = [line for line in lines_of(world_file()) if line["row"] == "action"]
    *here, last = LedgerEntry.objects.filter(tournament=tournament).order_by("seq")
    assert [(one.payload, one.actor, one.hash) for one in here] == [
        (line["payload"], line["actor"], line["hash"]) for line in there
    ]
    assert last.kind == "taken_in"


def test_its_draws_can_be_drawn_again_there():
    tournament = taken_in(event_file(), busy_server())

    verdict = check_draw(Draw.objects.get(stage__tournament=tournament))

    assert (verdict.reasons, verdict.differences) == ([], [])


@pytest.mark.slow
def test_the_next_round_follows_from_the_games_played_there():
    by = busy_server()
    tournament = taken_in(event_file(), by)
    stage = tournament.stages.get()
    for waiting in stage.rounds.filter(status="drafted"):
        discard_round(round_=waiting, by=by)
    sheet = Scoresheet.objects.get(table__round__stage=stage, status="submitted")
    confirm_sheet(sheet=sheet, if_match=sheet.tag, by=by)
    close_round(round_=stage.rounds.get(), by=by)

    draw(stage=stage, plan=Plan(method=Method.SWISS), by=by)

    met = [
        set(table.seats.values_list("entry", flat=True)) for table in stage.rounds.get(number=1).tables.all()
    ]
    second = [
        set(table.seats.values_list("entry", flat=True)) for table in stage.rounds.get(number=2).tables.all()
    ]
    assert [sorted(len(one & two) for one in met) for two in second] == [[2, 2], [2, 2]]
    assert problems(tournament) == ([], [])


@pytest.mark.slow
def test_a_baseline_can_be_recorded_there():
    by = busy_server()
    tournament = taken_in(world_file(), by)

    record_baseline(tournament=tournament, by=by)

    assert problems(tournament) == ([], [])


def test_nobody_signs_in_with_what_came_in_a_file():
    known = set(User.objects.values_list("pk", flat=True))

    taken_in(event_file(), Actor(is_console=True))

    newcomers = User.objects.exclude(pk__in=known)
    assert sorted(user.name for user in newcomers) == ["Alice", "Rob"]
    assert not any(user.is_active or user.has_usable_password() for user in newcomers)
    assert all(user.email.endswith("@stand-in.invalid") for user in newcomers)


def test_no_address_no_code_and_no_secret_is_in_a_file():
    text = world_file().decode()

    assert "@" not in text
    for secret in ("token_hash", "code_hash", "password", "device_hash", "is_superuser"):
        assert secret not in text


def test_whoever_takes_it_in_organizes_it():
    by = busy_server()

    tournament = taken_in(event_file(), by)

    assert tournament.staff.get(user=by.user).role == "organizer"


def with_licences() -> Tournament:
    """Bob has a number of a federation, and Dora another."""
    hall = open_hall("licensed-open")
    for name, number in (("Bob", "04090035"), ("Dora", "04090036")):
        Licence.objects.create(player=Player.objects.get(name=name), body="EMA", number=number)
    return hall.tournament


def test_a_federations_number_comes_along_and_stays_with_whom_it_belongs_to_here():
    file = written_elsewhere(with_licences)
    regular = add_player(name="Regular")
    Licence.objects.create(player=regular, body="EMA", number="04090036")

    taken_in(file, Actor(is_console=True))

    found = Licence.objects.order_by("number").values_list("number", "player__name")
    assert list(found) == [("04090035", "Bob"), ("04090036", "Regular")]


def test_match_days_go_along_and_their_draw_can_be_repeated_there():
    def build() -> Tournament:
        hall = open_hall("a1", players=16)
        plan = Plan(method="schedule", rounds=8, games=4)
        publish_draw(draw=draw(stage=hall.stage, plan=plan, by=hall.alice), by=hall.alice)
        return hall.tournament

    file = written_elsewhere(build)
    there = taken_in(file, busy_server())

    rounds = Round.objects.filter(stage__tournament=there).order_by("number")
    assert list(rounds.values_list("match_day", "game")) == [
        (day, game) for day in (1, 2) for game in (1, 2, 3, 4)
    ]
    assert check_draw(rounds[0].draw).reasons == []
    assert verify_ledger(there.pk).problems == []
