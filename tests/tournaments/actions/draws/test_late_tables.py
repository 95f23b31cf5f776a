"""Four who came late play at a table of their own in a round that is in play already."""

import pytest

from players.actions import add_player
from seating.rounds.late_table import late_table
from tests.tournaments.actions.draws.test_team_seasons import league
from tests.tournaments.actions.free_play.club_night import club_night
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import Hall, open_hall, play, seats_of
from tests.tournaments.odd_hall import THREES
from tests.tournaments.verification.attacker import rebuild_chain, run, take_guards_down
from tournaments.actions.draws.checks import public_verdict
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.late_tables import add_late_table, latecomers_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.people.check_in import check_in
from tournaments.actions.people.entries import register, withdraw
from tournaments.actions.play.changed_places import change_places, places_of
from tournaments.actions.play.rounds import cancel_start, close_round, start_round
from tournaments.models import Entry, LedgerEntry, Round, Table
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.database("sqlite", thorough="both")

NAMES = ("Kei", "Lena", "Mia", "Nils")


def latecomers(hall: Hall, *names: str) -> list[Entry]:
    return [
        register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice)
        for name in names or NAMES
    ]


def league_in_play() -> Hall:
    """A match of four teams in play."""
    hall = league(4, 2)
    drawn = draw(stage=hall.stage, plan=Plan(method="teams", rounds=1), by=hall.alice)
    publish_draw(draw=drawn, by=hall.alice)
    start_round(round_=drawn.rounds.get(), by=hall.alice)
    return hall


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def players_of(table: Table) -> list[int]:
    return [seat.entry_id for seat in seats_of(table)]


def test_it_has_the_next_number_is_seated_by_a_lot_that_anybody_can_draw_again_and_reports(
    hall: Hall, round_: Round
) -> None:
    late = latecomers(hall)

    table = add_late_table(round_=round_, players=late[::-1], by=hall.alice)

    assert (table.number, sorted(players_of(table))) == (3, [entry.pk for entry in late])
    payload = hall.last_payload()
    assert (hall.kinds()[-1], payload) == (
        "table_added",
        {
            "round": round_.pk,
            "number": 1,
            "table": table.pk,
            "place": 3,
            "came": [entry.pk for entry in late],
            "seed": payload["seed"],
            "entries": players_of(table),
        },
    )
    assert late_table(str(payload["seed"]), [entry.pk for entry in late]) == players_of(table)
    assert problems(hall) == []
    play(table, hall.alice)
    publish_tournament(hall.tournament.pk)
    assert problems(hall) == []
    assert round_.draw is not None
    assert public_verdict(round_.draw).reasons == ["by_hand"]


def test_later_rounds_of_the_schedule_stay_as_they_are(db: None) -> None:
    hall = open_hall(players=16)
    drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=3), by=hall.alice)
    publish_draw(draw=drawn, by=hall.alice)
    first, *later = drawn.rounds.order_by("number")
    start_round(round_=first, by=hall.alice)
    before = [[players_of(table) for table in one.tables.order_by("number")] for one in later]

    add_late_table(round_=first, players=latecomers(hall), by=hall.alice)

    assert [[players_of(table) for table in one.tables.order_by("number")] for one in later] == before
    assert problems(hall) == []


def test_its_players_change_places_and_a_start_that_is_taken_back_keeps_it(hall: Hall, round_: Round) -> None:
    table = add_late_table(round_=round_, players=latecomers(hall), by=hall.alice)
    one, other = seats_of(table)[0].entry, seats_of(round_.tables.get(number=1))[1].entry
    both = {"round_": round_, "one": one, "other": other}
    change_places(**both, if_match=places_of(**both).tag, by=hall.rob)
    assert problems(hall) == []
    sat = players_of(table)

    start_round(round_=cancel_start(round_=round_, by=hall.alice), by=hall.alice)

    assert players_of(table) == sat
    assert problems(hall) == []


def test_three_who_come_late_play_where_there_are_rules_for_three(db: None) -> None:
    hall = open_hall()
    round_ = hall.started()
    late = latecomers(hall, "Kei", "Lena", "Mia")
    refused(lambda: add_late_table(round_=round_, players=late, by=hall.alice), RulesRefuse, "table_size")
    THREES.named(hall)

    table = add_late_table(round_=round_, players=late, by=hall.alice)

    assert len(players_of(table)) == 3
    assert hall.kinds()[-2:] == ["table_added", "odd_rulebook_pinned"]
    play(table, hall.alice, THREES.figures)
    assert problems(hall) == []


def test_who_sits_there_already_has_withdrawn_or_is_named_twice_is_refused(hall: Hall, round_: Round) -> None:
    late = latecomers(hall)
    seated = hall.tournament.entries.get(number=1)
    gone = withdraw(entry=latecomers(hall, "Olga")[0], by=hall.alice)
    for players, error, code in (
        ([*late[:3], seated], StateRefuses, "seated_already"),
        ([*late[:3], gone], RulesRefuse, "withdrawn"),
        ([*late[:3], late[0]], RulesRefuse, "seated_twice"),
        (late[:3], RulesRefuse, "table_size"),
    ):
        refused(
            lambda players=players: add_late_table(round_=round_, players=players, by=hall.alice), error, code
        )
    assert gone not in latecomers_of(round_)
    assert list(latecomers_of(round_)) == late


def test_only_a_round_in_play_gets_a_table(hall: Hall, round_: Round) -> None:
    late = latecomers(hall)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    refused(lambda: add_late_table(round_=round_, players=late, by=hall.alice), RoundClosed, "round_closed")
    draft = hall.draw()

    refused(lambda: add_late_table(round_=draft, players=late, by=hall.alice), RoundClosed, "round_drafted")


def test_where_players_open_tables_none_is_added(db: None) -> None:
    club = club_night()
    table = club.open("Bob", "Dora", "Emil", "Fumi")
    others = [club.player(name) for name in ("Goro", "Hana", "Iris", "Jun")]

    refused(
        lambda: add_late_table(round_=table.round, players=others, by=club.hall.alice),
        StateRefuses,
        "opened_by_players",
    )


def test_where_teams_meet_none_is_added(db: None) -> None:
    hall = league_in_play()
    late = latecomers(hall)
    round_ = Round.objects.get(stage=hall.stage, status="started")

    refused(lambda: add_late_table(round_=round_, players=late, by=hall.alice), StateRefuses, "teams_meet")


def test_what_may_be_a_slip_is_asked_first(hall: Hall, round_: Round) -> None:
    late = latecomers(hall)
    check_in(tournament=hall.tournament, entries=hall.tournament.entries.filter(pk=late[0].pk), by=hall.rob)
    add_seating_constraint(
        tournament=hall.tournament, wish=Wish("never", late[0], other=late[1]), by=hall.alice
    )
    asked = ["players_not_here", "kept_apart"]

    with pytest.raises(StateRefuses) as refusal:
        add_late_table(round_=round_, players=late, by=hall.alice)

    assert refusal.value.code == "please_confirm"
    assert refusal.value.fields["confirm"] == asked
    assert refusal.value.fields["players_not_here"] == ["Not here yet: Lena, Mia, Nils."]
    assert add_late_table(round_=round_, players=late, by=hall.alice, confirm=asked).number == 3


def test_the_verification_draws_the_lot_again(hall: Hall, round_: Round) -> None:
    table = add_late_table(round_=round_, players=latecomers(hall), by=hall.alice)
    east, south = players_of(table)[:2]
    take_guards_down()
    run("UPDATE tournaments_seat SET entry_id = %s WHERE table_id = %s AND wind = 5", east, table.pk)
    table.seats.filter(wind=1).update(wind=5)
    table.seats.filter(wind=2).update(wind=1)
    table.seats.filter(wind=5).update(wind=2)
    assert any("the players at the tables added to" in problem for problem in problems(hall))

    entry = LedgerEntry.objects.get(kind="table_added")
    there = f'"entries":[{east},{south}'
    assert there in entry.payload
    run(
        "UPDATE tournaments_ledgerentry SET payload = %s WHERE id = %s",
        entry.payload.replace(there, f'"entries":[{south},{east}'),
        entry.pk,
    )
    rebuild_chain(hall.tournament.pk)

    assert any("do not match the lot drawn from its seed" in problem for problem in problems(hall))
