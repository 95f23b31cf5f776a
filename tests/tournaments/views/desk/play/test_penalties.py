"""Penalties at the desk."""

import pytest

from tests.tournaments.hall import BALANCED, open_hall, phones_of, seats_of
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of, value
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import LedgerEntry, Penalty
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

PAGE = DESK + "penalties/"


def sent(hall, **fields):
    entry = hall.tournament.entries.get(number=1)
    return {"stage": hall.stage.pk, "entry": entry.pk, **fields}


def test_a_penalty_is_typed_as_it_is_said_and_can_be_lifted(hall, round_, alice):
    entry = hall.tournament.entries.get(number=1)

    send(alice, DESK + "penalties/", stage=hall.stage.pk, entry=entry.pk, amount="2.5", reason="late")
    penalty = Penalty.objects.get()
    amount = penalty.amount
    send(alice, f"{DESK}penalties/{penalty.pk}/lift/", reason="the bus")
    penalty.refresh_from_db()

    assert (amount, penalty.lift_reason) == (2_500, "the bus")


@pytest.mark.parametrize("amount", ["-5", "1e400", "NaN", "0.0001", "9" * 20])
def test_a_penalty_that_is_none_is_refused(amount, hall, alice):
    entry = hall.tournament.entries.get(number=1)

    answer = alice.post(
        DESK + "penalties/", {"stage": hall.stage.pk, "entry": entry.pk, "amount": amount, "reason": "late"}
    )

    assert answer.status_code == 422
    assert not Penalty.objects.exists()


def test_without_points_it_is_a_warning(hall, alice):
    answer = send(alice, PAGE, **sent(hall, amount="", reason="wrong discard"))

    warning = Penalty.objects.get()
    assert warning.kind == "warning"
    assert "The warning to Bob was recorded." in text_of(answer)
    assert "Warning" in text_of(alice.get(PAGE))


def test_points_can_be_given_as_a_bonus(hall, alice):
    done = send(alice, PAGE, **sent(hall, amount="5.5", reason="yakuman", kind="bonus"))

    text = text_of(done)
    assert "The bonus for Bob was recorded." in text
    assert Penalty.objects.get().amount == -5_500
    assert "Bonus +5.5" in text
    publish_tournament(hall.tournament.pk)
    assert "+5.5" in text_of(alice.get("/t/spring-open/standings/"))


def test_a_bonus_says_how_much(hall, alice):
    answer = alice.post(PAGE, sent(hall, reason="yakuman", kind="bonus"))

    assert answer.status_code == 422
    assert "“Bonus” needs points: please enter how many." in text_of(answer)
    assert not Penalty.objects.exists()


@pytest.mark.parametrize(
    ("kind", "amount", "stored"),
    [
        ("deduction", "5", ("deduction", 5_000)),
        ("deduction", "", ("warning", 0)),
        ("warning", "", ("warning", 0)),
    ],
)
def test_the_kind_is_chosen_and_a_deduction_without_points_is_a_warning(hall, alice, kind, amount, stored):
    send(alice, PAGE, **sent(hall, kind=kind, amount=amount, reason="late"))

    assert Penalty.objects.values_list("kind", "amount").get() == stored


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"kind": "warning", "amount": "5"}, "“Warning” has no points: please leave them out."),
        ({"kind": "expulsion"}, "Select a valid choice."),
    ],
)
def test_a_kind_that_does_not_fit_is_refused(hall, alice, fields, says):
    answer = alice.post(PAGE, sent(hall, reason="late", **fields))

    assert answer.status_code == 422
    assert says in text_of(answer)
    assert not Penalty.objects.exists()


def test_points_as_on_sticks_are_asked_about(hall, alice):
    asked = alice.post(PAGE, sent(hall, amount="20000", reason="late"))

    assert asked.status_code == 409
    assert "The total would change by −20,000.0; even a very good game brings only +70.0." in text_of(asked)
    assert not Penalty.objects.exists()

    send(alice, PAGE, **sent(hall, amount="20000", reason="late", confirm="large_deduction"))

    assert Penalty.objects.get().amount == 20_000_000


def test_a_fault_is_chosen_from_the_rulebooks_list(alice):
    hall = open_hall("ema", rulebook_id="ema_2016")
    address = "/t/ema/desk/penalties/"
    rob = signed_in(hall.rob)

    assert "a few tiles of the wall exposed: put back" in text_of(rob.get(address))

    rob.post(address, sent(hall, fault="minor.0", reason="again", amount="10"))

    assert Penalty.objects.get().reason == "a few tiles of the wall exposed: put back: again"


@pytest.mark.parametrize("fields", [{"reason": " "}, {"round": "999"}])
def test_without_a_reason_or_for_a_round_that_is_none_it_is_refused(fields, hall, alice):
    answer = alice.post(PAGE, sent(hall, amount="10", **{"reason": "late", **fields}))

    assert answer.status_code == 422
    assert not Penalty.objects.exists()


def test_what_it_would_change_is_shown_before(hall, round_, table, alice):
    correct_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)
    first = seats_of(table)[0].entry
    fields = {"stage": hall.stage.pk, "entry": first.pk, "amount": "55", "reason": "late"}
    before = LedgerEntry.objects.count()

    shown = alice.post(PAGE, {**fields, "do": "preview"})

    assert shown.status_code == 200
    assert "+60.0 → +5.0" in text_of(shown)
    assert value(shown, "amount") == "55"
    assert (LedgerEntry.objects.count(), Penalty.objects.count()) == (before, 0)


def test_a_preview_of_what_is_asked_about_asks(hall, alice):
    asked = alice.post(PAGE, sent(hall, amount="20000", reason="late", do="preview"))

    assert "Yes, this is intended" in text_of(asked)
    assert not Penalty.objects.exists()


def test_round_and_table_stand_with_it(hall, round_, table, alice):
    entry = seats_of(table)[2].entry

    fields = {"stage": hall.stage.pk, "entry": entry.pk, "amount": "10", "reason": "late", "round": round_.pk}
    page = send(alice, PAGE, **fields)

    assert Penalty.objects.get().round == round_
    assert "· Round 1 · Table 1" in text_of(page)


def test_chombo_of_the_sheets_stand_in_the_same_list(hall, table, alice):
    fouled = Figures([40_000, 30_000, 20_000, 10_000], chombo=[0, 1, 0, 0])
    report_sheet(table=table, report=TableReport(fouled), by=phones_of(table, hall.alice)[0])
    south = seats_of(table)[1].entry.player.name

    words = text_of(alice.get(PAGE))

    assert f"{south} −20 Chombo on the" in words
    assert "· Round 1 · Table 1" in words


def test_the_page_takes_as_many_queries_for_one_as_for_three(
    hall, round_, table, alice, django_assert_num_queries
):
    for number in (1, 2, 3):
        entry = hall.tournament.entries.get(number=number)
        penalize(stage=hall.stage, entry=entry, ruling=Ruling(1, "late", round=round_), by=hall.rob)

    # One of them: are there teams?
    with django_assert_num_queries(12):
        alice.get(PAGE)


@pytest.fixture
def reds(hall):
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    hall.tournament.entries.filter(number__lte=4).update(team=team)
    return team


class TestTeam:
    def test_it_is_penalized_and_the_penalty_lifted(self, hall, reds, alice):
        answer = send(alice, PAGE, stage=hall.stage.pk, team=reds.pk, amount="20", reason="no line-up")
        penalty = Penalty.objects.get()
        lifted = send(alice, f"{DESK}penalties/{penalty.pk}/lift/", reason="it came")

        assert (penalty.team, penalty.amount) == (reds, 20_000)
        assert "The penalty for Reds was recorded." in text_of(answer)
        assert "Reds Team −20" in text_of(answer)
        assert "lifted it came" in text_of(lifted)

    @pytest.mark.parametrize("both", [True, False])
    def test_either_a_player_or_a_team_is_chosen(self, hall, reds, alice, both):
        chosen = sent(hall, team=reds.pk) if both else {"stage": hall.stage.pk}

        answer = alice.post(PAGE, {**chosen, "amount": "20", "reason": "late"})

        assert answer.status_code == 422
        assert "Please choose either a player or a team." in text_of(answer)
        assert not Penalty.objects.exists()

    def test_what_it_would_move_is_shown_by_team(self, hall, reds, alice):
        shown = alice.post(
            PAGE, {"stage": hall.stage.pk, "team": reds.pk, "amount": "20", "reason": "x", "do": "preview"}
        )

        assert "Reds 1 → 1 0.0 → −20.0" in text_of(shown)
        assert not Penalty.objects.exists()

    def test_without_teams_the_page_says_so(self, hall, alice):
        assert "This tournament has no teams, so only a player can be penalized." in text_of(alice.get(PAGE))

    def test_what_was_deducted_stands_in_the_table_of_teams(self, hall, reds, alice, client):
        send(alice, PAGE, stage=hall.stage.pk, team=reds.pk, amount="20", reason="no line-up")
        publish_tournament(hall.tournament.pk)

        assert "Reds Deducted from the team −20 −20.0 0-0-0-0" in text_of(
            client.get("/t/spring-open/standings/")
        )
        ledger = text_of(client.get("/t/spring-open/ledger/"))
        assert "The team Reds was penalized: no line-up" in ledger


def test_a_chombo_says_how_many_and_what_it_took_if_that_was_no_total(alice):
    """Where a chombo is paid at the table, it takes nothing from the total beside the points."""
    halls = [open_hall("after"), open_hall("paid", house_rules={"chombo.kind": "mangan", "chombo.amount": 0})]
    for hall in halls:
        table = hall.started().tables.get(number=1)
        figures = Figures(BALANCED.points, chombo=[2, 0, 0, 0])
        correct_sheet(table=table, report=TableReport(figures), reason="Paper", by=hall.rob)

    said = [text_of(signed_in(hall.rob).get(f"/t/{hall.tournament.slug}/desk/penalties/")) for hall in halls]

    tables = [hall.stage.rounds.get().tables.get(number=1) for hall in halls]
    names = [seats_of(table)[0].entry.player.name for table in tables]
    assert f"{names[0]} −40 Chombo × 2 on the table's sheet" in said[0].replace("&#x27;", "'")
    assert f"{names[1]} Chombo × 2 on the table's sheet" in said[1].replace("&#x27;", "'")


def test_a_preview_of_what_moves_nobody_says_so(hall, round_, alice):
    preview = alice.post(PAGE, sent(hall, amount="", reason="late", do="preview"))

    assert "No rank or total would change." in text_of(preview)
    assert not Penalty.objects.exists()
