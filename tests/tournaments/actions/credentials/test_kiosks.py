"""A tablet for a table: one living code for each number, the first device keeps it, nothing of it is ever deleted."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, transaction
from django.db.models.functions import Now

from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import close_round
from tournaments.models import LedgerEntry, TableKiosk
from tournaments.models.codes import hash_of
from tournaments.models.credentials.kiosks import table_now_of


@pytest.fixture
def kiosk(hall: Hall) -> TableKiosk:
    return issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.rob)[0]


def finished(hall: Hall) -> None:
    close_round(round_=hall.started(), by=hall.alice, leave_open=True)
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["results_missing"])


class TestHandingOut:
    def test_all_tables_are_one_entry_of_the_ledger(self, hall: Hall) -> None:
        kiosks = issue_kiosks(tournament=hall.tournament, numbers=[2, 1, 2], by=hall.rob)

        assert [kiosk.number for kiosk in kiosks] == [1, 2]
        assert hall.kinds()[-1] == "kiosks_issued"
        assert hall.last_payload().keys() == {"numbers", "kiosks", "hash"}

    def test_a_new_code_ends_the_old_one_of_its_table_and_no_other(
        self, hall: Hall, kiosk: TableKiosk
    ) -> None:
        [other] = issue_kiosks(tournament=hall.tournament, numbers=[2], by=hall.rob)

        [new] = issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.alice)

        assert set(TableKiosk.objects.alive()) == {other, new}
        assert hall.last_payload()["replaced"] == [kiosk.pk]
        kiosk.refresh_from_db()
        assert kiosk.revoked_by == hall.alice.user
        with pytest.raises(NotAllowed):
            claim_kiosk(code=kiosk.code, key="k1")

    def test_the_code_is_neither_stored_nor_in_the_ledger(self, hall: Hall, kiosk: TableKiosk) -> None:
        claim_kiosk(code=kiosk.code, key="k1")

        stored = " ".join(map(str, TableKiosk.objects.values_list().get(pk=kiosk.pk)))
        told = " ".join(LedgerEntry.objects.values_list("payload", flat=True))
        assert kiosk.code not in stored + told
        assert kiosk.code_hash == hash_of(kiosk.code)
        assert kiosk.code_hash not in told

    def test_a_code_is_shown_until_a_device_has_it(self, kiosk: TableKiosk, settings) -> None:
        assert kiosk.can_be_shown

        claimed, _secret = claim_kiosk(code=kiosk.code, key="k1")

        assert not claimed.can_be_shown

    def test_with_another_secret_of_the_house_no_code_is_shown(self, kiosk: TableKiosk, settings) -> None:
        settings.SECRET_KEY = "another" * 10

        assert not kiosk.can_be_shown

    @pytest.mark.parametrize("numbers", [[], [0], [1, 1000]])
    def test_of_what_is_no_table_number_nothing_is_handed_out(self, hall: Hall, numbers: list[int]) -> None:
        with pytest.raises(RulesRefuse):
            issue_kiosks(tournament=hall.tournament, numbers=numbers, by=hall.rob)

        assert not TableKiosk.objects.exists()

    def test_only_a_signed_in_person_hands_out_and_ends(self, hall: Hall, kiosk: TableKiosk) -> None:
        before = hall.kinds()
        with pytest.raises(NotAllowed):
            issue_kiosks(tournament=hall.tournament, numbers=[2], by=Actor(kiosk=kiosk))
        with pytest.raises(NotAllowed):
            revoke_kiosk(kiosk=kiosk, by=Actor(kiosk=kiosk))

        assert (list(TableKiosk.objects.alive()), hall.kinds()) == ([kiosk], before)

    def test_nothing_is_handed_out_for_what_is_over(self, hall: Hall) -> None:
        finished(hall)

        with pytest.raises(StateRefuses):
            issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.alice)

        assert not TableKiosk.objects.exists()


class TestTakingIntoUse:
    def test_the_first_device_keeps_it(self, hall: Hall, kiosk: TableKiosk) -> None:
        taken, secret = claim_kiosk(code=kiosk.code, key="k1", device_name="iPad")

        assert (taken.pk, taken.device_hash, taken.device_name) == (kiosk.pk, hash_of(secret), "iPad")
        assert (hall.kinds()[-1], hall.last_payload()["number"]) == ("kiosk_claimed", 1)

    def test_the_same_call_is_answered_the_same_and_written_once(self, hall: Hall, kiosk: TableKiosk) -> None:
        first = claim_kiosk(code=kiosk.code, key="k1")

        assert claim_kiosk(code=kiosk.code, key="k1") == first
        assert hall.kinds().count("kiosk_claimed") == 1

    def test_a_second_device_is_refused_and_nothing_changes(self, hall: Hall, kiosk: TableKiosk) -> None:
        taken, _secret = claim_kiosk(code=kiosk.code, key="k1")

        with pytest.raises(StateRefuses) as refusal:
            claim_kiosk(code=kiosk.code, key="k2")

        assert refusal.value.code == "kiosk_already_claimed"
        kiosk.refresh_from_db()
        assert (kiosk.device_hash, hall.kinds().count("kiosk_claimed")) == (taken.device_hash, 1)

    def test_of_what_is_over_nothing_is_taken(self, hall: Hall, kiosk: TableKiosk) -> None:
        finished(hall)

        with pytest.raises(NotAllowed):
            claim_kiosk(code=kiosk.code, key="k1")


def test_to_end_it_may_be_repeated_and_is_written_once(hall: Hall, kiosk: TableKiosk) -> None:
    claim_kiosk(code=kiosk.code, key="k1")

    for _time in range(2):
        revoke_kiosk(kiosk=kiosk, by=hall.rob)

    assert hall.kinds().count("kiosk_revoked") == 1
    assert not TableKiosk.objects.alive().exists()
    with pytest.raises(NotAllowed):
        claim_kiosk(code=kiosk.code, key="k1")


def test_it_follows_the_number_of_its_table_from_round_to_round(hall: Hall, kiosk: TableKiosk) -> None:
    assert table_now_of(kiosk) is None
    first = hall.started()
    at_first = table_now_of(kiosk)
    close_round(round_=first, by=hall.alice, leave_open=True)
    between = table_now_of(kiosk)
    second = hall.started()

    assert at_first == first.tables.get(number=1)
    assert between is None
    assert table_now_of(kiosk) == second.tables.get(number=1)
    assert not kiosk.serves(first.tables.select_related("round__stage").get(number=1))
    assert kiosk.serves(second.tables.select_related("round__stage").get(number=1))
    assert not kiosk.serves(second.tables.select_related("round__stage").get(number=2))


def test_the_database_refuses_what_no_action_does(hall: Hall, kiosk: TableKiosk) -> None:
    [taken] = issue_kiosks(tournament=hall.tournament, numbers=[2], by=hall.rob)
    claim_kiosk(code=taken.code, key="k1")
    [ended] = issue_kiosks(tournament=hall.tournament, numbers=[3], by=hall.rob)
    revoke_kiosk(kiosk=ended, by=hall.rob)
    of = TableKiosk.objects.filter
    attempts: list[tuple[str, Callable[[], object]]] = [
        ("kiosks_are_never_deleted", lambda: of(pk=kiosk.pk)._raw_delete("default")),
        ("what_was_issued_for_a_table_stays", lambda: of(pk=kiosk.pk).update(number=9)),
        ("what_was_issued_for_a_table_stays", lambda: of(pk=kiosk.pk).update(code_hash="0" * 64)),
        ("a_claimed_kiosk_keeps_its_device", lambda: of(pk=taken.pk).update(device_hash="0" * 64)),
        ("an_ended_kiosk_never_changes", lambda: of(pk=ended.pk).update(revoked_at=None, revoked_by=None)),
        ("a_claimed_kiosk_names_its_device", lambda: of(pk=kiosk.pk).update(claimed_at=Now())),
        ("an_ended_kiosk_says_by_whom", lambda: of(pk=kiosk.pk).update(revoked_at=Now())),
        ("an_ended_kiosk_says_by_whom", lambda: of(pk=kiosk.pk).update(revoked_by=hall.bob)),
        (
            "a_kiosk_is_of_a_numbered_table",
            lambda: TableKiosk.objects.create(
                tournament=hall.tournament, number=0, nonce="n", code_hash="c", issued_by=hall.bob
            ),
        ),
        (
            "UNIQUE|one_living_kiosk_per_table",
            lambda: TableKiosk.objects.create(
                tournament=hall.tournament, number=1, nonce="n", code_hash="c", issued_by=hall.bob
            ),
        ),
    ]
    for name, act in attempts:
        with pytest.raises(DatabaseError, match=name), transaction.atomic():
            act()
