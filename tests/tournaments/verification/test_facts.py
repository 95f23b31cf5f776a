"""Facts that were changed without an action are found."""

import pytest

from players.models import User
from tests.tournaments.hall import BALANCED, Hall, hall_in_play, open_hall, play
from tests.tournaments.odd_hall import FIVES, THREES
from tests.tournaments.replay import replayed
from tests.tournaments.verification.attacker import run, take_guards_down
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.demo.event import load_event
from tournaments.models import Entry, LedgerEntry, Penalty, Publication, Score, Scoresheet, Standing
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")

# Games at tables of other sizes settled as if they were of the usual one.
PLAYED_AS_FOUR = """
    UPDATE tournaments_tableformat SET rulebook_content = (
        SELECT usual.rulebook_content FROM tournaments_tableformat usual
        WHERE usual.usual_of_id = tournaments_tableformat.tournament_id
    )
"""


@pytest.fixture
def played(db: None) -> Hall:
    hall = punished()
    take_guards_down()
    return hall


@replayed
def punished() -> Hall:
    """One game is played, and its winner is late for the next."""
    hall, round_ = hall_in_play()
    play(round_.tables.get(number=1), hall.alice, BALANCED)
    penalize(stage=hall.stage, entry=Entry.objects.first(), ruling=Ruling(1_000, "Late"), by=hall.rob)
    publish_tournament(hall.tournament.pk)
    return hall


def problems(hall):
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def seq(kind):
    return LedgerEntry.objects.get(kind=kind).seq


def test_every_action_leaves_facts_and_ledger_in_agreement(hall):
    round_ = hall.started()
    one, two = round_.tables.order_by("number")
    sheet = play(one, hall.alice, BALANCED)
    sheet = correct_sheet(
        table=one, report=TableReport(BALANCED, if_match=sheet.tag), reason="Signed on paper", by=hall.rob
    )
    sheet = void_sheet(sheet=sheet, if_match=sheet.tag, reason="Wrong table", by=hall.rob)
    first = report_sheet(table=one, report=TableReport(BALANCED), by=hall.alice)
    disputed = dispute_sheet(sheet=first, if_match=first.tag, reason="No", by=hall.rob)
    report_sheet(table=one, report=TableReport(Figures([25_000] * 4), if_match=disputed.tag), by=hall.alice)
    penalty = penalize(
        stage=hall.stage, entry=Entry.objects.first(), ruling=Ruling(1_000, "Late"), by=hall.rob
    )
    lift_penalty(penalty=penalty, reason="Was not", by=hall.rob)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    withdraw(entry=Entry.objects.last(), by=hall.alice)
    assert problems(hall) == []
    publish_tournament(hall.tournament.pk)

    assert problems(hall) == []
    assert two.scoresheets.count() == 0


def test_an_imported_league_and_the_demo_are_sound(hall):
    player = User.objects.create_user("player@example.org", name="Player 01")
    demo = load_event(hall.alice.user, hall.rob.user, player)
    text = "game,player,points\n1,A,40000\n1,B,30000\n1,C,20000\n1,D,10000\n"
    import_results(stage=hall.stage, text=text, by=hall.alice)
    for tournament in (demo, hall.tournament):
        publish_tournament(tournament.pk)

        assert verify_ledger(tournament.pk).problems == []


def test_points_edited_in_the_database_are_found_although_they_still_add_up(played):
    run("UPDATE tournaments_scoresheet SET east = 50000, south = 20000")

    found = problems(played)
    assert f"Entry {seq('reported')}: version 1 of table" in found[0]
    assert "has different figures from those recorded here" in found[0]
    assert "differ from what the rulebook gives" in found[1]


def test_a_deleted_sheet_is_found(played):
    for table in ("confirmation", "score"):
        run(f"DELETE FROM tournaments_{table}")
    run("DELETE FROM tournaments_scoresheet")

    assert f"Entry {seq('reported')}: the sheet that was recorded here is gone." in problems(played)


def test_a_sheet_that_nobody_reported_is_found(played):
    table = played.stage.rounds.get().tables.get(number=2)
    Scoresheet.objects.create(
        table=table,
        version=1,
        status="confirmed",
        east=25_000,
        south=25_000,
        west=25_000,
        north=25_000,
        start_total=100_000,
    )

    assert any("but no action reported it" in problem for problem in problems(played))


def test_a_status_changed_by_hand_is_found(played):
    run("UPDATE tournaments_scoresheet SET status = 'disputed'")

    assert any(
        "is “disputed”; according to the ledger it is “confirmed”" in problem for problem in problems(played)
    )


def test_players_exchanged_at_a_played_table_are_found(played):
    seats = played.stage.rounds.get().tables.get(number=1).seats.order_by("wind")
    first, second = seats[0].entry_id, seats[1].entry_id
    spare = Entry.objects.exclude(seats__table__number=1).first().pk
    run("DELETE FROM tournaments_seattoken")
    run("DELETE FROM tournaments_seat WHERE entry_id = %s", spare)
    run("UPDATE tournaments_seat SET entry_id = %s WHERE id = %s", spare, seats[0].pk)

    assert any("other players are now at the table of" in problem for problem in problems(played))
    assert first != second


def test_a_score_changed_by_hand_is_found_also_when_the_standings_follow_it(played):
    Score.objects.filter(place=4).update(total=1_000_000)
    run("UPDATE tournaments_publication SET as_of_seq = 0")
    publish_tournament(played.tournament.pk)

    assert [problem for problem in problems(played) if "differ from what the rulebook gives" in problem]


def test_a_score_that_counts_without_a_confirmed_sheet_is_found(played):
    sheet = report_sheet(
        table=played.stage.rounds.get().tables.get(number=2), report=TableReport(BALANCED), by=played.alice
    )
    Score.objects.filter(sheet=sheet).update(counts=True)

    assert f"Scores of sheet {sheet.pk} count although it is not confirmed." in problems(played)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"amount": 1}, "penalty {pk} now applies to someone or something else."),
        ({"lifted": True}, "penalty {pk} is lifted in one place but not in the other."),
    ],
)
def test_a_penalty_changed_by_hand_is_found(played, change, found):
    penalty = Penalty.objects.get()
    if "amount" in change:
        Penalty.objects.update(amount=1)
    else:
        Penalty.objects.update(lifted_at=penalty.imposed_at, lifted_by=played.rob.user, lift_reason="x")

    assert f"Entry {seq('penalized')}: {found.format(pk=penalty.pk)}" in problems(played)


def test_a_penalty_nobody_imposed_and_one_that_is_gone_are_found(played):
    gone = Penalty.objects.get()
    run("DELETE FROM tournaments_penalty")
    new = Penalty.objects.create(
        pk=gone.pk + 1,
        stage=gone.stage,
        entry=gone.entry,
        kind="deduction",
        amount=1,
        reason="x",
        imposed_by=gone.imposed_by,
    )

    found = problems(played)
    assert f"There is penalty {new.pk}, but no action imposed it." in found
    assert f"Entry {seq('penalized')}: the penalty that was imposed here is gone." in found


def test_a_lot_drawn_again_is_found(played):
    entry = Entry.objects.order_by("number").first()
    Entry.objects.filter(pk=entry.pk).update(lot=1)

    assert any(
        f"entry {entry.number} has a different player or lot" in problem for problem in problems(played)
    )


def test_an_entry_withdrawn_by_hand_is_found(played):
    Entry.objects.filter(number=1).update(status="withdrawn")

    assert "Entry 1 became Withdrawn without an action." in problems(played)


def test_a_rulebook_exchanged_after_the_first_game_is_found(played):
    played.tournament.refresh_from_db()
    before = played.tournament.usual_format.rulebook_content
    content = before.replace('"oka":20000', '"oka":0')
    assert content != before
    run("UPDATE tournaments_tableformat SET rulebook_content = %s", content)

    assert (
        f"Entry {seq('rulebook_pinned')}: the rulebook for tables of 4 differs from the one fixed here."
        in problems(played)
    )


def test_standings_changed_by_hand_are_found(played):
    Standing.objects.filter(position=1).update(total=0)

    entry = Standing.objects.get(position=1).entry_id
    assert problems(played) == [
        f"The published standings of Main stage do not match its results for entry {entry}."
    ]


def test_standings_that_are_only_behind_are_a_remark_and_no_problem(played):
    as_of = Publication.objects.get().as_of_seq
    penalize(stage=played.stage, entry=Entry.objects.last(), ruling=Ruling(1_000, "Late"), by=played.rob)

    found = verify_ledger(played.tournament.pk)

    assert (found.problems, found.remarks) == (
        [],
        [
            f"The standings of Main stage are behind the ledger; they were compared as of entry {as_of}.",
        ],
    )


def test_standings_never_published_are_only_behind(hall):
    assert verify_ledger(hall.tournament.pk).problems == []


def test_standings_changed_by_hand_are_found_also_when_they_say_that_they_are_older(played):
    Standing.objects.filter(position=1).update(total=0)
    Publication.objects.update(as_of_seq=9)

    assert problems(played) == [
        "The standings of Main stage match neither the ledger as of entry 9, as they claim, nor the current "
        "ledger."
    ]


def test_standings_set_back_are_found(played):
    Publication.objects.update(as_of_seq=0)

    assert problems(played) == [
        "The standings of Main stage have a publication time, but do not say as of which entry."
    ]


def test_standings_that_are_behind_are_compared_as_they_were_then(played):
    seq = Publication.objects.get().as_of_seq
    penalty = penalize(
        stage=played.stage, entry=Entry.objects.last(), ruling=Ruling(1_000, "Late"), by=played.rob
    )
    publish_tournament(played.tournament.pk)
    lift_penalty(penalty=penalty, reason="Was not", by=played.rob)
    assert problems(played) == []

    Standing.objects.filter(entry=penalty.entry_id).update(total=-2_000, penalty=2_000)

    assert [problem for problem in problems(played) if "match neither the ledger as of entry" in problem]
    assert Publication.objects.get().as_of_seq > seq


def test_a_rulebook_for_tables_of_three_exchanged_by_hand_is_found(db):
    hall = THREES.named(open_hall(players=7))
    table = THREES.table(THREES.started(hall))
    correct_sheet(table=table, report=TableReport(THREES.figures), reason="paper", by=hall.rob)
    assert problems(hall) == []
    take_guards_down()

    run(PLAYED_AS_FOUR)

    found = problems(hall)
    assert "the rulebook for tables of 3 differs from the one fixed here." in found[0]
    assert "is confirmed, but the rulebook refuses it" in found[1]


@pytest.mark.slow
def test_a_rulebook_for_tables_of_five_and_a_fifths_points_exchanged_by_hand_are_found(db):
    hall = FIVES.named(open_hall(players=9))
    table = FIVES.table(FIVES.started(hall))
    correct_sheet(table=table, report=TableReport(FIVES.figures), reason="paper", by=hall.rob)
    assert problems(hall) == []
    take_guards_down()

    run("UPDATE tournaments_scoresheet SET fifth = fifth + 1000, north = north - 1000")
    assert "has different figures from those recorded here." in problems(hall)[0]
    run("UPDATE tournaments_scoresheet SET fifth = fifth - 1000, north = north + 1000")
    run(PLAYED_AS_FOUR)

    assert "the rulebook for tables of 5 differs from the one fixed here." in problems(hall)[0]
