"""One table at the desk: confirmed, decided, void, and a seat taken over."""

import re

import pytest
from django.test import Client

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.actions.free_play.club_night import club_night
from tests.tournaments.hall import open_hall, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.exchanges import against_the_draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.rounds import close_round
from tournaments.actions.teams.line_ups import hand_in_line_up, set_line_up_rule
from tournaments.models import Entry, LedgerEntry, Scoresheet, Seat, Standing

pytestmark = pytest.mark.django_db


def test_deciding_is_shown_before_it_is_done(hall, table, alice):
    play(table, hall.alice)
    hall.stage.publication.refresh_from_db()
    figures = {
        "points_0": "100",
        "points_1": "200",
        "points_2": "300",
        "points_3": "400",
        "reason": "swapped",
    }
    address = f"{DESK}tables/{table.pk}/"
    tag = value(alice.get(address), "if_match")
    before = LedgerEntry.objects.count()

    preview = alice.post(address, {**figures, "if_match": tag, "do": "preview"})

    assert "What would change" in text_of(preview)
    assert "+60.0 → −50.0" in text_of(preview)
    assert LedgerEntry.objects.count() == before

    send(alice, address, **figures, if_match=tag, do="decide")

    sheet = Scoresheet.objects.live().get(table=table)
    assert (sheet.points, sheet.reason, sheet.version) == ([10_000, 20_000, 30_000, 40_000], "swapped", 2)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["the table", "penalties"])
def test_draws_made_from_what_it_would_change_are_named_before(hall, round_, table, alice, where):
    for one in round_.tables.all():
        play(one, hall.alice)
    close_round(round_=round_, by=hall.alice)
    draw(stage=hall.stage, plan=Plan(method="swiss"), by=hall.alice)
    address = f"{DESK}tables/{table.pk}/"
    tag = value(alice.get(address), "if_match")
    points = {f"points_{wind}": str((wind + 1) * 100) for wind in range(4)}
    first = seats_of(table)[0].entry_id

    if where == "the table":
        preview = alice.post(address, {**points, "reason": "swapped", "if_match": tag, "do": "preview"})
    else:
        fields = {"stage": hall.stage.pk, "entry": first, "amount": "90", "reason": "late"}
        preview = alice.post(f"{DESK}penalties/", {**fields, "do": "preview"})

    said = text_of(preview)
    assert "Draws made from these standings The order of the players would now be different." in said
    [outdated] = re.findall(
        "draw it again. Round 2 From the same seed, the tables would be: (.*?) Nothing has been saved yet.",
        said,
    )
    names = hall.tournament.entries.values_list("player__name", flat=True)
    assert sorted(re.findall(r"\w+", outdated)) == sorted(names)


@pytest.mark.slow
@pytest.mark.parametrize("best", [0, 4])
def test_of_a_draw_that_might_be_of_others_it_says_so_and_how_many_line_ups_wait(
    hall, round_, table, alice, best
):
    for one in round_.tables.all():
        play(one, hall.alice)
    close_round(round_=round_, by=hall.alice)
    for number in range(1, 9):
        team = form_team(tournament=hall.tournament, name=f"Team {number}", by=hall.alice)
        hall.tournament.entries.filter(number=number).update(team=team)
    set_line_up_rule(stage=hall.stage, by=hall.alice)
    drawn = draw(stage=hall.stage, plan=Plan(method="swiss", best=best), by=hall.alice)
    [second] = publish_draw(draw=drawn, by=hall.alice)
    seat = second.seats.select_related("entry__team__tournament")[0]
    hand_in_line_up(round_=second, team=seat.entry.team, entries=[seat.entry], by=hall.alice)
    address = f"{DESK}tables/{table.pk}/"
    points = {f"points_{wind}": str((wind + 1) * 100) for wind in range(4)}

    tag = value(alice.get(address), "if_match")
    preview = alice.post(address, {**points, "reason": "swapped", "if_match": tag, "do": "preview"})

    not_worked_out = (
        "The new tables are not shown: they take too long to compute, or the players might differ."
    )
    said = text_of(preview)
    assert "Round 2 · 1 line-up handed in" in said
    assert (not_worked_out in said, "From the same seed, the tables would be:" in said) == (
        best > 0,
        best == 0,
    )


def test_a_table_in_play_leads_to_what_its_players_need(hall, table, alice):
    page = alice.get(f"{DESK}tables/{table.pk}/").content.decode()

    assert f'href="/t/spring-open/tables/{table.pk}/conditions/"' in page


def test_before_the_round_starts_it_shows_who_sits_there_and_takes_no_result(hall, alice):
    round_ = publish_round(round_=hall.draw(), by=hall.alice)
    table = round_.tables.get(number=1)

    page = alice.get(f"{DESK}tables/{table.pk}/")

    names = [seat.entry.player.name for seat in seats_of(table)]
    assert "This round has not started yet." in text_of(page)
    assert [name for name in names if name in text_of(page)] == names
    assert 'name="points_0"' not in page.content.decode()


def test_a_table_that_players_opened_by_mistake_is_taken_back_until_it_has_a_result(db):
    club = club_night()
    table = club.open("Bob", "Dora", "Emil", "Fumi")
    alice, take_back = signed_in(club.hall.alice), f'action="/t/spring-open/tables/{table.pk}/take-back/"'

    before = alice.get(f"{DESK}tables/{table.pk}/").content.decode()
    play(table, club.hall.alice)
    after = alice.get(f"{DESK}tables/{table.pk}/").content.decode()

    assert (take_back in before, take_back in after) == (True, False)


def test_where_hands_have_no_value_that_can_be_worked_out_no_calculator_is_offered(hall, table, alice):
    other = open_hall("mcr-cup", rulebook_id="mcr", house_rules={"chombo.kind": "none", "chombo.amount": 0})
    there = other.started().tables.get(number=1)

    pages = [
        alice.get(f"{DESK}tables/{table.pk}/"),
        signed_in(other.alice).get(f"/t/mcr-cup/desk/tables/{there.pk}/"),
    ]

    assert ["Hand calculator" in text_of(page).split("Guides")[0] for page in pages] == [True, False]


def test_changing_a_result_without_a_reason_keeps_what_was_typed(hall, table, alice):
    play(table, hall.alice)
    address = f"{DESK}tables/{table.pk}/"
    points = {"points_0": "100", "points_1": "200", "points_2": "300", "points_3": "400"}

    answer = alice.post(
        address, {**points, "if_match": value(alice.get(address), "if_match"), "do": "decide"}
    )

    assert answer.status_code == 422
    assert "Please say why the result is decided." in text_of(answer)
    assert value(answer, "points_0") == "100"


def test_a_first_result_is_decided_without_a_reason_and_the_answer_names_the_table(table, alice):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    answer = send(alice, f"{DESK}tables/{table.pk}/", **points, do="decide")

    assert "Table 1 was decided." in text_of(answer)
    assert Scoresheet.objects.get(table=table).reason == "from the paper sheet"


@pytest.mark.parametrize("reason", ["a\x00b", "\u202e000,1"])
def test_a_reason_that_cannot_be_read_decides_nothing(table, alice, reason):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    answer = alice.post(f"{DESK}tables/{table.pk}/", {**points, "do": "decide", "reason": reason})

    assert answer.status_code == 422
    assert "The reason contains a character that cannot be displayed" in text_of(answer)
    assert not Scoresheet.objects.exists()


def test_a_referee_confirms_and_voids(hall, table, phones, alice):
    from_east = phones(table)[0]
    page = from_east.get("/seat/table/")
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
    from_east.post(
        "/seat/table/report/", {"key": value(page, "key"), "seated": value(page, "seated"), **points}
    )
    address = f"{DESK}tables/{table.pk}/"

    send(alice, address + "confirm/", if_match=value(alice.get(address), "if_match"))
    confirmed = Scoresheet.objects.get(table=table).status
    send(alice, address + "void/", if_match=value(alice.get(address), "if_match"), reason="chairs mixed up")

    assert confirmed == "confirmed"
    assert Scoresheet.objects.get(table=table).status == "void"


def test_a_substitute_takes_a_seat(hall, table, alice):
    send(alice, DESK + "entries/", name="Sub Stitute", is_substitute="on")
    substitute = Entry.objects.get(is_substitute=True)
    seat = seats_of(table)[0]

    send(alice, f"{DESK}tables/{table.pk}/substitute/", seat=seat.pk, entry=substitute.pk)

    assert Seat.objects.get(pk=seat.pk).entry == substitute
    page = alice.get(f"{DESK}tables/{table.pk}/").content.decode()
    assert f'action="{DESK}rounds/{table.round_id}/cards/"' in page
    issue_player_cards(tournament=hall.tournament, by=hall.alice)
    page = alice.get(f"{DESK}tables/{table.pk}/").content.decode()
    assert f'href="{DESK}cards/print/?entry={substitute.pk}"' in page


def test_standings_follow_what_the_desk_decides(hall, table, alice):
    points = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}

    send(alice, f"{DESK}tables/{table.pk}/", **points, do="decide", reason="paper sheet")
    Client().get("/t/spring-open/standings/")

    assert Standing.objects.get(entry=seats_of(table)[0].entry).total == 60_000


class TestWhatSpeaksAgainstASubstitute:
    def test_people_whom_the_draw_keeps_apart_are_named_first(self, hall, table, alice):
        leaving, staying = seats_of(table)[:2]
        spare = register(
            tournament=hall.tournament, player=add_player(name="Kei"), is_substitute=True, by=hall.alice
        )
        pair = sorted([spare, staying.entry], key=lambda entry: entry.pk)
        add_seating_constraint(
            tournament=hall.tournament, wish=Wish("never", pair[0], other=pair[1]), by=hall.alice
        )
        address = f"{DESK}tables/{table.pk}/substitute/"

        question = send(alice, address, seat=leaving.pk, entry=spare.pk)

        name = staying.entry.player.name
        assert question.status_code == 409
        assert f"The draw keeps Kei and {name} apart, but they would share a table." in text_of(question)
        assert Seat.objects.get(pk=leaving.pk).entry == leaving.entry

        send(alice, address, seat=leaving.pk, entry=spare.pk, confirm="kept_apart")

        assert Seat.objects.get(pk=leaving.pk).entry == spare

    def test_so_is_a_player_of_another_team(self, db):
        hall = open_hall("teams", players=0)
        for number, team in enumerate("ABCDA", 1):
            formed = form_team(tournament=hall.tournament, name=team, by=hall.alice)
            player = add_player(name=f"Player {number}")
            register(tournament=hall.tournament, player=player, team=formed, by=hall.alice)
        bench = Entry.objects.get(number=5)
        drawn = draw(
            stage=hall.stage,
            plan=Plan(method="team_season", line_up=1),
            by=hall.alice,
            seed="0123456789abcdef",
        )
        publish_draw(draw=drawn, by=hall.alice)
        taken = Seat.objects.select_related("round__draw", "round__stage__tournament", "entry__player")
        seat = taken.exclude(entry__team=bench.team).first()
        stays = Entry.objects.filter(team=bench.team).exclude(seats__isnull=False).first()

        asked = against_the_draw(seat=seat, entry=stays)

        assert list(asked) == ["other_team"]
        assert asked["other_team"] == (
            f"{stays.player.name} does not play for the team of {seat.entry.player.name}."
        )


@pytest.mark.parametrize("action", ["confirm", "void"])
def test_where_nothing_was_reported_nothing_is_confirmed_or_made_void(hall, table, alice, action):
    before = digest()

    answer = alice.post(f"{DESK}tables/{table.pk}/{action}/", {"if_match": "r1-00000000", "reason": "Late"})

    assert (answer.status_code, digest()) == (404, before)
