"""The desk shows what was done last; what can be undone is undone in the message or in the list."""

import re

import pytest

from tests.tournaments.hall import BALANCED, phones_of, play, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_draw, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.hall.announcements import announce
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.clocks import extend_clock, start_clock
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Announcement, Entry, Penalty, Round, RoundClock, Scoresheet, TableClock

pytestmark = pytest.mark.django_db

FORM = re.compile(r'<form method="post" action="([^"]+)"[^>]*>((?:(?!</form>).)*?)>Undo<', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="(?!csrf|key)(\w+)" value="([^"]*)"')


def undos(answer) -> list[tuple[str, dict[str, str]]]:
    """Where each Undo of a page is sent, with what, from the top."""
    return [
        (address.removeprefix(DESK), dict(FIELD.findall(form)))
        for address, form in FORM.findall(answer.content.decode())
    ]


def last_lines(answer) -> list[str]:
    """What the list says was done last, from the top."""
    return re.findall(r'<span class="who"><span class="words">(.*?)</span> <small>', answer.content.decode())


def take_back(browser, answer):
    """Press the first Undo of a page."""
    address, fields = undos(answer)[0]
    return send(browser, DESK + address, **fields)


@pytest.fixture
def rob(hall):
    return signed_in(hall.rob)


@pytest.fixture
def published(hall) -> Round:
    return publish_round(round_=hall.draw(), by=hall.alice)


class TestInTheMessage:
    @pytest.mark.parametrize(
        ("action", "status", "undone"),
        [
            ("publish", "published", "unpublish"),
            ("start", "started", "cancel-start"),
            ("close", "closed", "reopen"),
        ],
    )
    def test_a_round_goes_back_to_where_it_was(self, hall, alice, action, status, undone) -> None:
        round_ = hall.draw()
        if action != "publish":
            publish_round(round_=round_, by=hall.alice)
        if action == "close":
            start_round(round_=round_, by=hall.alice)
            for table in round_.tables.all():
                play(table, hall.alice)
        round_.refresh_from_db()
        before = round_.status

        answer = send(alice, f"{DESK}rounds/{round_.pk}/{action}/")
        done = Round.objects.get().status
        take_back(alice, answer)

        assert undos(answer)[0] == (f"rounds/{round_.pk}/{undone}/", {})
        assert (done, Round.objects.get().status) == (status, before)

    def test_minutes_are_taken_back_once(self, hall, alice, published) -> None:
        start_round(round_=published, by=hall.alice)
        start_clock(round_=published, minutes=75, by=hall.alice)
        before = RoundClock.objects.get().ends_at

        answer = send(alice, f"{DESK}rounds/{published.pk}/clock/extend/", minutes=5, back="desk")
        later = RoundClock.objects.get().ends_at
        take_back(alice, answer)

        assert answer.redirect_chain == [(DESK, 302)]
        assert undos(answer)[0] == (
            f"rounds/{published.pk}/clock/extend/",
            {"minutes": "-5", "back": "desk"},
        )
        assert (later - before).total_seconds() == 300
        assert RoundClock.objects.get().ends_at == before

    def test_who_withdrew_takes_part_again(self, hall, alice) -> None:
        entry = hall.tournament.entries.order_by("number")[0]

        answer = send(alice, f"{DESK}entries/{entry.pk}/withdraw/", confirm="withdraw")
        gone = Entry.objects.get(pk=entry.pk).status
        take_back(alice, answer)

        assert (gone, Entry.objects.get(pk=entry.pk).status) == ("withdrawn", "active")

    def test_an_announcement_is_taken_down(self, hall, rob) -> None:
        answer = send(rob, f"{DESK}hall/", text="Lunch until 12:30")
        standing = Announcement.objects.get().removed_at
        take_back(rob, answer)

        assert standing is None
        assert Announcement.objects.get().removed_at is not None
        assert hall.kinds()[-2:] == ["announced", "announcement_removed"]

    def test_a_penalty_is_lifted_with_a_reason(self, hall, rob) -> None:
        fields = {"stage": hall.stage.pk, "entry": hall.entries()[0], "amount": "10", "reason": "late"}

        answer = send(rob, f"{DESK}penalties/", **fields)
        before = Penalty.objects.get().lifted_at
        take_back(rob, answer)

        assert (before, Penalty.objects.get().lift_reason) == (None, "imposed by mistake")
        assert hall.kinds()[-2:] == ["penalized", "penalty_lifted"]

    def test_a_draw_of_one_round_becomes_a_draft_again(self, hall, alice) -> None:
        round_ = hall.draw()

        answer = send(alice, f"{DESK}draw/{round_.draw_id}/publish/")
        done = Round.objects.get().status
        take_back(alice, answer)

        assert (done, Round.objects.get().status) == ("published", "drafted")

    def test_a_draw_of_several_rounds_becomes_a_draft_again_as_a_whole(self, hall, alice) -> None:
        drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=3), by=hall.alice)

        answer = send(alice, f"{DESK}draw/{drawn.pk}/publish/")
        done = {one.status for one in Round.objects.all()}
        said = take_back(alice, answer).content.decode()

        assert (done, {one.status for one in Round.objects.all()}) == ({"published"}, {"drafted"})
        assert "3 rounds were returned to draft. Only staff can see them." in said
        assert hall.kinds()[-3:] == ["unpublished"] * 3

    def test_rounds_that_were_published_before_stay_published(self, hall, alice) -> None:
        drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=3), by=hall.alice)
        first = publish_round(round_=drawn.rounds.get(number=1), by=hall.alice)

        take_back(alice, send(alice, f"{DESK}draw/{drawn.pk}/publish/"))

        assert list(Round.objects.filter(status="published")) == [first]

    def test_once_one_of_them_has_started_all_stay_as_they_are(self, hall, alice) -> None:
        drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
        answer = send(alice, f"{DESK}draw/{drawn.pk}/publish/")
        start_round(round_=drawn.rounds.get(number=1), by=hall.alice)
        before = hall.kinds()

        take_back(alice, answer)

        assert [one.status for one in Round.objects.order_by("number")] == ["started", "published"]
        assert hall.kinds() == before

    def test_a_refusal_has_none(self, hall, alice, published) -> None:
        answer = send(alice, f"{DESK}rounds/{published.pk}/publish/")

        assert "Undo" not in answer.content.decode().partition("control-room")[0]


class TestAConfirmation:
    @pytest.fixture
    def sheet(self, hall, published) -> Scoresheet:
        start_round(round_=published, by=hall.alice)
        table = published.tables.get(number=1)
        return report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

    def confirm(self, browser, sheet):
        return send(browser, f"{DESK}tables/{sheet.table_id}/confirm/", if_match=sheet.tag)

    def test_it_is_undone_in_the_message(self, hall, rob, sheet) -> None:
        answer = self.confirm(rob, sheet)
        done = Scoresheet.objects.get().status
        said = take_back(rob, answer).content.decode()

        assert undos(answer)[0] == (f"sheets/{sheet.pk}/undo/", {"if_match": sheet.tag})
        assert done == "confirmed"
        assert statuses() == ["superseded", "submitted"]
        assert "Table 1 is waiting for confirmation again." in said

    def test_from_the_referees_page_it_leads_back_there(self, hall, rob, sheet) -> None:
        answer = send(rob, f"{DESK}tables/{sheet.table_id}/confirm/", if_match=sheet.tag, back="referee")

        back = take_back(rob, answer)

        assert (back.redirect_chain, statuses()) == ([(f"{DESK}referee/", 302)], ["superseded", "submitted"])

    def test_so_is_a_decision(self, hall, rob, sheet) -> None:
        points = {"points_0": "250", "points_1": "250", "points_2": "250", "points_3": "250"}
        address = f"{DESK}tables/{sheet.table_id}/"

        answer = send(rob, address, **points, do="decide", reason="Counted again", if_match=sheet.tag)
        take_back(rob, answer)

        assert statuses() == ["superseded", "superseded", "submitted"]
        assert Scoresheet.objects.live().get().points == [25_000] * 4

    def test_a_decision_in_a_closed_round_is_final(self, hall, alice, published, sheet) -> None:
        close_round(round_=published, by=hall.alice, leave_open=True)
        points = {"points_0": "250", "points_1": "250", "points_2": "250", "points_3": "250"}
        address = f"{DESK}tables/{sheet.table_id}/"

        answer = send(alice, address, **points, do="decide", reason="Counted again", if_match=sheet.tag)

        assert undos(answer) == [(f"rounds/{published.pk}/reopen/", {"back": "desk"})]

    def test_it_is_undone_in_the_list_but_once(self, hall, rob, sheet) -> None:
        self.confirm(rob, sheet)

        seen = []
        for _step in range(2):
            page = rob.get(DESK)
            seen.append(undos(page))
            if seen[-1]:
                take_back(rob, page)

        assert seen == [[(f"sheets/{sheet.pk}/undo/", {"back": "desk", "if_match": sheet.tag})], []]
        assert statuses() == ["superseded", "submitted"]

    def test_what_players_confirmed_is_not_in_the_list(self, hall, rob, published, sheet) -> None:
        play(published.tables.get(number=2), hall.alice)

        assert "confirmed:" not in text_of(rob.get(DESK))
        assert undos(rob.get(DESK)) == []

    def test_a_player_reads_that_it_waits_again(self, hall, rob, published, phones) -> None:
        start_round(round_=published, by=hall.alice)
        table = published.tables.get(number=1)
        _east, south, *_others = phones(table)
        sheet = report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
        self.confirm(signed_in(hall.alice), sheet)
        final = text_of(south.get("/seat/table/"))

        take_back(rob, rob.get(DESK))

        assert "The result is final" in final
        assert "Is this right?" in text_of(south.get("/seat/table/"))

    def test_too_late_it_says_why_and_changes_nothing(self, hall, rob, published, sheet) -> None:
        answer = self.confirm(rob, sheet)
        close_round(round_=published, by=hall.alice, leave_open=True)
        before = hall.kinds()

        said = take_back(rob, answer).content.decode()

        assert "This round is closed. Please reopen it first, or correct the result." in said
        assert (statuses(), hall.kinds()) == (["confirmed"], before)


def statuses() -> list[str]:
    return list(Scoresheet.objects.order_by("table", "version").values_list("status", flat=True))


class TestInTheList:
    def test_the_newest_comes_first_and_what_is_no_longer_so_is_not_taken_back(
        self, hall, alice, published
    ) -> None:
        start_round(round_=published, by=hall.alice)
        start_clock(round_=published, minutes=75, by=hall.alice)
        extend_clock(round_=published, minutes=5, by=hall.alice)
        table = published.tables.get(number=2)
        extend_clock(round_=published, table=table, minutes=10, by=hall.alice)

        answer = alice.get(DESK)

        assert last_lines(answer) == [
            "Round 1, Table 2: the time was changed by 10 minutes",
            "The time of round 1 was changed by 5 minutes",
            "Round 1 started",
            "Round 1 published",
        ]
        assert undos(answer) == [
            (
                f"rounds/{published.pk}/clock/extend/",
                {"back": "desk", "minutes": "-10", "table": str(table.pk)},
            ),
        ]
        take_back(alice, answer)
        assert TableClock.objects.get().ends_at == RoundClock.objects.get().ends_at

    def test_rounds_published_together_are_one_line_and_go_back_together(self, hall, alice) -> None:
        drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=7), by=hall.alice)
        publish_round(round_=drawn.rounds.get(number=1), by=hall.alice)
        publish_draw(draw=drawn, by=hall.alice)
        later = [str(one.pk) for one in drawn.rounds.order_by("number")[1:]]

        page = alice.get(DESK)
        said, found = last_lines(page), undos(page)
        take_back(alice, page)

        assert said == ["Rounds 2–7 published", "Round 1 published"]
        assert found == [(f"draw/{drawn.pk}/unpublish/", {"back": "desk", "rounds": ",".join(later)})]
        assert [one.status for one in Round.objects.order_by("number")] == ["published", *["drafted"] * 6]
        assert undos(alice.get(DESK)) == [
            (f"rounds/{drawn.rounds.get(number=1).pk}/unpublish/", {"back": "desk"})
        ]

    def test_once_one_of_them_has_started_they_are_not_taken_back(self, hall, alice) -> None:
        drawn = draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
        publish_draw(draw=drawn, by=hall.alice)
        start_round(round_=drawn.rounds.get(number=1), by=hall.alice)

        page = alice.get(DESK)

        assert last_lines(page) == ["Round 1 started", "Round 1, Round 2 published"]
        assert undos(page) == [(f"rounds/{drawn.rounds.get(number=1).pk}/cancel-start/", {"back": "desk"})]

    def test_a_match_day_goes_back_as_one(self, hall, alice) -> None:
        drawn = draw(stage=hall.stage, plan=Plan(method="random", games=2), by=hall.alice)
        publish_draw(draw=drawn, by=hall.alice)

        page = alice.get(DESK)
        take_back(alice, page)

        assert len(last_lines(page)) == 1
        assert {one.status for one in Round.objects.all()} == {"drafted"}
        assert hall.kinds()[-2:] == ["unpublished"] * 2

    def test_a_start_is_not_taken_back_once_a_table_has_reported(self, hall, alice, published) -> None:
        start_round(round_=published, by=hall.alice)
        play(published.tables.get(number=1), hall.alice)

        assert undos(alice.get(DESK)) == []

    def test_a_referee_takes_back_rulings_and_announcements_but_once(self, hall, rob) -> None:
        penalize(
            stage=hall.stage, entry=hall.tournament.entries.first(), ruling=Ruling(10, "late"), by=hall.rob
        )
        announce(tournament=hall.tournament, text="Lunch", by=hall.rob)
        announcement, penalty = Announcement.objects.get().pk, Penalty.objects.get().pk

        seen = []
        for _step in range(3):
            page = rob.get(DESK)
            seen.append(undos(page))
            if seen[-1]:
                take_back(rob, page)

        assert seen == [
            [(f"hall/{announcement}/remove/", {"back": "desk"})],
            [(f"penalties/{penalty}/lift/", {"back": "desk", "reason": "imposed by mistake"})],
            [],
        ]

    def test_the_key_takes_back_the_last_thing_only(self, hall, rob, published) -> None:
        penalize(
            stage=hall.stage, entry=hall.tournament.entries.first(), ruling=Ruling(10, "late"), by=hall.rob
        )
        newest = 'data-key="u"' in rob.get(DESK).content.decode()
        start_round(round_=published, by=hall.alice)
        play(published.tables.get(number=1), hall.alice)
        older = rob.get(DESK)

        assert newest
        assert len(undos(older)) == 1
        assert 'data-key="u"' not in older.content.decode()

    def test_who_came_back_is_not_taken_back_again(self, hall, alice) -> None:
        entry = hall.tournament.entries.order_by("number")[0]
        withdraw(entry=entry, by=hall.alice)
        away = undos(alice.get(DESK))
        send(alice, f"{DESK}entries/{entry.pk}/reinstate/")

        assert away == [(f"entries/{entry.pk}/reinstate/", {"back": "desk"})]
        assert undos(alice.get(DESK)) == []

    def test_a_referee_reads_it_without_the_buttons(self, hall, published) -> None:
        start_round(round_=published, by=hall.alice)
        rob = signed_in(hall.rob)

        answer = rob.get(DESK)

        assert "Round 1 started" in text_of(answer)
        assert undos(answer) == []

    def test_a_closed_round_is_opened_again_from_there(self, hall, alice, published) -> None:
        start_round(round_=published, by=hall.alice)
        for table in published.tables.all():
            play(table, hall.alice)
        close_round(round_=published, by=hall.alice)

        take_back(alice, alice.get(DESK))

        assert Round.objects.get().status == "started"
        assert seats_of(published.tables.get(number=1))
