"""Signed paper that a scorer types: when it counts at once, and how a second person confirms what waits."""

from collections.abc import Callable

import pytest

from players.models import User
from tests.tournaments.hall import BALANCED, Hall, phones_of, seats_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards
from tournaments.actions.credentials.seat_tokens import revoke_seat_token
from tournaments.actions.errors import ActionError, LiveSheetExists, NotAllowed, RoundClosed, RulesRefuse
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import void_sheet
from tournaments.actions.play.scoresheets.paper_sheets import (
    confirm_as_second,
    confirm_together,
    enter_paper_sheet,
)
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Confirmation, Round, Score, Scoresheet, Staff, Table, Tournament
from tournaments.models.hall.phones_in_play import tables_with_phones

pytestmark = pytest.mark.django_db

Status, Paper = Scoresheet.Status, Tournament.PaperCounts
OTHER = Figures([10_000, 20_000, 30_000, 40_000])
SHORT = Figures([39_000, 30_000, 20_000, 10_000], imbalance=1_000, imbalance_reason="A stick is lost")


@pytest.fixture
def dora(hall: Hall) -> Actor:
    """A scorer."""
    return a_scorer(hall, "dora")


@pytest.fixture
def emil(hall: Hall) -> Actor:
    """Another scorer."""
    return a_scorer(hall, "emil")


def a_scorer(hall: Hall, name: str) -> Actor:
    user = User.objects.create_user(f"{name}@scorers.example", name=name.title())
    appoint(tournament=hall.tournament, user=user, role=Staff.Role.SCORER, by=hall.alice)
    return Actor(user)


def choose(paper: str, rule: str = Tournament.ConfirmationRule.ALL_OTHERS) -> None:
    Tournament.objects.update(paper_counts=paper, confirmation_rule=rule)


def type_in(table: Table, by: Actor, figures: Figures = BALANCED, **more: object) -> Scoresheet:
    return enter_paper_sheet(table=table, report=TableReport(figures, **more), decides=False, by=by)  # type: ignore[arg-type]


class TestAtOnce:
    @pytest.mark.parametrize("paper", [Paper.WITHOUT_PHONES, Paper.ALWAYS])
    def test_signed_paper_counts_and_the_ledger_says_by_which_rule(
        self, hall: Hall, table: Table, dora: Actor, paper: str
    ):
        choose(paper)

        sheet = type_in(table, dora)

        sheet.refresh_from_db()
        assert (sheet.version, sheet.status, sheet.reported_by_user) == (1, Status.CONFIRMED, dora.user)
        assert list(Score.objects.filter(sheet=sheet).values_list("counts", flat=True)) == [True] * 4
        assert (hall.kinds()[-1], hall.last_payload()["rule"]) == ("paper_counted", paper)

    def test_a_new_tournament_asks_for_no_second_person_where_no_phone_is(self, hall: Hall):
        assert hall.tournament.paper_counts == Paper.WITHOUT_PHONES

    def test_it_waits_where_a_second_person_is_asked_for(self, hall: Hall, table: Table, dora: Actor):
        choose(Paper.SECOND_PERSON)

        sheet = type_in(table, dora)

        assert (sheet.status, hall.kinds()[-1]) == (Status.SUBMITTED, "reported")

    @pytest.mark.parametrize(
        ("paper", "status"),
        [(Paper.WITHOUT_PHONES, Status.SUBMITTED), (Paper.ALWAYS, Status.CONFIRMED)],
    )
    def test_where_the_referee_confirms_only_paper_that_always_counts_does(
        self, table: Table, dora: Actor, paper: str, status: str
    ):
        choose(paper, Tournament.ConfirmationRule.REFEREE)

        assert type_in(table, dora).status == status

    def test_points_that_do_not_add_up_wait(self, table: Table, dora: Actor):
        choose(Paper.ALWAYS)

        assert type_in(table, dora, SHORT).status == Status.SUBMITTED

    def test_what_replaces_a_sheet_waits(self, table: Table, dora: Actor):
        choose(Paper.ALWAYS)
        first = report_sheet(table=table, report=TableReport(BALANCED), by=dora)

        second = type_in(table, dora, OTHER, if_match=first.tag)

        assert (second.version, second.status) == (2, Status.SUBMITTED)

    def test_so_does_what_follows_a_result_that_the_referee_took_out(
        self, hall: Hall, table: Table, dora: Actor
    ):
        choose(Paper.ALWAYS)
        first = type_in(table, dora)
        void_sheet(sheet=first, if_match=first.tag, reason="Wrong table", by=hall.rob)

        assert type_in(table, dora).status == Status.SUBMITTED

    def test_a_disputed_result_stays_until_it_is_looked_at(self, hall: Hall, table: Table, dora: Actor):
        choose(Paper.ALWAYS)
        phones = phones_of(table, hall.alice)
        reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
        dispute_sheet(sheet=reported, if_match=reported.tag, reason="No", by=phones[1])

        with pytest.raises(LiveSheetExists):
            type_in(table, dora)

        assert table.scoresheets.get().status == Status.DISPUTED

    def test_nobody_counts_the_sheet_of_their_own_table_alone(self, hall: Hall, table: Table):
        choose(Paper.ALWAYS)
        appoint(tournament=hall.tournament, user=hall.bob, role=Staff.Role.SCORER, by=hall.alice)
        own = Table.objects.get(seats__entry__player__user=hall.bob)

        sheet = type_in(own, Actor(hall.bob))

        assert sheet.status == Status.SUBMITTED

    @pytest.mark.parametrize(
        ("how", "why"),
        [
            ({"seated": [1, 2, 3, 4]}, RulesRefuse),
            ({"figures": Figures([50_000, 30_000, 20_000, 10_000])}, RulesRefuse),
            ({"if_match": "r1-00000000"}, ActionError),
        ],
    )
    def test_what_no_report_may_say_counts_no_more_on_paper(
        self, table: Table, dora: Actor, how: dict[str, object], why: type[ActionError]
    ):
        with pytest.raises(why):
            type_in(table, dora, **how)  # type: ignore[arg-type]

        assert not table.scoresheets.exists()

    def test_a_closed_round_takes_none(self, hall: Hall, table: Table, dora: Actor):
        close_round(round_=table.round, leave_open=True, by=hall.alice)

        with pytest.raises(RoundClosed):
            type_in(table, dora)

        assert not table.scoresheets.exists()


def takes_a_seat_card(hall: Hall, table: Table) -> None:
    phones_of(table, hall.alice)


def follows_a_player_card(hall: Hall, table: Table) -> None:
    entry = seats_of(table)[2].entry
    issue_player_cards(tournament=hall.tournament, entries=[entry.pk], by=hall.alice)
    claim_card(code=entry.cards.get().code, key="browser")


def lies_there_as_a_tablet(hall: Hall, table: Table) -> None:
    issue_kiosks(tournament=hall.tournament, numbers=[table.number], by=hall.alice)
    claim_kiosk(code=hall.tournament.kiosks.get().code, key="tablet")


class TestPhones:
    @pytest.mark.parametrize("a_phone", [takes_a_seat_card, follows_a_player_card, lies_there_as_a_tablet])
    def test_at_a_table_with_a_phone_paper_waits_and_at_the_others_it_counts(
        self, hall: Hall, table: Table, dora: Actor, a_phone: Callable[[Hall, Table], None]
    ):
        other = table.round.tables.exclude(pk=table.pk).get()
        a_phone(hall, table)

        assert tables_with_phones([table.round]) == {table.round_id: [table.number]}
        assert [type_in(one, dora).status for one in (table, other)] == [Status.SUBMITTED, Status.CONFIRMED]

    def test_cards_that_no_phone_has_taken_make_none(self, hall: Hall, table: Table, dora: Actor):
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        issue_kiosks(tournament=hall.tournament, numbers=[1, 2], by=hall.alice)

        assert tables_with_phones([table.round]) == {table.round_id: []}
        assert type_in(table, dora).status == Status.CONFIRMED

    def test_a_phone_whose_card_is_revoked_is_out_of_play(self, hall: Hall, table: Table, dora: Actor):
        for phone in phones_of(table, hall.alice):
            assert phone.seat_token is not None
            revoke_seat_token(token=phone.seat_token, by=hall.alice)

        assert tables_with_phones([table.round]) == {table.round_id: []}
        assert type_in(table, dora).status == Status.CONFIRMED

    def test_a_phone_that_has_reported_stays_in_play(self, hall: Hall, table: Table, dora: Actor):
        phones = phones_of(table, hall.alice)
        report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
        for phone in phones:
            assert phone.seat_token is not None
            revoke_seat_token(token=phone.seat_token, by=hall.alice)

        assert tables_with_phones([table.round]) == {table.round_id: [table.number]}
        assert type_in(table, dora).status == Status.SUBMITTED


class TestTheSameTwice:
    def test_a_second_scorer_confirms_by_typing_the_same(
        self, hall: Hall, table: Table, dora: Actor, emil: Actor
    ):
        choose(Paper.SECOND_PERSON)
        typed = type_in(table, dora)

        sheet = type_in(table, emil)

        assert (sheet.pk, sheet.status, hall.kinds()[-1]) == (typed.pk, Status.CONFIRMED, "paper_confirmed")
        assert [one.user for one in Confirmation.objects.filter(sheet=typed)] == [emil.user]

    def test_who_typed_it_changes_nothing_by_typing_it_again(self, hall: Hall, table: Table, dora: Actor):
        choose(Paper.SECOND_PERSON)
        typed = type_in(table, dora)
        before = hall.kinds()

        sheet = type_in(table, dora)

        assert (sheet.pk, sheet.status, hall.kinds()) == (typed.pk, Status.SUBMITTED, before)

    def test_other_figures_are_shown_what_is_here(self, table: Table, dora: Actor, emil: Actor):
        choose(Paper.SECOND_PERSON)
        typed = type_in(table, dora)

        with pytest.raises(LiveSheetExists) as refusal:
            type_in(table, emil, OTHER)

        assert (refusal.value.sheet, table.scoresheets.get().status) == (typed, Status.SUBMITTED)

    @pytest.mark.parametrize(
        ("paper", "status"),
        [
            (Paper.ALWAYS, Status.CONFIRMED),
            (Paper.WITHOUT_PHONES, Status.SUBMITTED),
            (Paper.SECOND_PERSON, Status.SUBMITTED),
        ],
    )
    def test_what_a_phone_reported_is_confirmed_by_paper_that_always_counts(
        self, hall: Hall, table: Table, dora: Actor, paper: str, status: str
    ):
        choose(paper)
        report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

        assert type_in(table, dora).status == status


class TestASecondPerson:
    def test_confirms_by_one_tap_and_again_changes_nothing(
        self, hall: Hall, table: Table, dora: Actor, emil: Actor
    ):
        choose(Paper.SECOND_PERSON)
        typed = type_in(table, dora)

        sheet = confirm_as_second(sheet=typed, if_match=typed.tag, by=emil)
        before = hall.kinds()
        again = confirm_as_second(sheet=typed, if_match=typed.tag, by=emil)

        assert (sheet.status, again.status, before[-1]) == (*[Status.CONFIRMED] * 2, "paper_confirmed")
        assert hall.kinds() == before

    def test_is_not_who_typed_it(self, hall: Hall, table: Table, dora: Actor):
        choose(Paper.SECOND_PERSON)
        typed = type_in(table, dora)

        with pytest.raises(NotAllowed) as refusal:
            confirm_as_second(sheet=typed, if_match=typed.tag, by=dora)

        assert (refusal.value.code, table.scoresheets.get().status) == ("own_report", Status.SUBMITTED)

    def test_is_nobody_who_plays_at_the_table(self, hall: Hall, dora: Actor):
        own = hall.started().tables.get(seats__entry__player__user=hall.bob)
        choose(Paper.SECOND_PERSON)
        appoint(tournament=hall.tournament, user=hall.bob, role=Staff.Role.SCORER, by=hall.alice)
        typed = type_in(own, dora)

        with pytest.raises(NotAllowed) as refusal:
            confirm_as_second(sheet=typed, if_match=typed.tag, by=Actor(hall.bob))

        assert (refusal.value.code, own.scoresheets.get().status) == ("own_table", Status.SUBMITTED)

    def test_confirms_nothing_that_a_phone_reported(self, hall: Hall, table: Table, dora: Actor):
        reported = report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])

        with pytest.raises(NotAllowed) as refusal:
            confirm_as_second(sheet=reported, if_match=reported.tag, by=dora)

        assert (refusal.value.code, table.scoresheets.get().status) == (
            "reported_by_a_seat",
            Status.SUBMITTED,
        )

    def test_is_the_referee_where_the_referee_confirms(
        self, hall: Hall, table: Table, dora: Actor, emil: Actor
    ):
        choose(Paper.SECOND_PERSON, Tournament.ConfirmationRule.REFEREE)
        typed = type_in(table, dora)

        with pytest.raises(NotAllowed):
            confirm_as_second(sheet=typed, if_match=typed.tag, by=emil)

        assert table.scoresheets.get().status == Status.SUBMITTED
        assert confirm_sheet(sheet=typed, if_match=typed.tag, by=hall.rob, as_referee=True).status == (
            Status.CONFIRMED
        )


class TestTogether:
    def test_all_that_add_up_are_confirmed_and_one_that_changed_keeps_back_no_other(
        self, hall: Hall, dora: Actor, emil: Actor
    ):
        choose(Paper.SECOND_PERSON)
        round_ = hall.started()
        one, two = [type_in(table, dora) for table in round_.tables.order_by("number")]
        seen = [(one.pk, one.tag), (two.pk, two.tag)]
        newer = type_in(one.table, dora, OTHER, if_match=one.tag)

        together = confirm_together(round_=round_, sheets=seen, by=emil, as_referee=False)

        assert [sheet.pk for sheet in together.confirmed] == [two.pk]
        assert [(it.number, it.code) for it in together.refused] == [(1, "stale_version")]
        assert statuses(round_) == {1: Status.SUBMITTED, 2: Status.CONFIRMED}
        assert (newer.table.scoresheets.live().get().pk, hall.kinds()[-1]) == (newer.pk, "paper_confirmed")

    def test_may_be_repeated(self, hall: Hall, dora: Actor, emil: Actor):
        choose(Paper.SECOND_PERSON)
        round_ = hall.started()
        seen = [(sheet.pk, sheet.tag) for sheet in (type_in(one, dora) for one in round_.tables.all())]
        confirm_together(round_=round_, sheets=seen, by=emil, as_referee=False)
        before = hall.kinds()

        together = confirm_together(round_=round_, sheets=seen, by=emil, as_referee=False)

        assert (len(together.confirmed), together.refused, hall.kinds()) == (2, [], before)

    @pytest.mark.parametrize("as_referee", [False, True])
    def test_what_wants_to_be_looked_at_is_left_for_a_tap_of_its_own(
        self, hall: Hall, dora: Actor, as_referee: bool
    ):
        choose(Paper.SECOND_PERSON)
        round_ = hall.started()
        short, other = round_.tables.order_by("number")
        first = type_in(other, dora)
        replaced = type_in(other, dora, OTHER, if_match=first.tag)
        seen = [(one.pk, one.tag) for one in (type_in(short, dora, SHORT), replaced)]

        together = confirm_together(round_=round_, sheets=seen, by=hall.rob, as_referee=as_referee)

        assert [(it.number, it.code) for it in together.refused] == [
            (1, "look_at_it_first"),
            (2, "look_at_it_first"),
        ]
        assert statuses(round_) == {1: Status.SUBMITTED, 2: Status.SUBMITTED}

    def test_ones_own_disputed_ones_those_of_phones_and_of_other_rounds_are_left(
        self, hall: Hall, dora: Actor, emil: Actor
    ):
        choose(Paper.SECOND_PERSON)
        round_, another = hall.started(), hall.started()
        own, table = round_.tables.order_by("number")
        phones = phones_of(table, hall.alice)
        by_phone = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
        elsewhere = type_in(another.tables.get(number=1), dora)
        sheets = [type_in(own, emil), by_phone, elsewhere]
        before = hall.kinds()

        together = confirm_together(
            round_=round_, sheets=[(one.pk, one.tag) for one in sheets], by=emil, as_referee=False
        )

        assert {(it.number, it.code) for it in together.refused} == {
            (1, "own_report"),
            (2, "reported_by_a_seat"),
            (None, "stale_version"),
        }
        assert (together.confirmed, hall.kinds()) == ([], before)

    def test_a_disputed_one_is_left(self, hall: Hall, table: Table, dora: Actor, emil: Actor):
        choose(Paper.SECOND_PERSON)
        typed = type_in(table, dora)
        dispute_sheet(sheet=typed, if_match=typed.tag, reason="No", by=hall.rob)

        together = confirm_together(
            round_=table.round, sheets=[(typed.pk, typed.tag)], by=emil, as_referee=False
        )

        assert [(it.number, it.code) for it in together.refused] == [(table.number, "sheet_disputed")]
        assert table.scoresheets.get().status == Status.DISPUTED


def statuses(round_: Round) -> dict[int, str]:
    live = Scoresheet.objects.live().filter(table__round=round_)
    return dict(live.order_by("table__number").values_list("table__number", "status"))
