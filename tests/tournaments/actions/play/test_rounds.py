"""A round's life: draw, publish, start, close, reopen."""

import hashlib

import pytest

from scoring.rulebook.rulebook import from_content, load
from tests.tournaments.actions.refusals import refused
from tests.tournaments.hall import BALANCED, Hall, open_hall, play
from tournaments.actions.draws.draft_rounds import discard_round, draw_round, publish_round, redraw_round
from tournaments.actions.errors import RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.people.check_in import absent, check_in
from tournaments.actions.people.entries import withdraw
from tournaments.actions.play.ending import ROUNDS_OPEN, finish_tournament
from tournaments.actions.play.rounds import RESULTS_MISSING, close_round, reopen_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.models import Entry, Round, Seat, Tournament
from tournaments.models.digests import draw_hash, tables_hash

pytestmark = pytest.mark.database("sqlite", thorough="both")

Status = Round.Status


def tables_of(round_: Round) -> list[list[int]]:
    return [
        list(table.seats.order_by("wind").values_list("entry_id", flat=True))
        for table in round_.tables.order_by("number")
    ]


class TestDraw:
    def test_everybody_sits_exactly_once(self, hall: Hall) -> None:
        round_ = hall.draw()

        assert sorted(entry for table in tables_of(round_) for entry in table) == hall.entries()
        assert (round_.number, round_.status, [len(table) for table in tables_of(round_)]) == (
            1,
            Status.DRAFTED,
            [4, 4],
        )

    def test_the_same_seed_draws_the_same_tables(self, hall: Hall) -> None:
        first = tables_of(hall.draw())
        discard_round(round_=Round.objects.get(), by=hall.alice)

        assert tables_of(hall.draw()) == first

    def test_the_ledger_fixes_a_draft_without_giving_it_away(self, hall: Hall) -> None:
        round_ = hall.draw()

        assert hall.kinds()[-1] == "drawn"
        assert hall.last_payload() == {
            "round": round_.pk,
            "stage": hall.stage.pk,
            "number": 1,
            "method": "random/3",
            "draw": round_.draw_id,
            "draw_hash": draw_hash(round_.draw),
            "seed_hash": hashlib.sha256(b"0123456789abcdef").hexdigest(),
            "tables_hash": tables_hash("0123456789abcdef", tables_of(round_)),
            "reason": "",
            "scheme": 2,
        }

    def test_publishing_reveals_seed_and_seats(self, hall: Hall) -> None:
        round_ = hall.draw()

        publish_round(round_=round_, by=hall.alice)

        assert hall.kinds()[-1] == "published"
        assert hall.last_payload() == {
            "round": round_.pk,
            "number": 1,
            "seed": "0123456789abcdef",
            "commitment": None,
            "tables": tables_of(round_),
        }

    def test_a_seed_is_made_and_stored_when_none_is_given(self, hall: Hall) -> None:
        round_ = draw_round(stage=hall.stage, by=hall.alice)

        assert len(round_.seed) == 32

    def test_winds_even_out_over_four_rounds(self, hall: Hall) -> None:
        for _number in range(4):
            hall.started()

        winds = {
            entry: sorted(Seat.objects.filter(entry=entry).values_list("wind", flat=True))
            for entry in hall.entries()
        }
        assert all(max(winds_of.count(wind) for wind in winds_of) <= 2 for winds_of in winds.values())

    @pytest.mark.parametrize(
        ("players", "message"),
        [
            (7, "7 players do not fill tables of 4: find 1 more, or let 3 sit out."),
            (5, "5 players do not fill tables of 4: find 3 more, or let 1 sit out."),
            (3, "3 players do not fill a table of 4: find 1 more."),
            (1, "1 player does not fill a table of 4: find 3 more."),
        ],
    )
    def test_players_who_do_not_fill_their_tables_are_told_what_would_do(
        self, hall: Hall, players: int, message: str
    ) -> None:
        for entry in Entry.objects.filter(number__gt=players):
            withdraw(entry=entry, by=hall.alice)

        with pytest.raises(RulesRefuse) as refusal:
            hall.draw()

        assert (refusal.value.code, refusal.value.message) == ("players_do_not_fill_tables", message)
        assert not Round.objects.exists()

    def test_byes_go_round(self, hall: Hall) -> None:
        withdraw(entry=Entry.objects.get(number=8), by=hall.alice)
        for _number in range(7):
            draw_round(stage=hall.stage, by=hall.alice, remainder="byes")

        games = {entry: Seat.objects.filter(entry=entry).count() for entry in hall.entries()[:7]}

        assert games == dict.fromkeys(hall.entries()[:7], 4)

    def test_who_sits_out_is_not_drawn(self, hall: Hall) -> None:
        out = list(Entry.objects.filter(number__lte=4))

        round_ = draw_round(stage=hall.stage, by=hall.alice, sit_out=out)

        assert sorted(tables_of(round_)[0]) == hall.entries()[4:]

    def test_a_draft_is_drawn_again_from_a_new_seed_and_both_are_kept(self, hall: Hall) -> None:
        round_ = hall.draw()

        again = redraw_round(round_=round_, by=hall.alice)

        assert (again.pk, again.seed != "0123456789abcdef") == (round_.pk, True)
        assert hall.kinds()[-2:] == ["drawn", "drawn"]
        assert sorted(entry for table in tables_of(again) for entry in table) == hall.entries()

    def test_a_finished_tournament_draws_no_more(self, hall: Hall, round_: Round) -> None:
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=[ROUNDS_OPEN])

        with pytest.raises(StateRefuses) as refusal:
            hall.draw()

        assert (refusal.value.code, Round.objects.count()) == ("tournament_finished", 1)


class TestStates:
    def test_a_round_goes_from_draft_to_closed(self, hall: Hall) -> None:
        round_ = hall.draw()

        states = [round_.status]
        for action in (publish_round, start_round):
            round_ = action(round_=round_, by=hall.alice)
            states.append(round_.status)
        round_ = close_round(round_=round_, by=hall.alice, leave_open=True)
        states.append(round_.status)
        round_ = reopen_round(round_=round_, by=hall.alice)
        states.append(round_.status)

        assert states == [Status.DRAFTED, Status.PUBLISHED, Status.STARTED, Status.CLOSED, Status.STARTED]

    def test_a_round_and_its_clock_start_as_one(self, hall: Hall) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        set_time_limit(tournament=hall.tournament, minutes=75, by=hall.alice)

        start_round(round_=round_, by=hall.alice, clock=True)

        assert hall.kinds()[-3:] == ["started", "rulebook_pinned", "clock_started"]
        assert hall.last_payload()["minutes"] == 75

    def test_where_nobody_says_how_long_a_round_takes_none_starts_with_a_clock(self, hall: Hall) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)

        refused(lambda: start_round(round_=round_, by=hall.alice, clock=True), RulesRefuse, "no_time_limit")

    def test_starting_asks_by_name_who_is_not_here_once_somebody_was_checked_in(self, hall: Hall) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        late = round_.tables.get(number=2).seats.get(wind=3).entry
        check_in(tournament=hall.tournament, entries=Entry.objects.exclude(pk=late.pk), by=hall.rob)

        sentence = refused(lambda: start_round(round_=round_, by=hall.alice), StateRefuses, "please_confirm")

        assert f"Not here yet: {late.player.name} (table 2)." in sentence
        start_round(round_=round_, by=hall.alice, confirm=["players_not_here"])
        play(round_.tables.get(number=1), hall.alice)
        assert list(absent(hall.tournament)) == [late]
        play(round_.tables.get(number=2), hall.alice)
        assert list(absent(hall.tournament)) == []

    def test_who_played_before_check_in_began_again_is_not_here_for_that(self, hall: Hall) -> None:
        round_ = hall.started()
        for table in round_.tables.all():
            play(table, hall.alice)
        first = hall.tournament.entries.get(number=1)

        check_in(tournament=hall.tournament, entries=Entry.objects.filter(pk=first.pk), by=hall.rob)

        assert {entry.pk for entry in absent(hall.tournament)} == set(hall.entries()) - {first.pk}

    @pytest.mark.parametrize("action", [start_round, close_round, reopen_round])
    def test_a_draft_cannot_skip_a_state(self, hall: Hall, action) -> None:
        round_ = hall.draw()
        arguments = {"leave_open": True} if action is close_round else {}

        with pytest.raises(RoundClosed):
            action(round_=round_, by=hall.alice, **arguments)

        round_.refresh_from_db()
        assert (round_.status, hall.kinds()[-1]) == (Status.DRAFTED, "drawn")

    @pytest.mark.parametrize("action", [discard_round, publish_round])
    def test_a_published_round_is_not_discarded_or_published_again(self, hall: Hall, action) -> None:
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        before = tables_of(round_)

        with pytest.raises(RoundClosed):
            action(round_=round_, by=hall.alice)

        assert tables_of(Round.objects.get()) == before

    def test_a_round_with_a_table_without_result_is_not_closed_by_mistake(
        self, hall: Hall, round_: Round
    ) -> None:
        play(round_.tables.get(number=1), hall.alice)

        with pytest.raises(StateRefuses) as refusal:
            close_round(round_=round_, by=hall.alice)

        round_.refresh_from_db()
        assert (refusal.value.code, refusal.value.fields) == ("results_missing", {"tables": [2]})
        assert round_.status == Status.STARTED

    def test_it_closes_once_every_table_is_confirmed(self, hall: Hall, round_: Round) -> None:
        play(round_.tables.get(number=1), hall.alice)
        correct_sheet(
            table=round_.tables.get(number=2), report=TableReport(BALANCED), reason="Paper", by=hall.rob
        )

        round_ = close_round(round_=round_, by=hall.alice)

        round_.refresh_from_db()
        assert round_.status == Status.CLOSED
        assert round_.closed_at is not None


class TestRulebook:
    def test_the_first_start_pins_the_whole_rulebook(self, hall: Hall) -> None:
        assert not hall.tournament.usual_format.is_pinned

        hall.started()

        tournament = Tournament.objects.get()
        assert tournament.status == Tournament.Status.RUNNING
        assert tournament.rulebook.hash() == load("mleague").hash()
        assert "rulebook_pinned" in hall.kinds()

    def test_house_rules_are_pinned_with_it(self, db: None) -> None:
        hall = open_hall(house_rules={"chombo.amount": 40})

        hall.started()

        pinned = Tournament.objects.get().rulebook
        assert (pinned.chombo.amount, pinned.identity.house) == (40, "Spring Open")
        assert from_content(pinned.content()) == pinned

    def test_it_is_pinned_once(self, hall: Hall) -> None:
        hall.started()
        hall.started()

        assert hall.kinds().count("rulebook_pinned") == 1


def test_a_finished_tournament_opens_no_round_again(hall: Hall, round_: Round) -> None:
    close_round(round_=round_, by=hall.alice, leave_open=True)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=[RESULTS_MISSING])

    with pytest.raises(StateRefuses) as refusal:
        reopen_round(round_=round_, by=hall.alice)

    round_.refresh_from_db()
    assert (refusal.value.code, round_.status) == ("tournament_finished", Status.CLOSED)


def test_a_tournament_that_is_over_is_not_finished_again(hall: Hall, round_: Round) -> None:
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=[ROUNDS_OPEN])

    says = refused(
        lambda: finish_tournament(tournament=hall.tournament, by=hall.alice), StateRefuses, "not_now"
    )

    assert says == "Only a running tournament can be finished."
