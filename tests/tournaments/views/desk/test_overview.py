"""The first page of the desk: the round in play, drawing the next, finishing."""

import re

import pytest
from django.test import Client

from tests.tournaments.hall import BALANCED, phones_of, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Round, RoundClock, Tournament

pytestmark = pytest.mark.django_db


def test_a_draw_that_does_not_fill_the_tables_says_what_to_do_and_keeps_what_was_typed(hall, alice):
    entry = hall.tournament.entries.first()

    answer = alice.post(DESK + "draw/", {"stage": hall.stage.pk, "sit_out": entry.pk, "seed": "mine"})

    assert answer.status_code == 422
    assert "7 players do not fill tables of 4" in text_of(answer)
    assert value(answer, "seed") == "mine"
    assert not Round.objects.exists()


@pytest.mark.slow
def test_who_sits_out_is_ticked_on_a_page_of_its_own_which_the_desk_leads_to(hall, alice):
    desk = alice.get(DESK)

    page = alice.get(DESK + "draw/")

    assert f'href="{DESK}draw/"' in desk.content.decode()
    assert 'name="sit_out"' not in desk.content.decode()
    assert page.content.decode().count('name="sit_out"') == hall.tournament.entries.active().count()
    assert 'name="seed"' in page.content.decode()


def headings_of(answer):
    found = re.findall(r"<h[123][^>]*>(.*?)</h[123]>", answer.content.decode(), re.DOTALL)
    return [
        text
        for text in (" ".join(re.sub("<[^>]+>", "", heading).split()) for heading in found)
        if "ound" in text
    ]


class TestAnEveningDrawnAsAWhole:
    @pytest.fixture
    def five(self, hall):
        stored = draw(
            stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=5), by=hall.alice, seed="evening"
        )
        return publish_draw(draw=stored, by=hall.alice)

    def test_the_round_in_play_comes_first_then_the_next_and_later_ones_are_a_line_each(
        self, hall, five, alice
    ):
        start_round(round_=five[0], by=hall.alice)
        close_round(round_=five[0], by=hall.alice, leave_open=True)
        start_round(round_=five[1], by=hall.alice)

        answer = alice.get(DESK)

        assert headings_of(answer) == [
            "Round 2 of 5 In play",
            "Round 3 Published",
            "Later rounds 2",
            "Round 4 Published",
            "Round 5 Published",
            "Closed rounds",
        ]
        assert answer.content.decode().count('class="tiles') == 1

    @pytest.mark.slow
    def test_phones_stand_under_the_round_in_play_first_and_rounds_of_a_later_stage_say_so(
        self, hall, five, alice
    ):
        start_round(round_=five[1], by=hall.alice, confirm=[EARLIER_ROUND_OPEN])
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
        plan = Plan(method=Method.SCHEDULE, rounds=1)
        publish_draw(draw=draw(stage=final, plan=plan, by=hall.alice, seed="final"), by=hall.alice)

        answer = alice.get(DESK + "phones/")

        assert headings_of(answer) == [
            "Round 2 In play",
            "Round 1 Published",
            "Round 3 Published",
            "Round 4 Published",
            "Round 5 Published",
            "Round 1 · Final Published",
        ]

    def test_a_referee_reads_all_of_it_and_moves_no_round(self, hall, five, alice):
        start_round(round_=five[0], by=hall.alice)
        close_round(round_=five[0], by=hall.alice, leave_open=True)

        pages = [browser.get(DESK) for browser in (alice, signed_in(hall.rob))]

        moves = re.compile(rf'action="{DESK}rounds/\d+/(\w+)/"')
        later = ["Later rounds 3", "Round 3 Published", "Round 4 Published", "Round 5 Published"]
        headings = ["Round 2 of 5 Published", *later, "Closed rounds"]
        assert [headings_of(page) for page in pages] == [headings] * 2
        assert [set(moves.findall(page.content.decode())) for page in pages] == [
            {"start", "unpublish", "reopen", "time", "cards"},
            set(),
        ]

    def test_the_desk_asks_no_more_when_more_rounds_come_later(
        self, hall, five, alice, django_assert_num_queries
    ):
        # One of them is for the list of what is left to do before the first round.
        with django_assert_num_queries(17):
            alice.get(DESK)

    def test_the_desk_asks_no_more_when_more_rounds_are_in_play(
        self, hall, five, alice, django_assert_num_queries
    ):
        for round_ in five[:4]:
            start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, "players_in_play"])

        with django_assert_num_queries(16):
            answer = alice.get(DESK)

        assert answer.content.decode().count('class="tiles now"') == 4

    def test_a_question_about_the_start_keeps_the_clock(self, hall, five, alice):
        set_time_limit(tournament=hall.tournament, minutes=75, by=hall.alice)
        start_round(round_=five[0], by=hall.alice)

        asked = send(alice, f"{DESK}rounds/{five[1].pk}/start/", clock="on")
        confirm = [EARLIER_ROUND_OPEN, "players_in_play"]
        send(alice, f"{DESK}rounds/{five[1].pk}/start/", clock="on", confirm=confirm)

        assert 'name="clock" value="on"' in asked.content.decode()
        assert RoundClock.objects.get().round == five[1]

    def test_drafts_that_come_later_lead_to_the_page_on_which_they_are_published(self, hall, alice):
        stored = draw(
            stage=hall.stage, plan=Plan(method=Method.SCHEDULE, rounds=3), by=hall.alice, seed="evening"
        )

        answer = alice.get(DESK)

        assert headings_of(answer) == [
            "Round 1 of 3 Drafted",
            "Before the first round",
            "Later rounds 2",
            "Round 2 Drafted",
            "Round 3 Drafted",
        ]
        assert answer.content.decode().count(f'href="{DESK}draw/{stored.pk}/"') == 3
        assert answer.content.decode().count("/publish/") == 1


class TestStartingARound:
    def test_one_button_starts_the_round_and_its_clock(self, hall, alice):
        round_ = hall.draw()
        publish_round(round_=round_, by=hall.alice)
        set_time_limit(tournament=hall.tournament, minutes=75, by=hall.alice)

        page = text_of(alice.get(DESK))
        answer = send(alice, f"{DESK}rounds/{round_.pk}/start/", clock="on")

        clock = RoundClock.objects.get()
        assert "Start round and clock 75 min Start without a clock" in page
        assert (clock.round, clock.minutes, clock.round.status) == (round_, 75, "started")
        assert "Round and clock started." in text_of(answer)

    def test_a_round_of_which_nobody_says_how_long_it_takes_starts_without(self, hall, alice):
        round_ = hall.draw()
        publish_round(round_=round_, by=hall.alice)

        page = text_of(alice.get(DESK))

        assert "Start the round" in page
        assert "Start round and clock" not in page


class TestWhatIsDone:
    """Anything done can be reached again, and nothing is offered that would be refused."""

    @pytest.fixture
    def closed(self, hall, round_):
        for one in round_.tables.all():
            play(one, hall.alice)
        return close_round(round_=round_, by=hall.alice)

    def links_of(self, answer):
        return re.findall(r'href="([^"]+)"', answer.content.decode())

    def test_a_closed_round_opens_at_the_desk_and_each_table_leads_to_its_correction(
        self, hall, closed, alice
    ):
        page = f"{DESK}rounds/{closed.pk}/"
        table = closed.tables.get(number=1)

        desk, tables = alice.get(DESK), alice.get(page)
        correction = alice.get(f"{DESK}tables/{table.pk}/")

        assert page in self.links_of(desk)
        assert f"{DESK}tables/{table.pk}/" in self.links_of(tables)
        assert "To correct a result, open its table. The round stays closed." in text_of(tables)
        assert "Correct the result" in text_of(correction)

    def test_public_pages_lead_the_staff_to_the_same_table_and_round_at_the_desk(self, hall, closed):
        table = closed.tables.get(number=1)

        of_table = Client().get(f"/t/spring-open/tables/{table.pk}/")
        of_round = Client().get("/t/spring-open/rounds/1/")

        assert f"{DESK}tables/{table.pk}/" in self.links_of(of_table)
        assert f"{DESK}rounds/{closed.pk}/" in self.links_of(of_round)

    def test_once_it_is_finished_only_what_is_still_possible_is_offered(self, hall, closed, alice):
        offered = 'action="/t/spring-open/desk/rounds/'
        before = alice.get(DESK).content.decode().count(offered)
        finish_tournament(tournament=hall.tournament, by=hall.alice)

        answer = alice.get(DESK)

        forms = re.findall(r'<form method="post"[^>]*action="([^"]+)"', answer.content.decode())
        assert before == 1
        assert [form for form in forms if form.startswith(DESK)] == [f"{DESK}reopen/"]
        assert "Results can still be corrected: open a closed round below, then the table." in text_of(answer)
        assert "It is shown as running until you finish it again." in text_of(answer)
        table = closed.tables.get(number=1)
        tag = table.scoresheets.get().tag
        correct_sheet(table=table, report=TableReport(BALANCED, if_match=tag), reason="a photo", by=hall.rob)
        send(alice, f"{DESK}reopen/")
        assert Tournament.objects.get().status == "running"


def test_finishing_ends_the_drawing(hall, round_, alice):
    send(alice, DESK + "finish/", confirm="rounds_open")

    assert Tournament.objects.get().status == "finished"
    assert "Draw the next round" not in text_of(alice.get(DESK))


def test_a_tables_card_shows_scores_and_since_when_and_can_be_filtered(hall, round_, table, alice):
    report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
    east = seats_of(table)[0].entry.player.name

    everything = text_of(alice.get(DESK))
    missing = text_of(alice.get(DESK + "?show=missing"))
    nonsense = text_of(alice.get(DESK + "?show=<b>"))

    assert f"{east} 40,000" in everything
    assert everything.count("since") == 1
    assert "All tables 2 To confirm 1 Playing 1" in everything
    assert "Table 2 Playing" in missing
    assert f"{east} 40,000" not in missing
    assert f"{east} 40,000" in nonsense


def test_a_draft_from_standings_that_have_changed_says_so_and_to_who_draws_what_to_do(hall, round_, alice):
    for one in round_.tables.all():
        play(one, hall.alice)
    stored = draw(stage=hall.stage, plan=Plan(method=Method.SWISS), by=hall.alice)
    best = seats_of(round_.tables.get(number=1))[0].entry
    penalize(stage=hall.stage, entry=best, ruling=Ruling(90_000, "Late"), by=hall.rob)

    pages = [browser.get(DESK) for browser in (alice, signed_in(hall.rob))]

    outdated = "The standings have changed since this round was drawn."
    leads = f'href="{DESK}draw/{stored.pk}/"'
    assert [
        (
            outdated in text_of(page),
            f"{outdated} Draw it again, or publish it as it is." in text_of(page),
            "Only staff can see this draft." in text_of(page),
            leads in page.content.decode(),
        )
        for page in pages
    ] == [(True, True, True, True), (True, False, True, False)]


def test_a_table_that_calls_without_a_reason_is_named_all_the_same(hall, table, alice):
    phones = phones_of(table, hall.alice)
    names = [seat.entry.player.name for seat in seats_of(table)]

    call = call_referee(table=table, by=phones[0])
    without = text_of(alice.get(DESK))
    end_call(call=call, by=hall.rob)
    call_referee(table=table, reason="A tile is missing", by=phones[1])
    with_one = text_of(alice.get(DESK))

    calls = re.compile(r"Calls you Table 1 (\w+) · (?:[\d:]+(?: [ap]\.m\.)?|noon|midnight) (.*?) ?Done")
    assert calls.findall(without) == [(names[0], "")]
    assert calls.findall(with_one) == [(names[1], "A tile is missing")]
