"""Players open tables themselves: everybody's first game of a day is one round, the second the next."""

import pytest

from tests.permissions import digest
from tests.tournaments.actions.free_play.club_night import ClubNight, club_night
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.hall import BALANCED, open_hall, phones_of, play
from tests.tournaments.odd_hall import THREES
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.actions.hands.hands import enter_hand, take_hands_back
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.clocks import start_clock
from tournaments.actions.play.rounds import cancel_start, close_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.play.seat_draws import draw_seats, set_seat_draw_rule
from tournaments.actions.play.seats import substitute
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import HandRecord, Round, Scoresheet, Seat, Tournament
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.standings import publish_tournament
from tournaments.standings.stages.who_takes_part import taking_part_in
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db

FIRST_FOUR = ("Bob", "Dora", "Emil", "Fumi")
OTHER_FOUR = ("Goro", "Hana", "Iris", "Jun")


@pytest.fixture
def club() -> ClubNight:
    return club_night()


def problems(club: ClubNight) -> list[str]:
    publish_tournament(club.hall.tournament.pk)
    return [str(problem) for problem in verify_ledger(club.hall.tournament.pk).problems]


def in_zone(club: ClubNight, zone: str) -> None:
    tournament = Tournament.objects.get(pk=club.hall.tournament.pk)
    changes = {"time_zone": zone}
    edit_tournament(
        tournament=tournament, changes=changes, seen=tournament_tag(tournament), by=club.hall.alice
    )


def test_a_table_is_opened_and_reports_at_once(club: ClubNight) -> None:
    table = club.open("Dora", "Bob", "Fumi", "Emil")

    round_ = table.round
    assert (round_.number, round_.status, round_.method) == (1, "started", "opened")
    assert club.seated() == {(1, 1): ["Dora", "Bob", "Fumi", "Emil"]}
    assert club.hall.kinds()[-2:] == ["table_opened", "rulebook_pinned"]
    assert play(table, club.hall.alice).status == "confirmed"
    assert problems(club) == []


def test_the_ledger_says_who_sat_down_where(club: ClubNight) -> None:
    club.play(*FIRST_FOUR)
    table = club.open(*OTHER_FOUR)

    assert club.hall.last_payload() == {
        "stage": club.hall.stage.pk,
        "round": table.round_id,
        "number": 1,
        "day": table.round.played_on.isoformat() if table.round.played_on else None,
        "table": table.pk,
        "place": 2,
        "entries": [club.player(name).pk for name in OTHER_FOUR],
    }


def test_a_round_is_everybodys_nth_game_of_the_day(club: ClubNight) -> None:
    club.play(*FIRST_FOUR)
    club.play(*FIRST_FOUR)
    # Their first game, beside the first game of the others.
    club.play(*OTHER_FOUR)
    # Two of them have played two games already.
    club.play("Bob", "Dora", "Goro", "Hana")

    assert club.seated() == {
        (1, 1): list(FIRST_FOUR),
        (1, 2): list(OTHER_FOUR),
        (2, 1): list(FIRST_FOUR),
        (3, 1): ["Bob", "Dora", "Goro", "Hana"],
    }
    assert problems(club) == []


def test_the_next_day_begins_with_a_new_round_and_closes_those_that_are_complete(club: ClubNight) -> None:
    in_zone(club, "Pacific/Honolulu")
    club.play(*FIRST_FOUR)
    club.play(*FIRST_FOUR)
    club.open(*OTHER_FOUR)

    # There it is the same hour of the next day.
    in_zone(club, "Pacific/Kiritimati")
    club.play(*FIRST_FOUR)

    rounds = Round.objects.order_by("number").values_list("number", "status", "played_on")
    (first, second, third) = rounds
    # At a table of the first a result is missing.
    assert [one[:2] for one in rounds] == [(1, "started"), (2, "closed"), (3, "started")]
    assert first[2] == second[2] < third[2]
    assert problems(club) == []


def test_who_is_still_at_a_table_cannot_sit_down_at_another(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)

    message = refused(lambda: club.open("Goro", "Hana", "Iris", "Dora"), StateRefuses, "still_in_play")

    assert message == "Dora is at Round 1, Table 1, which has no result yet. Please report it first."
    report_sheet(table=table, report=TableReport(BALANCED), by=club.hall.alice)
    assert club.open("Goro", "Hana", "Iris", "Dora").round.number == 2


def test_tables_of_three_are_opened_where_there_are_rules_for_them(club: ClubNight) -> None:
    refused(lambda: club.open("Bob", "Dora", "Emil"), RulesRefuse, "table_size")
    club.hall.tournament = name_odd_rulebook(
        tournament=club.hall.tournament,
        players=3,
        rulebook_id="mleague",
        house_rules=THREES.rules,
        by=club.hall.alice,
    )

    club.play("Bob", "Dora", "Emil", figures=THREES.figures)

    assert club.seated() == {(1, 1): ["Bob", "Dora", "Emil"]}
    assert problems(club) == []


@pytest.mark.parametrize("names", [("Bob", "Dora", "Emil"), (*FIRST_FOUR, "Goro"), ()])
def test_another_number_of_players_is_refused(club: ClubNight, names: tuple[str, ...]) -> None:
    message = refused(lambda: club.open(*names), RulesRefuse, "table_size")

    assert message == f"This tournament plays at tables of 4; {len(names)} players were given."


def test_nobody_sits_twice(club: ClubNight) -> None:
    refused(lambda: club.open("Bob", "Dora", "Emil", "Bob"), RulesRefuse, "seated_twice")


def test_who_has_withdrawn_does_not_sit_down(club: ClubNight) -> None:
    withdraw(entry=club.player("Emil"), by=club.hall.alice)

    assert refused(lambda: club.open(*FIRST_FOUR), RulesRefuse, "withdrawn") == "Emil has withdrawn."


def test_who_has_all_games_of_the_stage_does_not_sit_down(club: ClubNight) -> None:
    set_game_quota(stage=club.hall.stage, least=1, most=1, by=club.hall.alice)
    club.play(*FIRST_FOUR)

    refused(lambda: club.open("Bob", "Goro", "Hana", "Iris"), RulesRefuse, "too_many_games")
    assert club.open(*OTHER_FOUR).number == 2


def test_where_the_organizer_draws_players_open_nothing() -> None:
    hall = open_hall()
    players = list(hall.tournament.entries.order_by("number")[:4])

    refused(
        lambda: open_table(stage=hall.stage, players=players, by=hall.alice), StateRefuses, "no_free_play"
    )


def test_a_table_without_a_result_is_taken_back(club: ClubNight) -> None:
    kept, table = club.open(*FIRST_FOUR), club.open(*OTHER_FOUR)
    start_clock(round_=kept.round, by=club.hall.alice, minutes=60)
    phones_of(table, club.hall.alice)

    take_table_back(table=table, by=club.hall.alice)
    take_table_back(table=table, by=club.hall.alice)

    assert club.seated() == {(1, 1): list(FIRST_FOUR)}
    assert club.hall.last_payload() == {
        "table": table.pk,
        "round": kept.round_id,
        "number": 1,
        "place": 2,
        "is_last": False,
    }
    assert problems(club) == []


def test_with_its_only_table_a_round_is_gone(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)
    start_clock(round_=table.round, by=club.hall.alice, minutes=60)

    take_table_back(table=table, by=club.hall.alice)

    assert Round.objects.count() == 0
    assert problems(club) == []
    assert club.open(*FIRST_FOUR).round.number == 1
    assert problems(club) == []


def test_a_number_in_the_middle_stays_free(club: ClubNight) -> None:
    first = club.open(*FIRST_FOUR)
    club.open(*OTHER_FOUR)

    take_table_back(table=first, by=club.hall.alice)
    club.open(*FIRST_FOUR)

    assert club.seated() == {(1, 2): list(OTHER_FOUR), (1, 3): list(FIRST_FOUR)}
    assert problems(club) == []


def test_a_table_with_a_result_stays(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)
    report_sheet(table=table, report=TableReport(BALANCED), by=club.hall.alice)

    says = refused(lambda: take_table_back(table=table, by=club.hall.alice), StateRefuses, "results_exist")

    assert says == "Table 1 has a result; the referee can void it first."


def test_a_void_result_holds_no_table_and_the_four_are_free(club: ClubNight) -> None:
    kept, table = club.play(*OTHER_FOUR), club.open(*FIRST_FOUR)
    sheet = play(table, club.hall.alice)
    publish_tournament(club.hall.tournament.pk)
    void_sheet(sheet=sheet, reason="not played", if_match=sheet.tag, by=club.hall.alice)
    publish_tournament(club.hall.tournament.pk)

    take_table_back(table=table, by=club.hall.alice)
    take_table_back(table=table, by=club.hall.alice)

    assert club.seated() == {(1, 1): list(OTHER_FOUR)}
    assert Scoresheet.objects.get().table_id == kept.pk
    assert problems(club) == []
    assert club.play(*FIRST_FOUR).round_id == kept.round_id
    publish_tournament(club.hall.tournament.pk)
    assert problems(club) == []


def test_hands_that_were_taken_back_hold_no_table(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)
    tag = EMPTY_LOG
    for _hand in range(2):
        tag = enter_hand(
            table=table, outcome={"kind": "draw", "tenpai": []}, by=club.hall.alice, if_match=tag
        ).tag
    tag = take_hands_back(table=table, first=2, by=club.hall.alice, if_match=tag).tag
    refused(lambda: take_table_back(table=table, by=club.hall.alice), StateRefuses, "hands_exist")
    take_hands_back(table=table, first=1, by=club.hall.alice, if_match=tag)

    take_table_back(table=table, by=club.hall.alice)

    assert (club.seated(), HandRecord.objects.count()) == ({}, 0)
    assert problems(club) == []


def test_a_table_whose_seats_were_drawn_is_taken_back(club: ClubNight) -> None:
    set_seat_draw_rule(stage=club.hall.stage, is_on=True, by=club.hall.alice)
    table = club.open(*FIRST_FOUR)
    draw_seats(table=table, by=club.hall.alice)

    take_table_back(table=table, by=club.hall.alice)

    assert problems(club) == []


def test_a_table_of_a_closed_round_stays(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)
    close_round(round_=table.round, by=club.hall.alice, leave_open=True)

    refused(lambda: take_table_back(table=table, by=club.hall.alice), StateRefuses, "round_closed")


def test_a_table_of_a_draw_is_no_players_to_take_back() -> None:
    hall = open_hall()
    table = hall.started().tables.get(number=1)

    refused(lambda: take_table_back(table=table, by=hall.alice), StateRefuses, "table_was_drawn")


def test_the_start_of_their_round_cannot_be_taken_back(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)

    refused(lambda: cancel_start(round_=table.round, by=club.hall.alice), StateRefuses, "opened_by_players")


def test_a_substitute_takes_a_seat_there_too(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)
    seat = table.seats.select_related("round").get(wind=1)

    substitute(seat=seat, entry=club.player("Goro"), by=club.hall.alice)

    assert problems(club) == []


def test_another_player_at_a_table_is_found(club: ClubNight) -> None:
    table = club.play(*FIRST_FOUR)

    Seat.objects.filter(table=table, wind=1).update(entry=club.player("Goro"))

    assert any("the players in" in problem for problem in problems(club))


def test_a_round_that_was_drawn_is_played_beside_them(club: ClubNight) -> None:
    club.play(*FIRST_FOUR)
    drawn = club.hall.started()

    assert (drawn.number, drawn.is_of_free_play) == (2, False)
    # Whoever sits there is in play until that table has reported.
    refused(lambda: club.open(*FIRST_FOUR), StateRefuses, "still_in_play")


def test_the_switch_is_recorded_and_the_same_again_changes_nothing(club: ClubNight) -> None:
    before = digest()
    set_free_play(stage=club.hall.stage, is_on=True, by=club.hall.alice)
    assert digest() == before

    set_free_play(stage=club.hall.stage, is_on=False, by=club.hall.alice)

    assert club.hall.last_payload() == {"stage": club.hall.stage.pk, "is_on": False}
    assert (club.hall.stage.kind, problems(club)) == ("rounds", [])


def test_a_table_that_has_entered_hands_stays(club: ClubNight) -> None:
    table = club.open(*FIRST_FOUR)
    passes = {"kind": "draw", "tenpai": []}
    enter_hand(table=table, outcome=passes, by=club.hall.alice, if_match=EMPTY_LOG)

    says = refused(lambda: take_table_back(table=table, by=club.hall.alice), StateRefuses, "hands_exist")

    assert says == "Table 1 has hands entered. Please take them back first."


def test_who_did_not_go_on_to_the_stage_opens_no_table_in_it() -> None:
    scene = before_the_final()
    scene.set()
    scene.confirm()
    set_free_play(stage=scene.final, is_on=True, by=scene.hall.alice)
    players = list(scene.hall.tournament.entries.order_by("number")[4:8])
    outside = next(entry for entry in players if entry.pk not in taking_part_in(scene.final))

    says = refused(
        lambda: open_table(stage=scene.final, players=players, by=scene.hall.alice),
        RulesRefuse,
        "not_in_the_stage",
    )

    assert says == f"{outside.player} does not play in the stage “Final”."
