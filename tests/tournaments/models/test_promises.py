"""What the database itself refuses, whoever asks: no way into it gets around these."""

from collections.abc import Callable
from functools import partial

import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import BigIntegerField, Case, F, QuerySet, Value, When
from django.db.models.functions import Now

from players.actions import add_player
from players.models import NameTrace
from tests.tournaments.hall import BALANCED, Hall, open_hall, phones_of, seats_of
from tests.tournaments.odd_hall import THREES
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.staff.invitations import invite
from tournaments.models import (
    Confirmation,
    Entry,
    Invitation,
    LedgerEntry,
    LedgerHead,
    Penalty,
    Publication,
    Registration,
    Round,
    Scoresheet,
    Seat,
    SeatToken,
    SelfRegistration,
    Table,
    TableFormat,
    Tournament,
)
from tournaments.standings import publish_standings
from web.triggers import Trigger


def refuses(act: Callable[[], object], name: str) -> None:
    """The act fails in the database. SQLite names the columns of a unique constraint and not its name."""
    with pytest.raises((IntegrityError, DatabaseError)) as error, transaction.atomic():
        act()
    assert name in str(error.value) or "UNIQUE constraint failed" in str(error.value)


@pytest.fixture
def sheet(hall: Hall, table: Table) -> Scoresheet:
    return report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)


def another(sheet: Scoresheet, **changes: object) -> Scoresheet:
    fields = {
        "table": sheet.table,
        "version": 2,
        "status": "superseded",
        "east": 25_000,
        "south": 25_000,
        "west": 25_000,
        "north": 25_000,
        "start_total": 100_000,
    }
    return Scoresheet(**{**fields, **changes})


class TestScoresheet:
    def test_points_and_leftover_make_the_start_total(self, sheet: Scoresheet) -> None:
        refuses(another(sheet, north=24_000).save, "points_and_leftover_make_the_start_total")
        another(sheet, north=24_000, leftover=1_000).save()

    def test_a_three_player_sheet_has_no_north(self, sheet: Scoresheet) -> None:
        refuses(another(sheet, north=None).save, "points_and_leftover_make_the_start_total")
        another(sheet, north=None, start_total=75_000).save()

    def test_a_fifth_sits_with_four_others(self, sheet: Scoresheet) -> None:
        total = {"start_total": 125_000}
        refuses(another(sheet, north=None, fifth=25_000, start_total=100_000).save, "a_fifth_sits_with_four")
        refuses(another(sheet, fifth_chombo=1).save, "a_fifth_sits_with_four")
        refuses(another(sheet, fifth=24_000, **total).save, "points_and_leftover_make_the_start_total")
        another(sheet, fifth=25_000, **total).save()

    def test_a_fifths_points_are_never_edited(self, sheet: Scoresheet) -> None:
        five = another(sheet, fifth=25_000, start_total=125_000)
        five.save()
        mine = Scoresheet.objects.filter(pk=five.pk)
        refuses(lambda: mine.update(fifth_chombo=1), "a_fifths_points_are_never_edited")
        # Both guards see these; either of them refuses.
        refuses(lambda: mine.update(fifth=F("fifth") + 1_000, imbalance=-1_000), "never_edited")
        refuses(lambda: mine.update(fifth=None, start_total=100_000), "never_edited")
        mine.update(status="void")

    def test_one_live_sheet_per_table(self, sheet: Scoresheet) -> None:
        for status in ("submitted", "confirmed", "disputed"):
            refuses(another(sheet, status=status).save, "one_live_sheet_per_table")

    def test_one_sheet_per_version(self, sheet: Scoresheet) -> None:
        refuses(another(sheet, version=1).save, "one_sheet_per_version")

    def test_an_imbalance_has_a_reason(self, sheet: Scoresheet) -> None:
        refuses(another(sheet, north=24_000, imbalance=1_000).save, "an_imbalance_has_a_reason")

    def test_sums_cannot_overflow(self, sheet: Scoresheet) -> None:
        wild = another(sheet, east=9_000_000_000_000_000_000, south=9_000_000_000_000_000_000)
        with pytest.raises(DatabaseError), transaction.atomic():
            wild.save()

    def test_reported_points_are_never_edited(self, sheet: Scoresheet) -> None:
        mine = Scoresheet.objects.filter(pk=sheet.pk)
        refuses(
            lambda: mine.update(east=F("east") + 1_000, south=F("south") - 1_000),
            "reported_points_are_never_edited",
        )
        refuses(lambda: mine.update(south_chombo=1), "reported_points_are_never_edited")
        mine.update(status="void")

    def test_a_sheet_is_not_deleted_where_one_stands_or_when_its_round_is_over(
        self, round_: Round, sheet: Scoresheet
    ) -> None:
        mine = Scoresheet.objects.filter(pk=sheet.pk)
        sheet.scores.all().delete()
        refuses(sheet.delete, "a_scoresheet_goes_only_where_nothing_stands")
        mine.update(status="void")
        later = another(sheet, status="submitted", start_total=100_000)
        later.save()
        refuses(sheet.delete, "a_scoresheet_goes_only_where_nothing_stands")
        Scoresheet.objects.filter(pk=later.pk).update(status="void")
        Round.objects.filter(pk=round_.pk).update(status="closed")
        refuses(sheet.delete, "a_scoresheet_goes_only_where_nothing_stands")


class TestSeat:
    def test_one_seat_per_round_and_wind(self, round_: Round) -> None:
        first, second = (seats_of(table)[0] for table in round_.tables.order_by("number"))
        refuses(lambda: Seat.objects.filter(pk=second.pk).update(entry=first.entry), "one_seat_per_round")
        refuses(
            lambda: Seat.objects.filter(pk=seats_of(first.table)[1].pk).update(wind=1), "one_seat_per_wind"
        )

    def test_a_seat_is_one_of_five(self, round_: Round) -> None:
        seat = seats_of(round_.tables.get(number=1))[3]
        for wind in (0, 6):
            refuses(
                lambda wind=wind: Seat.objects.filter(pk=seat.pk).update(wind=wind), "a_seat_is_one_of_five"
            )
        Seat.objects.filter(pk=seat.pk).update(wind=5)

    def test_a_seat_is_in_its_tables_round(self, hall: Hall, round_: Round) -> None:
        other = hall.draw()
        # Or they would sit there twice, which is refused by another promise.
        Seat.objects.filter(round=other).delete()
        refuses(
            lambda: Seat.objects.filter(round=round_, wind=1).update(round=other),
            "a_seat_is_in_its_tables_round",
        )

    def test_a_seat_is_for_the_tournaments_own_entry(self, round_: Round) -> None:
        foreign = Entry.objects.filter(tournament=open_hall("other").tournament).first()
        seat = seats_of(round_.tables.get(number=1))[0]
        refuses(
            lambda: Seat.objects.filter(pk=seat.pk).update(entry=foreign),
            "a_seat_is_for_the_tournaments_own_entry",
        )

    def test_one_bad_seat_among_many_is_refused_with_all_of_them(self, hall: Hall, round_: Round) -> None:
        foreign = Entry.objects.filter(tournament=open_hall("other").tournament).first()
        draft, entries = hall.draw(), hall.entries()
        late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)
        tables = [Table.objects.create(round=draft, number=number) for number in (8, 9)]
        Seat.objects.filter(round=draft).delete()
        before = list(Seat.objects.order_by("pk").values())

        def seats(**bad: object) -> list[Seat]:
            rows = [
                Seat(table=tables[place // 4], round=draft, wind=place % 4 + 1, entry_id=entry)
                for place, entry in enumerate(entries)
            ]
            for name, value in bad.items():
                setattr(rows[5], name, value)
            return rows

        for name, bad in {
            "a_seat_is_in_its_tables_round": {"round": round_, "entry": late},
            "a_seat_is_for_the_tournaments_own_entry": {"entry": foreign},
        }.items():
            refuses(lambda bad=bad: Seat.objects.bulk_create(seats(**bad)), name)
        many = Seat.objects.filter(round=round_)
        second = seats_of(round_.tables.get(number=2))[1].pk
        one_foreign = Case(
            When(pk=second, then=Value(foreign.pk)), default=F("entry"), output_field=BigIntegerField()
        )
        refuses(lambda: many.update(entry=one_foreign), "a_seat_is_for_the_tournaments_own_entry")
        one_elsewhere = Case(
            When(pk=second, then=Value(tables[0].pk)), default=F("table"), output_field=BigIntegerField()
        )
        refuses(lambda: many.update(table=one_elsewhere), "a_seat_is_in_its_tables_round")

        assert list(Seat.objects.order_by("pk").values()) == before

    @pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no COPY, and asks of each row")
    def test_a_bad_seat_is_refused_by_copy_and_under_another_number(self, hall: Hall, round_: Round) -> None:
        foreign = Entry.objects.filter(tournament=open_hall("other").tournament).first()
        table = Table.objects.create(round=hall.draw(), number=9)
        late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)
        seat = seats_of(round_.tables.get(number=1))[0]

        def copy(round_id: int, entry_id: int) -> None:
            columns = "table_id, round_id, wind, entry_id"
            with (
                connection.wrap_database_errors,
                connection.cursor() as cursor,
                cursor.copy(f"COPY tournaments_seat ({columns}) FROM STDIN") as file,
            ):
                file.write_row((table.pk, round_id, 1, entry_id))

        refuses(lambda: copy(table.round_id, foreign.pk), "a_seat_is_for_the_tournaments_own_entry")
        refuses(lambda: copy(round_.pk, late.pk), "a_seat_is_in_its_tables_round")
        refuses(
            lambda: Seat.objects.filter(pk=seat.pk).update(id=seat.pk + 1_000_000, entry=foreign),
            "a_seat_is",
        )

    def test_one_living_token_per_seat(self, hall: Hall, table: Table) -> None:
        phones_of(table, hall.alice)
        seat = seats_of(table)[0]
        refuses(
            lambda: SeatToken.objects.create(seat=seat, code_hash="x", issued_by=hall.alice.user),
            "one_living_token_per_seat",
        )

    def test_a_claimed_seat_names_the_phone_that_holds_it(self, hall: Hall, table: Table) -> None:
        issue_seat_tokens(seats=seats_of(table), by=hall.alice)
        free, held = SeatToken.objects.order_by("pk")[:2]
        SeatToken.objects.filter(pk=held.pk).update(claimed_at=Now(), device_hash="x")
        rows = list(SeatToken.objects.order_by("pk").values())

        for token, change in [
            (free, {"claimed_at": Now()}),
            (free, {"device_hash": "y"}),
            (free, {"device_name": "Pixel"}),
            (held, {"device_hash": None}),
            (held, {"claimed_at": None}),
        ]:
            refuses(
                partial(SeatToken.objects.filter(pk=token.pk).update, **change),
                "a_claimed_seat_token_names_its_device",
            )
        assert list(SeatToken.objects.order_by("pk").values()) == rows


class TestRegistration:
    def registered(self, hall: Hall) -> "tuple[QuerySet[Registration], QuerySet[Registration]]":
        """One that is confirmed, and one that waits."""
        set_self_registration(
            tournament=hall.tournament, terms=RegistrationTerms(is_open=True, capacity=9), by=hall.alice
        )
        made = [
            sign_up(tournament=hall.tournament, about=About(name), by=Actor()).pk for name in ("Ken", "Lars")
        ]
        one, two = (Registration.objects.filter(pk=pk) for pk in made)
        return one, two

    def test_it_has_an_entry_if_it_is_accepted_and_only_then(self, hall: Hall) -> None:
        accepted, waiting = self.registered(hall)
        refuses(lambda: accepted.update(entry=None), "an_accepted_registration_has_an_entry")
        refuses(lambda: accepted.update(status="pending"), "an_accepted_registration_has_an_entry")
        refuses(lambda: waiting.update(status="accepted"), "an_accepted_registration_has_an_entry")
        refuses(lambda: waiting.update(status="lost"), "an_accepted_registration_has_an_entry")
        refuses(lambda: waiting.update(entry=accepted.get().entry), "an_accepted_registration_has_an_entry")

    def test_one_that_has_ended_says_when_and_has_no_address(self, hall: Hall) -> None:
        _accepted, waiting = self.registered(hall)
        name = "an_ended_registration_says_when_and_has_no_address"
        refuses(lambda: waiting.update(status="declined"), name)
        refuses(lambda: waiting.update(ended_at=Now()), name)
        refuses(lambda: waiting.update(status="cancelled", ended_at=Now(), email="a@home.example"), name)
        waiting.update(status="cancelled", ended_at=Now())

    def test_it_has_a_name_and_a_player_waits_once(self, hall: Hall) -> None:
        accepted, waiting = self.registered(hall)
        refuses(lambda: waiting.update(name=""), "a_registration_has_a_name")
        refuses(lambda: waiting.update(player=accepted.get().player), "one_live_registration_per_player")
        refuses(lambda: waiting.update(code_hash=accepted.get().code_hash), "code_hash")

    def test_it_is_for_its_own_tournament(self, hall: Hall) -> None:
        accepted, _waiting = self.registered(hall)
        other = open_hall("elsewhere").tournament
        refuses(lambda: accepted.update(tournament=other), "a_registration_is_for_its_own_tournament")

    def test_there_is_a_place_at_least_and_addresses_are_asked_for_in_a_known_way(self, hall: Hall) -> None:
        self.registered(hall)
        terms = SelfRegistration.objects.filter(tournament=hall.tournament)
        refuses(lambda: terms.update(capacity=0), "there_is_a_place_at_least")
        refuses(lambda: terms.update(email="perhaps"), "whether_an_address_is_asked_for_is_known")


class TestInvitation:
    def test_it_ends_in_one_way_and_says_who_accepted(self, hall: Hall) -> None:
        invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
        mine = Invitation.objects.filter(pk=invitation.pk)
        accepted = {"accepted_at": Now(), "accepted_by": hall.charlie.user}
        refuses(lambda: mine.update(accepted_at=Now()), "who_accepted_an_invitation_is_known")
        refuses(lambda: mine.update(accepted_by=hall.charlie.user), "who_accepted_an_invitation_is_known")
        refuses(lambda: mine.update(**accepted, declined_at=Now()), "an_invitation_ends_in_one_way")
        refuses(lambda: mine.update(**accepted, withdrawn_at=Now()), "an_invitation_ends_in_one_way")
        refuses(lambda: mine.update(declined_at=Now(), withdrawn_at=Now()), "an_invitation_ends_in_one_way")
        mine.update(**accepted)

    def test_it_is_for_a_role_and_expires(self, hall: Hall) -> None:
        invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
        mine = Invitation.objects.filter(pk=invitation.pk)
        refuses(lambda: mine.update(role="owner"), "an_invitation_is_for_a_role")
        refuses(lambda: mine.update(expires_at=F("created_at")), "an_invitation_expires_after_it_was_made")

    def test_one_code_opens_one_invitation(self, hall: Hall) -> None:
        one, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
        other, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
        mine = Invitation.objects.filter(pk=one.pk)
        refuses(lambda: mine.update(code_hash=other.code_hash), "code_hash")


class TestConfirmation:
    def test_one_confirmation_per_seat_from_the_same_table(self, round_: Round, sheet: Scoresheet) -> None:
        own = seats_of(sheet.table)[1]
        Confirmation.objects.create(sheet=sheet, seat=own)
        refuses(lambda: Confirmation.objects.create(sheet=sheet, seat=own), "one_confirmation_per_seat")
        other = seats_of(round_.tables.exclude(pk=sheet.table_id).get())[1]
        refuses(
            lambda: Confirmation.objects.create(sheet=sheet, seat=other),
            "a_confirmation_is_from_the_same_table",
        )


class TestPenalty:
    def test_a_penalty_has_bounds_says_why_and_stays(self, hall: Hall, round_: Round) -> None:
        penalty = penalize(
            stage=hall.stage,
            entry=Entry.objects.get(number=1),
            ruling=Ruling(20_000, "Late", round=round_),
            by=hall.rob,
        )
        elsewhere = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
        mine = Penalty.objects.filter(pk=penalty.pk)
        refuses(lambda: mine.update(amount=-(10**9) - 1), "a_penalty_within_bounds")
        refuses(lambda: mine.update(stage=elsewhere), "a_penalty_is_of_a_round_of_its_stage")
        refuses(lambda: mine.update(reason=""), "a_penalty_has_a_reason")
        refuses(lambda: mine.update(lifted_by=hall.rob.user), "a_lifted_penalty_says_by_whom_and_why")
        refuses(penalty.delete, "penalties_are_never_deleted")

    def test_it_is_a_players_or_a_teams_of_its_tournament(self, hall: Hall) -> None:
        entry = hall.tournament.entries.get(number=1)
        penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late"), by=hall.rob)
        own = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
        foreign = form_team(tournament=open_hall("other").tournament, name="Reds", by=hall.alice)

        mine = Penalty.objects.filter(pk=penalty.pk)
        refuses(lambda: mine.update(team=own), "a_penalty_is_an_entrys_or_a_teams")
        refuses(lambda: mine.update(entry=None), "a_penalty_is_an_entrys_or_a_teams")
        refuses(lambda: mine.update(entry=None, team=foreign), "a_penalty_is_for_the_tournaments_own_team")


class TestLedger:
    def test_entries_are_never_changed_nor_deleted(self, hall: Hall) -> None:
        ledger = LedgerEntry.objects.filter(tournament=hall.tournament)
        refuses(lambda: ledger.filter(seq=2).update(actor="user:999"), "ledger_entries_are_never_changed")
        refuses(lambda: ledger.filter(seq=2)._raw_delete("default"), "ledger_entries_are_never_deleted")

    def test_a_ledger_never_forks(self, hall: Hall) -> None:
        last = LedgerEntry.objects.filter(tournament=hall.tournament).order_by("seq").last()
        assert last is not None
        last.pk, last.seq = None, last.seq + 1
        refuses(lambda: last.save(force_insert=True), "a_ledger_never_forks")

    def test_a_head_only_moves_forwards(self, hall: Hall) -> None:
        mine = LedgerHead.objects.filter(tournament=hall.tournament)
        refuses(lambda: mine.update(seq=1, standings_seq=0), "ledger_heads_only_move_forwards")


class TestPublication:
    def test_standings_are_never_ahead_of_the_ledger(self, hall: Hall) -> None:
        mine = Publication.objects.filter(stage=hall.stage)
        refuses(lambda: mine.update(as_of_seq=10_000), "standings_are_never_ahead_of_the_ledger")

    def test_nor_do_they_move_backwards(self, hall: Hall) -> None:
        publish_standings(hall.stage.pk)
        mine = Publication.objects.filter(stage=hall.stage)
        refuses(lambda: mine.update(as_of_seq=1), "standings_never_move_backwards")


class TestTournament:
    def test_a_tournament_in_play_pins_its_rulebook(self, hall: Hall) -> None:
        mine = Tournament.objects.filter(pk=hall.tournament.pk)
        refuses(lambda: mine.update(status="running"), "a_tournament_in_play_pins_its_rulebook")

    def test_a_number_of_confirmations_belongs_to_its_rule(self, hall: Hall) -> None:
        mine = Tournament.objects.filter(pk=hall.tournament.pk)
        refuses(lambda: mine.update(confirmations_needed=2), "confirmations_needed_belongs_to_k_of_n")


class TestTableFormat:
    @pytest.mark.parametrize(
        "change",
        [
            {"rulebook_content": "{}"},
            {"rulebook_content": ""},
            {"rulebook_id": "ema"},
            {"house_rules": {"result.oka": 0}},
            {"players": 5},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("players", [4, 3])
    def test_a_pinned_one_never_changes(self, db: None, players: int, change: dict[str, object]) -> None:
        hall = THREES.named(open_hall(players=7))
        THREES.started(hall)
        pinned = hall.tournament.formats.filter(players=players)

        refuses(lambda: pinned.update(**change), "a_pinned_format_never_changes")

    def test_a_pinned_one_is_never_given_to_another_tournament(self, db: None) -> None:
        hall, other = THREES.named(open_hall(players=7)), open_hall("other", players=0)
        THREES.started(hall)
        pinned = hall.tournament.formats.filter(players=3)

        refuses(lambda: pinned.update(tournament=other.tournament), "a_pinned_format_never_changes")

    def test_neither_a_pinned_nor_the_usual_one_is_ever_deleted(self, db: None) -> None:
        hall = THREES.named(open_hall(players=7))
        usual, other = (hall.tournament.formats.filter(players=players) for players in (4, 3))
        refuses(lambda: usual.delete(), "a_format_in_use_is_never_deleted")

        THREES.started(hall)

        refuses(lambda: other.delete(), "a_format_in_use_is_never_deleted")
        refuses(lambda: usual.delete(), "a_format_in_use_is_never_deleted")

    def test_a_tournaments_usual_one_stays_its_usual_one(self, db: None) -> None:
        hall = THREES.named(open_hall(players=7))
        usual, other = (hall.tournament.formats.filter(players=players) for players in (4, 3))

        refuses(lambda: usual.update(usual_of=None), "a_tournaments_usual_format_stays")
        refuses(lambda: other.update(usual_of=hall.tournament), "a_tournaments_usual_format_stays")

    def test_there_is_one_for_each_size_of_table_from_three_to_five(self, hall: Hall) -> None:
        def add(players: int, **columns: object) -> None:
            row = {"tournament": hall.tournament, "rulebook_id": "mleague", **columns}
            TableFormat.objects.create(players=players, **row)

        other = open_hall("other", players=0).tournament

        refuses(lambda: add(4), "one_format_per_table_size")
        refuses(lambda: add(2), "a_table_is_of_three_to_five")
        refuses(lambda: add(6), "a_table_is_of_three_to_five")
        refuses(lambda: add(3, rulebook_id=""), "a_format_names_a_rulebook")
        refuses(lambda: add(3, usual_of=other), "a_usual_format_is_of_its_own_tournament")
        add(3)
        assert list(hall.tournament.formats.values_list("players", flat=True)) == [3, 4]


class TestTracesOfNames:
    def test_a_trace_is_never_deleted_nor_rewritten(self, hall: Hall) -> None:
        mine = NameTrace.objects.filter(subject=f"tournament:{hall.tournament.pk}")
        never = "traces_of_names_are_never_rewritten"
        refuses(lambda: mine.update(digest="another"), never)
        refuses(lambda: mine.update(subject="tournament:0"), never)
        refuses(lambda: mine.update(salt="another"), never)
        refuses(lambda: mine.delete(), "traces_of_names_are_never_deleted")

    def test_only_its_salt_can_be_thrown_away(self, hall: Hall) -> None:
        assert NameTrace.objects.filter(subject=f"tournament:{hall.tournament.pk}").update(salt="") == 1


def test_every_trigger_is_declared_and_every_declared_one_is_in_the_database(db: None) -> None:
    catalogue = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
        "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
    }
    with connection.cursor() as cursor:
        cursor.execute(catalogue[connection.vendor])
        found = {name for (name,) in cursor.fetchall()}

    declared = [
        constraint.name
        for model in apps.get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, Trigger)
    ]
    assert found == set(declared)
    assert len(declared) > 100


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite writes pages otherwise")
def test_postgresql_leaves_half_of_each_page_of_standings_free(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE reloptions = '{fillfactor=50}' ORDER BY relname")
        found = [name for (name,) in cursor.fetchall()]

    assert found == ["tournaments_standing", "tournaments_teamstanding"]
